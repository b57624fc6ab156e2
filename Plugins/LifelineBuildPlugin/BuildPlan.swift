import Foundation

/// A package or an Xcode project.
struct PlannedProject {
  var root: URL
  /// Whether folders are inputs, so that the build system notices new files in them.
  var watchesFolders: Bool
}

extension PlannedSpec {
  /// The names of the generated files.
  var outputNames: [String] {
    let name = url.lastPathComponent
    return (makesMachine ? [machineFileName(ofSpec: name)] : []) + (makesTests ? [testsFileName(ofSpec: name)] : [])
  }

  /// Returns the arguments of the command that generates the files.
  func arguments(generatingInto folder: URL) -> [String] {
    var arguments = ["generate", "--quiet", "--without-extra-templates", url.path(percentEncoded: false)]
    if makesMachine { arguments += ["--output", folder.path(percentEncoded: false)] }
    if makesTests { arguments += ["--tests-output", folder.path(percentEncoded: false), "--module", module ?? ""] }
    return arguments + moduleFolderArguments
  }
}

/// Returns the specs that files of a target are generated from while it is built.
///
/// A plugin can't read YAML, and SwiftPM keeps its plan until files come or go, so the plan follows from the names of
/// files alone. Only the command reads them.
/// - Throws: `PlanError` if files would have the same name.
func planSpecs(of target: PlannedTarget) throws -> [PlannedSpec] {
  let specs = plannedSpecs(of: target)
  let faults = collisions(of: specs, in: target)
  guard faults.isEmpty else { throw PlanError(target: target.name, faults: faults) }
  return specs
}

/// Returns the collisions of file names, which have to be unique in a target, even on file systems that don't distinguish
/// upper and lower case.
private func collisions(of specs: [PlannedSpec], in target: PlannedTarget) -> [PlanFault] {
  var origins: [String: URL] = [:]
  for file in target.swiftFiles { origins[file.lastPathComponent.lowercased()] = file }
  return specs.flatMap { spec in
    spec.outputNames.compactMap { name in
      origins.updateValue(spec.url, forKey: name.lowercased()).map { .sameName(name, spec.url, $0) }
    }
  }
}

/// Returns the files and folders that have an influence on the generated files besides the spec: the configurations in
/// the spec's folder and in those above it, up to the root.
///
/// Folders above the target are inputs themselves: SwiftPM only looks for new files in targets, so it wouldn't notice a new
/// configuration.
func configurations(for spec: PlannedSpec, in project: PlannedProject) -> [URL] {
  let root = project.root.standardizedFileURL.path
  let target = spec.target.standardizedFileURL.path
  var folder = spec.url.standardizedFileURL
  var inputs: [URL] = []
  repeat {
    folder.deleteLastPathComponent()
    let configuration = folder.appending(path: configurationName)
    if FileManager.default.fileExists(atPath: configuration.path) { inputs.append(configuration) }
    if project.watchesFolders, target.hasPrefix(folder.path + "/") { inputs.append(folder) }
  } while folder.path != root && folder.path != "/"
  return inputs
}

/// Returns the templates of a package or project, and the folders that contain them.
///
/// A configuration names the folder of its templates, but a plugin can't read YAML, so all templates are inputs. The folders
/// are inputs because SwiftPM doesn't plan again when a template comes.
func templates(in project: PlannedProject) -> [URL] {
  let files = FileManager.default.enumerator(
    at: project.root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
  let templates = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "mustache" }
  let folders = project.watchesFolders ? Set(templates.map { $0.deletingLastPathComponent() }) : []
  return (templates + folders).sorted { $0.path < $1.path }
}
