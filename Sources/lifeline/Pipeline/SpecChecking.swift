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
  return check(discovery, analyses, findings: &findings)
}

/// Reads and plays specs that were found, and gives those that could be played.
func check(
  _ discovery: SpecDiscovery, _ analyses: Analyses = Analyses(), findings: inout Findings
) -> [CheckedSpec] {
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
  let checked = zip(discovery.specs, readings).enumerated().compactMap { place, pair in
    let (file, (reading, report, analysis)) = pair
    let mutation = mutations[place]
    let surroundings = Surroundings(ofSpecAt: file.path, workingFolder: workingFolder)
    let configuration = configurations.configuration(of: file, in: surroundings, findings: &findings)
    let found =
      reading.diagnostics + (report?.diagnostics ?? []) + (analysis?.diagnostics ?? [])
      + (mutation?.diagnostics ?? [])
    let codes = reading.machine.map { _ in DiagnosticKind.codesLookedFor(by: analysis, mutation) }
    var filter = AllowanceFilter(reading.allowances)
    var wanted = filter.wanted(found)
    if let codes, !reading.allowances.isEmpty {
      wanted += filter.uselessAllowances(lookedFor: codes, in: "this part")
    }
    findings.add(configurations.wanted(wanted, by: configuration, lookedFor: codes), in: reading.source)
    guard let machine = reading.machine, let report else { return nil as CheckedSpec? }
    return CheckedSpec(
      machine: machine, report: report, mutation: mutation, analysis: analysis, surroundings: surroundings,
      configuration: configuration)
  }
  configurations.addUselessAllowances(whereSearched: discovery.searchedFolders, findings: &findings)
  return checked
}

extension AllowanceFilter {
  /// The wishes that silenced nothing, now that all findings that there are have been looked at.
  /// - Parameter codes: the codes of the warnings that were looked for.
  mutating func uselessAllowances(lookedFor codes: Set<String>, in scope: String) -> [Diagnostic] {
    let known = Dictionary(DiagnosticKind.allKinds.map { ($0.code, $0) }) { first, _ in first }
    return useless(lookedFor: codes, among: known, in: scope)
  }
}
