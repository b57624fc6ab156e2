import LifelineDiagnostics
import LifelineExecution
import LifelineLanguage
import LifelineModel

/// A spec that means something, with what playing its scenarios came to.
struct CheckedSpec {
  var machine: Machine
  var report: CheckReport
  var mutation: MutationReport?
  var analysis: AnalysisReport?
  var surroundings: Surroundings
  var configuration: FolderConfiguration
}

/// What is wanted to be known beside whether the scenarios hold.
struct Analyses {
  var recordsScenarios = false
  var mutates = false
  /// Up to how many configurations machines are explored; `nil` for not at all.
  var explorationLimit: Int?
}

/// Reads and plays the specs at `paths`, and gives those that could be played.
func checkSpecs(
  at paths: [String], _ analyses: Analyses = Analyses(), findings: inout Findings
) -> [CheckedSpec] {
  let discovery = SpecDiscovery(paths: paths)
  findings.add(discovery.diagnostics)
  let workingFolder = (try? FileSystem.workingFolder()) ?? "/"
  var configurations = Configurations(workingFolder: workingFolder)
  let readings = concurrentMap(discovery.specs) { file in
    let reading = SpecReader.read(bytes: file.bytes, path: file.path)
    let report =
      reading.diagnostics.containsErrors
      ? nil : reading.machine.map { CheckReport(checking: $0, recording: analyses.isRecordingNeeded) }
    var analysis: AnalysisReport?
    if let limit = analyses.explorationLimit, report != nil, let machine = reading.machine {
      analysis = AnalysisReport(
        of: machine, limit: limit, besides: reading.diagnostics, keepingExploration: analyses.mutates)
    }
    return (reading: reading, report: report, analysis: analysis)
  }
  let mutations =
    analyses.mutates
    ? mutationReports(on: readings.map { ($0.reading.machine, $0.report, $0.analysis?.exploration) }) : [:]
  return zip(discovery.specs, readings).enumerated().compactMap { place, pair in
    let (file, (reading, report, analysis)) = pair
    let mutation = mutations[place]
    let surroundings = Surroundings(ofSpecAt: file.path, workingFolder: workingFolder)
    let configuration = configurations.configuration(of: file, in: surroundings, findings: &findings)
    let allowed = Set(configuration.values.allowed.map(\.code))
    let all =
      reading.diagnostics + (report?.diagnostics ?? []) + (analysis?.diagnostics ?? [])
      + (mutation?.diagnostics ?? [])
    let found = all.filter { diagnostic in
      diagnostic.kind.severity == .error || !allowed.contains(diagnostic.kind.code)
    }
    findings.add(found, in: reading.source)
    guard let machine = reading.machine, let report else { return nil }
    return CheckedSpec(
      machine: machine, report: report, mutation: mutation, analysis: analysis, surroundings: surroundings,
      configuration: configuration)
  }
}
