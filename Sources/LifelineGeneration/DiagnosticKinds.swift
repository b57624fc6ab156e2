import LifelineSource

extension DiagnosticKind {
  /// Every kind of finding about generating code, by code.
  package static let generationKinds: [DiagnosticKind] = [
    .stateNameCollision,
    .neededName,
    .typeNameTaken,
  ]
}
