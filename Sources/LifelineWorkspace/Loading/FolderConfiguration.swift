import LifelineLanguage
import LifelineSource

/// The configuration that applies to a folder.
struct FolderConfiguration: Sendable {
  /// The configuration file's path in messages.
  var path: String
  /// The absolute path of the folder.
  var folder: String
  /// The identity of the folder, if it's known.
  var identity: FileIdentity?
  /// The file, if it could be read.
  var source: SourceFile?
  var values = Configuration()
  /// The suppressions in the file, which apply to all specs of the folder.
  var suppressions: [Suppression] = []
  var diagnostics: [Diagnostic] = []

  /// The folder of templates that replace built-in ones.
  var templatesFolder: String? { values.templates.map(resolve) }

  /// The folders into which the specs of the folder are generated.
  var outputFolders: OutputFolders {
    let (machines, tests) = (values.output.map(resolve), values.testsOutput.map(resolve))
    return OutputFolders(machines: machines.map(FileSystem.simplify), tests: tests.map(FileSystem.simplify))
  }

  /// Returns a path in the configuration as a path from the working folder.
  private func resolve(_ value: String) -> String { Path.join(Path.folder(of: path), value) }
}

/// Finds the configurations that apply to specs, and reads each once.
struct ConfigurationLookup {
  var workingFolder = FileSystem.workingFolder()
  private var known: [PathKey: FolderConfiguration?] = [:]

  /// Creates a lookup for specs whose paths start from the working folder.
  init() {}

  /// Creates a lookup for specs whose paths start from a folder.
  init(workingFolder: String) { self.workingFolder = workingFolder }

  /// Returns a spec with its location and its configuration.
  mutating func load(_ file: SpecFile) -> LoadedSpec {
    let location = locateSpec(at: file.path, workingFolder: workingFolder)
    return LoadedSpec(
      file: file, location: location, configuration: findConfiguration(forSpecAt: file.path, location))
  }

  /// Returns the configuration beside a spec or in the nearest folder above it, or `nil` if there is none.
  private mutating func findConfiguration(
    forSpecAt path: String, _ location: SpecLocation
  ) -> FolderConfiguration? {
    for folder in location.folders {
      let key = PathKey(folder)
      let configuration = known[key] ?? readConfiguration(in: folder, usesAbsolutePath: Path.isAbsolute(path))
      known[key] = .some(configuration)
      if let configuration { return configuration }
    }
    return nil
  }

  private func readConfiguration(in folder: String, usesAbsolutePath: Bool) -> FolderConfiguration? {
    let absolute = Path.join(folder, configurationName)
    guard FileSystem.exists(absolute) else { return nil }
    // Messages show the path as the user would write it: absolute if the spec's is, or else from the working folder.
    let path = usesAbsolutePath ? absolute : Path.relative(absolute, to: workingFolder) ?? absolute
    var configuration = FolderConfiguration(
      path: path, folder: folder, identity: FileSystem.identity(of: folder))
    do throws(FileError) {
      let reading = ConfigurationReader.read(bytes: try readFile(path, as: .configuration), path: path)
      // A link in the specs of somebody else may lead to any file of this computer, whose lines nobody else may see.
      if reading.diagnostics.containsErrors, FileSystem.leadsOverLink(path) {
        let message = """
          a link leads to this file, which is not a configuration or has an error; its text isn't shown, so check the specs \
          beside the file itself
          """
        throw FileError(.unreadableFile, message, path: path)
      }
      configuration.source = reading.source
      configuration.values = reading.configuration
      configuration.suppressions = reading.suppressions
      configuration.diagnostics = reading.diagnostics
    } catch {
      configuration.diagnostics = [error.diagnostic]
    }
    return configuration
  }
}
