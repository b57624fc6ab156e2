import LifelineLanguage
import LifelineSource

/// A spec as it was read from disk, with what applies to it.
package struct LoadedSpec: Sendable {
  package var file: SpecFile
  var location: SpecLocation
  var configuration: FolderConfiguration?
  /// The specs that its parts use, or why they can't be used.
  var used: UsedSpecs = [:]
  /// The files of its parts with their settings, by the paths of their machines.
  var partFiles: [String: PartFile] = [:]
  /// The absolute path without links, of a spec with parts.
  var resolvedPath = ""

  /// The configuration's values, or those of a folder without a configuration.
  var settings: Configuration { configuration?.values ?? Configuration() }
}

/// The specs of a run, with what applies to them.
package struct Workspace: Sendable {
  package var specs: [LoadedSpec]
  /// The specs that are read only because parts use them.
  var usedReadings: [SpecReading] = []
  /// The errors on the way to the specs.
  var diagnostics: [Diagnostic]
  /// The folders that were searched completely.
  var searchedFolders: Set<FileIdentity>
  /// The templates by their folders; the built-in ones have an empty path.
  var templates: [PathKey: FolderTemplates]

  func templates(for spec: LoadedSpec) -> FolderTemplates? { templates[templatesKey(of: spec)] }
}

/// Finds and reads the specs at `paths`, with their configurations and templates.
package func loadWorkspace(at paths: [String]) -> Workspace {
  let discovered = discoverSpecs(at: paths)
  let workingFolder = (try? FileSystem.workingFolder()) ?? "/"
  var configurations = ConfigurationLookup(workingFolder: workingFolder)
  let used = loadUsedSpecs(of: discovered.files)
  let specs = discovered.files.map { file in
    let location = locateSpec(at: file.path, workingFolder: workingFolder)
    let configuration = configurations.findConfiguration(for: file, at: location)
    let identity = used.used.isEmpty ? nil : file.identity
    let own = identity.flatMap { used.used[$0] } ?? [:]
    return LoadedSpec(
      file: file, location: location, configuration: configuration, used: own,
      partFiles: configurations.findPartFiles(of: own),
      resolvedPath: own.isEmpty ? "" : (try? FileSystem.resolve(file.path)) ?? file.path)
  }
  var templates: [PathKey: FolderTemplates] = [:]
  for spec in specs where templates[templatesKey(of: spec)] == nil {
    templates[templatesKey(of: spec)] = FolderTemplates.load(for: spec.configuration)
  }
  return Workspace(
    specs: specs, usedReadings: used.readings, diagnostics: discovered.diagnostics,
    searchedFolders: discovered.searchedFolders,
    templates: templates)
}

private func templatesKey(of spec: LoadedSpec) -> PathKey { PathKey(spec.configuration?.templatesFolder ?? "") }
