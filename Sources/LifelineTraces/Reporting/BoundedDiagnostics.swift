import LifelineSource

/// Diagnostics about logs, of which only a limited number of a kind is kept, so that they don't grow with the logs.
package struct BoundedDiagnostics: Sendable {
  private var kept: [Diagnostic] = []
  private var counts: [String: Int] = [:]

  package init() {}

  /// Adds a diagnostic, or only counts it.
  package mutating func add(_ diagnostic: Diagnostic) {
    counts[diagnostic.kind.code, default: 0] += 1
    if counts[diagnostic.kind.code, default: 0] <= DiagnosticList.limit { kept.append(diagnostic) }
  }

  /// Counts a diagnostic that isn't kept.
  package mutating func count(_ kind: DiagnosticKind, _ number: Int) { counts[kind.code, default: 0] += number }

  /// The diagnostics that are kept. The last one of a kind tells how many others there are.
  package var diagnostics: [Diagnostic] {
    var result = kept
    for (code, count) in counts {
      let hidden = count - kept.count { $0.kind.code == code }
      guard hidden > 0, let last = result.lastIndex(where: { $0.kind.code == code }) else { continue }
      let subject =
        hidden == 1 ? "1 more diagnostic of this kind is" : "\(grouped(hidden)) more diagnostics of this kind are"
      result[last].notes.append(.init("\(subject) not shown", at: nil))
    }
    return result
  }
}
