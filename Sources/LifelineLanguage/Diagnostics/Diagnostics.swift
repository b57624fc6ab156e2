import LifelineSource

extension DiagnosticKind {
  /// All kinds of diagnostics about specs and configuration files.
  package static let languageKinds = DiagnosticKindList(
    topLevelDeclarations + stateDeclarations + expressionDeclarations + partDeclarations + scenarioDeclarations
      + settingDeclarations)
}
