import LifelineModel
import LifelineSource

/// An entry of the internal queue.
enum InternalEvent {
  case raised(ID<Event>)
  /// The state is compound and its child is final, or it is parallel and all its regions are in final states.
  case done(ID<State>)
}

/// A reaction in progress. Functions are named after the procedures of SCXML 1.0, appendix D, that they implement.
struct Execution<Observer: InterpreterObserver> {
  let index: MachineIndex
  let states: [State]
  var snapshot: Snapshot
  var internalQueue = Queue<InternalEvent>()
  /// The number of microsteps since the host or a timer triggered the machine.
  var microstepCount = 0
  var reaction = Reaction()
  var observer: Observer

  init(index: MachineIndex, snapshot: Snapshot, observer: Observer) {
    self.index = index
    states = index.machine.states
    self.snapshot = snapshot
    self.observer = observer
  }

  func isActive(_ state: ID<State>) -> Bool { snapshot.configuration.contains(state) }

  /// The active children of `state`, in document order. A state may have thousands of children, of which few are active.
  private func activeChildren(of state: ID<State>) -> [ID<State>] {
    activeDescendants(of: state).filter { states[$0.index].parent == state }
  }

  /// The active states that are descendants of `state`, in document order.
  func activeDescendants(of state: ID<State>) -> [ID<State>] {
    snapshot.configuration.members(in: states[state.index].descendants)
  }

  func fault(_ kind: Fault.Kind, at range: SourceRange) -> Fault {
    Fault(kind: kind, machine: index.machine.name, range: range)
  }

  // MARK: Beginnings

  /// Enters the initial configuration, unless the machine has started before (rule 1).
  mutating func start() throws(Fault) {
    guard snapshot.configuration.isEmpty else { return }
    reaction.treatment = .handled
    var entry = EntrySet(index: index)
    entry.addInitialStates()
    try enterStates(entry, arguments: .none)
    try completeMacrostep()
  }

  /// Assumes the configuration that contains `targets`, without running anything.
  mutating func resume(in targets: [ID<State>]) throws(Fault) {
    var entry = EntrySet(index: index)
    let innermost = targets.filter { state in !targets.contains { states.isDescendant($0, of: state) } }
    if innermost.isEmpty { entry.addInitialStates() } else { entry.addRoot(around: innermost) }
    snapshot = Snapshot(fields: snapshot.fields)
    snapshot.configuration = entry.statesToEnter
    guard isLegalConfiguration else { throw fault(.noConfiguration, at: index.machine.nameRange) }
    guard !isInFinalState(Machine.root) else { return exitInterpreter() }
    for state in entry.statesToEnter { try armTimers(of: state) }
  }

  /// Whether exactly one child of every active compound state is active, and every child of an active parallel state.
  private var isLegalConfiguration: Bool {
    snapshot.configuration.allSatisfy { state in
      switch states[state.index].kind {
      case .atomic, .final: true
      case .compound: activeChildren(of: state).count == 1
      case .parallel: states.properChildren(of: state).allSatisfy(isActive)
      case .history: false
      }
    }
  }

  // MARK: Events

  /// Processes an event that the host sends.
  mutating func process(_ event: ID<Event>, values: [Value]) throws(Fault) {
    guard index.machine.events.indices.contains(event.index), !snapshot.isFinished else { return }
    let arguments = Arguments(parameters: index.machine.events[event.index].parameters, values: values)
    switch try selectTransitions(event, arguments: arguments, isFromHost: true) {
    case .transitions(let transitions):
      reaction.treatment = .handled
      try microstep(transitions, arguments: arguments)
      try completeMacrostep()
      try recallDeferredEvents()
    case .deferred:
      reaction.treatment = .deferred
      if !snapshot.deferredEvents.contains(event) { snapshot.deferredEvents.append(event) }
    case .none:
      break
    }
  }

  /// Takes microsteps until no transition is enabled: eventless transitions first, then those for the internal events
  /// in order (rule 4).
  mutating func completeMacrostep() throws(Fault) {
    while !snapshot.isFinished {
      let eventless = try selectEventlessTransitions()
      if !eventless.isEmpty {
        try microstep(eventless, arguments: .none)
        continue
      }
      guard let event = internalQueue.popFirst() else { return }
      switch event {
      case .raised(let event):
        if case .transitions(let transitions) = try selectTransitions(event, arguments: .none, isFromHost: false) {
          try microstep(transitions, arguments: .none)
        }
      case .done(let state):
        if isActive(state), let transition = try firstEnabled(states[state.index].done, arguments: .none) {
          try microstep([transition], arguments: .none)
        }
      }
    }
  }

  /// Sends the deferred events that are no longer deferred, each as a macrostep of its own (rule 5).
  mutating func recallDeferredEvents() throws(Fault) {
    var position = 0
    while position < snapshot.deferredEvents.count {
      switch try selectTransitions(snapshot.deferredEvents[position], arguments: .none, isFromHost: true) {
      case .deferred:
        position += 1
      case .none:
        snapshot.deferredEvents.remove(at: position)
      case .transitions(let transitions):
        snapshot.deferredEvents.remove(at: position)
        try microstep(transitions, arguments: .none)
        try completeMacrostep()
        // The macrostep may have ended the deferral of earlier events.
        position = 0
      }
    }
  }

  // MARK: Completion

  /// Returns whether the active child of a compound state is final, or all regions of a parallel state are in final
  /// states. A region may itself be final.
  func isInFinalState(_ state: ID<State>) -> Bool {
    switch states[state.index].kind {
    case .final: isActive(state)
    case .compound: activeChildren(of: state).contains { states[$0.index].isFinal }
    case .parallel: states.properChildren(of: state).allSatisfy(isInFinalState)
    case .atomic, .history: false
    }
  }

  /// Queues the completion of the parent of `state`, which is final and was just entered, and of the parallel states
  /// around it whose regions are all in final states. Finishes the machine if that completes the root.
  mutating func completeAncestors(of state: ID<State>) {
    var completed = states[state.index].parent
    while let ancestor = completed {
      if states[ancestor.index].isParallel {
        observer.willVisit(states[ancestor.index].children.count)
        guard isInFinalState(ancestor) else { return }
      }
      if ancestor == Machine.root { snapshot.isFinished = true } else { internalQueue.append(.done(ancestor)) }
      completed = states[ancestor.index].parent
      if let parent = completed, !states[parent.index].isParallel { return }
    }
  }

  /// Ends the machine: raised and deferred events and armed timers are dropped (rule 9).
  mutating func exitInterpreter() {
    snapshot.isFinished = true
    snapshot.deferredEvents = []
    snapshot.timers = []
    internalQueue = Queue()
  }
}
