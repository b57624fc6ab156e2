import LifelineAnalysis
import LifelineModel
import LifelineScenarios
import LifelineSource

extension TraceResult {
  /// Returns the diagnostics about the logs: violations, ends inside steps, and everything else.
  package func diagnose() -> [Diagnostic] {
    var all = findings.diagnostics
    for violation in reported { all.add(report(violation)) }
    all.count(.violation, violationCount - reported.count)
    for violation in answerViolations { all.add(report(violation)) }
    all.count(.brokenAnswer, answerViolationCount - answerViolations.count)
    // If the reading ended early, nobody knows how the sessions go on.
    for session in sessions
    where !isCut && !session.isUnjudged && (session.verdict == .unfinished || session.verdict == .inconclusive) {
      all.add(report(session))
    }
    for method in findings.unknownCalls.withKnownReceivers { all.add(report(method)) }
    for part in findings.unknownCalls.parts {
      all.add(
        report(part, as: "part", among: machine.parts.map(\.name), effect: "calls of it are not judged"))
    }
    for event in findings.unknownCalls.events {
      all.add(
        report(event, as: "event", among: machine.declared.events.map(\.name), effect: "it is not judged"))
    }
    for state in findings.unknownCalls.states {
      all.add(report(state, as: "state", among: machine.states.map(\.path), effect: "it is not judged"))
    }
    for argument in findings.unknownCalls.arguments {
      if let diagnostic = report(argument) { all.add(diagnostic) }
    }
    for message in unusedOptions {
      all.add(Diagnostic(.unusedOption, message, at: SourceLocation(path: files.first ?? "", range: nil)))
    }
    // The calls that the events need may be in the lines that can't be read.
    let missesCalls = findings.hasOnlyEvents && findings.misplacedCalls.count > 0
    for (index, path) in files.enumerated() where findings.counts[index].isEmpty || missesCalls {
      var diagnostic = Diagnostic(
        .noCalls,
        "no line of this log begins with a callback of \(machine.name), so there is nothing to judge"
          + findings.misplacedCalls.hint(in: index),
        at: SourceLocation(path: path, range: nil))
      // Success would say that the logs fit, although nothing was judged.
      if callCount == 0 { diagnostic.severity = .error }
      all.add(diagnostic)
    }
    return all.diagnostics
  }

  /// The messages about what the user said about sessions, parts, events and states that fits no line.
  private var unusedOptions: [String] {
    guard callCount > 0 else { return [] }
    var messages: [String] = []
    // An empty group is there to give all calls the same key.
    if let key = options.key, !hasKeys, !key.contains("()") {
      messages.append("no call has the key `\(key)`, so all calls of a file are one session")
    }
    // A line behind the end of the reading may fit.
    for kind in isCut ? [] : kindsWithoutMatch {
      let pattern = kind == .event ? options.eventPattern : options.statePattern
      messages.append("`\(pattern ?? "")` fits no line, so no \(kind) was read from lines of text")
    }
    for receiver in receivers.missing {
      let nearest = nearestName(to: receiver.name, among: receivers.others.sorted())
      messages.append(
        "no call is one of `\(receiver.name)`, which is the part `\(machine[receiver.part].name)`"
          + (nearest.map { "; did you mean `\($0)`?" } ?? ""))
    }
    return messages
  }

  // MARK: Violations

  private func report(_ violation: TraceViolation) -> Diagnostic {
    let call = violation.call
    let words = TraceWords(machine: machine)
    var details: [String] = []
    if let wrong = violation.wrongArguments {
      details += wrong.map { "could have been: " + words.text(of: $0.possible, $0.parameter) }
    } else if violation.expected.isEmpty {
      details.append("could have come: nothing")
    } else if violation.expected.allSatisfy(machine.isState) {
      details.append("could have been in: " + words.list(violation.expected))
    } else {
      details.append("could have come: " + words.list(violation.expected))
    }
    if let story = violation.loggedStory { details.append("shortest story so far: " + words.text(of: story)) }
    if let repair = violation.repair {
      details.append("cheapest repair: " + repair.map { text(of: $0, in: violation, words) }.joined(separator: "; "))
      let unlogged = unloggedCallbacks(in: repair)
      if !unlogged.isEmpty {
        let options = unlogged.map { "`--without \(machine[$0].name)`" }.joined(separator: " ")
        details.append("never logged? \(options)")
      }
    }
    for (field, values) in violation.fixedValues {
      details.append("only \(words.text(of: field, values)) explains the calls before")
    }
    if violation.isBeginning {
      details.append(
        "a log can begin with this call: if it is another object's, tell objects apart by their addresses or with `--by`"
      )
    }
    details += untried.map { "not everything was tried, and that may explain it: \($0)" }
    let subject = violation.receiver.map { " of \(words.shortened($0))" } ?? ""
    let kind = machine.lineKind(of: violation.items)
    var diagnostic = Diagnostic(
      .violation,
      "\(kind == .call ? "" : "the \(kind) ")`\(call.name)`\(subject) \(kind == .state ? "was seen" : "came") "
        + words.misfit(violation.wrongArguments, of: kind),
      at: SourceLocation(path: files[call.place.file], range: violation.range), details: details,
      notes: violation.items.flatMap(notes))
    let shown = ([violation.misfit].compactMap(\.self) + violation.calls).filter { $0.place.file == call.place.file }
      .suffix(3)
    diagnostic.quotedLines = shown.map { Diagnostic.QuotedLine(number: $0.place.line, text: $0.text) }
    return diagnostic
  }

