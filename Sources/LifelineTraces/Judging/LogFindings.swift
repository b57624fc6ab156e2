import LifelineAnalysis
import LifelineSource

/// The diagnostics and counts of logs while they are read, without the calls that don't fit.
struct LogFindings: Sendable {
  /// The numbers of calls and of faults in a file.
  struct FileCounts {
    /// The number of lines with a call, an event or a state, those of sessions that aren't to be judged included.
    var calls = 0
    /// The number of lines that couldn't be read, and of errors that stopped the reading of the file.
    var faults = 0

    var isEmpty: Bool { calls == 0 && faults == 0 }
    /// The number of those lines that are events of the host.
    var events = 0
  }

  /// The paths of the logs.
  private(set) var files: [String] = []
  private(set) var counts: [FileCounts] = []
  /// The number of lines that are no calls.
  private(set) var otherCount = 0
  private(set) var diagnostics = BoundedDiagnostics()
  var unknownCalls = UnknownCalls()
  private(set) var misplacedCalls = MisplacedCalls()
  /// The number of lines that show an event of the spec that isn't observed.
  private(set) var unobservedEventCount = 0
  /// The first of these events.
  private(set) var firstUnobservedEvent: (name: String, place: LogPlace)?
  /// The number of objects that show a state of the spec, although states aren't observed.
  private(set) var unobservedStateCount = 0
  /// The first of these.
  private(set) var firstUnobservedState: LogPlace?
  /// The number of lines that are too long to be read.
  private(set) var longLineCount = 0
  /// The first of them.
  private(set) var firstLongLine: LogPlace?
  private var hasUnfollowedValues = false

  /// Begins with another file.
  mutating func beginFile(_ path: String) {
    files.append(path)
    counts.append(FileCounts())
  }

  mutating func noteCall(in file: Int) { counts[file].calls += 1 }

  mutating func noteEvent(in file: Int) { counts[file].events += 1 }

  /// Whether all lines that were read are events, and no line shows a call or a state.
  var hasOnlyEvents: Bool { counts.allSatisfy { $0.calls == $0.events && $0.faults == 0 } }

  mutating func noteOtherLine() { otherCount += 1 }

  /// Notes a line of the current file that is too long to be read.
  mutating func noteLongLine(_ number: Int) {
    otherCount += 1
    longLineCount += 1
    if firstLongLine == nil { firstLongLine = LogPlace(file: files.count - 1, line: number) }
  }

  /// Adds an error that stopped the reading of the current file.
  mutating func addFault(_ diagnostic: Diagnostic) {
    counts[counts.count - 1].faults += 1
    diagnostics.add(diagnostic)
  }

  /// Notes that the current file isn't judged.
  mutating func refuse(_ file: Int, because reason: String) {
    addFault(Diagnostic(.unreadableLog, reason, at: SourceLocation(path: files[file], range: nil)))
  }

  /// Notes a line that can't be read.
  mutating func noteUnreadable(_ record: LogRecord, because reason: String) {
    var diagnostic = Diagnostic(.badLogLine, reason, at: location(of: record.place, length: 1))
    diagnostic.quotedLines = [record.quotation]
    addFault(diagnostic)
  }

  /// Notes a line that is no call.
  mutating func noteOther(_ record: LogRecord, _ table: SelectorTable) {
    otherCount += 1
    if record.isText { misplacedCalls.examine(record.values, in: record.line.indices, at: record.place, table) }
  }

  /// Notes a call of a method that the spec doesn't know.
  mutating func noteUnknownCall(of receiver: Range<Int>, _ name: Range<Int>, in record: LogRecord) {
    otherCount += 1
    unknownCalls.add(
      receiver: record.values[receiver], name: record.values[name], at: record.place,
      column: record.column(of: name.lowerBound))
  }

  /// Notes an event that the spec doesn't know.
  mutating func noteUnknownEvent(_ name: ArraySlice<UInt8>, in record: LogRecord) {
    otherCount += 1
    unknownCalls.addEvent(name, at: record.place)
  }

  /// Notes an event of the spec that isn't observed.
  mutating func noteUnobservedEvent(_ name: ArraySlice<UInt8>, at place: LogPlace) {
    otherCount += 1
    unobservedEventCount += 1
    if firstUnobservedEvent == nil { firstUnobservedEvent = (String(decoding: name, as: UTF8.self), place) }
  }

  /// Notes a state of the spec, although states aren't observed.
  mutating func noteUnobservedState(at place: LogPlace) {
    otherCount += 1
    unobservedStateCount += 1
    if firstUnobservedState == nil { firstUnobservedState = place }
  }

  /// Notes a state that the spec doesn't know.
  mutating func noteUnknownState(_ name: ArraySlice<UInt8>, in record: LogRecord) {
    otherCount += 1
    unknownCalls.addState(name, at: record.place)
  }

  /// Notes a line in which the search for the key took too much work.
  mutating func noteUnsearchedKey(_ key: String, at place: LogPlace) {
    diagnostics.add(
      Diagnostic(
        .unsearchedKey,
        "`\(key)` takes too much work in this long line, so it counts as a line without a key; write a simpler expression",
        at: location(of: place, length: 0)))
  }

  /// Notes, once, a session whose values aren't followed any more.
  /// - Parameter hint: The end of the message: a way to have fewer values.
  mutating func noteUnfollowedValues(in record: LogRecord, _ hint: String) {
    guard !hasUnfollowedValues else { return }
    hasUnfollowedValues = true
    diagnostics.add(
      Diagnostic(
        .unfollowedValues,
        "from this call on, the arguments of its session aren't compared: the machine may have computed too many values"
          + hint,
        at: location(of: record.place, length: 1)))
  }

  /// Notes a line from which on a session isn't judged.
  /// - Parameter question: What isn't known about the line.
  mutating func noteUnjudgedLine(_ question: String, because step: UnexploredStep, in record: LogRecord) {
    var diagnostic = Diagnostic(
      .unjudgedLog, "it isn't known whether \(question), so the rest of its session isn't judged",
      at: location(of: record.place, length: 1), details: step.details)
    diagnostic.quotedLines = [record.quotation]
    diagnostics.add(diagnostic)
  }

  /// Notes a call that has an earlier time than the one before it.
  mutating func noteEarlierTime(of receiver: String?, in record: LogRecord, after last: RecentCalls.Call?) {
    var diagnostic = Diagnostic(
      .timeRunsBackwards,
      "this call\(receiver.map { " of \($0)" } ?? "") has an earlier time than the one before it; the log is judged in the "
        + "order of its lines",
      at: location(of: record.place, length: 1))
    let before = last.map {
      Diagnostic.QuotedLine(number: $0.place.line, text: String(decoding: $0.line, as: UTF8.self))
    }
    diagnostic.quotedLines = [before].compactMap(\.self) + [record.quotation]
    diagnostics.add(diagnostic)
  }

  private func location(of place: LogPlace, length: Int) -> SourceLocation {
    SourceLocation(path: files[place.file], range: place.range(from: 1, length: length))
  }
}

extension LogPlace {
  /// Returns a range in the line.
  func range(from column: Int, length: Int) -> SourceRange {
    SourceRange(SourcePosition(line: line, column: column), SourcePosition(line: line, column: column + length))
  }
}

extension LogRecord {
  fileprivate var quotation: Diagnostic.QuotedLine { Diagnostic.QuotedLine(number: place.line, text: shownText) }
}

extension UnexploredStep {
  /// The lines of a report about what isn't known because of the step.
  var details: [String] { ["not everything was explored: \(omission)", "that would be known if \(advice)"] }
}
