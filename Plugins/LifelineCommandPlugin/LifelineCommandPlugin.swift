import Foundation
import PackagePlugin

/// Runs the command with the specs of the package's targets: `swift package lifeline check`.
///
/// The plugin declares no permission to write, since SwiftPM would then ask for it before `check`, too.
@main
struct LifelineCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = try context.tool(named: "lifeline").url
    var extractor = ArgumentExtractor(arguments)
    var names = extractor.extractOption(named: "target")
    var arguments = extractor.remainingArguments
    // The target of `init` is an option of the command itself.
    if arguments.first == "init" {
      arguments += names.flatMap { ["--target", $0] }
      names = []
    }
    let targets = try targets(named: names, in: context.package)
    let root = context.package.directoryURL
    let manifest = try? String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let plan = try CommandPlan.make(for: arguments, of: targets, in: root, tool: tool, manifest: manifest ?? "")
    if let verb = arguments.first, CommandPlan.writes(arguments), !isWritable(root) {
      throw CommandError.mayNotWrite(verb: verb)
    }
    var hasFailed = false
    for arguments in plan.runs { hasFailed = try run(tool, arguments, in: root) != 0 || hasFailed }
    if hasFailed { throw CommandError.failed }
  }

  /// Returns the targets of Swift sources with these names, or all of them if there are no names.
  private func targets(named names: [String], in package: Package) throws -> [PlannedTarget] {
    let targets = package.targets.compactMap(\.sourceModule).map { PlannedTarget($0) }
    for name in names where !targets.contains(where: { $0.name == name }) {
      throw CommandError.noTarget(name, others: targets.map(\.name).sorted())
    }
    return names.isEmpty ? targets : targets.filter { names.contains($0.name) }
  }

  /// Returns whether the sandbox of plugins and the system allow writing into a folder.
  private func isWritable(_ folder: URL) -> Bool {
    FileManager.default.isWritableFile(atPath: folder.path(percentEncoded: false))
  }

  /// Runs the tool, which shares the output of the plugin, and returns its exit code.
  private func run(_ tool: URL, _ arguments: [String], in folder: URL) throws -> Int32 {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
