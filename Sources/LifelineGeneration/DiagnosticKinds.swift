import LifelineDiagnostics

extension DiagnosticKind {
  /// Every kind of finding about generating code, by code.
  public static let generationKinds: [DiagnosticKind] = [
    .stateNameCollision,
    .neededName,
    .typeNameTaken,
  ]
}
