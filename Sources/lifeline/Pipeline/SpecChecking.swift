import LifelineAnalysis
import LifelineLanguage
import LifelineModel
import LifelineScenarios
import LifelineSource

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
func checkSpecs(at paths: [String], _ analyses: Analyses = Analyses(), findings: inout Findings) -> [CheckedSpec] {
  var found = FoundSpecs(SpecDiscovery(paths: paths), findings: &findings)
  let trials = concurrentMap(found.specs) { $0.tried(analyses) }
  let mutations =
    analyses.mutates
    ? mutationReports(on: trials.map { ($0.reading.machine, $0.report, $0.analysis?.exploration) }) : [:]
  let checked = trials.indices.map { found.checked($0, trials[$0], mutations[$0], findings: &findings) }
  found.addUnusedSuppressions(findings: &findings)
  return checked.compactMap(\.self)
}

/// A spec with what is known of it before it is read.
struct FoundSpec {
  var file: SpecFile
  var surroundings: Surroundings
  var configuration: FolderConfiguration
  /// What was found in the configuration, if this is the first spec that it goes for.
  var findings: Findings

  /// What came of reading a spec and, if it means something, of playing its scenarios and of exploring it.
  struct Trial {
    var reading: SpecReading
    var report: CheckReport?
    var analysis: AnalysisReport?
  }

  /// Reads the spec, plays its scenarios and explores it if that is wanted.
  func tried(_ analyses: Analyses) -> Trial {
    let reading = file.read()
    let report = reading.meaning.map { CheckReport(checking: $0, recording: analyses.isRecordingNeeded) }
    var analysis: AnalysisReport?
    if let limit = analyses.explorationLimit, let machine = reading.meaning {
      analysis = AnalysisReport(
        of: machine, limit: limit, besides: reading.diagnostics, keepingExploration: analyses.mutates)
    }
    return Trial(reading: reading, report: report, analysis: analysis)
  }
}

extension SpecFile {
  /// Reads the spec.
  func read() -> SpecReading { SpecReader.read(bytes: bytes, path: path) }
}

extension SpecReading {
  /// The machine, if nothing is wrong with the spec.
  var meaning: Machine? { diagnostics.containsErrors ? nil : machine }
}

/// The specs of a run, with the configurations that go for them.
struct FoundSpecs {
  let specs: [FoundSpec]
  private var configurations: Configurations
  private let searchedFolders: Set<String>

  /// Finds the configurations that go for what was discovered.
  init(_ discovery: SpecDiscovery, findings: inout Findings) {
    findings.add(discovery.diagnostics)
    searchedFolders = discovery.searchedFolders
    let workingFolder = (try? FileSystem.workingFolder()) ?? "/"
    var configurations = Configurations(workingFolder: workingFolder)
    let isStrict = findings.isStrict
    specs = discovery.specs.map { file in
      let surroundings = Surroundings(ofSpecAt: file.path, workingFolder: workingFolder)
      var own = Findings(isStrict: isStrict)
      let configuration = configurations.configuration(of: file, in: surroundings, findings: &own)
      return FoundSpec(file: file, surroundings: surroundings, configuration: configuration, findings: own)
    }
    self.configurations = configurations
  }

  /// Adds all that was found in the spec at `place` and is wanted; gives the spec if it could be played.
  mutating func checked(
    _ place: Int, _ trial: FoundSpec.Trial, _ mutation: MutationReport? = nil, findings: inout Findings
  ) -> CheckedSpec? {
    let spec = specs[place]
    findings.add(spec.findings)
    let reading = trial.reading
    let found =
      reading.diagnostics + (trial.report?.diagnostics ?? []) + (trial.analysis?.diagnostics ?? [])
      + (mutation?.diagnostics ?? [])
    // Only asked for where something is not wanted.
    lazy var codes = reading.machine.map { _ in DiagnosticKind.codesLookedFor(by: trial.analysis, mutation) }
    var filter = SuppressionFilter(reading.suppressions)
    var wanted = filter.wanted(found)
    if !reading.suppressions.isEmpty, let codes {
      wanted += filter.unusedSuppressions(lookedFor: codes, in: "this part")
    }
    findings.add(configurations.wanted(wanted, by: spec.configuration, lookedFor: codes), in: reading.source)
    guard let machine = reading.machine, let report = trial.report else { return nil }
    return CheckedSpec(
      machine: machine, report: report, mutation: mutation, analysis: trial.analysis,
      surroundings: spec.surroundings, configuration: spec.configuration)
  }

  /// Warns of wishes of configurations that silenced nothing, now that all specs have been looked at.
  func addUnusedSuppressions(findings: inout Findings) {
    configurations.addUnusedSuppressions(whereSearched: searchedFolders, findings: &findings)
  }
}

extension SuppressionFilter {
  /// The wishes that silenced nothing, now that all findings that there are have been looked at.
  /// - Parameter codes: the codes of the warnings that were looked for.
  mutating func unusedSuppressions(lookedFor codes: Set<String>, in scope: String) -> [Diagnostic] {
    let known = Dictionary(DiagnosticKind.allKinds.map { ($0.code, $0) }) { first, _ in first }
    return useless(lookedFor: codes, among: known, in: scope)
  }
}
