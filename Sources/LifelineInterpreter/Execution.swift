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
  /// The index of the component that runs: the machine itself, or the part that handles an event inside of an action.
  var current = 0
  var internalQueue = Queue<InternalEvent>()
  /// The number of microsteps since the host or a timer triggered the machine.
  var microstepCount = 0
  /// The alternatives that are chosen for the next actions that leave something open; the first one for those behind.
  var alternatives: ArraySlice<Int>
  var reaction = Reaction()
  var observer: Observer

  init(index: MachineIndex, snapshot: Snapshot, choosing alternatives: [Int] = [], observer: Observer) {
    self.index = index
    self.alternatives = alternatives[...]
    states = index.machine.states
    self.snapshot = snapshot
    self.observer = observer
  }

  var component: Component { index.components[current] }

  /// Whether the component that runs has ended.
  var isFinished: Bool { snapshot.finished.contains(component.root) }

  func isActive(_ state: ID<State>) -> Bool { snapshot.configuration.contains(state) }

  /// The active children of `state`, in document order. A state may have thousands of children, of which few are
  /// active.
  private func activeChildren(of state: ID<State>) -> [ID<State>] {
    activeDescendants(of: state).filter { states[$0.index].parent == state }
  }

  /// The active states that are descendants of `state`, in document order.
  func activeDescendants(of state: ID<State>) -> [ID<State>] {
    snapshot.configuration.members(in: states[state.index].descendants)
  }

  func fault(_ kind: Fault.Kind, at range: SourceRange) -> Fault {
    Fault(kind: kind, machine: component.machineName, part: component.part, range: range)
  }

  /// The fault by which an observer ends the run.
  var interruption: Fault { Fault(kind: .interrupted, machine: index.machine.name, range: index.machine.nameRange) }

  // MARK: Beginnings

  /// Enters the initial configuration, unless the machine has started before (rule 1).
  mutating func start() throws(Fault) {
    guard snapshot.configuration.isEmpty else { return }
    reaction.treatment = .handled
    try enterInitialStates()
  }

  /// Starts the parts of the component that runs, and enters its initial configuration.
  mutating func enterInitialStates() throws(Fault) {
    for part in component.parts {
      try run(part) { (execution) throws(Fault) in try execution.enterInitialStates() }
    }
    var entry = EntrySet(index: index)
    entry.addInitialStates(of: component.root)
    try enterStates(entry, arguments: .none)
    try completeMacrostep()
  }

  /// Assumes the configuration that contains `targets`, without running anything. Parts that have none of them are in
  /// their initial states.
  mutating func resume(in targets: [ID<State>]) throws(Fault) {
    let innermost = targets.filter { state in !targets.contains { states.isDescendant($0, of: state) } }
    snapshot = Snapshot(fields: snapshot.fields)
    let entries = index.components.indices.map { index in
      var entry = EntrySet(index: self.index)
      let root = self.index.components[index].root
      let own = innermost.filter { self.index.component(of: $0) == index }
      if own.isEmpty { entry.addInitialStates(of: root) } else { entry.add(root, around: own) }
      return entry.statesToEnter
    }
    for entry in entries { snapshot.configuration.formUnion(entry) }
    guard isLegalConfiguration else { throw fault(.noConfiguration, at: index.machine.nameRange) }
    for (index, entry) in entries.enumerated() {
      current = index
      if isInFinalState(component.root) { snapshot.finished.insert(component.root) }
      if !isStopped(index) { for state in entry { try armTimers(of: state) } }
    }
    current = 0
  }

  /// Returns whether a component, or one that contains it, has ended.
  private func isStopped(_ index: Int) -> Bool {
    let component = self.index.components[index]
    return snapshot.finished.contains(component.root) || (component.container.map(isStopped) ?? false)
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
    reaction.treatment = try handle(event, values: values)
  }

  /// Lets the component that runs handle one of its events, to its rest.
  mutating func handle(_ event: ID<Event>, values: [Value]) throws(Fault) -> Treatment {
    guard component.events.contains(event.index), !isFinished else { return .ignored }
    let arguments = Arguments(parameters: index.machine.events[event.index].parameters, values: values)
    switch try selectTransitions(event, arguments: arguments, isFromHost: true) {
    case .transitions(let transitions):
      // An event counts as handled even if a fault interrupts it.
      if current == 0 { reaction.treatment = .handled }
      try microstep(transitions, arguments: arguments)
      try completeMacrostep()
      try recallDeferredEvents()
      return .handled
    case .deferred:
      deferEvent(event)
      return .deferred
    case .none:
      return .ignored
    }
  }

  /// Keeps an event behind those of the same component.
  private mutating func deferEvent(_ event: ID<Event>) {
    if snapshot.deferredEvents.contains(event) { return }
    let end = snapshot.deferredEvents.firstIndex { $0.index >= component.events.upperBound }
    snapshot.deferredEvents.insert(event, at: end ?? snapshot.deferredEvents.count)
  }

  /// Takes microsteps until no transition is enabled: eventless transitions first, then those for the internal events
  /// in order (rule 4).
  mutating func completeMacrostep() throws(Fault) {
    while !isFinished {
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
    let events = component.events
    func firstPosition() -> Int {
      snapshot.deferredEvents.firstIndex { $0.index >= events.lowerBound } ?? snapshot.deferredEvents.count
    }
    var position = firstPosition()
    while position < snapshot.deferredEvents.count, events.contains(snapshot.deferredEvents[position].index) {
      switch try selectTransitions(snapshot.deferredEvents[position], arguments: .none, isFromHost: true) {
      case .deferred:
        position += 1
      case .none:
        snapshot.deferredEvents.remove(at: position)
      case .transitions(let transitions):
        observer.willRecall(snapshot.deferredEvents.remove(at: position))
        try microstep(transitions, arguments: .none)
        try completeMacrostep()
        // The macrostep may have ended the deferral of earlier events.
        position = firstPosition()
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
      if states[ancestor.index].parent == nil {
        snapshot.finished.insert(ancestor)
      } else {
        internalQueue.append(.done(ancestor))
      }
      completed = states[ancestor.index].parent
      if let parent = completed, !states[parent.index].isParallel { return }
    }
  }

  /// Ends the component that runs: raised and deferred events and armed timers are dropped, also those of its parts
  /// (rule 9).
  mutating func exitInterpreter() {
    let component = component
    snapshot.finished.insert(component.root)
    snapshot.deferredEvents.removeAll { component.allEvents.contains($0.index) }
    snapshot.timers.removeAll { component.states.contains($0.state.index) }
    internalQueue = Queue()
  }
}
