import LifelineAnalysis
import LifelineGeneration
import LifelineLanguage
import LifelineRewriting
import LifelineScenarios
import LifelineSource
import LifelineTemplating
import LifelineYAML

extension DiagnosticKind {
  /// All kinds of diagnostics, by code.
  package static let allKinds = [
    sourceKinds.all, yamlKinds.all, languageKinds.all, scenarioKinds, analysisKinds, rewritingKinds,
    generationKinds.all,
    workspaceKinds.all, templatingKinds.all,
  ].flatMap(\.self).sorted { $0.code < $1.code }
}

extension VerifiedSpec {
  /// The codes of the warnings that were looked for, or `nil` if the spec couldn't be read.
  var checkedCodes: Set<String>? {
    guard machine != nil else { return nil }
    var kinds =
      DiagnosticKind.sourceKinds.all + DiagnosticKind.yamlKinds.all + DiagnosticKind.languageKinds.all
      + DiagnosticKind.scenarioKinds
    if let analysis {
      kinds += DiagnosticKind.staticKinds
      // An incomplete exploration doesn't show what can't be reached.
      if analysis.remark == nil { kinds += DiagnosticKind.reachabilityKinds }
    }
    if mutation != nil { kinds += DiagnosticKind.mutationKinds }
    return Set(kinds.map(\.code))
  }
}
