import LifelineInterpreter
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Tests of what an exploration shows of a machine.
class ReachabilityTestCase: XCTestCase {
  func diagnostics(
    callbacks: String = "", events: String = "", limit: Int = Exploration.standardLimit, _ rest: String
  ) throws -> [Diagnostic] {
    let machine = try readMachine(callbacks: callbacks, events: events, rest)
    return checkReachability(in: explore(MachineIndex.build(for: machine), limit: limit))
  }

  func assert(
    _ expected: String..., callbacks: String = "", events: String = "", in marked: String, line: UInt = #line
  ) throws {
    let text = MarkedText(marked)
    let found = try diagnostics(callbacks: callbacks, events: events, text.text)
    XCTAssertEqual(differences(of: found, from: expected, markedIn: text), [], line: line)
  }
}
