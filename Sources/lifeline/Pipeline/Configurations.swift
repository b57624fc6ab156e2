import LifelineLanguage
import LifelineSource

/// The configuration of a folder.
struct FolderConfiguration {
  /// The file that it was read from, as messages call it; `nil` if there is none and nothing is set.
  var path: String?
  /// The absolute path of the folder that it goes for.
  fileprivate var folder = ""
  var values = Configuration()
}

/// Finds the configuration that goes for a spec, and reads each once.
struct Configurations {
  private let workingFolder: String
  private var known: [String: FolderConfiguration?] = [:]
  /// What is not wanted, by folder, in the order in which the folders were looked at.
  private var silences: [(folder: String, silence: Silence)] = []

  /// What a folder's configuration has silenced so far.
  private struct Silence {
    var filter: SuppressionFilter
    var source: SourceFile
    /// The codes that were looked for in all of its specs; `nil` before the first.
    var codes: Set<String>?
  }

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

  /// What of the findings in a spec its folder's configuration does not silence.
  /// - Parameter codes: the codes of the warnings that were looked for; `nil` if the spec could not be read.
  mutating func wanted(
    _ diagnostics: [Diagnostic], by configuration: FolderConfiguration, lookedFor codes: @autoclosure () -> Set<String>?
  ) -> [Diagnostic] {
    guard let place = silences.firstIndex(where: { $0.folder == configuration.folder }) else { return diagnostics }
    let codes = codes() ?? []
    silences[place].silence.codes = silences[place].silence.codes?.intersection(codes) ?? codes
    return silences[place].silence.filter.wanted(diagnostics)
  }

  /// Warns of wishes that silenced nothing, in the configurations of folders all of whose specs were looked at.
  func addUnusedSuppressions(whereSearched folders: Set<String>, findings: inout Findings) {
    for (folder, silence) in silences {
      guard let codes = silence.codes, !codes.isEmpty,
        let identity = try? FileSystem.status(of: folder).identity, folders.contains(identity.key)
      else { continue }
      var filter = silence.filter
      findings.add(filter.unusedSuppressions(lookedFor: codes, in: "the specs of this folder"), in: silence.source)
    }
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
      found = FolderConfiguration(path: path, folder: folder)
      do throws(Refusal) {
        let reading = ConfigurationReader.read(bytes: try readFile(path), path: path)
        var silence = Silence(filter: SuppressionFilter(reading.suppressions), source: reading.source)
        findings.add(silence.filter.wanted(reading.diagnostics), in: reading.source)
        if !reading.suppressions.isEmpty { silences.append((folder, silence)) }
        found?.values = reading.configuration
      } catch {
        findings.add(error)
      }
    }
    known[folder] = .some(found)
    return found
  }
}
