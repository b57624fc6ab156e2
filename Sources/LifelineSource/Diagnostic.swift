/// A message about a mistake in a file, with its location and related information.
package struct Diagnostic: Hashable, Sendable {
  /// A remark that points out something related to a diagnostic.
  package struct Note: Hashable, Sendable {
    /// The text of the remark.
    package var message: String
    /// The location of the related text, if there is one.
    package var location: SourceLocation?

    /// Creates a note. Long texts that the message quotes are shortened, see ``QuoteLimits``.
    package init(_ message: String, at location: SourceLocation?) {
      self.message = message.shorteningQuotes()
      self.location = location
    }
  }

  /// An edit that corrects the mistake.
  package struct FixIt: Hashable, Sendable {
    /// The range to replace.
    package var location: SourceLocation
    /// The text to put there.
    package var replacement: String
    /// The edit in words that don't quote it; `nil` if they do.
    package var title: String?

    /// Creates an edit that replaces the text at `location`.
    package init(replace location: SourceLocation, with replacement: String, title: String? = nil) {
      self.location = location
      self.replacement = replacement
      self.title = title
    }

    /// The edit in words.
    package var help: String {
      if let title { return title }
      if replacement.isEmpty { return "delete this" }
      if let range = location.range, range.start == range.end { return "insert `\(replacement)`".shorteningQuotes() }
      return "write `\(replacement)`".shorteningQuotes()
    }
  }

  /// A name that is used and that nothing declares.
  package struct UndeclaredName: Hashable, Sendable {
    /// The kinds of things that editors offer to declare.
    package enum Role: String, Hashable, Sendable {
      case callback, event, state
    }

    /// The kind of the thing.
    package var role: Role
    /// The name.
    package var name: String

    /// Creates a name.
    package init(_ role: Role, _ name: String) {
      self.role = role
      self.name = name
    }
  }

  /// A line of a text that isn't kept, such as a long log.
  package struct QuotedLine: Hashable, Sendable {
    /// The number of the line, counted from 1.
    package var number: Int
    /// The line, which may be cut.
    package var text: String

    /// Creates the quotation of a line.
    package init(number: Int, text: String) {
      self.number = number
      self.text = text
    }
  }

  /// The kind of the diagnostic.
  package var kind: DiagnosticKind
  /// The severity: the kind's, unless warnings are treated as errors.
  package var severity: Severity
  /// One line that says what is wrong, why, and what to write instead.
  package var message: String
  /// The location of the mistake.
  package var location: SourceLocation
  /// Lines that show what a sentence can't, such as two lists side by side.
  package var details: [String]
  /// Related remarks, in reading order.
  package var notes: [Note]
  /// An edit that corrects the mistake; `nil` if there is none, or if one of several has to be chosen.
  package var fixIt: FixIt?
  /// The edits of which each corrects the mistake in another way, if there are several.
  package var choices: [FixIt] = []
  /// The name that isn't declared, if that is the mistake.
  package var undeclared: UndeclaredName?
  /// The key of a weaker promise, which the run that breaks a promise keeps; `nil` if there is none.
  package var weakerPromise: String?
  /// The lines to show if the text isn't kept. The range is in the last one.
  package var quotedLines: [QuotedLine] = []
  /// A picture of the run that shows the mistake, if it was asked for.
  package var lifeLine: LifeLine?
  /// The steps of the run that shows the mistake, if they were asked for.
  package var counterexample: Counterexample?

  /// Creates a diagnostic. Long texts that the message and the details quote are shortened, see ``QuoteLimits``.
  package init(
    _ kind: DiagnosticKind, _ message: String, at location: SourceLocation,
    details: [String] = [], notes: [Note] = [], fixIt: FixIt? = nil
  ) {
    self.kind = kind
    severity = kind.severity
    self.message = message.shorteningQuotes()
    self.location = location
    self.details = details.map { $0.shorteningQuotes() }
    self.notes = notes
    self.fixIt = fixIt
  }
}

extension Diagnostic {
  /// The edits that correct the mistake, each by itself.
  package var fixIts: [FixIt] { choices.isEmpty ? [fixIt].compactMap(\.self) : choices }
}

extension [Diagnostic] {
  /// Whether any of the diagnostics is an error.
  package var containsErrors: Bool { contains { $0.severity == .error } }
}

extension Sequence<Diagnostic> {
  /// Returns the diagnostics sorted by location. Diagnostics at the same location keep their order.
  package func inSourceOrder() -> [Diagnostic] {
    let all = Array(self)
    return all.indices.sorted { (all[$0].location, $0) < (all[$1].location, $1) }.map { all[$0] }
  }

  /// The number of errors and warnings, such as `2 errors, 1 warning`; empty if there are none.
  package var summary: String {
    let severities = map(\.severity)
    return [Severity.error, .warning]
      .map { severity in (severities.count { $0 == severity }, severity.rawValue) }
      .filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }
      .joined(separator: ", ")
  }
}
