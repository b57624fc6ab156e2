import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// A question of a simulated run that has no answer yet.
struct OpenAnswers {
  var promise: Promise
  /// The time of the question, in milliseconds since the beginning; `nil` if that isn't known.
  var askedAt: Int?
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
