import LifelineModel
import LifelineTemplating

/// A machine as templates see it.
struct MachineView: TemplateView {
  private let values: [String: TemplateValue]

  static let keys = [
    "specName", "access", "name", "type", "hasImports", "imports", "doc", "isAvailableLate", "states", "rawType",
    "anyStates",
    "anyRawType", "isFlat", "extents", "events", "callbacks", "context", "initial", "starts", "startsSilently",
    "startStatements", "startSettles", "startReacts", "settles", "reacts", "counts", "hasAlways", "hasTriggers",
    "hasDeferral", "isDirect",
    "take", "takeRaised", "takeAlways", "hasDones", "dones", "hasRaisedEvents", "triggers", "kept", "handlerFunctions",
    "actionFunctions", "hasTimers", "timers", "singleTimer", "timerFunctions", "armings", "armsAll",
    "armsByField", "eventParameters", "eventArguments", "triggerParameters", "triggerArguments",
    "parameters", "arguments",
  ]

  func value(for key: String) -> TemplateValue? { values[key] }

  init(_ context: MachineContext, options: GenerationOptions) {
    let machine = context.machine
    let declarations = Declarations(context)
    var writer = DispatchWriter(context)
    var values: [String: TemplateValue] = [:]

    let access = options.access == .internal ? "" : "\(options.access.rawValue) "
    values["specName"] = .text(SwiftText.commentLine(options.specName))
    values["access"] = .text(access)
    values["name"] = .text(machine.name)
    values["type"] = .text(context.names.type)
    values["hasImports"] = .flag(!machine.imports.isEmpty)
    values["imports"] = .texts(machine.imports.map { "\(options.access.rawValue) import \(SwiftText.path($0))" })
    let doc = DocumentationLines(machine: machine).lines(machine.documentation)
    values["doc"] = .texts(doc.isEmpty ? ["/// The state machine of `\(machine.name)`."] : doc)
    values["isAvailableLate"] = .flag(context.usesDurations)

    values["states"] = .list(declarations.states)
    values["rawType"] = .text(Declarations.rawType(context.layout.leaves.count))
    values["anyStates"] = .list(declarations.anyStates)
    values["anyRawType"] = .text(Declarations.rawType(machine.states.count))
    values["isFlat"] = .flag(context.layout.leaves.count == machine.states.count - 1)
    values["extents"] = .list(declarations.extents)
    values["events"] = .list(declarations.events)
    values["callbacks"] = .list(declarations.callbacks)
    values["context"] = .view(declarations.contextView)

    let start = writer.start()
    let initial = context.layout.leaf(of: Machine.root)
    // What starts a machine that then rests is put into the initializer's assignment alone.
    let canMoveOn = context.layout.path(from: initial, upTo: nil).contains { !machine[$0].always.isEmpty }
    values["initial"] = .text(context.names.stateCase(initial))
    values["starts"] = .flag(!start.isEmpty || canMoveOn)
    values["startSettles"] = .flag(canMoveOn || (!start.isEmpty && context.hasTriggers))
    values["startReacts"] = .flag(
      context.reacts && (canMoveOn || (!start.isEmpty && context.hasTriggers) || start.contains(where: \.runsFunction)))
    values["startsSilently"] = .flag(context.startsSilently)
    values["startStatements"] = .list(start)

    values["settles"] = .flag(context.settles)
    values["reacts"] = .flag(context.reacts)
    values["counts"] = .flag(context.settles && context.bounds.canExceedMicrostepLimit)
    values["hasAlways"] = .flag(context.hasAlways)
    values["hasTriggers"] = .flag(context.hasTriggers)
    values["hasDeferral"] = .flag(context.hasDeferral)
    values["isDirect"] = .flag(!context.settles && !context.hasDeferral)
    values["take"] = .view(writer.dispatch(.event))
    let hasRaisedEvents = !context.triggers.events.isEmpty
    values["hasRaisedEvents"] = .flag(hasRaisedEvents)
    values["takeRaised"] = .view(hasRaisedEvents ? writer.dispatch(.trigger) : nil)
    values["hasDones"] = .flag(!context.triggers.dones.isEmpty)
    values["dones"] = .list(writer.dones())
    values["takeAlways"] = .view(context.hasAlways ? writer.dispatch(.always) : nil)
    values["triggers"] = .view(declarations.triggers)
    values["kept"] = .view(declarations.kept)

    let slots = 0..<context.layout.slotCount
    values["hasTimers"] = .flag(context.hasTimers)
    values["timers"] = .texts(slots.map(context.timer))
    values["singleTimer"] = .text(slots.count == 1 ? context.timer(0) : "")
    values["timerFunctions"] = .list(
      slots.map { slot in
        let name = context.timer(slot)
        return TimerFunctionView(
          name: "fire\(SwiftText.capitalized(name))", timer: name, parameters: context.parameters(),
          arguments: context.arguments(), dispatch: writer.timers(in: slot))
      })
    let armings = Self.armings(context, writer.microsteps)
    values["armings"] = .list(armings)
    values["armsAll"] = .flag(armings.reduce(0) { $0 + $1.states.count } == context.layout.leaves.count)
    values["armsByField"] = .flag(
      machine.states.contains {
        $0.timers.contains { if case .field = $0.length { true } else { false } }
      })

    values["handlerFunctions"] = .list(writer.functions)
    values["actionFunctions"] = .list(writer.microsteps.functions)
    values["eventParameters"] = .text(context.parameters("_ event: Event"))
    values["eventArguments"] = .text(context.arguments("event"))
    values["triggerParameters"] = .text(context.parameters("_ trigger: Trigger"))
    values["triggerArguments"] = .text(context.arguments("trigger"))
    values["parameters"] = .text(context.parameters())
    values["arguments"] = .text(context.arguments())
    self.values = values
  }

  /// Which timers are armed in which states, for a machine that is put there silently.
  private static func armings(_ context: MachineContext, _ microsteps: MicrostepWriter) -> [ArmingView] {
    guard context.hasTimers else { return [] }
    var result: [ArmingView] = []
    var previous: [ID<State>] = []
    for leaf in context.layout.leaves {
      let armed = context.layout.path(from: leaf, upTo: nil).reversed().filter {
        !context.machine[$0].timers.isEmpty
      }
      guard !armed.isEmpty else { continue }
      let name = context.names.stateCase(leaf)
      if armed == previous {
        result[result.count - 1].states.append(name)
      } else {
        result.append(ArmingView(states: [name], statements: armed.flatMap { microsteps.arming($0) }))
      }
      previous = armed
    }
    return result
  }
}
