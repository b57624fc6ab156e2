import LifelineModel

/// Prints programs.
struct ProgramPrinter {
  let context: MachineContext
  let program: MachineProgram
  /// The access level of public functions with a space after it, or an empty text.
  let access: String
  private let transitionNames: IDMap<Transition, String>

  init(_ context: MachineContext, _ program: MachineProgram, access: String) {
    self.context = context
    self.program = program
    self.access = access
    transitionNames = context.names.transitions(program.sharedTransitions)
  }

  var names: MachineNames { context.names }
  var machine: Machine { context.machine }

  /// Returns the text of members, with an empty line between two.
  func text(_ members: [Member]) -> String {
    var writer = CodeWriter(level: 1)
    for (index, member) in members.enumerated() {
      if index > 0 { writer.line() }
      print(member, to: &writer)
    }
    return writer.text
  }

  /// Returns the declaration of a stored property.
  func declaration(of property: StoredProperty) -> StoredPropertyView {
    switch property {
    case .context:
      if context.isComposed {
        return StoredPropertyView(declaration: "private var \(names.storedContext): StoredContext")
      }
      if names.storedContext != "context" {
        return StoredPropertyView(declaration: "private var \(names.storedContext): Context")
      }
      return StoredPropertyView(
        doc: "The facts that guards read. Changing them runs nothing; they count from the next event on.",
        declaration: "\(access)var context: Context")
    case .part(let id):
      let part = context[id]
      let text = part.part.documentation.text.map(SwiftText.commentLine) ?? "The part `\(part.part.name)`."
      return StoredPropertyView(
        doc: text, declaration: "\(access)private(set) var \(part.property): \(part.type)")
    case .state:
      return StoredPropertyView(
        doc: "The active atomic state.", declaration: "\(access)private(set) var state: State")
    case .region(let region):
      return declaration(ofRegion: region)
    case .memory(let property):
      let name = context.memories.name(of: property)
      return StoredPropertyView(
        doc: "The memory of `\(machine[property.history].path)`.",
        declaration: "private var \(name)\(names.regions.annotation(of: property))")
    case .timer(let slot):
      return StoredPropertyView(
        doc: documentation(of: slot), declaration: "private var \(names.timer(slot)): Swift.Duration?")
    case .deferredEvents: return StoredPropertyView(declaration: "private var deferredEvents = DeferredEvents()")
    }
  }

  private func declaration(ofRegion index: Int) -> StoredPropertyView {
    let region = names.regions.regions[index]
    switch region.storage {
    case .always:
      return StoredPropertyView(
        doc: context.documentation(ofRegion: index),
        declaration:
          "\(access)private(set) var \(region.property): \(region.type) = .\(names.stateCase(context.initialPosition))")
    case .optional:
      return StoredPropertyView(
        doc: context.documentation(ofRegion: index),
        declaration: "\(access)private(set) var \(region.property): \(region.type)?")
    case .tracked(let property, let type, let inactiveCase):
      return StoredPropertyView(
        doc: context.documentation(ofPositionInRegion: index),
        declaration: "private var \(property) = \(type).\(inactiveCase)")
    }
  }

  private func print(_ member: Member, to writer: inout CodeWriter) {
    switch member {
    case .function(let function): print(function, to: &writer)
    case .declaration(let declaration): print(declaration, to: &writer)
    }
  }

  // MARK: - Declarations

  private func print(_ declaration: Declaration, to writer: inout CodeWriter) {
    for line in declaration.documentation { writer.line(line.isEmpty ? "///" : "/// \(line)") }
    let head = (declaration.isPublic ? access : "") + declaration.head
    switch declaration.body {
    case .none: writer.line(head)
    case .line(let statement):
      writer.line("\(head) { \(StatementPrinter(context).lines([statement]).joined(separator: " ")) }")
    case .statements(let statements):
      writer.lines("\(head) {")
      writer.indented { StatementPrinter(context).print(statements, to: &$0) }
      writer.line("}")
    case .members(let cases, let groups):
      writer.block(head) { writer in
        for line in CaseLines.lines(of: cases) { writer.line(line) }
        for (index, group) in groups.enumerated() {
          if index > 0 || !cases.isEmpty { writer.line() }
          for member in group { print(member, to: &writer) }
        }
      }
    }
  }

  // MARK: - Functions

