import LifelineInterpreter

/// An observer that lists the guards that a machine evaluates, in order.
package struct GuardRecorder: InterpreterObserver {
  package private(set) var outcomes: [GuardOutcome] = []

  package init() {}

  package mutating func didDecide(_ outcome: GuardOutcome) { outcomes.append(outcome) }
}
