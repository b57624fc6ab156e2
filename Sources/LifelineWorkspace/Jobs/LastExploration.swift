import LifelineAnalysis
import LifelineLanguage
import LifelineModel
import LifelineScenarios
import LifelineSource

/// The findings of the last exploration of a text. An editor shows them until the next one has come to its end.
package struct LastExploration: Sendable {
  /// A diagnostic of the exploration, at the place where it is in the newer text.
  private struct Finding: Sendable {
    var diagnostic: Diagnostic
    /// The name of the callback that it is about; `nil` for something else.
    var callback: String?
  }

  private var findings: [Finding]
  /// The verdict on each promise.
  private var promises: [Proof.Promise]
  /// The calls for each thing that a state handles, in words, by the paths of states.
  private var calls: [String: [HandledCause: String]] = [:]
  /// The transitions that no scenario takes.
  private var untaken: [UntakenTransition] = []
  /// The text in which the places are.
  private var source: SourceFile
  /// Whether the text is the one that was explored.
  package private(set) var isCurrent = true

  /// Takes what an exploration has shown out of the results of a check.
  /// - Parameter coverage: What the scenarios cover, if that was recorded.
  static func make(
    from analysis: AnalysisReport, of reading: SpecReading, by coverage: Coverage? = nil
  ) -> LastExploration {
    let codes = Set((DiagnosticKind.explorationKinds.all + DiagnosticKind.reachabilityKinds.all).map(\.code))
    let promises = reading.machine?.promisingNames ?? [:]
    let findings = analysis.diagnostics.filter { codes.contains($0.kind.code) }.abridged().map { diagnostic in
      Finding(diagnostic: diagnostic, callback: diagnostic.location.range.flatMap { promises[$0.start] })
    }
    return LastExploration(
      findings: findings, promises: analysis.proof?.promises ?? [],
      calls: reading.machine.map { calls(in: analysis, of: $0) } ?? [:],
      untaken: reading.machine.map { UntakenTransition.find(in: analysis, of: $0, by: coverage) } ?? [],
      source: reading.source)
  }

  /// The transitions that no scenario takes; none unless the exploration is that of this very text.
  package var untakenTransitions: [UntakenTransition] { isCurrent ? untaken : [] }

  /// Returns the transitions in a part of the text that no scenario takes, or else those in its lines.
  package func untakenTransitions(from start: SourcePosition, to end: SourcePosition) -> [UntakenTransition] {
    let untaken = untakenTransitions
    let meant = untaken.filter { $0.range.start <= end && start <= $0.range.end }
    return meant.isEmpty ? untaken.filter { start.line...end.line ~= $0.range.start.line } : meant
  }

  private static func calls(in analysis: AnalysisReport, of machine: Machine) -> [String: [HandledCause: String]] {
    var calls: [String: [HandledCause: String]] = [:]
    for handler in analysis.exploration?.handlerCalls(keeping: 3) ?? [] {
      let texts = handler.sequences.map { sequence in
        sequence.isEmpty ? "no calls" : sequence.map { machine[$0].name }.joined(separator: ", ")
      }
      let state = machine[handler.state]
      guard let cause = HandledCause(handler.trigger, of: state, in: machine) else { continue }
      calls[state.path, default: [:]][cause] =
        (texts + (handler.isCut ? ["…"] : [])).joined(separator: " | ")
    }
    return calls
  }

  /// Returns the calls that the machine makes for something that a state handles, in words: different sequences with `|` between them;
  /// `nil` if the exploration of this very text doesn't tell.
  package func calls(for cause: HandledCause, inState path: String) -> String? { isCurrent ? calls[path]?[cause] : nil }

  /// Returns the same with the places in a newer version of the text.
  ///
  /// A finding about a text that was deleted is left out, unless it's about a callback: then it moves to the declaration.
  func moved(to reading: SpecReading) -> LastExploration {
    let edit = TextEdit.between(source, reading.source)
    let declarations = (reading.machine ?? reading.draft)?.declarations ?? [:]
    var result = LastExploration(findings: [], promises: promises, source: reading.source, isCurrent: false)
    for var finding in findings {
      let isInText = finding.diagnostic.location.path == source.path
      if isInText, let range = finding.diagnostic.location.range {
        let declaration = finding.callback.flatMap { declarations[$0] }
        let place = finding.callback == nil ? nil : SourceRange(edit.place(of: range), edit.place(of: range))
        guard let moved = edit.moved(range) ?? declaration ?? place else { continue }
        finding.diagnostic.location.range = moved
      }
      finding.diagnostic.notes = finding.diagnostic.notes.compactMap { note in
        guard let location = note.location, location.path == source.path, let range = location.range else {
          return note
        }
        guard let moved = edit.moved(range) else { return nil }
        return Diagnostic.Note(note.message, at: SourceLocation(path: location.path, range: moved))
      }
      finding.diagnostic.fixIt = nil
      result.findings.append(finding)
    }
    return result
  }

  /// Returns what is known about the promises of a callback: the key of each, and `proved`, `broken` or `not proved`.
  package func verdicts(on callback: String) -> [(key: String, verdict: String)] {
    promises.filter { $0.name.subjectKind == "callback" && $0.name.subject == callback }.map {
      ($0.name.key, $0.verdict.rawValue)
    }
  }

  /// Returns the diagnostics, marked as older than the text. Those about a callback that isn't declared any more are
  /// left out.
  func diagnostics(in reading: SpecReading) -> [Diagnostic] {
    // A text that can't be read at all says nothing about its callbacks.
    let names = (reading.machine ?? reading.draft)?.promisableNames
    return findings.compactMap { finding in
      if let callback = finding.callback, let names, !names.contains(callback) { return nil }
      var diagnostic = finding.diagnostic
      diagnostic.message += " (as of the last exploration)"
      return diagnostic
    }
  }
}

