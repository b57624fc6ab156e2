import Foundation
import PackagePlugin

/// Generates state machines and tests from the specs of a target while it is built.
///
/// A library or an executable gets a state machine for each of its specs. A test target gets test cases for the
/// specs of the targets that it depends on directly, and machines and test cases for its own.
@main
struct LifelineBuildPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { throw PlanError(target: target.name, faults: [.notSwift]) }
    let specs = try planSpecs(of: module)
    if specs.isEmpty { Diagnostics.warning(noSpecsMessage(for: module)) }

    let tool = try lifeline(in: context, for: target)
    let folder = context.pluginWorkDirectoryURL
    let inputs = specs.map { spec in
      let used = spec.usableModules.flatMap(\.specs).filter { $0 != spec.url }
      return [spec.url] + used + configurations(for: spec, in: context.package)
    }
    let isConfigured = inputs.joined().contains { $0.lastPathComponent == configurationName }
    let sharedInputs = isConfigured ? templates(in: context.package) : []
    return zip(specs, inputs).map { spec, inputs in
      .buildCommand(
        displayName: "Generating \(spec.outputNames.joined(separator: " and "))",
        executable: tool,
        arguments: spec.arguments(generatingInto: folder),
        inputFiles: inputs + sharedInputs,
        outputFiles: spec.outputNames.map { folder.appending(path: $0) })
    }
  }

  /// Returns the path of the command, which only a package with the prebuilt command can lack.
  private func lifeline(in context: PluginContext, for target: any Target) throws -> URL {
    do {
      return try context.tool(named: "lifeline").url
    } catch PluginContextError.toolNotSupportedOnTargetPlatform {
      throw PlanError(target: target.name, faults: [.noExecutable])
    }
  }

  private func noSpecsMessage(for module: any SourceModuleTarget) -> String {
    let consequence =
      module.kind == .test ? "nor has a target that it depends on directly" : "so nothing is generated"
    return """
      target '\(module.name)' has no spec (.yaml or .yml) among its files, \(consequence); the plugin ignores files \
      that are excluded or declared as resources
      """
  }
}
