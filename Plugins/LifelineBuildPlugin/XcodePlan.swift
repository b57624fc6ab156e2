import Foundation

/// The specs of a target of an Xcode project.
struct XcodeSpecs {
  var name: String
  var specs: [URL]
  var swiftFiles: [URL]

  /// Finds the specs among all files of a target.
  ///
  /// An app may contain YAML for other purposes, which a target of a package would exclude, so only files with the key
  /// `lifeline` are specs.
  static func find(in files: [URL], ofTarget name: String) -> XcodeSpecs {
    XcodeSpecs(
      name: name,
      specs: files.filter { isSpecName($0.lastPathComponent) && hasSpecKey($0) }.sorted { $0.path < $1.path },
      swiftFiles: files.filter { $0.pathExtension == "swift" })
  }

  /// Returns the target for the plan.
  ///
  /// - Parameters:
  ///   - isTest: Whether it gets test cases: for its own specs, which get a machine, too, and for those that it has in common
  ///     with another target, which has the machine.
  ///   - others: The other targets of the project that aren't unit tests.
  func plannedTarget(isTest: Bool, others: [XcodeSpecs]) -> PlannedTarget {
    // One with a similar name is preferred: that of `AppTests` is `App`.
    let others = others.sorted { name.hasPrefix($0.name) && !name.hasPrefix($1.name) }
    var own = self
    var tested: [PlannedTarget] = []
    for other in isTest ? others : [] {
      let common = own.specs.filter(other.specs.contains)
      own.specs.removeAll(where: common.contains)
      if !common.isEmpty { tested.append(other.planned(specs: common, others: others)) }
    }
    var target = own.planned(specs: own.specs, others: others)
    target.testedTargets = isTest ? tested : nil
    return target
  }

  /// Returns the target with some of its specs. Its own module comes first: where several contain a folder, it counts.
  private func planned(specs: [URL], others: [XcodeSpecs]) -> PlannedTarget {
    PlannedTarget(
      name: name, moduleName: moduleName,
      folder: specs.first?.deletingLastPathComponent() ?? URL(filePath: "/"), specs: specs, swiftFiles: swiftFiles,
      usableModules: ([self] + others.filter { $0.name != name }).flatMap(\.modules))
  }

  /// The module that Xcode makes of it.
  var moduleName: String { swiftModuleName(ofTarget: name) }

  /// The module, once for each folder with specs, since the files of a target may be anywhere.
  private var modules: [UsableModule] {
    Dictionary(grouping: specs) { $0.deletingLastPathComponent() }.sorted { $0.key.path < $1.key.path }
      .map { UsableModule(name: moduleName, folder: $0, specs: $1) }
  }
}

/// Returns whether a line of a file begins with the key of specs.
private func hasSpecKey(_ file: URL) -> Bool {
  guard let text = try? String(contentsOf: file, encoding: .utf8) else { return false }
  return text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("lifeline:") }
}
