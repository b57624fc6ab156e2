import LifelineInterpreter
import LifelineModel
import LifelineSource

/// The words about a run that breaks a promise.
struct BreachReport {
  private let promise: Promise
  private let run: PromiseRun
  private let printer: CounterexamplePrinter

  init(_ promise: Promise, _ run: PromiseRun, by printer: CounterexamplePrinter) {
    self.promise = promise
    self.run = run
    self.printer = printer
  }

  private var machine: Machine { printer.index.machine }

  /// The diagnostic of what the run breaks.
  var diagnostic: Diagnostic {
    switch run.breach {
    case .unansweredEnd:
      return diagnostic(
        .unanswered, "\(asked) and the machine ends without \(answers)", notes: [askingNote])
    case .overtaken:
      return diagnostic(
        .lateAnswer, "\(overtaking) before \(answers)",
        notes: [askingNote, breakingNote("this comes before the answer") ?? entryNote], at: answer?.beforeRange)
    case .early, nil:
      return earlyDiagnostic
    }
  }

  /// The diagnostic of a run to where no answer is possible any more.
  var hopelessDiagnostic: Diagnostic {
    diagnostic(
      .unanswered, "\(asked) and no run from there on calls \(answers)",
      notes: [askingNote, lastStepNote],
      ending: promise.callbacks.count == 1
        ? "whatever happens now, \(answers) isn't called any more"
        : "whatever happens now, neither \(names(joinedBy: " nor ")) is called any more",
      isStep: true)
  }

  /// The diagnostic of an answer that takes too long.
  var lateDiagnostic: Diagnostic {
    let limit = answer?.within.map { " within \(Value.duration(milliseconds: $0))" } ?? ""
    let message =
      promise.callbacks.count == 1
      ? "\(asked) and \(answers) isn't called" : "\(asked) and neither \(names(joinedBy: " nor ")) is called"
    return diagnostic(
      .lateAnswer, message + limit,
      notes: [askingNote, breakingNote("this answer comes too late")],
      ending: run.state.isOpen ? "no answer for \(Value.duration(milliseconds: run.openTime))" : nil,
      at: answer?.withinRange)
  }

  // MARK: Words

  private var subject: String { "`\(machine.name(of: promise.subject))`" }

  private var asked: String {
    switch promise.subject {
    case .call: "\(subject) is called"
    case .event: "\(subject) is sent"
    case .entry: "\(subject) is entered"
    }
  }

  private var question: String {
    switch promise.subject {
    case .call, .event: subject
    case .entry: "the entry of \(subject)"
    }
  }

  private var answers: String { names(joinedBy: " or ") }

  private var answer: Promise.Answer? {
    if case .answeredBy(let answer) = promise.form { answer } else { nil }
  }

  private var overtaking: String {
    guard let before = answer?.before else { return "" }
    let end = promise.isAskedOnce ? "again" : "after \(question),"
    let name = "`\(machine.name(of: before))`"
    switch before {
    case .call: return "\(name) is called \(end)"
    case .event: return "\(name) is sent \(end)"
    case .entry: return "\(name) is entered \(end)"
    }
  }

  private func names(joinedBy word: String) -> String {
    promise.callbacks.map { "`\(machine[$0.callback].name)`" }.joined(separator: word)
  }

  private var earlyDiagnostic: Diagnostic {
    let start = run.isRestarted ? "the restart" : "the start"
    let since = run.previousCall == nil ? start : "its previous call"
    let (kind, absence): (DiagnosticKind, String) =
      switch promise.form {
      case .needs(.any, _): (.unmetNeed, "without \(names(joinedBy: " or ")) since \(since)")
      case .needs(.all, _): (.unmetNeed, "without \(missing) since \(since)")
      case .onlyAfter(.any, _): (.earlyCall, "before the first call of \(names(joinedBy: " or "))")
      case .onlyAfter(.all, _): (.earlyCall, "before the first call of \(missing)")
      case .between(let opening, let closing):
        (
          .callOutside,
          absence(of: machine[opening.callback].name, before: machine[closing.callback].name, since: start)
        )
      case .answeredBy: (.unanswered, "without an answer")
      }
    let isBetween = if case .between = promise.form { true } else { false }
    var result = diagnostic(
      kind, "\(subject) is called \(absence)",
      notes: [breakingNote(isBetween ? "this call lies outside" : "this call is made too early")]
        + [
          isBetween
            ? run.closingCall.map { Diagnostic.Note("this call closes", at: machine.location(of: $0)) }
            : run.previousCall.map { Diagnostic.Note("its previous call", at: machine.location(of: $0)) }
        ])
    // The first call was preceded by what it needs.
    if case .needs = promise.form, run.previousCall != nil { result.weakerPromise = "onlyAfter" }
    return result
  }

  private func absence(of opening: String, before closing: String, since start: String) -> String {
    let last = run.closingCall == nil ? start : "the last `\(closing)`"
    return "outside of `\(opening)` and `\(closing)`: there was no `\(opening)` since \(last)"
  }

  /// The callbacks of `all` that weren't called.
  private var missing: String {
    promise.callbacks.map(\.callback).filter { !run.automaton.hasSeen(.call($0), in: run.state) }
      .map { "`\(machine[$0].name)`" }.joined(separator: " and ")
  }

  private var askingNote: Diagnostic.Note? {
    if let call = run.previousCall { return Diagnostic.Note("this call asks", at: machine.location(of: call)) }
    return run.askingTransition.map { Diagnostic.Note("\(subject) asks here", at: location(of: $0)) }
  }

  /// The transition of the last step, if that step doesn't ask.
  private var lastStepNote: Diagnostic.Note? {
    guard let reaction = run.run.steps.last?.reaction, reaction.taken.count == 1, let last = reaction.taken.first,
      last != run.askingTransition, run.previousCall.map({ !reaction.calls.contains($0) }) ?? true
    else { return nil }
    return Diagnostic.Note("no answer is possible after this", at: location(of: last))
  }

  private var entryNote: Diagnostic.Note? {
    run.breakingTransition.map { Diagnostic.Note("this enters the state", at: location(of: $0)) }
  }

  private func location(of transition: Reaction.TakenTransition) -> SourceLocation {
    SourceLocation(path: machine.path(of: machine.part(of: transition.id)), range: transition.range)
  }

  private func breakingNote(_ message: String) -> Diagnostic.Note? {
    run.breakingCall.map { Diagnostic.Note(message, at: machine.location(of: $0)) }
  }

  /// - Parameters:
  ///   - words: The mistake, without the steps that lead there.
  ///   - ending: What is wrong at the end, if no call shows it.
  ///   - isStep: Whether that stands below the steps, too.
  ///   - range: The place of the mistake; by default, that of the promise.
  private func diagnostic(
    _ kind: DiagnosticKind, _ words: String, notes: [Diagnostic.Note?], ending: String? = nil, isStep: Bool = false,
    at range: SourceRange? = nil
  ) -> Diagnostic {
    let range = range ?? promise.range
    let caption = CounterexampleCaption(
      title: "\(machine.name(of: promise.subject)) \(promise.key) \(machine.text(of: promise))", kind: kind,
      words: words, range: range, part: promise.declaredIn, ending: ending, promise: promise)
    return machine.diagnostic(
      kind, "\(words); these steps lead there: \(printer.summary(of: run.run))", at: range,
      details: printer.lines(of: run.run) + (isStep ? [ending].compactMap(\.self).map { "# \($0)" } : []),
      in: promise.declaredIn, located: notes.compactMap(\.self), showing: printer.exhibit(of: run.run, caption))
  }
}
