import LifelineLanguage
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

/// The report on a spec.
func check(callbacks: String = "", events: String = "", _ rest: String) throws -> CheckReport {
  checkScenarios(of: try readMachine(callbacks: callbacks, events: events, rest))
}

/// Holds the findings of a check to the marks in the spec; gives the report back.
@discardableResult
func assertFindings(
  _ expected: [String], callbacks: String = "", events: String = "", in marked: String,
  file: StaticString = #filePath, line: UInt = #line
) throws -> CheckReport {
  let text = MarkedText(marked)
  let report = try check(callbacks: callbacks, events: events, text.text)
  let differences = differences(of: report.diagnostics, from: expected, markedIn: text)
  XCTAssertEqual(differences, [], file: file, line: line)
  return report
}
