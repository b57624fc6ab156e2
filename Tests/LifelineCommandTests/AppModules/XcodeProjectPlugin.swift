// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations of Xcode's module `XcodeProjectPlugin` that the build plugin uses, for machines that don't have it.

import Foundation
import PackagePlugin

public protocol XcodeBuildToolPlugin: BuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

public struct XcodePluginContext {
  public let xcodeProject: XcodeProject
  public let pluginWorkDirectoryURL: URL
  public func tool(named name: String) throws -> PluginContext.Tool { fatalError() }
}

public struct XcodeProject {
  public let displayName: String
  public let directoryURL: URL
  public let targets: [XcodeTarget]
}

public struct XcodeTarget {
  public let displayName: String
  public let product: XcodeProduct?
  public let inputFiles: FileList
}

public struct XcodeProduct {
  public enum Kind {
    case application
    case executable
    case framework
    case library
    case other(String)
  }

  public let name: String
  public let kind: Kind
}
