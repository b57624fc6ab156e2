/// The folders and files around a first spec.
enum StarterLayout: Equatable {
  /// A package of its own, around a target and its test target.
  case package
  /// A target of a package that exists.
  case target(String, hasTests: Bool)
  /// The project of an app in Xcode.
  case project(String)
}

/// The way in which a starter's machine becomes part of a build.
package enum StarterBuild: Sendable {
  /// The generated files are checked in.
  case files
  /// The build plugin generates them.
  case plugin
}

/// A first spec with what it needs: what `lifeline init` writes and says.
struct Starter {
  /// The name of the machine and of its spec.
  var name: String
  var layout: StarterLayout
  var build: StarterBuild
  /// The package of the build plugin.
  var pluginPackage = PluginPackage.standard

  /// The target of the machine. In a new package it isn't named like the machine: a type of the module's name would hide
  /// the module.
  var target: String {
    switch layout {
    case .package: "\(name)Logic"
    case .target(let target, _): target
    case .project(let name): name
    }
  }

  /// The module of the target.
  var module: String { swiftModuleName(ofTarget: target) }

  /// The folder of the spec.
  var specFolder: String { build == .plugin ? "Sources/\(target)" : "Specs" }

  /// The path of the configuration.
  var configurationPath: String { Path.join(specFolder, configurationName) }

  /// The path of the spec.
  var specPath: String { "\(specFolder)/\(name).yaml" }

  /// The folders into which the machine is generated, if its files are checked in.
  var outputFolders: OutputFolders {
    if build == .plugin { return OutputFolders() }
    if case .project = layout { return OutputFolders(machines: "Generated", tests: "GeneratedTests") }
    return OutputFolders(machines: "Sources/\(target)/Generated", tests: "Tests/\(target)Tests/Generated")
  }

  /// The paths of the files that are generated from the spec.
  var generatedPaths: [String] {
    let (folders, spec) = (outputFolders, "\(name).yaml")
    return [
      folders.machines.map { Path.join($0, machineFileName(ofSpec: spec)) },
      folders.tests.map { Path.join($0, testsFileName(ofSpec: spec)) },
    ].compactMap(\.self)
  }
}
