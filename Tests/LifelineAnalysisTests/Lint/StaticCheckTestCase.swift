import TestSupport
import XCTest

@testable import LifelineAnalysis

/// A test case that compares the diagnostics of the static checks with marks in the text of a spec.
class StaticCheckTestCase: XCTestCase {
  /// Checks that the static checks report exactly the expected diagnostics.
  func find(
    _ expected: String..., callbacks: String = "", events: String = "", in marked: String,
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let text = MarkedText(marked)
    let machine = try readMachine(callbacks: callbacks, events: events, text.text)
    let diagnostics = checkStatically(machine)
    let differences = differences(of: diagnostics, from: expected, markedIn: text)
    XCTAssertEqual(differences, [], file: file, line: line)
  }

  /// Checks that the static checks report nothing.
  func findNothing(
    callbacks: String = "", events: String = "", in spec: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let machine = try readMachine(callbacks: callbacks, events: events, spec)
    let diagnostics = checkStatically(machine).map { "\($0.kind.code) \($0.message)" }
    XCTAssertEqual(diagnostics, [], file: file, line: line)
  }
}
