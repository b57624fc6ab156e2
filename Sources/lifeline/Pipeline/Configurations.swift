import LifelineDiagnostics
import LifelineLanguage

/// The configuration of a folder.
struct FolderConfiguration {
  /// The file that it was read from, as messages call it; `nil` if there is none and nothing is set.
  var path: String?
  var values = Configuration()
}

/// Finds the configuration that goes for a spec, and reads each once.
struct Configurations {
  private let workingFolder: String
  private var known: [String: FolderConfiguration?] = [:]

  init(workingFolder: String) { self.workingFolder = workingFolder }

  /// The configuration beside a spec or in the nearest folder above it.
  mutating func configuration(
    of spec: SpecFile, in surroundings: Surroundings, findings: inout Findings
  ) -> FolderConfiguration {
    for folder in surroundings.folders {
      if let found = known[folder] ?? read(in: folder, for: spec, findings: &findings) { return found }
    }
    return FolderConfiguration()
  }

  private mutating func read(
    in folder: String, for spec: SpecFile, findings: inout Findings
  ) -> FolderConfiguration? {
    let absolute = Path.join(folder, configurationName)
    var found: FolderConfiguration?
    if FileSystem.hasSomething(at: absolute) {
      // Messages call it as the user would: like the spec, from the root on or from the working folder.
      let isAbsolute = spec.path.utf8.first == UInt8(ascii: "/")
      let path = isAbsolute ? absolute : Path.relative(absolute, to: workingFolder) ?? absolute
      found = FolderConfiguration(path: path)
      do throws(Refusal) {
        let reading = ConfigurationReader.read(bytes: try readFile(path), path: path)
        findings.add(reading.diagnostics, in: reading.source)
        found?.values = reading.configuration
      } catch {
        findings.add(error)
      }
    }
    known[folder] = .some(found)
    return found
  }
}
