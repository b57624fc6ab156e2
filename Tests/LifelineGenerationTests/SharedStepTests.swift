import TestSupport
import XCTest

@testable import LifelineGeneration

/// The tests of a scenario's combinations share the steps that are the same.
final class SharedStepTests: CompilingTestCase {
  private let door = """
    lifeline: 1
    machine: Door
    context: {isLocked: false, color: {cases: [red, blue], default: red}}
    callbacks: [open, refuse]
    events: [push]
    states: {shut: {on: {push: [{if: isLocked, do: refuse}, {to: ajar, do: open}]}}, ajar: }
    scenarios:
      pushed: {given: shut, where: {isLocked: [false, true], color: [red, blue]}, when: {push: {if: isLocked, expect: refuse, else: open}}}
      once: {given: shut, where: {color: [blue]}, when: {push: open}}
    """

  func testEachGroupHasAFunction() throws {
    let tests = try generate(door).tests
    let start = try XCTUnwrap(tests.range(of: "  /// pushed\n")).lowerBound
    let end = try XCTUnwrap(tests.range(of: "  /// once\n")).lowerBound
    XCTAssertEqual(
      String(tests[start..<end]),
      """
        /// pushed
        func testPushed() { Self.checkPushed(Door(resumingIn: .shut, context: Door.Context(isLocked: false, color: .red)), where: "isLocked: false, color: red") }
        func testPushed_2() { Self.checkPushed(Door(resumingIn: .shut, context: Door.Context(isLocked: false, color: .blue)), where: "isLocked: false, color: blue") }
        func testPushed_3() { Self.checkPushed_3(Door(resumingIn: .shut, context: Door.Context(isLocked: true, color: .red)), where: "isLocked: true, color: red") }
        func testPushed_4() { Self.checkPushed_3(Door(resumingIn: .shut, context: Door.Context(isLocked: true, color: .blue)), where: "isLocked: true, color: blue") }

        private static func checkPushed(_ machine: Door, where combination: String) {
          var play = ScenarioPlay(machine, where: combination)
          play.send(.push, line: 8, expecting: [.open])
        }

        private static func checkPushed_3(_ machine: Door, where combination: String) {
          var play = ScenarioPlay(machine, where: combination)
          play.send(.push, line: 8, expecting: [.refuse])
        }


      """)
    XCTAssertFalse(tests.contains("checkOnce"), tests)
  }

  func testAFailureNamesItsCombination() throws {
    let files = try generate(door)
    let broken = files.machine.replacing("call(.refuse)", with: "call(.open)")
    XCTAssertNotEqual(broken, files.machine)
    var changed = files
    changed.machine = broken
    let outcome = try test([changed])
    XCTAssertNotEqual(outcome.status, 0)
    XCTAssertTrue(
      outcome.output.contains("(isLocked: true, color: blue) push: other calls than expected"), outcome.output)
    XCTAssertTrue(outcome.output.contains("with 2 failures"), outcome.output)
  }
}
