import LifelineModel
import LifelineSource

/// The settings that a `lifeline.yaml` makes for the specs in its folder and below.
package struct Configuration: Sendable {
  /// The access level of generated declarations.
  package var access: AccessLevel?
  /// The folder for generated machines, as a path from the folder of the configuration file.
  package var output: String?
  /// The folder for generated tests, as a path from the folder of the configuration file.
  package var testsOutput: String?
  /// The module that generated tests import.
  package var module: String?
  /// The form of the generated class that holds the machine; `nil` for no class.
  package var object: ObjectForm?
  /// Whether a monitor is generated; `nil` if the file doesn't say.
  package var monitor: Bool?
  /// Whether documentation comments list the sources of claims.
  package var citations = false
  /// The isolation of generated classes and delegates; `nil` for none.
  package var isolation: Isolation?
  /// The folder whose files replace built-in templates, as a path from the folder of the configuration file.
  package var templates: String?
  /// The range of that path.
  package var templatesRange: SourceRange?
  /// The templates of that folder that make one more file of each spec.
  package var extraTemplates: [ExtraTemplate] = []
  /// The settings of generated tests.
  package var tests = TestSettings()
  /// The coverage that the scenarios of each machine must reach.
  package var coverage: [CoverageThreshold] = []
  /// The greatest number of configurations to explore for each machine; zero for no exploration.
  package var explorationLimit: Int?
  /// The logs that are held against specs.
  package var traces: [TraceFixture] = []

  /// Creates the configuration of a folder that has no file.
  package init() {}
}

/// A template of a user's own, which makes one more file of each spec.
package struct ExtraTemplate: Hashable, Sendable {
  /// The name of the file, such as `Analytics.swift.mustache`.
  package var file: String
  /// The range of the name in the configuration.
  package var range: SourceRange

  /// The name of the template, and the end of the names of the files that it makes: `Analytics.swift`.
  package var name: String { String(file.dropLast(Self.suffix.count)) }

  /// The end of the names of templates.
  package static let suffix = ".mustache"
}

/// The least coverage that the scenarios of each machine must reach.
package struct CoverageThreshold: Hashable, Sendable {
  /// The parts that are to be covered.
  package var subject: CoverageSubject
  /// The least percentage of them.
  package var percent: Int
  /// The range of the setting.
  package var range: SourceRange
}

/// The settings of generated tests.
package struct TestSettings: Hashable, Sendable {
  /// The tests that are derived from a machine.
  package enum Derivation: String, CaseIterable, Sendable {
    /// No tests.
    case none
    /// One test for each transition, each outcome of a guard, and each event that a state must ignore.
    case transitions
    /// The tests of `transitions`, and one for each two transitions that can follow each other.
    case pairs
  }

  /// The framework that the tests use.
  package var framework = TestFramework.xctest
  /// The tests that are derived in addition to the scenarios.
  package var derivation = Derivation.none
  /// The type that the tests of each machine in the folder check against the scenarios.
  package var commonSubject: TestSubject?
  /// Whether the tests get a clock that they move by hand.
  package var hasManualClock = false
  /// The types for single machines, by the name of the machine.
  package var subjects: [String: TestSubject] = [:]
  /// The ranges of the names of these machines.
  package var subjectRanges: [String: SourceRange] = [:]

  /// Creates the settings of a folder that has none.
  package init() {}

  /// Returns the type that the tests of a machine check against its scenarios, or `nil` for the generated machine.
  package func subject(of machine: String) -> TestSubject? { subjects[machine] ?? commonSubject }
}
