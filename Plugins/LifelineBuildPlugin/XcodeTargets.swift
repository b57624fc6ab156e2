#if canImport(XcodeProjectPlugin)
  import Foundation
  import PackagePlugin
  import XcodeProjectPlugin

  extension LifelineBuildPlugin: XcodeBuildToolPlugin {
    /// A unit test target gets test cases for those of its specs that belong to another target as well.
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      // The dependencies of a target are not reported to plugins, so any target may use any other.
      let others = context.xcodeProject.targets.filter { $0.displayName != target.displayName && !$0.isUnitTest }
        .map { XcodeSpecs.find(in: $0) }
      let planned = XcodeSpecs.find(in: target).plannedTarget(isTest: target.isUnitTest, others: others)
      let commands = try buildCommands(
        for: planned, in: PlannedProject(root: context.xcodeProject.directoryURL, watchesFolders: false),
        into: context.pluginWorkDirectoryURL, by: context.tool)
      if commands.isEmpty {
        Diagnostics.warning("target '\(planned.name)' has no spec among its files, so nothing is generated")
      }
      return commands
    }
  }

  extension XcodeTarget {
    fileprivate var isUnitTest: Bool {
      if case .other("com.apple.product-type.bundle.unit-test") = product?.kind { true } else { false }
    }
  }

  extension XcodeSpecs {
    /// Finds the specs among all files of a target.
    fileprivate static func find(in target: XcodeTarget) -> XcodeSpecs {
      find(in: target.inputFiles.map(\.url), ofTarget: target.displayName)
    }
  }
#endif
