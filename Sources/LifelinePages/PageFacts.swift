import LifelineAnalysis
import LifelineModel
import LifelineScenarios

/// The facts of which a page about a machine is made.
package struct PageFacts: Sendable {
  /// The machine, whose spec has no error.
  package var machine: Machine
  /// The name of the spec's file.
  package var spec: String
  /// The path of the spec from the folder of the pages; `nil` if pages don't lead to it.
  package var specPath: String?
  /// The name of the page's file, without its ending.
  package var name: String
  /// The results of playing the scenarios.
  package var report: CheckReport
  /// The verdicts on the machine; `nil` if it wasn't explored.
  package var proof: Proof?
  /// The coverage of the machine by its scenarios; `nil` if nobody has measured it.
  package var coverage: Coverage?
  /// The names of the pages of other specs, by the paths of the specs.
  package var pages: [String: String]

  /// A machine that has this one as a part.
  package struct User: Hashable, Sendable {
    /// The name of the machine.
    package var machine: String
    /// The path of its spec.
    package var spec: String

    /// Creates a user.
    package init(machine: String, spec: String) {
      self.machine = machine
      self.spec = spec
    }
  }

  /// The machines of other specs that have this one as a part.
  package var users: [User]

  /// Creates the facts about a machine.
  package init(
    about machine: Machine, spec: String, at specPath: String? = nil, name: String,
    report: CheckReport, proof: Proof?, coverage: Coverage?,
    pages: [String: String] = [:], users: [User] = []
  ) {
    self.users = users
    self.machine = machine
    self.spec = spec
    self.specPath = specPath
    self.name = name
    self.report = report
    self.proof = proof
    self.coverage = coverage
    self.pages = pages
  }
}
