import LifelineAnalysis
import LifelineModel
import LifelineScenarios

/// A question of a simulated run that has no answer yet.
struct OpenAnswers {
  var promise: Promise
  /// The time of the question, in milliseconds since the beginning; `nil` if that isn't known.
  var askedAt: Int?

  /// Returns the open questions of a session, in the order of the spec. What a machine that was put into its states did
  /// before isn't known, so it owes nothing.
  static func find(in session: SimulationSession) -> [OpenAnswers] {
    let machine = session.machine
    let automata = machine.ownPromises.map { PromiseAutomaton($0, in: machine) }.filter(\.isAboutAnswer)
    if automata.isEmpty { return [] }
    var states = automata.map { _ in PromiseAutomaton.State.start }
    var times: [Int?] = automata.map { _ in nil }
    for moment in session.run {
      var event: ID<Event>?
      if case .send(let sent, _) = moment.stimulus { event = sent }
      let letters = letters(of: moment.reaction, moment.entries, sending: event, ends: false)
      for (index, automaton) in automata.enumerated() {
        for letter in letters {
          let wasOpen = states[index].isOpen
          // A session goes on after a broken promise, as the machine does.
          _ = automaton.follow(letter.letter, &states[index])
          if !wasOpen, states[index].isOpen { times[index] = moment.time }
        }
      }
    }
    return automata.indices.filter { states[$0].isOpen }.map {
      OpenAnswers(promise: automata[$0].promise, askedAt: times[$0])
    }
  }
}
