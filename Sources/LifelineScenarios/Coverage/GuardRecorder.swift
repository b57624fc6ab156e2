import LifelineInterpreter

/// An observer that lists the guards that a machine evaluates, in order.
package struct GuardRecorder: InterpreterObserver {
  package private(set) var results: [GuardResult] = []

  package init() {}

  package mutating func didDecide(_ result: GuardResult) { results.append(result) }
}
