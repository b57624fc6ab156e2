import LifelineModel

/// The options of generated text.
package struct GenerationOptions: Hashable, Sendable {
  /// The access level of the machine.
  package var access: AccessLevel
  /// The module that generated tests import; `nil` if machine and tests are in one module.
  package var module: String?
  /// The framework that generated tests use.
  package var framework: TestFramework
  /// The type that tests compare with the scenarios; `nil` for the generated machine.
  package var subject: TestSubject?
  /// Whether tests get a clock that they move by hand.
  package var hasManualClock: Bool
  /// The form of the class that holds the machine; `nil` for no class.
  package var object: ObjectForm?
  /// The isolation of the class and of delegates; `nil` for none.
  package var isolation: Isolation?
  /// Whether documentation comments list the sources of claims.
  package var citations: Bool
  /// The modules of the machine's parts, besides its own module.
  package var imports: [String]
  /// The spec's file name, for the header.
  package var specName: String
  /// The path at which generated tests report failures.
  package var specPath: String

  /// Creates the options for one spec.
  package init(
    access: AccessLevel = .internal, module: String? = nil, framework: TestFramework = .xctest,
    subject: TestSubject? = nil, hasManualClock: Bool = false, object: ObjectForm? = nil, isolation: Isolation? = nil,
    citations: Bool = false,
    imports: [String] = [], specName: String, specPath: String
  ) {
    self.imports = imports
    self.access = access
    self.module = module
    self.framework = framework
    self.subject = subject
    self.hasManualClock = hasManualClock
    self.object = object
    self.isolation = isolation
    self.citations = citations
    self.specName = specName
    self.specPath = specPath
  }
}

/// The access levels of generated imports. Swift reports a plain `import` as ambiguous if another file has an
/// `internal` or `package` import of the same module. Most imports are plain, so a level is written only if it is
/// needed.
extension GenerationOptions {
  /// The level of imports in the machine's file. An internal machine works with any level.
  var machineImportLevel: String { access == .internal ? "" : "\(access.rawValue) " }

  /// The level of imports in the tests' file, which may be in the same module as the machine's.
  var testImportLevel: String { access == .package && module == nil ? "internal " : "" }
}
