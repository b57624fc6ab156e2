import LifelineSource

extension DiagnosticKind {
  /// The kinds of what playing scenarios finds.
  package static let playingKinds: [DiagnosticKind] = [
    .faultWhilePlaying,
    .otherCalls,
    .notHandled,
    .handled,
    .forbiddenCall,
    .otherStatesEntered,
    .otherOutcome,
    .refutedHolds,
    .noConfiguration,
    .endlessAlways,
  ]
}
