/// Findings about one file, of which only so many errors of one kind are kept as somebody may want to read.
///
/// Warnings are all kept, since those that come first may be silenced; see ``Swift/Sequence/abridged()``.
package struct DiagnosticList: Sendable {
  /// How many findings of one kind are shown of a file.
  package static let limit = 100

  private var kept: [Diagnostic] = []
  /// By code: how many there are, kept or not.
  private var counts: [String: Int] = [:]

  /// Creates a list of `diagnostics`.
  package init(_ diagnostics: [Diagnostic] = []) {
    for diagnostic in diagnostics { append(diagnostic) }
  }

  /// Whether nothing has been found.
  package var isEmpty: Bool { kept.isEmpty }

  /// How many findings are kept.
  package var count: Int { kept.count }

  /// Whether no more findings of a kind are kept, so that nothing needs to be looked up for another.
  package func isFull(of kind: DiagnosticKind) -> Bool {
    kind.severity == .error && counts[kind.code, default: 0] >= Self.limit
  }

  /// Adds a finding, or counts it if there are enough of its kind.
  package mutating func append(_ diagnostic: Diagnostic) {
    if !isFull(of: diagnostic.kind) { kept.append(diagnostic) }
    counts[diagnostic.kind.code, default: 0] += 1
  }

  /// Adds another's findings behind these.
  package mutating func append(contentsOf other: DiagnosticList) {
    if other.kept.isEmpty { return }
    let hidden = other.hidden
    for diagnostic in other.kept { append(diagnostic) }
    for (code, count) in hidden { counts[code, default: 0] += count }
  }

  /// The findings in source order; the last of a kind of which there are more says so.
  package func inSourceOrder() -> [Diagnostic] { kept.inSourceOrder().noting(hidden) }

  /// By code: how many were counted only.
  private var hidden: [String: Int] {
    if kept.count == counts.values.reduce(0, +) { return [:] }
    var rest = counts
    for diagnostic in kept { rest[diagnostic.kind.code, default: 0] -= 1 }
    return rest.filter { $0.value > 0 }
  }
}

extension Sequence<Diagnostic> {
  /// The findings without those of a kind that come behind the first ``DiagnosticList/limit`` of it; the last one that
  /// stays says how many there are.
  package func abridged() -> [Diagnostic] {
    var counts: [String: Int] = [:]
    let kept = filter { diagnostic in
      counts[diagnostic.kind.code, default: 0] += 1
      return counts[diagnostic.kind.code, default: 0] <= DiagnosticList.limit
    }
    return kept.noting(counts.mapValues { $0 - DiagnosticList.limit }.filter { $0.value > 0 })
  }
}

extension [Diagnostic] {
  /// The findings, the last of each of the codes with a note of how many more there are.
  fileprivate func noting(_ hidden: [String: Int]) -> [Diagnostic] {
    var result = self
    for (code, count) in hidden {
      guard let last = lastIndex(where: { $0.kind.code == code }) else { continue }
      let what = count == 1 ? "1 more finding of this kind is" : "\(count) more findings of this kind are"
      result[last].notes.append(.init("\(what) not shown", at: nil))
    }
    return result
  }
}
