import LifelineAnalysis
import LifelineGeneration
import LifelineLanguage
import LifelineRewriting
import LifelineScenarios
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

extension VerifiedSpec {
  /// The codes of the warnings that were looked for, or `nil` if the spec couldn't be read.
  var checkedCodes: Set<String>? {
    guard machine != nil else { return nil }
    var lists: [DiagnosticKindList] = [
      DiagnosticKind.sourceKinds, DiagnosticKind.yamlKinds, DiagnosticKind.languageKinds, DiagnosticKind.scenarioKinds,
    ]
    if let analysis {
      lists.append(DiagnosticKind.staticKinds)
      // An incomplete exploration doesn't show what can't be reached.
      if analysis.isComplete { lists += [DiagnosticKind.explorationKinds, DiagnosticKind.reachabilityKinds] }
    }
    if mutation != nil { lists.append(DiagnosticKind.mutationKinds) }
    var codes = Set(lists.flatMap(\.all).map(\.code))
    if derived != nil { codes.insert(DiagnosticKind.notDerived.code) }
    return codes
  }
}
