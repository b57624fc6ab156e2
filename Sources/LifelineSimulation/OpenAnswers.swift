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
    for index in session.run.indices {
      for (letter, time) in session.timedLetters(of: index) where letter != .end {
        for (number, automaton) in automata.enumerated() {
          let wasOpen = states[number].isOpen
          // A session goes on after a broken promise, as the machine does.
          _ = automaton.follow(letter, &states[number])
          if !wasOpen, states[number].isOpen { askedAt[number] = time }
        }
      }
    }
    return automata.indices.filter { states[$0].isOpen }.map {
      OpenAnswers(promise: automata[$0].promise, askedAt: askedAt[$0])
    }
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

  /// Returns what happened in a moment, and when: in milliseconds since the beginning, or `nil` if that isn't known. In a wait,
  /// the machine waits once more, from one timer to the next.
  func timedLetters(of index: Int) -> [(letter: PromiseAutomaton.Letter, time: Int?)] {
    let moment = moments[index]
    let before = index > run.startIndex ? moments[index - 1].after : nil
    var event: ID<Event>?
    if case .send(let sent, _) = moment.stimulus { event = sent }
    let ends = moment.after.isFinished && before?.isFinished != true
    let all = letters(of: moment.reaction, moment.entries, sending: event, ends: ends)
    guard !all.isEmpty, case .wait(var left) = moment.stimulus, let end = moment.time, let before else {
      return all.map { ($0.letter, moment.time) }
    }
    var interpreter = Interpreter(self.index, at: before)
    var result: [(letter: PromiseAutomaton.Letter, time: Int?)] = []
    while let next = interpreter.snapshot.timers.first?.remaining, next <= left {
      let wasFinished = interpreter.snapshot.isFinished
      var recorder = EntryRecorder()
      let reaction = interpreter.advance(byMilliseconds: next, observer: &recorder)
      left -= next
      let ends = interpreter.snapshot.isFinished && !wasFinished
      result += letters(of: reaction, recorder.entries, sending: nil, ends: ends).map { ($0.letter, end - left) }
    }
    return result
  }
}
