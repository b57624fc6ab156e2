/// The severity of a diagnostic.
package enum Severity: String, Hashable, Sendable {
  /// The spec has no valid meaning, and nothing is generated from it.
  case error
  /// The spec has a meaning, but probably not the one that its author intended.
  case warning
}

/// A kind of diagnostic, with its code and its explanation.
///
/// A kind is declared in its module's ``DiagnosticKindList`` and can't be made without one, so no list can miss a kind.
package struct DiagnosticKind: Hashable, Sendable {
  /// The letter `L` and three digits. A code is never given to another kind.
  package let code: String
  /// The severity of diagnostics of this kind.
  package let severity: Severity
  /// The subject of the kind, in a few words.
  package let title: String
  /// The meaning of the diagnostic and how to mend it, in a paragraph or more, with an example.
  package let explanation: String

  fileprivate init(_ code: String, _ severity: Severity, _ title: String, explanation: String) {
    self.code = code
    self.severity = severity
    self.title = title
    self.explanation = explanation
  }
}

/// All kinds of diagnostics of a module.
///
/// Each kind is declared in the list, together with its explanation. A constant that names the kind is taken from
/// the list by its code:
///
///     extension DiagnosticKind {
///       static let tab = yamlKinds["L122"]
///
///       package static let yamlKinds = DiagnosticKindList([
///         .error("L122", "tab as indentation", explanation: "…")
///       ])
///     }
package struct DiagnosticKindList: Sendable {
  /// The declaration of a kind.
  package struct Declaration {
    fileprivate let kind: DiagnosticKind

    /// Declares a kind of error.
    package static func error(_ code: String, _ title: String, explanation: String) -> Declaration {
      Declaration(kind: DiagnosticKind(code, .error, title, explanation: explanation))
    }

    /// Declares a kind of warning.
    package static func warning(_ code: String, _ title: String, explanation: String) -> Declaration {
      Declaration(kind: DiagnosticKind(code, .warning, title, explanation: explanation))
    }
  }

  /// The kinds, in the order of their declarations.
  package let all: [DiagnosticKind]

  /// Creates a list of the declared kinds.
  package init(_ declarations: [Declaration]) { all = declarations.map(\.kind) }

  /// Returns the kind with the given code, which must be declared in the list.
  package subscript(code: String) -> DiagnosticKind {
    guard let kind = all.first(where: { $0.code == code }) else { preconditionFailure("\(code) isn't declared") }
    return kind
  }
}
