import LifelineModel
import LifelineTemplating

/// A machine as templates see it.
struct MachineView: TemplateView {
  private let values: [String: TemplateValue]

  static let keys = [
    "specName", "access", "name", "type", "hasImports", "imports", "doc", "isAvailableLate", "states",
    "rawType", "anyStates", "anyRawType", "stateCount", "isFlat", "leafPaths", "hasLeafPaths", "extents",
    "hasEvents", "events", "hasCallbacks", "callbacks", "context", "initial", "starts", "startsSilently",
    "startStatements",
    "startSettles", "startReacts", "settles", "reacts", "counts", "hasAlways", "hasTriggers", "hasDeferral",
    "isDirect", "take", "takeSearch", "takeRaised", "takeRaisedSearch", "takeAlways", "takeAlwaysSearch",
    "hasDones", "dones", "hasRaisedEvents", "triggers", "kept", "handlerFunctions", "actionFunctions",
    "hasTimers", "timers", "singleTimer", "timerFunctions", "armings", "armsByField", "arithmetic", "eventParameters",
    "eventArguments", "triggerParameters", "triggerArguments", "parameters", "arguments", "hasRegions",
    "regions", "firstRegions", "lastRegion", "memories", "regionFunctions", "completions", "canFinish",
    "dropsAtEnd", "keepsSome", "selection", "selectionReadsEvent", "resumption", "delegate", "standing",
    "hasMemories", "histories", "needsActiveStates", "timerNumbers", "hasUntimed", "firstTimers", "lastTimer",
    "deferrals", "storesDurations", "lengthFields", "isObject", "object", "takesInput", "remainderCondition",
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
    values["imports"] = .texts(
      machine.imports.map { "\(options.machineImportLevel)import \(SwiftText.path($0))" })
    let doc = DocumentationLines(machine: machine).lines(machine.documentation)
    values["doc"] = .texts(doc.isEmpty ? ["/// The state machine of `\(machine.name)`."] : doc)
    values["isAvailableLate"] = .flag(context.usesDurations)

    values["states"] = .list(declarations.states)
    values["rawType"] = .text(
      Declarations.rawType(
        context.layout.hasRegions ? declarations.greatestPlaceCount : context.layout.leaves.count))
    let anyStates = declarations.anyStates
    values["anyStates"] = .list(anyStates)
    values["stateCount"] = .text("\(anyStates.count)")
    values["anyRawType"] = .text(Declarations.rawType(machine.states.count))
    let isFlat = context.layout.leaves.count == machine.states.count { $0.parent != nil && !$0.isHistory }
    values["isFlat"] = .flag(isFlat)
    values["leafPaths"] = .text(isFlat ? "anyStates" : "states")
    values["hasLeafPaths"] = .flag(!isFlat && !context.layout.hasRegions)
    values["extents"] = .list(declarations.extents)
    let events = declarations.events
    values["hasEvents"] = .flag(!events.isEmpty)
    values["events"] = .list(events)
    let callbacks = declarations.callbacks
    values["hasCallbacks"] = .flag(!callbacks.isEmpty)
    values["callbacks"] = .list(callbacks)
    values["context"] = .view(declarations.contextView)
    values["isObject"] = .flag(options.object)
    values["object"] = .text(context.names.object)
    values["takesInput"] = .flag(context.hasTimers || context.hasContext)
    values["delegate"] = .view(declarations.delegate(hearing: callbacks))

    let start = writer.start()
    // What starts a machine that then rests is put into the initializer's assignment alone.
    let canMoveOn: Bool
    if context.layout.hasRegions {
      values["initial"] = .text("")
      canMoveOn = context.hasAlways
    } else {
      let planner = EntryPlanner(machine: machine, isFresh: true)
      let initial = planner.leaf(of: planner.plan(in: Machine.root, to: [])) ?? Machine.root
      values["initial"] = .text(context.names.stateCase(initial))
      canMoveOn = context.layout.path(from: initial, upTo: nil).contains { !machine[$0].always.isEmpty }
    }
    values["starts"] = .flag(!start.isEmpty || canMoveOn)
    values["startSettles"] = .flag(canMoveOn || (!start.isEmpty && context.hasTriggers))
    values["startReacts"] = .flag(
      context.reacts && (canMoveOn || (!start.isEmpty && context.hasTriggers) || start.contains(where: \.runsFunction)))
    values["startsSilently"] = .flag(context.startsSilently)
    values["startStatements"] = .list(start)

    values["settles"] = .flag(context.settles)
    values["reacts"] = .flag(context.reacts)
    values["counts"] = .flag(context.settles && context.bounds.canExceedMicrostepLimit)
    values["remainderCondition"] = .text(context.remainderCondition)
    values["hasAlways"] = .flag(context.hasAlways)
    values["hasTriggers"] = .flag(context.hasTriggers)
    values["hasDeferral"] = .flag(context.hasDeferral)
    values["isDirect"] = .flag(!context.settles && !context.hasDeferral && !context.dropsAtEnd)
    values["hasRegions"] = .flag(context.layout.hasRegions)
    Self.dispatch(.event, "take", writer: &writer, into: &values)
    let hasRaisedEvents = !context.triggers.events.isEmpty
    values["hasRaisedEvents"] = .flag(hasRaisedEvents)
    Self.dispatch(hasRaisedEvents ? .trigger : nil, "takeRaised", writer: &writer, into: &values)
    values["hasDones"] = .flag(!context.triggers.dones.isEmpty)
    values["dones"] = .list(writer.dones())
    Self.dispatch(context.hasAlways ? .always : nil, "takeAlways", writer: &writer, into: &values)
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
          arguments: context.arguments(), dispatches: writer.timers(in: slot))
      })
    values["armings"] = .list(declarations.armings(writer.microsteps))
    let lengthFields = declarations.lengthFields
    values["armsByField"] = .flag(!lengthFields.isEmpty)
    values["lengthFields"] = .texts(lengthFields)

    values["arithmetic"] = .list(CheckedArithmetic.used(in: machine).map(CheckedArithmeticView.init))

    let selection = writer.selection()
    values["selection"] = .view(selection)
    values["selectionReadsEvent"] = .flag(selection?.readsEvent ?? false)
    values["regions"] = .list(declarations.regions)
    values["firstRegions"] = .list(declarations.regionCases.dropLast())
    values["lastRegion"] = .text(context.names.places.properties.last ?? "")
    values["memories"] = .list(declarations.memories)
    values["regionFunctions"] = .list(writer.regionFunctions)
    values["completions"] = .list(declarations.completions(of: writer.microsteps.completions))
    values["canFinish"] = .flag(context.canFinish)
    values["dropsAtEnd"] = .flag(context.dropsAtEnd)
    values["keepsSome"] = .flag(context.deferred.count < context.hostEvents.count)
    Self.persistence(declarations, into: &values)
    values["resumption"] = .view(context.layout.hasRegions ? ResumptionView(context) : nil)

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

  /// How the machine is stored.
  private static func persistence(_ declarations: Declarations, into values: inout [String: TemplateValue]) {
    let context = declarations.context
    let timers = (0..<context.layout.slotCount).map { NumberedView(number: $0, name: context.timer($0)) }
    values["standing"] = .text(context.hasTimers ? "standingIn" : "resumingIn")
    values["hasMemories"] = .flag(!context.memories.all.isEmpty)
    values["histories"] = .list(declarations.storedHistories)
    values["needsActiveStates"] = .flag(context.hasTimers || context.hasDeferral)
    let timerNumbers = declarations.timerNumbers
    values["timerNumbers"] = .list(timerNumbers)
    let timedCount = timerNumbers.reduce(0) { $0 + $1.states.count }
    values["hasUntimed"] = .flag(timedCount < context.names.anyStateCases.count { $0 != nil })
    values["firstTimers"] = .list(timers.dropLast())
    values["storesDurations"] = .flag(context.hasTimers || context.machine.fields.contains { $0.type == .duration })
    values["lastTimer"] = .text(timers.last?.name ?? "")
    values["deferrals"] = .list(declarations.deferrals)
  }

  /// How transitions are looked for, with regions and without.
  private static func dispatch(
    _ purpose: DispatchWriter.Purpose?, _ key: String, writer: inout DispatchWriter,
    into values: inout [String: TemplateValue]
  ) {
    values[key] = .view(nil)
    values["\(key)Search"] = .view(nil)
    guard let purpose else { return }
    if writer.context.layout.hasRegions {
      values["\(key)Search"] = .view(writer.search(purpose))
    } else {
      values[key] = .view(writer.dispatch(purpose))
    }
  }
}
