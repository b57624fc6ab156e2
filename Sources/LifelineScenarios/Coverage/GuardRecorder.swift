import LifelineInterpreter

/// An observer that lists the guards that a machine evaluates, in order.
package struct GuardRecorder: InterpreterObserver {
  /// The outcomes of the guards, in order.
  package private(set) var outcomes: [GuardOutcome] = []

  /// Creates a recorder that has seen nothing.
  package init() {}

  package mutating func didDecide(_ outcome: GuardOutcome) { outcomes.append(outcome) }
}
