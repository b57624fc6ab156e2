import LifelineDiagnostics
import LifelineExecution
import LifelineLanguage
import LifelineModel

/// A spec that means something, with what playing its scenarios came to.
struct CheckedSpec {
  var machine: Machine
  var report: CheckReport
  var mutation: MutationReport?
  var surroundings: Surroundings
  var configuration: FolderConfiguration
}

/// What is wanted to be known beside whether the scenarios hold.
struct Analyses {
  var recordsScenarios = false
  var mutates = false
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
    return (reading: reading, report: report)
  }
  let mutations = analyses.mutates ? mutationReports(on: readings) : [:]
  return zip(discovery.specs, readings).enumerated().compactMap { place, pair in
    let (file, (reading, report)) = pair
    let mutation = mutations[place]
    let surroundings = Surroundings(ofSpecAt: file.path, workingFolder: workingFolder)
    let configuration = configurations.configuration(of: file, in: surroundings, findings: &findings)
    let allowed = Set(configuration.values.allowed.map(\.code))
    let found = (reading.diagnostics + (report?.diagnostics ?? []) + (mutation?.diagnostics ?? [])).filter {
      diagnostic in
      diagnostic.kind.severity == .error || !allowed.contains(diagnostic.kind.code)
    }
    findings.add(found, in: reading.source)
    guard let machine = reading.machine, let report else { return nil }
    return CheckedSpec(
      machine: machine, report: report, mutation: mutation, surroundings: surroundings, configuration: configuration)
  }
}
