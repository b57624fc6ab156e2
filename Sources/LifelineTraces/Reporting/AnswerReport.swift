import LifelineAnalysis
import LifelineModel
import LifelineScenarios
import LifelineSource

extension TraceResult {
  /// Returns the diagnostic about a broken promise of an answer.
  func report(_ violation: AnswerViolation) -> Diagnostic {
    let breach = violation.breach
    let promise = machine.promises[breach.question.promise]
    var asked = "\(words(of: breach.question, seenFrom: violation.place)) has no answer \(wording(of: promise))"
    let message: String
    switch breach.kind {
    case .overtaken, .unseen:
      let early = subjectTooEarly(of: promise) ?? "`\(violation.name)` comes"
      let isBefore = if case .unseen = breach.kind { breach.earlierPlace == nil } else { false }
      message =
        (isBefore ? "before this line, " : "")
        + "\(early)\(promise.isAskedOnce ? " again" : "") too early: \(asked) yet"
    case .late(let milliseconds):
      let limit = PromiseAutomaton(promise, in: machine).limit ?? 0
      asked += " within \(Value.duration(milliseconds: limit))"
      let place = breach.earlierPlace.map { line($0, violation.place) } ?? "this \(violation.line)"
      message = "\(asked): \(place) comes \(Value.duration(milliseconds: milliseconds)) after it"
    }
    var details: [String] = []
    if breach.isOfRuns {
      if breach.earlierPlace != nil {
        details.append("no run that keeps the promise goes on with this \(violation.line)")
      }
      details += untried.map { "not everything was tried, and that may explain it: \($0)" }
    }
    var diagnostic = Diagnostic(
      .brokenAnswer, message, at: SourceLocation(path: files[violation.place.file], range: violation.range),
      details: details, notes: [note(about: promise)])
    diagnostic.quotedLines = [Diagnostic.QuotedLine(number: violation.place.line, text: violation.text)]
    return diagnostic
  }

  /// Returns the note that leads to the promise of an answer.
  func note(about promise: Promise) -> Diagnostic.Note {
    Diagnostic.Note(
      "the answer is promised here",
      at: SourceLocation(path: machine.path(of: promise.declaredIn), range: promise.range))
  }

  /// Returns the words for what comes before the answer, with a verb; `nil` if the promise doesn't say what that would be.
  private func subjectTooEarly(of promise: Promise) -> String? {
    guard case .answeredBy(let answer) = promise.form, let before = answer.before else { return nil }
    let name = "`\(machine.name(of: before))`"
    return if case .entry = before { "the state \(name) is entered" } else { "\(name) comes" }
  }

  /// Returns the words for a question, seen from another line.
  func words(of question: LoggedQuestion, seenFrom place: LogPlace) -> String {
    let promise = machine.promises[question.promise]
    let name = "`\(machine.name(of: promise.subject))`"
    let asked = line(question.place, place)
    if question.isShown { return "\(name) in \(asked)" }
    // The log doesn't show the question itself.
    switch promise.subject {
    case .call: return "\(name), called by \(asked),"
    case .event: return "\(name), sent by \(asked),"
    case .entry: return "the state \(name), entered by \(asked),"
    }
  }

  /// The lines about promises of answers that couldn't be judged.
  package var unjudgedLines: [String] {
    untimedPromises.map { index in
      let promise = machine.promises[index]
      let limit = PromiseAutomaton(promise, in: machine).limit ?? 0
      return
        "the `within: \(Value.duration(milliseconds: limit))` of `\(machine.name(of: promise.subject))` isn't judged where lines have "
        + "no time, or a number"
    }
      + unjudgedPromises.map { index in
        "the `answeredBy` of `\(machine.name(of: machine.promises[index].subject))` isn't judged: \(machine.name) is too large for that"
      }
  }
}