  /// Returns the callbacks that are missing, if nothing else is to be repaired and no log shows any of them.
  private func unloggedCallbacks(in repair: [LogEdit]) -> [ID<Callback>] {
    // Lines that weren't read may show them.
    if isCut { return [] }
    var callbacks: [ID<Callback>] = []
    for edit in repair {
      guard case .missing(let item, _) = edit, !seen.contains(item), case .call(let callback) = machine.item(item)
      else {
        return []
      }
      if !callbacks.contains(callback) { callbacks.append(callback) }
    }
    return callbacks
  }

  private func text(of edit: LogEdit, in violation: TraceViolation, _ words: TraceWords) -> String {
    func line(_ call: TraceViolation.Call) -> String {
      call.place.file == violation.call.place.file
        ? "line \(call.place.line)" : "\(files[call.place.file]):\(call.place.line)"
    }
    switch edit {
    case .missing(let item, let place):
      return "\(words.name(of: item)) is missing before \(line(violation.calls[place]))"
    case .extra(let place):
      return "`\(violation.calls[place].name)` in \(line(violation.calls[place])) is one too many"
    case .swap(let place):
      let (first, second) = (violation.calls[place], violation.calls[place + 1])
      return "`\(second.name)` in \(line(second)) belongs before `\(first.name)` in \(line(first))"
    }
  }

  /// Returns notes that lead to what the spec says about an item.
  private func notes(about item: ID<LogItem>) -> [Diagnostic.Note] {
    switch machine.item(item) {
    case .call(let callback): notes(about: callback)
    case .event(let event):
      [
        Diagnostic.Note(
          "`\(machine[event].name)` is declared here",
          at: SourceLocation(path: machine.path, range: machine[event].range))
      ]
    case .state(let state):
      machine.declares(state)
        ? [
          Diagnostic.Note(
            "`\(machine[state].path)` is declared here",
            at: SourceLocation(path: machine.path, range: machine[state].range))
        ] : []
    }
  }

  /// Returns notes that lead to what the spec, and those of the machines around a part, demand of a callback.
  private func notes(about callback: ID<Callback>) -> [Diagnostic.Note] {
    let declaration = machine[callback]
    let part = machine.part(of: callback)
    let notes = machine.promises(about: .call(callback)).compactMap { promise -> Diagnostic.Note? in
      let verb: String
      switch promise.form {
      case .needs: verb = "needs"
      case .onlyAfter: verb = "comes only after"
      case .between: verb = "comes between"
      case .answeredBy: return nil
      }
      return Diagnostic.Note(
        "`\(declaration.name)` \(verb) \(wording(of: promise))",
        at: SourceLocation(path: machine.path(of: promise.declaredIn), range: promise.range))
    }
    if !notes.isEmpty { return notes }
    let place = SourceLocation(path: machine.path(of: part), range: declaration.range)
    return [Diagnostic.Note("`\(declaration.name)` is declared here", at: place)]
  }

  /// Returns the words for a line, seen from another place.
  func line(_ place: LogPlace, _ other: LogPlace) -> String {
    place.file == other.file ? "line \(place.line)" : "\(files[place.file]):\(place.line)"
  }

  func wording(of promise: Promise) -> String {
    let names = promise.callbacks.map { "`\(machine[$0.callback].name)`" }
    switch promise.form {
    case .needs(.any, _), .onlyAfter(.any, _), .answeredBy: return names.joined(separator: " or ")
    case .needs(.all, _), .onlyAfter(.all, _): return "all of " + names.joined(separator: ", ")
    case .between: return names.joined(separator: " and ")
    }
  }

  // MARK: Other reports

  private func report(_ session: SessionResult) -> Diagnostic {
    let words = TraceWords(machine: machine)
    let name = files.contains(session.key) ? "this log" : "the log of \(words.shortened(session.key))"
    let location = SourceLocation(path: files[session.last.file], range: session.last.range(from: 1, length: 1))
    var diagnostic: Diagnostic
    if session.verdict == .unfinished, session.itemsLeft.isEmpty, let question = session.questions.first {
      let promise = machine.promises[question.promise]
      let others = session.questions.count - 1
      let more = others > 0 ? ", and so \(others == 1 ? "has" : "have") \(counted(others, "other question"))" : ""
      diagnostic = Diagnostic(
        .unfinishedLog,
        "\(name) ends with an open question: \(self.words(of: question, seenFrom: session.last)) has no answer "
          + "\(wording(of: promise))\(more)", at: location, notes: [note(about: promise)])
    } else if let unexplored = session.unexplored {
      diagnostic = Diagnostic(
        .unjudgedLog, "it isn't known whether \(name) ends inside a step", at: location, details: unexplored.details)
    } else if session.verdict == .unfinished {
      let owed = words.list(session.itemsLeft)
      diagnostic = Diagnostic(
        .unfinishedLog, "\(name) ends inside a step: \(owed) \(session.itemsLeft.count == 1 ? "is" : "are") still owed",
        at: location)
    } else {
      let limit =
        isStartKnown ? "" : "; the machine has so many states that only part of the logs from its start were looked at"
      diagnostic = Diagnostic(
        .inconclusiveLog,
        "\(name) fits, but it doesn't show where the machine is; it says little about the spec\(limit)", at: location)
    }
    diagnostic.quotedLines = [Diagnostic.QuotedLine(number: session.last.line, text: session.lastLine)]
    return diagnostic
  }

