import Foundation
import PackagePlugin

/// A spec and what is generated from it.
struct PlannedSpec {
  var url: URL
  /// The folder of the target that the spec belongs to.
  var target: URL
  /// Whether the state machine is generated, which is so in the target that the spec belongs to.
  var makesMachine: Bool
  /// Whether tests are generated.
  var makesTests: Bool
  /// The module that the tests import; `nil` where the machine stands beside them.
  var module: String?

  /// The names of the generated files.
  var outputNames: [String] {
    let stem = url.deletingPathExtension().lastPathComponent
    return (makesMachine ? ["\(stem).swift"] : []) + (makesTests ? ["\(stem)Tests.swift"] : [])
  }

  /// The command's arguments.
  func arguments(generatingInto folder: URL) -> [String] {
    var arguments = ["generate", "--quiet", url.path(percentEncoded: false)]
    if makesMachine { arguments += ["--output", folder.path(percentEncoded: false)] }
    if makesTests { arguments += ["--tests-output", folder.path(percentEncoded: false), "--module", module ?? ""] }
    return arguments
  }
}

/// What is generated for a target.
///
/// A plugin cannot read YAML, and its plan is kept until files come or go, so the plan follows from the names of
/// files alone. Only the command looks into them.
struct BuildPlan {
  private(set) var specs: [PlannedSpec] = []
  private(set) var faults: [PlanFault] = []

  init(for module: any SourceModuleTarget) {
    let isTest = module.kind == .test
    specs = specURLs(of: module).map {
      PlannedSpec(url: $0, target: module.directoryURL, makesMachine: true, makesTests: isTest)
    }
    if isTest {
      for tested in testedModules(of: module) {
        specs += specURLs(of: tested).map {
          PlannedSpec(
            url: $0, target: tested.directoryURL, makesMachine: false, makesTests: true, module: tested.moduleName)
        }
      }
    }
    faults = collisions(with: module)
  }

  /// Files of one target may not share a name, be they generated or not, also where case makes no difference.
  private func collisions(with module: any SourceModuleTarget) -> [PlanFault] {
    var faults: [PlanFault] = []
    var makers: [String: URL] = [:]
    for source in module.sourceFiles(withSuffix: "swift") {
      makers[source.url.lastPathComponent.lowercased()] = source.url
    }
    for spec in specs {
      for name in spec.outputNames {
        if let other = makers.updateValue(spec.url, forKey: name.lowercased()) {
          faults.append(.sameName(name, spec.url, other))
        }
      }
    }
    return faults
  }
}

/// The Swift modules among the targets that a target depends on directly.
private func testedModules(of module: any SourceModuleTarget) -> [any SourceModuleTarget] {
  module.dependencies.compactMap { dependency in
    if case .target(let target) = dependency { target.sourceModule } else { nil }
  }
}

/// The specs among a target's files: what is excluded or a resource is none.
private func specURLs(of module: any SourceModuleTarget) -> [URL] {
  module.sourceFiles
    .filter { $0.type == .unknown && isSpecName($0.url.lastPathComponent) }
    .map(\.url)
    .sorted { $0.path < $1.path }
}

private func isSpecName(_ name: String) -> Bool {
  (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) && name != configurationName && !name.hasPrefix(".")
}

private let configurationName = "lifeline.yaml"

/// What decides, besides the spec itself, what comes out of it: the configurations in its folder and in those
/// above it, up to the package's.
///
/// Folders above the target are inputs themselves: the build system looks for new files in targets alone, and so
/// it sees a configuration that comes.
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
