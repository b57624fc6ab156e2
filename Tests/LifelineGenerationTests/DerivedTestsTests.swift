import LifelineExecution
import LifelineModel
import TestSupport
import XCTest

/// Tests that are made of the machine alone.
final class DerivedTestsTests: CompilingTestCase {
  /// Everything that a way may need: guards, timers, events kept for later, regions, histories and facts.
  private let spec = """
    lifeline: 1
    machine: Office
    context:
      isOpen: true
      visits: 0
    callbacks: [didEnter, didLeave, didSleep, didWake, didRing]
    events:
      enter:
      leave:
      ring:
      sleep:
      wake:
      move: {parameters: {floor: Int, to: Room}}
    regions:
      person:
        states:
          outside:
            on: {enter: {if: isOpen, to: inside, do: [didEnter, {set: {visits: visits + 1}}]}}
          inside:
            states:
              ground:
                on: {move: {if: floor > 0, to: upstairs}}
              upstairs:
              last: {history: shallow, default: ground}
            on:
              leave: {to: outside, do: didLeave}
          back:
            on: {enter: inside.last}
      lamp:
        states:
          awake:
            after: {10s: {to: asleep, do: didSleep}}
            on: {ring: {do: didRing}, sleep: asleep}
          asleep:
            defer: ring
            entry: {if: "in(inside)", do: didSleep}
            on: {wake: {to: awake, do: didWake}}
    scenarios:
      moved:
        given: [ground, awake]
        when:
          - move: []
            with: {floor: 1, to: attic}
        then: upstairs
    """

  private let values = """
    struct Room: Hashable, Sendable {}
    enum OfficeValues { static let attic = Room() }
    """

  func testTheGeneratedMachineHoldsThem() throws {
    for extent in Derivation.Extent.allCases {
      try write(values, to: "Values.swift")
      let generated = try Generated(spec, derive: extent)
      let result = try test([generated], with: ["Values.swift"])
      XCTAssertEqual(result.status, 0, result.output)
    }
  }

  func testNamesSayWhatHappens() throws {
    let names = try Generated(spec, derive: .transitions).methods.names
    for name in [
      "test_outside_enter_callsDidEnter", "test_outside_ignoresEnterWhereIsOpenIsFalse",
      "test_inside_leave_callsDidLeave",
      "test_awake_after10s_callsDidSleep",
    ] {
      XCTAssertTrue(names.contains(name), "\(name) is not among \(names)")
    }
  }

  func testAWrongOrderIsFoundAtItsTransition() throws {
    let door = """
      lifeline: 1
      machine: Door
      callbacks: [didUnlock, didOpen]
      events: [open, close]
      states:
        closed:
          on:
            open: {to: opened, do: [didUnlock, didOpen]}
        opened:
          on:
            close: closed
      """
    var generated = try Generated(door, derive: .transitions)
    XCTAssertEqual(
      generated.methods.names,
      [
        "test_closed_open_callsDidUnlockThenDidOpen", "test_opened_close_callsNothing", "test_closed_ignoresClose",
        "test_opened_ignoresOpen",
      ])
    let order = "call(.didUnlock)\n        call(.didOpen)"
    XCTAssertTrue(generated.machine.contains(order), generated.machine)
    generated.machine = generated.machine.replacing(order, with: "call(.didOpen)\n        call(.didUnlock)")
    let result = try test([generated])
    XCTAssertTrue(
      result.output.contains("Spec.yaml:8: error: DoorTests.test_closed_open_callsDidUnlockThenDidOpen"), result.output)
    XCTAssertEqual(result.output.components(separatedBy: ": error: ").count, 2, result.output)
  }

  func testWhatIsNotReachedIsSaid() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: Lock
      events:
        turn: {parameters: {key: Key}}
        push:
      states:
        locked:
          on:
            turn: {to: unlocked}
        unlocked:
          on:
            push: {to: locked, if: in(locked)}
      """)
    let derivation = Derivation(of: Chart(machine), extent: .transitions)
    XCTAssertEqual(
      derivation.gaps.map { "\($0.range.start.line): \($0.message)" },
      [
        "9: this is not tested: no scenario gives a value for 'key' of 'turn'",
        "10: this is not tested: no scenario gives a value for 'key' of 'turn'",
        "12: this transition is not tested: nothing that the host can do takes it",
        "12: no test in which this holds: nothing that the host can do takes it",
        "12: this is not tested: no scenario gives a value for 'key' of 'turn'",
      ])
  }

  /// A way to the far side of a ring need not go all around.
  func testLongWaysBeginElsewhere() throws {
    let states = (0..<60).map { "  s\($0): {on: {next: s\(($0 + 1) % 60)}}" }.joined(separator: "\n")
    let machine = try machine("lifeline: 1\nmachine: Ring\nevents: [next]\nstates:\n\(states)\n")
    let tests = Derivation(of: Chart(machine), extent: .pairs).tests
    XCTAssertEqual(tests.count, 120)
    XCTAssertLessThanOrEqual(tests.map(\.approach.count).max() ?? 0, 12)
  }
}
