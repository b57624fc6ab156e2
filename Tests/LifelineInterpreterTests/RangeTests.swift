import LifelineModel
import TestSupport
import XCTest

@testable import LifelineInterpreter

/// Actions that set fields with ranges.
final class RangeTests: XCTestCase {
  private let bell = """
    lifeline: 1
    machine: Bell
    context: {presses: {default: 0, private: true, range: 0...1}, left: {default: 1s, private: true, range: 0s...1s}}
    callbacks: [ring]
    events: [press, wait1]
    states:
      a:
        on:
          press: {do: [{set: {presses: presses + 1}}, ring]}
          wait1: {do: {set: {left: left - 1s, presses: 0}}}

    """

  private func run(_ machine: Machine, _ events: String...) throws -> [String] {
    var interpreter = Interpreter(MachineIndex.build(for: machine))
    _ = interpreter.start()
    return try events.map { name in
      let event = try XCTUnwrap(machine.events.firstIndex { $0.name == name })
      let reaction = interpreter.send(ID(event))
      return reaction.fault?.message ?? "\(reaction.calls.count)"
    }
  }

  func testAnAssignmentOutsideOfTheRangeIsAFault() throws {
    let machine = try machine(bell)
    XCTAssertEqual(
      try run(machine, "press", "press"), ["1", "Bell sets `presses` to 2, outside of 0...1 (see Context)"])
    XCTAssertEqual(
      try run(machine, "wait1", "wait1"), ["0", "Bell sets `left` to -1s, outside of 0s...1s (see Context)"])
  }

  /// The message names the field as the part's own file does, and the fault tells the part.
  func testAPart() throws {
    let door = try machine(
      """
      lifeline: 1
      machine: Door
      parts: {front: Bell.yaml}
      events: [knock]
      states: {shut: {on: {knock: {do: {front: press}}}}}
      """, using: ["Bell.yaml": bell])
    XCTAssertEqual(
      try run(door, "knock", "knock"), ["1", "Bell sets `presses` to 2, outside of 0...1 (see Context)"])
    var interpreter = Interpreter(MachineIndex.build(for: door))
    _ = interpreter.start()
    _ = interpreter.send(ID(0))
    let fault = try XCTUnwrap(interpreter.send(ID(0)).fault)
    XCTAssertEqual(fault.part, ID(0))
    XCTAssertEqual(fault.kind, .outOfRange(field: "presses", value: .int(2), range: "0...1"))
    XCTAssertEqual(interpreter.snapshot.fields[0], .int(1))
  }
}
