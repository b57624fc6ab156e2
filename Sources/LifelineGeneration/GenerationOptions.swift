import LifelineModel

/// The options of generated text, which otherwise depends on the spec alone.
package struct GenerationOptions: Hashable, Sendable {
  /// The access level of the machine.
  package var access: AccessLevel
  /// The module that generated tests import; `nil` if the machine and the tests are in one module.
  package var module: String?
  /// The type that tests drive instead of the generated machine, if any.
  package var subject: String?
  /// Whether to generate a class that holds the machine, too.
  package var object: Bool
  /// The spec's file name, for the header.
  package var specName: String
  /// The path that generated tests report failures at.
  package var specPath: String

  /// Creates the options for one spec.
  package init(
    access: AccessLevel = .internal, module: String? = nil, subject: String? = nil, object: Bool = false,
    specName: String, specPath: String
  ) {
    self.access = access
    self.module = module
    self.subject = subject
    self.object = object
    self.specName = specName
    self.specPath = specPath
  }
}

/// The access levels of generated imports. Swift reports a plain `import` as ambiguous if another file of the module
/// has an `internal` or `package` import of the same module. Most imports are plain, so generated ones have a level
/// only where it's needed.
extension GenerationOptions {
  /// The modifier of imports in a machine's file. An internal machine works with every level.
  var machineImportLevel: String { access == .internal ? "" : "\(access.rawValue) " }

  /// The modifier of imports in the tests' file, which may be in the same module as the machine's.
  var testImportLevel: String { access == .package && module == nil ? "internal " : "" }
}
