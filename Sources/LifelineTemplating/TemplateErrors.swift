import LifelineSource

/// Why a template cannot be read or rendered.
package struct TemplateErrors: Error, Hashable, Sendable {
  /// What is wrong, in source order; at least one finding.
  package var diagnostics: [Diagnostic]

  /// Creates the error that `diagnostics` tell of.
  package init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }
}
