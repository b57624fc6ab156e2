import LifelineAnalysis
import LifelineInterpreter
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

  func testTheGeneratedMachinePassesDerivedTests() throws {
    try skipTest(below: .thorough)
    for extent in DerivationExtent.allCases {
      try write(values, to: "Values.swift")
      let generated = try generate(spec, derive: extent)
      let result = try test([generated], with: ["Values.swift"])
      XCTAssertEqual(result.status, 0, result.output)
    }
  }

  func testNamesDescribeTheStep() throws {
    let names = try generate(spec, derive: .transitions).testNames
    for name in [
      "test_outside_enter_callsDidEnter", "test_outside_ignoresEnterWhereIsOpenIsFalse",
      "test_inside_leave_callsDidLeave",
      "test_awake_after10s_callsDidSleep",
    ] {
      XCTAssertTrue(names.contains(name), "\(name) is not among \(names)")
    }
  }

  func testTheLongestWaitBeforeAnother() throws {
    let generated = try generate(
      """
      lifeline: 1
      machine: Waits
      states: {a: {after: {9223372036854775807ms: b}}, b: {after: {1ms: a}}}
      """, derive: .pairs)
    let longest = "after9223372036854775807ms"
    XCTAssertTrue(generated.testNames.contains("test_b_\(longest)ThenAfter1ms_callsNothing"), generated.tests)
    let result = try test([generated])
    XCTAssertEqual(result.status, 0, result.output)
  }

  func testAWrongOrderIsReportedAtItsTransition() throws {
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
    var generated = try generate(door, derive: .transitions)
    XCTAssertEqual(
      generated.testNames,
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

  func testUnreachedTransitionsAreReported() throws {
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
    let derivation = deriveTests(for: MachineIndex.build(for: machine), extent: .transitions)
    XCTAssertEqual(
      derivation.gaps.map { "\($0.range.start.line): \($0.message)" },
      [
        "9: this is not tested: no scenario gives a value for `key` of `turn`",
        "10: this is not tested: no scenario gives a value for `key` of `turn`",
        "12: this transition is not tested: nothing that the host can do leads there",
        "12: no test covers that this holds: nothing that the host can do leads there",
        "12: this is not tested: no scenario gives a value for `key` of `turn`",
      ])
  }

  private func tests(_ spec: String, _ extent: DerivationExtent) throws -> [DerivedTest] {
    deriveTests(for: MachineIndex.build(for: try machine(spec)), extent: extent).tests
  }

  /// The names of the derived tests of a spec.
  private func names(_ spec: String, _ extent: DerivationExtent) throws -> [String] {
    try generate(spec, derive: extent).testNames
  }

  /// A guard has two outcomes, but more ways to come to them.
  func testPairsCheckEveryPartOfAGuard() throws {
    let lock = """
      lifeline: 1
      machine: Lock
      context: {isOpen: true, isLit: true}
      callbacks: [didEnter]
      events: [enter]
      states:
        hall:
          on: {enter: {if: isOpen and isLit, do: didEnter}}
      """
    func refusals(_ extent: DerivationExtent) throws -> Int {
      try tests(lock, extent).filter { $0.steps.contains { $0.cause != .start && $0.treatment == .ignored } }
        .count
    }
    XCTAssertEqual(try refusals(.transitions), 1)
    XCTAssertEqual(try refusals(.pairs), 3)
  }

  /// An action that several states share is one part of the spec, but several parts of the generated code.
  func testPairsCheckEveryStateThatSharesAnAction() throws {
    let stream = """
      lifeline: 1
      machine: Stream
      callbacks: [didEnd]
      events:
        data: {parameters: {last: Bool}}
        next:
      states:
        open:
          on:
            data: &data {do: [{if: last, do: didEnd}]}
            next: half
        half:
          on:
            data: *data
      """
    let ends = try names(stream, .pairs).filter { $0.hasSuffix("data_callsDidEnd") }
    XCTAssertEqual(ends, ["test_open_data_callsDidEnd", "test_half_data_callsDidEnd"])
  }

  func testPairsCheckDeferredEvents() throws {
    let door = """
      lifeline: 1
      machine: Door
      callbacks: [didRing, didKnock]
      events: [open, ring, knock]
      states:
        closed:
          defer: ring
          on: {knock: {do: didKnock}, open: opened}
        opened:
          on: {ring: {do: didRing}, knock: {do: didKnock}}
      """
    let (open, ring, knock) = (ID<Event>(0), ID<Event>(1), ID<Event>(2))
    let withRing = try tests(door, .pairs).filter { $0.approach.contains(.send(ring, arguments: [])) }
    let happenings = withRing.map { $0.steps.map(\.cause) }
    XCTAssertTrue(happenings.contains([.send(knock, arguments: [])]), "\(happenings)")
    // The recalled event rings once, and not again with the next event.
    XCTAssertTrue(
      withRing.contains { test in
        test.steps.first?.cause == .send(open, arguments: []) && test.steps.map(\.calls.count) == [1, 1]
      }, "\(happenings)")
  }

  /// Six events can be kept in 1,957 orders.
  func testPairsOfManyDeferredEventsAreBounded() throws {
    let names = ["a", "b", "c", "d", "e", "f"]
    let queue = """
      lifeline: 1
      machine: Queue
      callbacks: [\(names.map { "\($0)Happened" }.joined(separator: ", "))]
      events: [\(names.joined(separator: ", ")), open]
      states:
        closed: {defer: [\(names.joined(separator: ", "))], on: {open: opened}}
        opened: {on: {\(names.map { "\($0): {do: \($0)Happened}" }.joined(separator: ", "))}}
      """
    let tests = try tests(queue, .pairs)
    XCTAssertLessThan(tests.count, 200)
    let approaches = Set(tests.map(\.approach))
    for first in 0..<6 {
      for second in 0..<6 where first != second {
        let kept = [first, second].map { DerivedTest.Cause.send(ID<Event>($0), arguments: []) }
        XCTAssertTrue(approaches.contains(kept), "\(names[first]) and then \(names[second])")
      }
    }
  }

  /// Code that resets a field is only tested if the field was assigned before.
  func testPairsCheckHistories() throws {
    let note = """
      lifeline: 1
      machine: Note
      context: {isWritten: {default: false, private: true}}
      callbacks: [didRead]
      events: [write, wipe, read]
      states:
        open:
          on:
            write: {do: [{set: {isWritten: true}}]}
            wipe: {do: [{set: {isWritten: false}}]}
            read: {if: isWritten, do: didRead}
      """
    let wipes = try tests(note, .pairs).filter { test in
      test.steps.map(\.cause) == [.send(ID(1), arguments: [])] && test.approach.contains(.send(ID(0), arguments: []))
    }
    XCTAssertEqual(wipes.count, 1)
  }

  /// A field that is assigned what it holds could be assigned anything.
  func testAssignedFieldsAreCheckedEvenIfUnchanged() throws {
    let counter = """
      lifeline: 1
      machine: Counter
      context: {isFull: false, isNew: true}
      events: [clear, fill]
      states:
        ready:
          on: {clear: {do: [{set: {isFull: false}}]}, fill: {if: isNew, do: [{set: {isFull: true}}]}}
      """
    let clears = try tests(counter, .transitions).flatMap(\.steps).filter { $0.cause == .send(ID(0), arguments: []) }
    XCTAssertFalse(clears.isEmpty)
    for step in clears { XCTAssertEqual(step.changes.map(\.field), [ID(0)]) }
  }

  /// A timer that goes on, one that is armed anew and one that is forgotten are not alike.
  func testTimersAreChecked() throws {
    let lamp = """
      lifeline: 1
      machine: Lamp
      callbacks: [didLook]
      events: [touch, look, press]
      states:
        off:
          on: {press: on}
        on:
          after: {10s: off}
          on: {touch: on, look: {do: didLook}, press: off}
      """
    var deadlines: [String: Int] = [:]
    for test in try tests(lamp, .transitions) where test.steps.count == 1 {
      guard case .send(let event, _) = test.steps[0].cause else { continue }
      deadlines["\(test.state.index) \(event.index)"] = test.deadline ?? -1
      if test.state.index == 2 { XCTAssertEqual(test.approach.last, .wait(milliseconds: 1)) }
    }
    XCTAssertEqual(deadlines, ["1 2": 10_000, "2 0": 10_000, "2 1": 9_999, "2 2": -1])
    let texts = try generate(lamp, derive: .transitions).tests
    let check = #"play.expect("timeUntilNextTimer", play.machine.timeUntilNextTimer, equals: nil, line: "#
    XCTAssertTrue(texts.contains(check), texts)
  }

  func testFactsStayWithinTheirRanges() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: Ranged
      context:
        n: {default: 0, range: 0...5}
        top: {default: 3, fixed: true, range: 1...3}
        left: {default: 2s, range: 1s...4s}
      events: [go, come]
      states:
        a: {on: {go: {if: n > 4, to: b}, come: {if: n >= top, to: b}}}
        b: {on: {go: {if: n < 5, to: a}, come: {if: left >= 4s and n == 5, to: a}}, after: {left: a}}
      """)
    let tests = deriveTests(for: MachineIndex.build(for: machine), extent: .pairs).tests
    XCTAssertFalse(tests.isEmpty)
    for test in tests {
      var facts = zip(machine.fields, test.fields).map { ($0, $1) }
      for case .set(let values) in test.approach + test.steps.map(\.cause) {
        facts += values.map { (machine[$0.field], $0.value) }
      }
      for (field, value) in facts { XCTAssertTrue(field.allows(value), "\(field.name) is \(value)") }
    }
  }
}
