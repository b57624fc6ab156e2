import LifelineAnalysis
import LifelineModel
import LifelineScenarios

/// The behavior of an explored machine, against which logs are held. The judges of several logs share it.
package struct TraceModel: Sendable {
  package let automaton: CallAutomaton
  let promises: SessionAnswers.Promises
  /// The behavior as promises see it that need more than calls; `nil` if there are none, or if that takes too much work.
  let answers: AnswerBehavior?

  /// Makes the model of a machine.
  /// - Parameters:
  ///   - automaton: The calls of the machine.
  ///   - owed: The callbacks whose calls must all be in a log.
  ///   - given: The values of fixed fields with which the automaton was made.
  package static func make(
    _ automaton: CallAutomaton, owed: IDSet<Callback>, given: [FieldValue]
  ) -> TraceModel {
    make(automaton, owed: owed, given: given) { SilentLetters.find(in: automaton.exploration, for: $0) }
  }

  /// Makes the model of a machine.
  /// - Parameters:
  ///   - automaton: The calls of the machine.
  ///   - owed: The callbacks whose calls must all be in a log.
  ///   - given: The values of fixed fields with which the automaton was made.
  ///   - kept: The promises that each run of the machine keeps, if the open questions at the end of a log don't matter.
  ///   - find: Finds the letters in the automaton's exploration that some promises are about and no line shows.
  package static func make(
    _ automaton: CallAutomaton, owed: IDSet<Callback>, given: [FieldValue], besides kept: Set<PromiseName> = [],
    findingLetters find: ([PromiseAutomaton]) -> SilentLetters?
  ) -> TraceModel {
    let promises = SessionAnswers.Promises.find(in: automaton.machine, logged: owed, besides: kept)
    let hidden = promises.hidden.map(\.automaton)
    let silent = hidden.isEmpty ? nil : find(hidden)
    return TraceModel(
      automaton: automaton, promises: promises,
      answers: silent.map { AnswerBehavior.make(from: automaton, with: $0, given: given) })
  }
}