/// Something that a state handles, as its text names it.
package enum HandledCause: Hashable, Sendable {
  /// The event with a name.
  case event(String)
  /// The timer whose length is at a position.
  case timer(SourcePosition)
  case always
  case done

  fileprivate init?(_ trigger: TriggeredTransition.Trigger, of state: State, in machine: Machine) {
    switch trigger {
    case .event(let event): self = .event(machine[event].name)
    case .timer(let index): self = .timer(state.timers[index].range.start)
    case .always: self = .always
    case .done: self = .done
    case .anyEvent: return nil
    }
  }
}

extension Machine {
  /// The names of everything that promises may be about.
  fileprivate var promisableNames: Set<String> {
    Set(callbacks.map(\.name) + declared.events.map(\.name) + declared.states.map(\.path))
  }

  /// The places of the callbacks, events and states that the machine's own file declares, by their names.
  fileprivate var declarations: [String: SourceRange] {
    let places =
      declared.callbacks.map { ($0.name, $0.range) } + declared.events.map { ($0.name, $0.range) }
      + declared.states.map { ($0.path, $0.range) }
    return Dictionary(places) { first, _ in first }
  }

  /// The callbacks, events and states about which the machine's own file makes promises, by the places of the promises.
  fileprivate var promisingNames: [SourcePosition: String] {
    let places = ownPromises.map { ($0.range.start, name(of: $0.subject)) }
    return Dictionary(places) { first, _ in first }
  }
}

/// The change from one version of a text to the next: everything between what both begin and end with.
private struct TextEdit {
  private let old: SourceFile
  private let new: SourceFile
  /// The bytes of the old text that others take the place of.
  private let replaced: Range<Int>
  /// The end of the others in the new text.
  private let end: Int

  static func between(_ old: SourceFile, _ new: SourceFile) -> TextEdit {
    let isContinuation = { (byte: UInt8) in byte & 0xC0 == 0x80 }
    var head = zip(old.bytes, new.bytes).prefix { $0 == $1 }.count
    // A character counts as changed if one of its bytes is.
    while head > 0, [old, new].contains(where: { head < $0.bytes.count && isContinuation($0.bytes[head]) }) {
      head -= 1
    }
    let tails = zip(old.bytes.dropFirst(head).reversed(), new.bytes.dropFirst(head).reversed())
    var tail = tails.prefix { $0 == $1 }.count
    while tail > 0, isContinuation(old.bytes[old.bytes.count - tail]) { tail -= 1 }
    return TextEdit(old: old, new: new, replaced: head..<old.bytes.count - tail, end: new.bytes.count - tail)
  }

  /// Returns where the text of a range is now; `nil` if all of it was deleted.
  func moved(_ range: SourceRange) -> SourceRange? {
    guard let first = old.byteOffset(of: range.start), let last = old.byteOffset(of: range.end) else { return nil }
    if replaced.lowerBound <= first, last <= replaced.upperBound {
      let lines = new.position(ofByte: replaced.lowerBound).line...new.position(ofByte: end).line
      // Changes in several places look like one of everything between them, so most lines may be the same.
      if lines.count > 1 { return sameLine(as: range, in: lines) }
    }
    let start = first < replaced.upperBound ? min(first, replaced.lowerBound) : first - replaced.upperBound + end
    let end = last <= replaced.lowerBound ? last : max(last, replaced.upperBound) - replaced.upperBound + self.end
    guard start < end || first == last else { return nil }
    return SourceRange(new.position(ofByte: start), new.position(ofByte: max(start, end)))
  }

  /// Returns the same columns of the first of some lines that reads as that of a range did.
  private func sameLine(as range: SourceRange, in lines: ClosedRange<Int>) -> SourceRange? {
    guard range.start.line == range.end.line, let text = old.line(range.start.line),
      let line = lines.first(where: { new.line($0) == text })
    else { return nil }
    return SourceRange(
      SourcePosition(line: line, column: range.start.column), SourcePosition(line: line, column: range.end.column))
  }

  /// Returns the place where a range was that was deleted.
  func place(of range: SourceRange) -> SourcePosition {
    let first = old.byteOffset(of: range.start) ?? replaced.lowerBound
    return new.position(ofByte: min(first, replaced.lowerBound))
  }
}
