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
    let target = PlannedTarget(module)
    let commands = try buildCommands(
      for: target, in: PlannedProject(root: context.package.directoryURL, watchesFolders: true),
      into: context.pluginWorkDirectoryURL, by: context.tool)
    if commands.isEmpty { Diagnostics.warning(noSpecsMessage(for: target)) }
    return commands
  }

  /// Returns the commands that generate the files of a target of a package or of an Xcode project.
  func buildCommands(
    for target: PlannedTarget, in project: PlannedProject, into folder: URL,
    by findTool: (String) throws -> PluginContext.Tool
  ) throws -> [Command] {
    let specs = try planSpecs(of: target)
    let tool = try lifeline(by: findTool, for: target)
    let inputs = specs.map { spec in
      let used = spec.usableModules.flatMap(\.specs).filter { $0 != spec.url }
      return [spec.url] + used + configurations(for: spec, in: project)
    }
    let isConfigured = inputs.joined().contains { $0.lastPathComponent == configurationName }
    let sharedInputs = isConfigured ? templates(in: project) : []
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
  private func lifeline(
    by findTool: (String) throws -> PluginContext.Tool, for target: PlannedTarget
  ) throws -> URL {
    do {
      return try findTool("lifeline").url
    } catch PluginContextError.toolNotSupportedOnTargetPlatform {
      throw PlanError(target: target.name, faults: [.noExecutable])
    }
  }

  private func noSpecsMessage(for target: PlannedTarget) -> String {
    let consequence =
      target.testedTargets != nil ? "nor has a target that it depends on directly" : "so nothing is generated"
    return """
      target '\(target.name)' has no spec (.yaml or .yml) among its files, \(consequence); the plugin ignores files \
      that are excluded or declared as resources
      """
  }
}
