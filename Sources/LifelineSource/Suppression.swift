/// A wish written somewhere: a sort of warning is not wanted in some stretch.
package struct Suppression: Hashable, Sendable {
  /// The code of the warnings.
  package var code: String
  /// Where the wish is written.
  package var location: SourceLocation
  /// Where warnings are not wanted; `nil` where the wish goes for whole files.
  package var extent: SourceRange?

  /// Creates the wish, written at `location`, not to be warned of `code` in `extent`.
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

/// Takes warnings out that are not wanted, and remembers which wishes were of use.
package struct SuppressionFilter: Sendable {
  /// The wishes, each place once, in the given order.
  private var places: [Suppression] = []
  private var byCode: [String: [Suppression]] = [:]
  /// Where wishes are written that silenced something.
  private var used: Set<SourceLocation> = []

  /// Creates a filter. What an alias repeats is written once, and is of use if one of its uses is.
  package init(_ suppressions: [Suppression]) {
    var seen: Set<SourceLocation> = []
    for suppression in suppressions {
      byCode[suppression.code, default: []].append(suppression)
      if seen.insert(suppression.location).inserted { places.append(suppression) }
    }
  }

  /// The findings that are wanted: all errors, and the warnings that nobody silences.
  package mutating func wanted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    if byCode.isEmpty { return diagnostics }
    return diagnostics.filter { diagnostic in
      guard diagnostic.kind.severity == .warning, let suppressions = byCode[diagnostic.kind.code] else { return true }
      let silencing = suppressions.filter { $0.covers(diagnostic.location) }
      used.formUnion(silencing.map(\.location))
      return silencing.isEmpty
    }
  }

  /// A warning for every wish that silenced nothing, as far as what it speaks of was looked for. These warnings can be
  /// silenced like others.
  /// - Parameters:
  ///   - codes: the codes of the warnings that were looked for.
  ///   - known: every kind of finding there is.
  ///   - scope: where nothing was silenced, for messages.
  package mutating func useless(
    lookedFor codes: Set<String>, among known: [String: DiagnosticKind], in scope: String
  ) -> [Diagnostic] {
    var judged = codes
    // Whether these are of use shows when the others have been judged.
    judged.remove(DiagnosticKind.unusedSuppression.code)
    let first = warnings(lookedFor: judged, among: known, in: scope)
    let second = wanted(first)
    return second + warnings(lookedFor: [DiagnosticKind.unusedSuppression.code], among: nil, in: scope)
  }

  /// - Parameter known: every kind of finding, to say what is wrong with others; `nil` if that has been said.
  private func warnings(
    lookedFor codes: Set<String>, among known: [String: DiagnosticKind]?, in scope: String
  ) -> [Diagnostic] {
    places.compactMap { suppression in
      guard !used.contains(suppression.location) else { return nil }
      let code = suppression.code
      let reason: String
      if let known, known[code] == nil {
        let near = nearestName(to: code, among: known.keys.sorted()).map { "; did you mean `\($0)`?" }
        reason = "no finding has the code `\(code)`\(near ?? "")"
      } else if let known, known[code]?.severity == .error {
        reason = "`\(code)` is an error, and only warnings can be allowed"
      } else if codes.contains(code) {
        reason = "nothing in \(scope) is warned of with `\(code)`: delete this"
      } else {
        return nil
      }
      return Diagnostic(.unusedSuppression, reason, at: suppression.location)
    }
  }
}

extension DiagnosticKind {
  static let unusedSuppression = DiagnosticKind(
    "L219", .warning, "an `allow` that silences nothing",
    explanation: """
      An `allow` says that a warning is not wanted, and why. Where there is no such warning, readers look for a \
      weakness that is not there, and a new one would go unnoticed:

          states:
            open:
              allow: {L212: the callback comes with the next release}   # but nothing in `open` is unused

      Delete it, or correct its code. It counts for the part in which it stands and for all that stands in that part; \
      in `lifeline.yaml`, for the specs of the folder. Errors cannot be silenced.

      What a run did not look for is not reported: an `allow` in `lifeline.yaml` only when the whole folder is \
      checked, and one in a spec only when the spec can be read.
      """)

  /// Every kind of finding about findings, by code.
  package static let diagnosticsKinds: [DiagnosticKind] = [.unusedSuppression]
}
