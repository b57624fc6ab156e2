/// A request, written in a file, not to be warned about something.
package struct Suppression: Hashable, Sendable {
  /// The code of the unwanted warnings.
  package var code: String
  /// The location of the request.
  package var location: SourceLocation
  /// The range in which warnings are unwanted, or `nil` for whole files.
  package var extent: SourceRange?

  /// Creates a suppression of the warnings `code` in `extent`.
  package init(code: String, at location: SourceLocation, extent: SourceRange?) {
    self.code = code
    self.location = location
    self.extent = extent
  }

  fileprivate func covers(_ location: SourceLocation) -> Bool {
    guard let extent else { return true }
    guard let range = location.range else { return false }
    return extent.start <= range.start && range.end <= extent.end
  }
}

/// Removes suppressed warnings and remembers the suppressions that were used.
package struct SuppressionFilter: Sendable {
  /// The suppressions in the given order, one for each location.
  private let suppressions: [Suppression]
  private let suppressionsByCode: [String: [Suppression]]
  /// The locations of the suppressions that suppressed something.
  private var used: Set<SourceLocation> = []

  private init(suppressions: [Suppression], suppressionsByCode: [String: [Suppression]]) {
    self.suppressions = suppressions
    self.suppressionsByCode = suppressionsByCode
  }

  /// Returns a filter with no suppression used yet.
  ///
  /// A suppression that an alias repeats has one location and several extents. It's used if any of them is.
  package static func prepare(_ suppressions: [Suppression]) -> SuppressionFilter {
    var seen: Set<SourceLocation> = []
    return SuppressionFilter(
      suppressions: suppressions.filter { seen.insert($0.location).inserted },
      suppressionsByCode: Dictionary(grouping: suppressions, by: \.code))
  }

  /// Returns the diagnostics that aren't suppressed. Errors can't be suppressed.
  package mutating func wanted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.filter { diagnostic in
      guard diagnostic.kind.severity == .warning, let suppressions = suppressionsByCode[diagnostic.kind.code] else {
        return true
      }
      let suppressing = suppressions.filter { $0.covers(diagnostic.location) }
      used.formUnion(suppressing.map(\.location))
      return suppressing.isEmpty
    }
  }

  /// Returns a warning for every unused suppression. These warnings can be suppressed, too.
  ///
  /// - Parameters:
  ///   - codes: The codes of the warnings that the run looked for. The use of others isn't known.
  ///   - known: All kinds of diagnostics, by code.
  ///   - scope: A noun for the part in which nothing was suppressed.
  package mutating func unused(
    lookedFor codes: Set<String>, among known: [String: DiagnosticKind], in scope: String
  ) -> [Diagnostic] {
    // Suppressions of this very warning can only be judged after the others.
    let own = DiagnosticKind.unusedSuppression.code
    let first = warnings(lookedFor: codes.subtracting([own]), among: known, in: scope)
    let second = wanted(first)
    return second + warnings(lookedFor: [own], among: nil, in: scope)
  }

  /// - Parameter known: All kinds of diagnostics, or `nil` if unsuitable codes have been reported already.
  private func warnings(
    lookedFor codes: Set<String>, among known: [String: DiagnosticKind]?, in scope: String
  ) -> [Diagnostic] {
    let knownCodes = known?.keys.sorted() ?? []
    return suppressions.compactMap { suppression in
      guard !used.contains(suppression.location) else { return nil }
      let code = suppression.code
      let reason: String
      if let known, known[code] == nil {
        let near = nearestName(to: code, among: knownCodes).map { "; did you mean `\($0)`?" }
        reason = "no diagnostic has the code `\(code)`\(near ?? "")"
      } else if let known, known[code]?.severity == .error {
        reason = "`\(code)` is an error, but only warnings can be allowed"
      } else if codes.contains(code) {
        reason = "nothing in \(scope) causes the warning `\(code)`; delete this entry"
      } else {
        return nil
      }
      return Diagnostic(.unusedSuppression, reason, at: suppression.location)
    }
  }
}
