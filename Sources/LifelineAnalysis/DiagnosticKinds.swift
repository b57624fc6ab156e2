import LifelineScenarios
import LifelineSource

extension DiagnosticKind {
  /// Every kind of finding that analysis reports, by code.
  package static let analysisKinds = reachabilityKinds + staticKinds + mutationKinds

  /// The kinds of what exploring a machine finds.
  package static let reachabilityKinds: [DiagnosticKind] = [
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
  package static let staticKinds: [DiagnosticKind] = [
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
  package static let mutationKinds: [DiagnosticKind] = [.unnoticedMutant, .undecidedMutant]
}
