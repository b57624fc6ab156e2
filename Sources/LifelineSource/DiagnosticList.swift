/// The diagnostics about one file, of which only a limited number of errors of a kind is kept.
///
/// All warnings are kept, because the first ones may be suppressed later; see ``Swift/Sequence/abridged()``.
package struct DiagnosticList: Sendable {
  /// The greatest number of diagnostics of one kind that are shown for a file.
  package static let limit = 100

  private var kept: [Diagnostic] = []
  /// The number of diagnostics by code, including those that aren't kept.
  private var counts: [String: Int] = [:]

  /// Creates a list of `diagnostics`.
  package init(_ diagnostics: [Diagnostic] = []) {
    for diagnostic in diagnostics { append(diagnostic) }
  }

  /// Whether the list is empty.
  package var isEmpty: Bool { kept.isEmpty }

  /// The number of diagnostics that are kept.
  package var count: Int { kept.count }

  /// Whether any of the diagnostics is an error.
  package var containsErrors: Bool { kept.containsErrors }

  /// Adds a diagnostic, or only counts it if enough of its kind are kept.
  package mutating func append(_ diagnostic: Diagnostic) { append(of: diagnostic.kind) { diagnostic } }

  /// Adds the diagnostic that a function makes, or only counts it, without a call, if enough of its kind are kept.
  /// - Parameters:
  ///   - kind: The kind of the diagnostic.
  ///   - make: Makes the diagnostic. It may search for a suggestion, because it's only called for what is shown.
  package mutating func append(of kind: DiagnosticKind, make: () -> Diagnostic) {
    let count = counts[kind.code, default: 0]
    counts[kind.code] = count + 1
    if kind.severity == .warning || count < Self.limit { kept.append(make()) }
  }

  /// Returns the diagnostics in source order. The last one of a kind tells how many more there are, if any.
  package func inSourceOrder() -> [Diagnostic] { kept.inSourceOrder().noting(hiddenCounts) }

  /// The number of diagnostics, by code, that were only counted.
  private var hiddenCounts: [String: Int] {
    var rest = counts
    for diagnostic in kept { rest[diagnostic.kind.code, default: 0] -= 1 }
    return rest.filter { $0.value > 0 }
  }
}

extension Sequence<Diagnostic> {
  /// Returns at most ``DiagnosticList/limit`` diagnostics of each kind. The last one that is left of a kind tells
  /// how many more there are.
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
  /// Returns the diagnostics with a note on the last one of each code that tells how many more there are.
  fileprivate func noting(_ hiddenCounts: [String: Int]) -> [Diagnostic] {
    var result = self
    for (code, count) in hiddenCounts {
      guard let last = lastIndex(where: { $0.kind.code == code }) else { continue }
      let subject = count == 1 ? "1 more diagnostic of this kind is" : "\(count) more diagnostics of this kind are"
      result[last].notes.append(.init("\(subject) not shown", at: nil))
    }
    return result
  }
}
