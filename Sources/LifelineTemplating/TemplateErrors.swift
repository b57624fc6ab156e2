import LifelineDiagnostics

/// Why a template cannot be read or rendered.
public struct TemplateErrors: Error, Hashable, Sendable {
  /// What is wrong, in source order; at least one finding.
  public var diagnostics: [Diagnostic]

  /// Creates the error that `diagnostics` tell of.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }
}
