/// How bad a finding is.
package enum Severity: String, Hashable, Sendable {
  /// The spec means nothing: nothing is generated from it.
  case error
  /// The spec means something, but probably not what its author wanted.
  case warning
}

/// A sort of finding. Each is declared once, as a static of an extension, next to the check that emits it.
package struct DiagnosticKind: Hashable, Sendable {
  /// `L` and three digits. A code is kept for ever and never given to another kind.
  package let code: String
  /// How bad a finding of this kind is.
  package let severity: Severity
  /// What the kind is about, in a few words.
  package let title: String
  /// What it means and how to mend it, in a paragraph or more.
  package let explanation: String

  /// Creates a kind of finding.
  package init(_ code: String, _ severity: Severity, _ title: String, explanation: String) {
    self.code = code
    self.severity = severity
    self.title = title
    self.explanation = explanation
  }
}

/// A finding: what is wrong, where, and what else has to do with it.
package struct Diagnostic: Hashable, Sendable {
  /// A second place that has to do with a finding.
  package struct Note: Hashable, Sendable {
    /// What there is at the place.
    package var message: String
    /// The place, where there is one.
    package var location: SourceLocation?

    /// Creates a note that says `message` of `location`.
    package init(_ message: String, at location: SourceLocation?) {
      self.message = message
      self.location = location
    }
  }

  /// A change of the text that would mend a finding.
  package struct FixIt: Hashable, Sendable {
    /// The stretch to replace.
    package var location: SourceLocation
    /// What should stand there.
    package var replacement: String

    /// Creates the replacement of `location` by `replacement`.
    package init(replace location: SourceLocation, with replacement: String) {
      self.location = location
      self.replacement = replacement
    }

    /// What to do, in words.
    package var help: String {
      if replacement.isEmpty { return "delete this" }
      if let range = location.range, range.start == range.end { return "insert `\(replacement)`" }
      return "write `\(replacement)`"
    }
  }

  /// The sort of finding.
  package var kind: DiagnosticKind
  /// How bad it is: as bad as its kind, unless somebody is stricter.
  package var severity: Severity
  /// What is wrong, why, and what to write instead, on one line.
  package var message: String
  /// Where it is wrong.
  package var location: SourceLocation
  /// Lines that show more than a sentence can, such as two lists side by side.
  package var details: [String]
  /// Second places, in the order in which they are to be read.
  package var notes: [Note]
  /// A change that would mend it.
  package var fixIt: FixIt?

  /// Creates a finding.
  package init(
    _ kind: DiagnosticKind, _ message: String, at location: SourceLocation,
    details: [String] = [], notes: [Note] = [], fixIt: FixIt? = nil
  ) {
    self.kind = kind
    severity = kind.severity
    self.message = message
    self.location = location
    self.details = details
    self.notes = notes
    self.fixIt = fixIt
  }
}

extension [Diagnostic] {
  /// Whether one of the findings is an error.
  package var containsErrors: Bool { contains { $0.severity == .error } }
}

extension Sequence<Diagnostic> {
  /// The findings in the order of the places they speak of; where these are equal, in the given order.
  package func inSourceOrder() -> [Diagnostic] {
    let all = Array(self)
    guard all.count > 1 else { return all }
    return all.indices.sorted { (all[$0].location, $0) < (all[$1].location, $1) }.map { all[$0] }
  }
}
