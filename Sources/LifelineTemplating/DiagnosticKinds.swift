import LifelineSource

extension DiagnosticKind {
  /// Every kind of finding about templates, by code.
  package static let templatingKinds: [DiagnosticKind] = [
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
