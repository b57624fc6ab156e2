import LifelineLanguage
import LifelineSource

/// A spec as it was read from disk, with what applies to it.
package struct LoadedSpec: Sendable {
  package var file: SpecFile
  var location: SpecLocation
  var configuration: FolderConfiguration?

  /// The configuration's values, or those of a folder without a configuration.
  var settings: Configuration { configuration?.values ?? Configuration() }
}

/// The specs of a run, with what applies to them.
package struct Workspace: Sendable {
  package var specs: [LoadedSpec]
  /// The specs as trees, in the same order, and those that their parts use.
  var graph: SpecGraph
  /// The absolute paths and the settings of specs with parts and of parts, by their paths in messages.
  var partFiles: [String: PartFile]
  /// The errors on the way to the specs.
  var diagnostics: [Diagnostic]
  /// The folders that were searched completely.
  var searchedFolders: Set<FileIdentity>
  /// The templates by their folders; the built-in ones have an empty path.
  var templates: [PathKey: FolderTemplates]

  func templates(for spec: LoadedSpec) -> FolderTemplates? { templates[templatesKey(of: spec)] }
}

/// Finds and parses the specs at `paths`, with their configurations and templates.
package func loadWorkspace(at paths: [String]) -> Workspace {
  let discovered = discoverSpecs(at: paths)
  let graph = findUsedSpecs(of: discovered.files)
  var configurations = ConfigurationLookup()
  let specs = discovered.files.map { configurations.load($0) }
  var templates: [PathKey: FolderTemplates] = [:]
  for spec in specs where templates[templatesKey(of: spec)] == nil {
    templates[templatesKey(of: spec)] = FolderTemplates.load(for: spec.configuration)
  }
  return Workspace(
    specs: specs, graph: graph, partFiles: configurations.findPartFiles(in: graph), diagnostics: discovered.diagnostics,
    searchedFolders: discovered.searchedFolders, templates: templates)
}

private func templatesKey(of spec: LoadedSpec) -> PathKey { PathKey(spec.configuration?.templatesFolder ?? "") }