  private func print(_ function: Function, to writer: inout CodeWriter) {
    for line in documentation(of: function.name) { writer.line(line.isEmpty ? "///" : "/// \(line)") }
    if function.name == .handle { writer.line("@discardableResult") }
    if function.name == .finishMacrostep { writer.line("@inline(never)") }
    let isPublic = function.name == .handle || function.name == .dropPending
    let parameters = function.parameters.map { $0 == .calls && isPublic ? "calling \($0.text.dropFirst(2))" : $0.text }
    let modifiers = function.result == .state ? "private " : "\(isPublic ? access : "private ")mutating "
    let head = "\(modifiers)func \(names.function(function.name))"
    let result =
      switch function.result {
      case .nothing: ""
      case .isTaken: " -> Swift.Bool"
      case .lookupResult: " -> LookupResult"
      case .state: " -> AnyState?"
      }
    writer.block("\(head)(\(parameters.joined(separator: ", ")))\(result)") { writer in
      var printer = StatementPrinter(context)
      printer.expressions.transitionNames = transitionNames
      printer.expressions.result = function.result
      printer.print(function.body, to: &writer)
    }
  }

  // MARK: - Documentation

  /// Returns the documentation of the property with which hosts read the state of a region.
  func documentation(ofRegion index: Int) -> String { context.documentation(ofRegion: index) }

  /// Returns a state as documentation calls it.
  private func title(_ state: ID<State>) -> String {
    state == Machine.root ? "the machine" : "`\(machine[state].path)`"
  }

  private func documentation(of slot: TimerSlot) -> String {
    let paths = context.layout.timerSlots.states[slot.index].prefix(3).map { "`\(machine[$0].path)`" }
    let states =
      switch paths.count {
      case 1: paths[0]
      case 2: "\(paths[0]) or \(paths[1])"
      default: "\(paths[0]), \(paths[1]) or another state"
      }
    return "The time that is left to a timer of \(states)."
  }

  private func documentation(of name: FunctionName) -> [String] {
    switch name {
    case .handle:
      let deferral = context.shape.defers ? " or defers it" : ""
      return [
        "Sends an event to the machine, which passes its calls to `call`.", "",
        "Don't access the machine inside of `call`: it is being modified.", "",
        "- Returns: Whether the machine handles the event\(deferral). If not, nothing has changed.",
      ]
    // Their names say which states these are about.
    case .start, .takeTimer, .enter, .exit, .begin, .lookupInRegion, .lookupInState: return []
    case .followPart:
      return ["Completes the macrostep after a part has taken a transition by itself: guards may read the part."]
    case .settle: return ["Completes the macrostep: eventless transitions first, then internal events, in order."]
    case .finishMacrostep:
      return [
        "Completes a macrostep that has anything left to do. This is rare, so it stays out of the function that",
        "handles every event.",
      ]
    case .dropPending:
      return [
        "Drops timers and deferred events, which never follow the end of the machine.", "",
        "Hosts don't call this. A machine of which this one is a part calls it at its own end.",
      ]
    case .deferEvent: return ["Defers an event."]
    case .recallDeferred:
      return ["Recalls the deferred events that no active state defers any more, in the order of their arrival."]
    case .takeElapsedTimer: return ["Takes the transition of the first timer that is due, if there is one."]
    case .stateOfDueTimer: return ["Returns the state of the first timer that is due."]
    case .lookup(.event): return ["Takes the transition for an event, if there is one."]
    case .lookup(.internalEvent): return ["Takes the transition for an internal event, if there is one."]
    case .lookup(.eventless): return ["Takes the enabled eventless transition, if there is one."]
    case .perform:
      return [
        "Takes the selected transitions in one microstep: exits states, innermost first, runs the transitions' actions",
        "in the order of their selection, and enters states, outermost first.",
      ]
    case .performPhase(.exits): return ["Exits the states of a transition."]
    case .performPhase(.actions): return ["Runs the actions of a transition."]
    case .performPhase(.entries): return ["Enters the states of a transition."]
    case .leave(let state): return ["Exit actions of the active states in \(title(state))."]
    case .remember(let state): return ["Records the active states in \(title(state)) for histories."]
    case .enterRegions(let state): return ["Enters the initial states of the regions of \(title(state))."]
    case .resume(let history, _):
      return ["Enters the states that `\(machine[history].path)` remembers, or else its default."]
    }
  }
}

extension FunctionParameter {
  fileprivate var text: String {
    switch self {
    case .event: "_ event: Event"
    case .optionalEvent: "_ event: Event?"
    case .internalEvent: "_ internalEvent: InternalEvent"
    case .calls: "_ call: (Callback) -> Swift.Void"
    case .selecting: "_ selected: inout SelectedTransitions"
    case .selection: "_ selected: SelectedTransitions"
    case .transition: "_ transition: Transition"
    case .macrostep: "_ macrostep: inout Macrostep"
    }
  }
}
