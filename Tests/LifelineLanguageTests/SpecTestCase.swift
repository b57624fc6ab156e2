import LifelineModel
import TestSupport
import XCTest

/// A test that compares the diagnostics of specs with marks in their texts.
class SpecTestCase: XCTestCase {
  /// Checks that a spec has the expected diagnostics and no others. `lifeline: 1` and `machine: M` are added.
  func check(_ marked: String, _ expected: String..., file: StaticString = #filePath, line: UInt = #line) {
    let differences = differences(inSpec: "lifeline: 1\nmachine: M\n" + marked, from: expected)
    XCTAssertEqual(differences, [], file: file, line: line)
  }

  /// Returns the machine of a spec without diagnostics. `lifeline: 1` and `machine: M` are added.
  func read(_ yaml: String) throws -> Machine { try machine("lifeline: 1\nmachine: M\n" + yaml) }
}
