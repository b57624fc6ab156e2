import Foundation
import PackagePlugin

/// A spec and what is generated from it.
struct PlannedSpec {
  var url: URL
  /// The folder of the target that the spec belongs to.
  var target: URL
  /// Whether the state machine is generated, which only happens in the target that the spec belongs to.
  var makesMachine: Bool
  /// Whether tests are generated.
  var makesTests: Bool
  /// The module that the tests import; `nil` if they are in the machine's module.
  var module: String?
  /// The modules whose specs it may use for its parts.
  var usableModules: [UsableModule] = []

  /// The names of the generated files.
  var outputNames: [String] {
    let name = url.lastPathComponent
    return (makesMachine ? [machineFileName(ofSpec: name)] : []) + (makesTests ? [testsFileName(ofSpec: name)] : [])
  }

  /// Returns the arguments of the command that generates the files.
  func arguments(generatingInto folder: URL) -> [String] {
    var arguments = ["generate", "--quiet", url.path(percentEncoded: false)]
    if makesMachine { arguments += ["--output", folder.path(percentEncoded: false)] }
    if makesTests { arguments += ["--tests-output", folder.path(percentEncoded: false), "--module", module ?? ""] }
    // Only the command knows whether a spec has parts.
    for module in usableModules {
      arguments += ["--module-folder", "\(module.name)=\(module.folder.path(percentEncoded: false))"]
    }
    return arguments
  }
}

/// A module whose specs can be parts of others.
struct UsableModule {
  var name: String
  var folder: URL
  var specs: [URL]
}

/// Returns a target and the targets that it depends on, also indirectly, as far as they have specs. Which of these specs a
/// spec uses can't be known from their names.
private func usableModules(of module: any SourceModuleTarget) -> [UsableModule] {
  ([module] + module.recursiveTargetDependencies.compactMap(\.sourceModule)).compactMap { module in
    let specs = specURLs(of: module)
    return specs.isEmpty
      ? nil : UsableModule(name: module.moduleName, folder: module.directoryURL, specs: specs)
  }
}

/// Returns the specs that files of a target are generated from.
///
/// A plugin can't read YAML, and SwiftPM keeps its plan until files come or go, so the plan follows from the names of
/// files alone. Only the command reads them.
/// - Throws: `PlanError` if files would have the same name.
func planSpecs(of module: any SourceModuleTarget) throws -> [PlannedSpec] {
  let isTest = module.kind == .test
  let usable = usableModules(of: module)
  var specs = specURLs(of: module).map {
    PlannedSpec(
      url: $0, target: module.directoryURL, makesMachine: true, makesTests: isTest, usableModules: usable)
  }
  if isTest {
    for tested in testedModules(of: module) {
      let usable = usableModules(of: tested)
      specs += specURLs(of: tested).map {
        PlannedSpec(
          url: $0, target: tested.directoryURL, makesMachine: false, makesTests: true, module: tested.moduleName,
          usableModules: usable)
      }
    }
  }
  let faults = collisions(of: specs, in: module)
  guard faults.isEmpty else { throw PlanError(target: module.name, faults: faults) }
  return specs
}

/// Returns the collisions of file names, which have to be unique in a target, even on file systems that don't distinguish
/// upper and lower case.
private func collisions(of specs: [PlannedSpec], in module: any SourceModuleTarget) -> [PlanFault] {
  var origins: [String: URL] = [:]
  for source in module.sourceFiles(withSuffix: "swift") {
    origins[source.url.lastPathComponent.lowercased()] = source.url
  }
  return specs.flatMap { spec in
    spec.outputNames.compactMap { name in
      origins.updateValue(spec.url, forKey: name.lowercased()).map { .sameName(name, spec.url, $0) }
    }
  }
}

/// Returns the Swift modules that a target depends on directly.
private func testedModules(of module: any SourceModuleTarget) -> [any SourceModuleTarget] {
  module.dependencies.compactMap { dependency in
    if case .target(let target) = dependency { target.sourceModule } else { nil }
  }
}

/// Returns the specs among a target's files, without excluded files and resources.
private func specURLs(of module: any SourceModuleTarget) -> [URL] {
  module.sourceFiles
    .filter { $0.type == .unknown && isSpecName($0.url.lastPathComponent) }
    .map(\.url)
    .sorted { $0.path < $1.path }
}

/// Returns the files and folders that have an influence on the generated files besides the spec: the configurations in
/// the spec's folder and in those above it, up to the package's.
///
/// Folders above the target are inputs themselves: the build system only looks for new files in targets, so it wouldn't
/// notice a new configuration.
func configurations(for spec: PlannedSpec, in package: Package) -> [URL] {
  let root = package.directoryURL.standardizedFileURL.path
  let target = spec.target.standardizedFileURL.path
  var folder = spec.url.standardizedFileURL
  var inputs: [URL] = []
  repeat {
    folder.deleteLastPathComponent()
    let configuration = folder.appending(path: configurationName)
    if FileManager.default.fileExists(atPath: configuration.path) { inputs.append(configuration) }
    if target.hasPrefix(folder.path + "/") { inputs.append(folder) }
  } while folder.path != root && folder.path != "/"
  return inputs
}

/// Returns the templates of a package, and the folders that contain them.
///
/// A configuration names the folder of its templates, but a plugin can't read YAML, so all templates of the package are
/// inputs. The folders are inputs because SwiftPM doesn't plan again when a template comes.
func templates(in package: Package) -> [URL] {
  let files = FileManager.default.enumerator(
    at: package.directoryURL, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
  let templates = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "mustache" }
  let folders = Set(templates.map { $0.deletingLastPathComponent() })
  return (templates + folders).sorted { $0.path < $1.path }
}
