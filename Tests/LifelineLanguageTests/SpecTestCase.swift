import LifelineModel
import TestSupport
import XCTest

/// Tests that hold findings to places marked in a spec's own text.
class SpecTestCase: XCTestCase {
  /// Checks that the spec, behind `lifeline: 1` and `machine: M`, has exactly the findings expected.
  func check(_ marked: String, _ expected: String..., file: StaticString = #filePath, line: UInt = #line) {
    let differences = differences(inSpec: "lifeline: 1\nmachine: M\n" + marked, from: expected)
    XCTAssertEqual(differences, [], file: file, line: line)
  }

  /// The machine of a spec without findings, behind `lifeline: 1` and `machine: M`.
  func read(_ yaml: String) throws -> Machine { try machine("lifeline: 1\nmachine: M\n" + yaml) }
}
