import LifelineDiagnostics

extension DiagnosticKind {
  /// Every kind of finding about what machines do, by code.
  public static let executionKinds = playingKinds + reachabilityKinds + staticKinds + mutationKinds

  /// The kinds of what playing scenarios finds.
  public static let playingKinds: [DiagnosticKind] = [
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

  /// The kinds of what exploring a machine finds.
  public static let reachabilityKinds: [DiagnosticKind] = [
    .reachedLoop,
    .reachedFault,
    .brokenNeed,
    .unreachableState,
    .deadTransition,
    .trap,
    .unhandledEvent,
    .decidedGuard,
    .unrecordedHistory,
    .silentTimer,
    .unreachableBeginning,
  ]

  /// The kinds of what looking at a machine finds.
  public static let staticKinds: [DiagnosticKind] = [
    .nothingLeft,
    .hiddenHandler,
    .idleDeferral,
    .alwaysTrue,
    .alwaysFalse,
    .crossingGuards,
    .outrunTimer,
    .equalScenarios,
    .unreadParameter,
    .idleReenter,
    .idleDone,
    .unusedCases,
    .pointlessCondition,
  ]

  /// The kinds of what trying mutants finds.
  public static let mutationKinds: [DiagnosticKind] = [.unnoticedMutant, .undecidedMutant]
}
