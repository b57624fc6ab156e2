import Foundation

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

  /// The arguments about the modules of parts. Only the command knows whether a spec has parts.
  var moduleFolderArguments: [String] {
    usableModules.flatMap { ["--module-folder", "\($0.name)=\($0.folder.path(percentEncoded: false))"] }
  }
}

/// A module whose specs can be parts of others, as far as they are in one folder.
struct UsableModule {
  var name: String
  var folder: URL
  var specs: [URL]
}

/// A target of a package or of an Xcode project.
struct PlannedTarget {
  var name: String
  var moduleName: String
  /// The folder that contains its specs.
  var folder: URL
  var specs: [URL]
  var swiftFiles: [URL]
  /// The modules whose specs its own ones may use for their parts.
  var usableModules: [UsableModule]
  /// The targets for whose specs it gets tests; `nil` if it is no test target.
  var testedTargets: [PlannedTarget]?
}

/// Returns the specs that files of a target are generated from: its own, and in a test target those of the targets that it
/// tests.
func plannedSpecs(of target: PlannedTarget) -> [PlannedSpec] {
  let own = target.specs.map {
    PlannedSpec(
      url: $0, target: target.folder, makesMachine: true, makesTests: target.testedTargets != nil,
      usableModules: target.usableModules)
  }
  let tested = (target.testedTargets ?? []).flatMap { tested in
    tested.specs.map {
      PlannedSpec(
        url: $0, target: tested.folder, makesMachine: false, makesTests: true, module: tested.moduleName,
        usableModules: tested.usableModules)
    }
  }
  return own + tested
}
