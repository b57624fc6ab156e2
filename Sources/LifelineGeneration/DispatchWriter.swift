import LifelineModel

/// Writes how the transition to take is found: a switch over the state without children that is active, in it a
/// switch over the event, and behind both the states around it, each with a function of its own.
struct DispatchWriter {
  /// What transitions are looked for.
  enum Purpose {
    /// An event from the host.
    case event
    /// A raised event.
    case trigger
    /// No event.
    case always
  }

  /// In a machine with more transitions than this, states without children have functions of their own as well: what
  /// the compiler needs for one function grows faster than the function.
  private static let greatestInlineCount = 400

  private let context: MachineContext
  private let raised: Set<ID<Event>>
  private(set) var microsteps: MicrostepWriter
  /// The functions of states with children.
  private(set) var functions: [HandlerFunctionView] = []

  private var machine: Machine { context.machine }

  init(_ context: MachineContext) {
    self.context = context
    raised = context.triggers.events
    microsteps = MicrostepWriter(context)
  }

  /// The body of the function that looks for transitions.
  mutating func dispatch(_ purpose: Purpose) -> DispatchView {
    let ignored = purpose == .event && context.hasDeferral ? ".ignored" : "false"
    let arguments: String
    switch purpose {
    case .event: arguments = context.arguments("event")
    case .trigger: arguments = context.arguments("trigger")
    case .always: arguments = context.arguments()
    }
    // By state: what is returned where the states outside of it are to be asked; empty if these have nothing.
    var fallbacks = [String](repeating: "", count: machine.states.count)
    let isSplit = machine.transitionCount > Self.greatestInlineCount
    var cases: [StateCaseView] = []
    var covered = 0
    /// Neighbours that have nothing themselves share a case.
    func add(_ leaf: ID<State>, _ handlers: HandlersView) {
      covered += 1
      let name = context.names.stateCase(leaf)
      if handlers.isEmpty, let last = cases.last?.handlers, last.isEmpty, last.fallback == handlers.fallback {
        cases[cases.count - 1].states.append(name)
      } else {
        cases.append(StateCaseView(states: [name], handlers: handlers))
      }
    }
    for state in machine.states {
      let outside = state.parent.map { fallbacks[$0.index] } ?? ""
      let isEnd = state.parent == Machine.root && state.isFinal
      guard !isEnd else { continue }
      var handlers = handlers(of: state, for: purpose)
      handlers.fallback = outside
      let ownFunction = !state.isAtomic || isSplit
      if state.isAtomic, !ownFunction || handlers.isEmpty {
        if !handlers.isEmpty || !outside.isEmpty { add(state.id, handlers) }
      } else if handlers.isEmpty {
        fallbacks[state.id.index] = outside
      } else {
        let name = "\(purpose.verb)In\(context.names.functionSuffixes[state.id.index])"
        fallbacks[state.id.index] = "\(name)(\(arguments))"
        if outside.isEmpty { handlers.fallback = ignored }
        functions.append(function(name, of: state, for: purpose, handlers))
        if state.isAtomic {
          add(state.id, .nothing(fallback: fallbacks[state.id.index]))
        }
      }
    }
    return DispatchView(cases: cases, needsDefault: covered < context.layout.leaves.count, ignored: ignored)
  }

  /// The body of the function that fires what is armed in a slot.
  mutating func timers(in slot: Int) -> DispatchView {
    var cases: [StateCaseView] = []
    var covered = 0
    for id in context.layout.statesBySlot[slot] {
      let timer = machine[id].timers[slot - context.layout.slots(of: id).lowerBound]
      var none = Parameters()
      let transitions = microsteps.transitions(timer.transitions, taken: "true", parameters: &none)
      guard !transitions.isEmpty else { continue }
      let leaves = context.layout.leaves[context.layout.leafRanges[id.index]]
      covered += leaves.count
      var handlers = HandlersView.nothing(fallback: "")
      handlers.transitions = transitions
      cases.append(StateCaseView(states: leaves.map(context.names.stateCase), handlers: handlers))
    }
    return DispatchView(cases: cases, needsDefault: covered < context.layout.leaves.count, ignored: "false")
  }

