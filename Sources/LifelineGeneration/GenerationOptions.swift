import LifelineModel

/// What generated text depends on besides the spec.
package struct GenerationOptions: Hashable, Sendable {
  /// Who can see the machine.
  package var access: AccessLevel
  /// The module that generated tests import; `nil` where machine and tests are in one module.
  package var module: String?
  /// The type that tests hold to the scenarios; `nil` for the generated machine.
  package var subject: String?
  /// Whether there is a class too that holds the machine.
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

/// The levels of generated imports. Where a file of a module says `internal import` or `package import`, Swift takes a
/// plain `import` of the same in another for ambiguous, and plain is what most are. So a level stands where it must.
extension GenerationOptions {
  /// What stands before `import` in a machine's file. What is internal can do with any level.
  var machineImportLevel: String { access == .internal ? "" : "\(access.rawValue) " }

  /// What stands before `import` in the tests' file, which may be in the same module as the machine's.
  var testImportLevel: String { access == .package && module == nil ? "internal " : "" }
}
