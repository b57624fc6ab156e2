import LifelineModel

/// Parts: machines inside the machine.
///
/// A part runs by the same procedures as the machine. It has a queue of its own, which is empty while it rests, and it
/// always rests before and after an action of the machine.
extension Execution {
  /// Runs a component with an empty queue.
  mutating func run(
    _ component: Int, _ body: (inout Execution) throws(Fault) -> Void
  ) throws(Fault) {
    if component == current { return try body(&self) }
    let outer = (component: current, queue: internalQueue)
    current = component
    internalQueue = Queue()
    try body(&self)
    current = outer.component
    internalQueue = outer.queue
  }

  /// Sends an event to a part of the component that runs. The part handles it to its rest.
  mutating func send(_ sent: SentEvent, to part: ID<Part>, arguments: Arguments) throws(Fault) {
    // The part's behavior depends on all arguments.
    for argument in sent.arguments { observer.willEvaluate(argument) }
    let evaluator = evaluator(arguments)
    let values = try sent.arguments.map { (argument) throws(Fault) in try evaluator.value(argument) }
    let sender = component.part
    observer.willSend(sent, to: part)
    try run(part.index + 1) { (execution) throws(Fault) in
      let treatment = try execution.handle(sent.event, values: values)
      guard treatment == .ignored, !sent.isOptional else { return }
      let states = execution.snapshot.configuration.intersection(execution.component.atomicStates)
      let untaken = Reaction.UntakenEvent(
        event: sent.event, part: part, sender: sender, range: sent.range, states: Array(states))
      execution.reaction.partOutcomes.append(.untaken(untaken))
      execution.observer.didLeaveUntaken(untaken)
    }
    observer.didSend()
  }

  /// Makes a part new, and starts it. Its fields stay, except private ones.
  mutating func restart(_ part: ID<Part>) throws(Fault) {
    observer.willRestart(part)
    reaction.partOutcomes.append(.restarted(part, callCount: reaction.calls.count))
    let component = index.components[part.index + 1]
    observer.willVisit(1 + snapshot.timers.count)
    for state in snapshot.configuration.members(in: component.states) {
      snapshot.configuration.remove(state)
      snapshot.finished.remove(state)
    }
    for history in snapshot.history.ids where component.states.contains(history.index) {
      snapshot.history[history] = nil
    }
    snapshot.timers.removeAll { component.states.contains($0.state.index) }
    snapshot.deferredEvents.removeAll { component.allEvents.contains($0.index) }
    for field in component.privateFields { snapshot.fields[field.index] = index.machine[field].defaultValue }
    try run(part.index + 1) { (execution) throws(Fault) in try execution.enterInitialStates() }
  }
}
