import LifelineSource

/// Adds up the verdicts on sessions, which are JSON objects on lines.
package struct VerdictCounter {
  private(set) package var summary = TraceSummary()
  private var faults = BoundedDiagnostics()
  private var json = JSONLine(key: "verdict", another: "calls", and: "events", and: "states")
  private var count = JSONLine(key: "count")
  private var path = ""

  package init() {}

  /// The lines and files that can't be read.
  package var diagnostics: [Diagnostic] { faults.diagnostics }

  /// Begins with another file.
  package mutating func beginFile(_ path: String) { self.path = path }

  /// Adds an error that stopped the reading of a file.
  package mutating func add(_ diagnostic: Diagnostic) { faults.add(diagnostic) }

  /// Adds the verdict on a line, or notes that the line can't be read.
  package mutating func countLine(_ bytes: [UInt8], in range: Range<Int>, number: Int) {
    guard bytes.skipBlanks(from: range.lowerBound, to: range.upperBound) < range.upperBound else { return }
    let reason: String
    do throws(JSONLine.Fault) {
      try json.read(bytes, in: range)
      let verdict = json.value(of: .key).map { String(decoding: json.values[$0], as: UTF8.self) }
      if verdict == "unreadable" {
        try count.read(bytes, in: range)
        let lines = count.value(of: .key).flatMap { Int(String(decoding: count.values[$0], as: UTF8.self)) } ?? 1
        let sum = summary.unreadable.addingReportingOverflow(max(1, lines))
        summary.unreadable = sum.overflow ? .max : sum.partialValue
        return
      }
      if let verdict = verdict.flatMap(TraceVerdict.init) {
        let calls = sum(of: summary.calls, and: .other)
        let events = sum(of: summary.events, and: .third)
        let states = sum(of: summary.states, and: .fourth)
        if let calls, let events, let states {
          summary.sessions[verdict, default: 0] += 1
          summary.calls = calls
          summary.events = events
          summary.states = states
          return
        }
        let name = calls == nil ? "calls" : events == nil ? "events" : "states"
        reason = "`\(name)` is no number of \(name)"
      } else {
        reason = "this object has no `verdict` of `lifeline trace --verdicts`"
      }
    } catch {
      reason = error.message
    }
    let start = SourcePosition(line: number, column: 1)
    faults.add(
      Diagnostic(
        .badLogLine, reason,
        at: SourceLocation(path: path, range: SourceRange(start, SourcePosition(line: number, column: 2)))))
  }

  /// Returns a number together with that of the object, which may be missing; `nil` if the object has something else there.
  private func sum(of number: Int, and member: JSONLine.Member) -> Int? {
    guard let range = json.value(of: member) else { return number }
    guard let more = Int(String(decoding: json.values[range], as: UTF8.self)), more >= 0 else { return nil }
    let (sum, overflows) = number.addingReportingOverflow(more)
    return overflows ? nil : sum
  }
}
