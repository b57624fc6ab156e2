import LifelineLanguage
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

/// Checks the scenarios of a spec.
func check(callbacks: String = "", events: String = "", _ rest: String) throws -> CheckReport {
  checkScenarios(of: try readMachine(callbacks: callbacks, events: events, rest))
}

/// Checks that the scenarios of a spec have exactly the expected diagnostics, at the marked ranges.
@discardableResult
func assertDiagnostics(
  _ expected: [String], callbacks: String = "", events: String = "", in marked: String,
  file: StaticString = #filePath, line: UInt = #line
) throws -> CheckReport {
  let text = MarkedText(marked)
  let report = try check(callbacks: callbacks, events: events, text.text)
  let differences = differences(of: report.diagnostics, from: expected, markedIn: text)
  XCTAssertEqual(differences, [], file: file, line: line)
  return report
}
