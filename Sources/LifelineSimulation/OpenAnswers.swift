import LifelineInterpreter
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
    let automata = machine.promises.map { PromiseAutomaton($0, in: machine) }.filter(\.isAboutAnswer)
    if automata.isEmpty { return [] }
    var states = automata.map { _ in PromiseAutomaton.State.start }
    var askedAt: [Int?] = automata.map { _ in nil }
    for (index, moment) in zip(session.run.indices, session.run) {
      var event: ID<Event>?
      if case .send(let sent, _) = moment.stimulus { event = sent }
      let letters = letters(of: moment.reaction, moment.entries, sending: event, ends: false)
      for (number, automaton) in automata.enumerated() {
        let before = states[number]
        if automaton.asks(letters, &states[number]) {
          askedAt[number] = session.timeOfQuestion(automaton, from: before, in: index)
        }
      }
    }
    return automata.indices.filter { states[$0].isOpen }.map {
      OpenAnswers(promise: automata[$0].promise, askedAt: askedAt[$0])
    }
  }
}

extension PromiseAutomaton {
  /// Follows letters. A session goes on after a broken promise, as the machine does.
  /// - Returns: Whether they ask a question, also if they answer it.
  fileprivate func asks(_ letters: [ReactionLetter], _ state: inout State) -> Bool {
    var asks = false
    for letter in letters {
      let wasOpen = state.isOpen
      _ = follow(letter.letter, &state)
      if !wasOpen, state.isOpen { asks = true }
    }
    return asks
  }
}

extension SimulationSession {
  /// Returns whether more time has passed than the answer may take.
  func isLate(_ open: OpenAnswers) -> Bool {
    guard case .answeredBy(let answer) = open.promise.form, let within = answer.within, let now = current.time,
      let asked = open.askedAt
    else { return false }
    return now - asked > within
  }

  /// Returns the time of the last question of a moment; `nil` if it isn't known. In a wait, that is when the timer elapsed, so
  /// the machine waits once more, from one timer to the next.
  fileprivate func timeOfQuestion(
    _ automaton: PromiseAutomaton, from state: PromiseAutomaton.State, in index: Int
  ) -> Int? {
    let moment = moments[index]
    guard case .wait(var left) = moment.stimulus, let end = moment.time else { return moment.time }
    var interpreter = Interpreter(self.index, at: moments[index - 1].after)
    var state = state
    var askedAt: Int?
    while let next = interpreter.snapshot.timers.first?.remaining, next <= left {
      var recorder = EntryRecorder()
      let reaction = interpreter.advance(byMilliseconds: next, observer: &recorder)
      left -= next
      if automaton.asks(letters(of: reaction, recorder.entries, sending: nil, ends: false), &state) {
        askedAt = end - left
      }
    }
    return askedAt
  }
}
