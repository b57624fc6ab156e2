import LifelineScenarios
import LifelineAnalysis
import LifelineGeneration
import LifelineLanguage
import LifelineSource
import LifelineTemplating
import LifelineYAML

extension DiagnosticKind {
  /// Every kind of finding about command lines, files and folders, by code.
  static let commandKinds: [DiagnosticKind] = [
    .unreadableFile, .notAFile, .fileTooLarge, .noSpecs, .configurationAsSpec, .sameOutput, .sameMachine,
    .foreignFile, .unwritableFile, .template, .notDerived, .changedMeanwhile, .nobodyToAsk,
    .coverageBelowThreshold,
  ]

  /// Every kind of finding that there is, by code.
  static let allKinds = [
    diagnosticsKinds, yamlKinds, languageKinds, playingKinds, analysisKinds, acceptingKinds, generationKinds,
    commandKinds,
    templatingKinds,
  ].flatMap(\.self).sorted { $0.code < $1.code }

  /// The codes of the warnings that were looked for in a spec that can be read: only of those a missing one means
  /// something.
  static func codesLookedFor(by analysis: AnalysisReport?, _ mutation: MutationReport?) -> Set<String> {
    var kinds = diagnosticsKinds + yamlKinds + languageKinds + playingKinds
    if let analysis {
      kinds += staticKinds
      // What an exploration has not come to, it says nothing about.
      if analysis.remark == nil { kinds += reachabilityKinds }
    }
    if mutation != nil { kinds += mutationKinds }
    return Set(kinds.map(\.code))
  }
}
