import LifelineSource

/// The errors that keep templates from being used.
package struct TemplateErrors: Error, Hashable, Sendable {
  /// The errors, in source order; at least one.
  package var diagnostics: [Diagnostic]

  /// The number of errors after which a template isn't read further.
  static let limit = 50

  /// Creates an error from diagnostics.
  package init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }
}
