import LifelineDiagnostics
import LifelineExecution
import LifelineLanguage
import LifelineModel

/// A spec that means something, with what playing its scenarios came to.
struct CheckedSpec {
  var machine: Machine
  var report: CheckReport
  var surroundings: Surroundings
  var configuration: FolderConfiguration
}

/// Reads and plays the specs at `paths`, and gives those that could be played.
func checkSpecs(at paths: [String], findings: inout Findings) -> [CheckedSpec] {
  let discovery = SpecDiscovery(paths: paths)
  findings.add(discovery.diagnostics)
  let workingFolder = (try? FileSystem.workingFolder()) ?? "/"
  var configurations = Configurations(workingFolder: workingFolder)
  let readings = concurrentMap(discovery.specs) { file in
    let reading = SpecReader.read(bytes: file.bytes, path: file.path)
    let report = reading.diagnostics.containsErrors ? nil : reading.machine.map(CheckReport.init(checking:))
    return (reading: reading, report: report)
  }
  return zip(discovery.specs, readings).compactMap { file, result in
    let (reading, report) = result
    let surroundings = Surroundings(ofSpecAt: file.path, workingFolder: workingFolder)
    let configuration = configurations.configuration(of: file, in: surroundings, findings: &findings)
    let allowed = Set(configuration.values.allowed.map(\.code))
    let found = (reading.diagnostics + (report?.diagnostics ?? [])).filter { diagnostic in
      diagnostic.kind.severity == .error || !allowed.contains(diagnostic.kind.code)
    }
    findings.add(found, in: reading.source)
    guard let machine = reading.machine, let report else { return nil }
    return CheckedSpec(
      machine: machine, report: report, surroundings: surroundings, configuration: configuration)
  }
}