  private func report(_ method: UnknownCalls.Method) -> Diagnostic {
    let names = machine.callbacks.flatMap { [$0.name] + $0.selectors }
    let suggestion = nearestName(to: method.name, among: names).map { "; did you mean `\($0)`?" } ?? ""
    let subject = method.receiver.isEmpty ? "" : " of \(VisibleText.escaped(method.receiver))"
    let length = method.column == nil ? 1 : max(1, method.name.unicodeScalars.count)
    return Diagnostic(
      .unknownCall,
      "`\(method.name)`\(subject) is no callback of \(machine.name), so its calls are not judged\(suggestion)",
      at: SourceLocation(
        path: files[method.place.file], range: method.place.range(from: method.column ?? 1, length: length)))
  }

  /// Reports a name that the spec doesn't know.
  /// - Parameters:
  ///   - kind: The kind of thing that the name should belong to, without an article.
  ///   - effect: The consequence for the log.
  private func report(
    _ unknown: UnknownCalls.Name, as kind: String, among names: [String], effect: String
  ) -> Diagnostic {
    let suggestion = nearestName(to: unknown.name, among: names).map { "; did you mean `\($0)`?" } ?? ""
    return Diagnostic(
      .unknownCall,
      "`\(VisibleText.escaped(unknown.name))` is no \(kind) of \(machine.name), so \(effect)\(suggestion)",
      at: SourceLocation(path: files[unknown.place.file], range: unknown.place.range(from: 1, length: 1)))
  }

  /// Reports an argument that isn't compared, because the spec doesn't know it: each one of an event, and one of a call if it is probably
  /// misspelt, since a spec may leave out arguments of the system's calls.
  private func report(_ argument: UnknownCalls.Argument) -> Diagnostic? {
    let nearest = nearestName(to: argument.name, among: machine.parameters(of: argument.item).map(\.name))
    let isEvent = machine.lineKind(of: [argument.item]) == .event
    guard isEvent || nearest != nil else { return nil }
    return Diagnostic(
      .unknownCall,
      "`\(VisibleText.escaped(argument.name))` is no parameter of \(TraceWords(machine: machine).name(of: argument.item)), so "
        + "its values are not compared\(nearest.map { "; did you mean `\($0)`?" } ?? "")",
      at: SourceLocation(path: files[argument.place.file], range: argument.place.range(from: 1, length: 1)))
  }

  /// The lines about sessions of which only some values of fixed fields explain the calls.
  package var explanations: [String] {
    let words = TraceWords(machine: machine)
    let explained = sessions.filter { $0.verdict != .violation && !$0.fixedValues.isEmpty }
    let lines = explained.prefix(Self.explanationLimit).map { session in
      let values = session.fixedValues.map { words.text(of: $0.field, $0.values) }.joined(separator: " and ")
      return "\(words.shortened(session.key)): only \(values) explains this session"
    }
    if lines.isEmpty { return [] }
    let rest = explained.count - lines.count
    let more = "… and \(grouped(rest)) more, of which only some values of `fixed` fields explain the session"
    return lines + (rest == 0 ? [] : [more])
      + untried.map { "not everything was tried, and other values may explain these sessions: \($0)" }
  }

  /// The number of sessions whose explanations are shown.
  private static let explanationLimit = 20
}

extension TraceResult {
  /// The lines and files that couldn't be read, as far as they were kept.
  package var faults: [(path: String, line: Int?, reason: String)] {
    findings.diagnostics.diagnostics.filter { $0.severity == .error }
      .map { ($0.location.path, $0.location.range?.start.line, $0.message) }
  }

  /// The number of the other lines of each file that couldn't be read.
  package var furtherFaults: [(path: String, count: Int)] {
    let kept = Dictionary(faults.map { ($0.path, 1) }, uniquingKeysWith: +)
    // A file may be named twice.
    let all = Dictionary(zip(files, findings.counts.map(\.faults)), uniquingKeysWith: +)
    return all.map { ($0.key, $0.value - kept[$0.key, default: 0]) }.filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }
  }

  /// Returns each edit of a repair in words.
  package func words(of repair: [LogEdit], in session: SessionResult) -> [String] {
    guard let violation = session.violation else { return [] }
    return repair.map { text(of: $0, in: violation, TraceWords(machine: machine)) }
  }
}
