import LifelineModel

/// A running machine. It follows section 7 of the language reference literally, and generated code has to do the same.
///
/// Copies run independently of each other. If generated code would trap, the reaction has a fault.
package struct Interpreter: Sendable {
  /// The machine and its look-ups.
  package let index: MachineIndex
  /// The state of the run.
  package private(set) var snapshot: Snapshot
  /// The alternatives that the next reaction takes of the actions that leave something open, in the order in which they
  /// run. The first alternative, which generated code takes, stands for those that are missing.
  package var alternatives: [Int] = []

  /// Creates a machine that has not started.
  /// - Parameter fields: A value for each field; `nil` for the default values.
  package init(_ index: MachineIndex, fields: [Value]? = nil) {
    self.init(index, at: Snapshot(fields: fields ?? index.machine.fields.map(\.defaultValue)))
  }

  /// Creates a machine that goes on from `snapshot`.
  package init(_ index: MachineIndex, at snapshot: Snapshot) {
    self.index = index
    self.snapshot = snapshot
  }

  /// Returns whether `state`, atomic or not, is active.
  package func isActive(_ state: ID<State>) -> Bool { snapshot.configuration.contains(state) }

  /// The active atomic and final states, in document order.
  package var atomicStates: [ID<State>] { Array(snapshot.configuration.intersection(index.atomicStates)) }

  /// Sets a field as the host does. That alone runs nothing (rule 8).
  package mutating func set(_ field: ID<Field>, to value: Value) {
    guard snapshot.fields.indices.contains(field.index) else { return }
    snapshot.fields[field.index] = value
  }

  /// Starts the machine (rule 1).
  package mutating func start(observer: inout some InterpreterObserver) -> Reaction {
    react(&observer) { (execution) throws(Fault) in try execution.start() }
  }

  /// Puts the machine silently into `states`.
  ///
  /// No action, eventless transition or `done` runs. Timers are armed, and there is no history. Regions that contain
  /// none of `states` are in their initial states.
  /// - Parameter states: One state, or several in different regions.
  package mutating func resume(in states: [ID<State>], observer: inout some InterpreterObserver) -> Reaction {
    react(&observer) { (execution) throws(Fault) in try execution.resume(in: states) }
  }

  /// Sends `event` with a value for each of its parameters.
  package mutating func send(
    _ event: ID<Event>, arguments: [Value] = [], observer: inout some InterpreterObserver
  ) -> Reaction {
    react(&observer) { (execution) throws(Fault) in try execution.process(event, values: arguments) }
  }

  /// Lets time pass; a negative number counts as zero (rule 7).
  package mutating func advance(byMilliseconds milliseconds: Int, observer: inout some InterpreterObserver) -> Reaction
  {
    react(&observer) { (execution) throws(Fault) in try execution.advance(byMilliseconds: max(0, milliseconds)) }
  }

  private mutating func react<Observer: InterpreterObserver>(
    _ observer: inout Observer, _ body: (inout Execution<Observer>) throws(Fault) -> Void
  ) -> Reaction {
    var execution = Execution(index: index, snapshot: snapshot, choosing: alternatives, observer: observer)
    alternatives = []
    do {
      try body(&execution)
    } catch {
      execution.reaction.fault = error
    }
    snapshot = execution.snapshot
    observer = execution.observer
    return execution.reaction
  }
}

// The same functions without an observer.
extension Interpreter {
  /// Starts the machine (rule 1).
  package mutating func start() -> Reaction {
    var observer = NoObserver()
    return start(observer: &observer)
  }

  /// Puts the machine silently into `states`, like ``resume(in:observer:)``.
  package mutating func resume(in states: [ID<State>]) -> Reaction {
    var observer = NoObserver()
    return resume(in: states, observer: &observer)
  }

  /// Sends `event` with a value for each of its parameters.
  package mutating func send(_ event: ID<Event>, arguments: [Value] = []) -> Reaction {
    var observer = NoObserver()
    return send(event, arguments: arguments, observer: &observer)
  }

  /// Lets time pass; a negative number counts as zero (rule 7).
  package mutating func advance(byMilliseconds milliseconds: Int) -> Reaction {
    var observer = NoObserver()
    return advance(byMilliseconds: milliseconds, observer: &observer)
  }
}
