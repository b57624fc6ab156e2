import LifelineAnalysis
import LifelineGeneration
import LifelineLanguage
import LifelineRewriting
import LifelineScenarios
import LifelineSimulation
import LifelineSource
import LifelineTemplating
import LifelineTraces
import LifelineYAML

extension DiagnosticKind {
  /// All kinds of diagnostics, by code.
  package static let allKinds = [
    sourceKinds, yamlKinds, languageKinds, scenarioKinds, explorationKinds, reachabilityKinds, staticKinds,
    mutationKinds, traceKinds, rewritingKinds, generationKinds, workspaceKinds, simulationKinds, templatingKinds,
  ].flatMap(\.all).sorted { $0.code < $1.code }
}

extension VerifiedMachine {
  /// Returns the codes of the warnings that checks of an extent have looked for.
  func checkedCodes(_ extent: Verification.Extent) -> Set<String> {
    var lists: [DiagnosticKindList] = [
      DiagnosticKind.sourceKinds, DiagnosticKind.yamlKinds, DiagnosticKind.languageKinds, DiagnosticKind.scenarioKinds,
    ]
    if extent == .completely {
      lists.append(DiagnosticKind.staticKinds)
      // An incomplete exploration doesn't show what can't be reached.
      if analysis.isComplete { lists += [DiagnosticKind.explorationKinds, DiagnosticKind.reachabilityKinds] }
    }
    if mutation != nil { lists.append(DiagnosticKind.mutationKinds) }
    return Set(lists.flatMap(\.all).map(\.code))
  }
}
