import LifelineInterpreter
import LifelineModel

/// An observer that lists the guards that a machine evaluates, in order, and the states that it enters.
package struct GuardRecorder: InterpreterObserver {
  /// The outcomes of the guards, in order.
  package private(set) var outcomes: [GuardOutcome] = []

  /// The entered states.
  var entries: [EntryRecorder.Entry] { recorder.entries }
  private var recorder = EntryRecorder()

  /// Creates a recorder that has seen nothing.
  package init() {}

  package mutating func didDecide(_ outcome: GuardOutcome) { outcomes.append(outcome) }

  package mutating func didEnter(_ state: ID<State>, afterCalls callCount: Int) {
    recorder.didEnter(state, afterCalls: callCount)
  }
}
