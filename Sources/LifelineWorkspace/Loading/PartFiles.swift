import LifelineModel

/// The path of a spec that is a part or has parts, and the settings that apply to it.
struct PartFile: Sendable {
  /// The absolute path without links.
  var path: String
  /// The access level that its configuration sets.
  var access: AccessLevel?
}

/// A folder and the module that its specs belong to.
package struct ModuleFolder: Sendable {
  /// The name of the module.
  package var module: String
  /// The path of the folder.
  package var folder: String

  /// Creates a folder of a module.
  package init(module: String, folder: String) {
    self.module = module
    self.folder = folder
  }

  /// Returns the folder with an absolute path without links.
  func resolved() -> ModuleFolder {
    ModuleFolder(module: module, folder: (try? FileSystem.resolve(folder)) ?? folder)
  }
}

extension [ModuleFolder] {
  /// Returns the module of the file at an absolute path without links, or `nil` if it is in none of the folders.
  func module(of path: String) -> String? {
    filter { path.hasPrefix($0.folder.hasSuffix("/") ? $0.folder : $0.folder + "/") }
      .max { $0.folder.utf8.count < $1.folder.utf8.count }?.module
  }
}

extension ConfigurationLookup {
  /// Returns what applies to the specs with parts and to those of parts, by their paths.
  mutating func findPartFiles(in graph: SpecGraph) -> [String: PartFile] {
    var files: [String: PartFile] = [:]
    for path in graph.connected.sorted().map({ graph.files[$0].path }) {
      let spec = load(SpecFile(path: path, bytes: []))
      files[path] = PartFile(
        path: (try? FileSystem.resolve(path)) ?? Path.absolute(path, in: workingFolder), access: spec.settings.access)
    }
    return files
  }
}
