import LifelineDiagnostics

extension DiagnosticKind {
  /// Every kind of finding about templates, by code.
  public static let templatingKinds: [DiagnosticKind] = [
    .unclosedTag,
    .badTagName,
    .badDelimiters,
    .unclosedSection,
    .mismatchedClose,
    .strayClose,
    .unknownTemplate,
    .unknownKey,
    .unwritableValue,
    .notAView,
    .endlessPartials,
  ]
}
