import Foundation
import PackagePlugin

extension PlannedTarget {
  /// Creates the description of a target of a package. A test target tests the targets that it depends on directly.
  init(_ module: any SourceModuleTarget) {
    self.init(module, tested: module.kind == .test ? testedModules(of: module).map { Self($0, tested: nil) } : nil)
  }

  private init(_ module: any SourceModuleTarget, tested: [PlannedTarget]?) {
    self.init(
      name: module.name, moduleName: module.moduleName, folder: module.directoryURL, specs: specURLs(of: module),
      swiftFiles: module.sourceFiles(withSuffix: "swift").map(\.url),
      usableModules: modulesWithSpecs(reachableFrom: module),
      testedTargets: tested)
  }
}

/// Returns the specs among a target's files, without excluded files and resources.
func specURLs(of module: any SourceModuleTarget) -> [URL] {
  module.sourceFiles
    .filter { $0.type == .unknown && isSpecName($0.url.lastPathComponent) }
    .map(\.url)
    .sorted { $0.path < $1.path }
}

/// Returns a target and the targets that it depends on, also indirectly, as far as they have specs. Which of these specs a
/// spec uses can't be known from their names.
private func modulesWithSpecs(reachableFrom module: any SourceModuleTarget) -> [UsableModule] {
  ([module] + module.recursiveTargetDependencies.compactMap(\.sourceModule)).compactMap { module in
    let specs = specURLs(of: module)
    return specs.isEmpty
      ? nil : UsableModule(name: module.moduleName, folder: module.directoryURL, specs: specs)
  }
}

/// Returns the Swift modules that a target depends on directly.
private func testedModules(of module: any SourceModuleTarget) -> [any SourceModuleTarget] {
  module.dependencies.compactMap { dependency in
    if case .target(let target) = dependency { target.sourceModule } else { nil }
  }
}