  /// What is done when states are completed.
  mutating func dones() -> [DoneCaseView] {
    context.triggers.dones.map { state in
      var none = Parameters()
      let transitions = microsteps.transitions(machine[state].done, taken: "true", parameters: &none)
      return DoneCaseView(
        trigger: context.triggers.names[.done(state)] ?? "", state: context.names.anyStateCase(state),
        transitions: transitions)
    }
  }

  /// What is done when the machine starts.
  mutating func start() -> [Statement] {
    var none = Parameters()
    return microsteps.entries(to: Machine.root, inside: nil, parameters: &none)
  }

  // MARK: - Handlers

  private func function(
    _ name: String, of state: State, for purpose: Purpose, _ handlers: HandlersView
  ) -> HandlerFunctionView {
    let parameters: String
    switch purpose {
    case .event: parameters = context.parameters("_ event: Event")
    case .trigger: parameters = context.parameters("_ trigger: Trigger")
    case .always: parameters = context.parameters()
    }
    let path = state.parent == nil ? "every state" : "`\(state.path)`"
    return HandlerFunctionView(
      doc: "\(purpose.doc) that stand in \(path) itself.", name: name, parameters: parameters,
      result: purpose == .event && context.hasDeferral ? "Selection" : "Swift.Bool", handlers: handlers)
  }

  private mutating func handlers(of state: State, for purpose: Purpose) -> HandlersView {
    let taken = purpose == .event && context.hasDeferral ? ".taken" : "true"
    var view = HandlersView.nothing(fallback: "")
    view.subject = "event"
    var none = Parameters()
    switch purpose {
    case .always:
      view.transitions = microsteps.transitions(state.always, taken: taken, parameters: &none)
    case .trigger:
      view.subject = "trigger"
      for handler in state.on where raised.contains(handler.event) {
        let transitions = microsteps.transitions(handler.transitions, taken: taken, parameters: &none)
        guard !transitions.isEmpty else { continue }
        let name = context.triggers.names[.event(handler.event)] ?? ""
        view.events.append(EventCaseView(patterns: [".\(name)"], transitions: transitions, deferral: ""))
      }
      view.needsDefault = view.events.count < context.triggers.all.count
    case .event:
      let deferred = Set(state.deferred.map(\.event))
      for handler in state.on where !machine[handler.event].isInternal {
        let isDeferred = deferred.contains(handler.event)
        view.events += eventCase(handler.event, handler.transitions, taken: taken, isDeferred: isDeferred)
      }
      let named = Set(state.on.map(\.event))
      for deferral in state.deferred where !named.contains(deferral.event) {
        view.events += eventCase(deferral.event, [], taken: taken, isDeferred: true)
      }
      view.needsDefault = view.events.count < context.hostEvents.count
    }
    view.events = EventCaseView.merging(view.events)
    if purpose != .always {
      view.transitions = microsteps.transitions(state.onAny, taken: taken, parameters: &none)
    }
    return view
  }

  private mutating func eventCase(
    _ id: ID<Event>, _ list: [Transition], taken: String, isDeferred: Bool
  ) -> [EventCaseView] {
    let event = machine[id]
    var parameters = Parameters(of: event)
    let transitions = microsteps.transitions(list, taken: taken, parameters: &parameters)
    let name = SwiftText.identifier(event.name)
    let isTaken = transitions.last?.condition.isEmpty == true
    let deferral = isDeferred && !isTaken ? name : ""
    if transitions.isEmpty, deferral.isEmpty { return [] }
    var pattern = ".\(name)"
    if !parameters.used.isEmpty {
      let parts = event.parameters.map { parameter in
        parameters.used.contains(parameter.name) ? "let \(parameters.locals[parameter.name] ?? "_")" : "_"
      }
      pattern += "(\(parts.joined(separator: ", ")))"
    }
    return [EventCaseView(patterns: [pattern], transitions: transitions, deferral: deferral)]
  }
}

extension DispatchWriter.Purpose {
  fileprivate var verb: String {
    switch self {
    case .event: "take"
    case .trigger: "takeRaised"
    case .always: "takeAlways"
    }
  }

  fileprivate var doc: String {
    switch self {
    case .event: "The transitions for events"
    case .trigger: "The transitions for raised events"
    case .always: "The transitions without an event"
    }
  }
}

extension State {
  /// Whether reaching it completes the state around it.
  var isFinal: Bool {
    if case .final = kind { true } else { false }
  }
}
