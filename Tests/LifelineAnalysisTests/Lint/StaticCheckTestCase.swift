import LifelineAnalysis
import TestSupport
import XCTest

/// Tests that hold what the static checks find to places marked in a spec's own text.
class StaticCheckTestCase: XCTestCase {
  /// Checks that the static checks find exactly what is expected in a spec.
  func find(
    _ expected: String..., callbacks: String = "", events: String = "", in marked: String,
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let text = MarkedText(marked)
    let machine = try readMachine(callbacks: callbacks, events: events, text.text)
    let findings = StaticChecks.findings(in: machine)
    let differences = differences(of: findings, from: expected, markedIn: text)
    XCTAssertEqual(differences, [], file: file, line: line)
  }

  /// Checks that the static checks find nothing in a spec.
  func findNothing(
    callbacks: String = "", events: String = "", in spec: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let machine = try readMachine(callbacks: callbacks, events: events, spec)
    let findings = StaticChecks.findings(in: machine).map { "\($0.kind.code) \($0.message)" }
    XCTAssertEqual(findings, [], file: file, line: line)
  }
}
