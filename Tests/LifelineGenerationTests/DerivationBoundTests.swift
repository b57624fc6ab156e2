import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

/// Derived tests are short, and end at limits that they name.
final class DerivationBoundTests: CompilingTestCase {
  /// A way to the far side of a ring need not go all around.
  func testLongPathsAreReplacedByResumption() throws {
    let states = (0..<60).map { "  s\($0): {on: {next: s\(($0 + 1) % 60)}}" }.joined(separator: "\n")
    let machine = try machine("lifeline: 1\nmachine: Ring\nevents: [next]\nstates:\n\(states)\n")
    let tests = deriveTests(for: MachineIndex.build(for: machine), extent: .pairs).tests
    XCTAssertEqual(tests.count, 120)
    XCTAssertLessThanOrEqual(tests.map(\.approach.count).max() ?? 0, 12)
  }

  /// A test may begin with a value of a private field that only actions can give it.
  func testLongPathsToPrivateValuesAreReplacedByResumption() throws {
    try skipTest(below: .thorough)
    let spec = """
      lifeline: 1
      machine: Counter
      context: {n: {default: 0, private: true}}
      callbacks: [full]
      events: [up]
      states: {low: {on: {up: [{if: n < 30, do: {set: {n: n + 1}}}, {to: high, do: full}]}}, high: }
      """
    let machine = try machine(spec)
    let tests = deriveTests(for: MachineIndex.build(for: machine), extent: .transitions).tests
    let late = try XCTUnwrap(tests.first { $0.steps.contains { !$0.calls.isEmpty } })
    XCTAssertEqual(late.given?.count, 1)
    XCTAssertEqual(late.fields, [.int(30)])
    XCTAssertFalse(tests.contains { $0.given == nil && $0.fields != [.int(0)] })
    let result = try test([try generate(spec, derive: .pairs)])
    XCTAssertEqual(result.status, 0, result.output)
  }

  /// A counter without bound has as many configurations as are looked at, each a step further away than the last, and
  /// none can be entered silently while there is history. What would be too many tests is said once for each place.
  func testTotalLengthOfPathsIsBounded() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: Count
      context: {time: {default: 2s, private: true}}
      callbacks: [did]
      events: [leave, back, more, look]
      states:
        p: {on: {leave: q}, states: {a: {}, back: {history: shallow, default: a}}}
        q: {on: {back: back, more: {do: {set: {time: time + 1s}}}, look: {if: time * 2 - time == time, do: did}}}
      """)
    var limits = DerivationLimits()
    (limits.nodes, limits.size) = (400, 2_000)
    let derivation = deriveTests(for: MachineIndex.build(for: machine), extent: .pairs, limits: limits)
    let steps = derivation.tests.map { $0.approach.count + $0.steps.count }
    XCTAssertGreaterThan(steps.max() ?? 0, 20)
    XCTAssertLessThanOrEqual(steps.reduce(0, +), 2_000 + 400)
    XCTAssertEqual(
      derivation.gaps.filter { $0.message.contains("more than 2,000 steps") }.map(\.range.start.line), [7, 8, 8, 8])
  }

  /// Each value of an unbounded counter is a decision of its own.
  func testTestsOfOnePartHaveABound() throws {
    try skipTest(below: .all)
    let counter = try machine(
      """
      lifeline: 1
      machine: Counter
      context: {count: {default: 0, private: true}, other: 0}
      events: [up]
      states: {a: {on: {up: {if: count >= other, do: [{set: {count: count + 1}}]}}}}
      """)
    let derivation = deriveTests(for: MachineIndex.build(for: counter), extent: .pairs)
    XCTAssertLessThanOrEqual(derivation.tests.count, 2_000)
    XCTAssertEqual(
      derivation.gaps.map(\.message).filter { $0.contains("more than 1,000 tests") },
      [
        "not everything about this is tested: there would be more than 1,000 tests of it; bound the numbers on which it "
          + "depends, or write scenarios for what matters"
      ])
  }

  func testAFaultOfTheMachineIsTheReasonOfAGap() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: Share
      context: {parts: 0}
      events: [divide]
      states: {a: {on: {divide: {do: {set: {parts: 100 / parts}}}}}}
      """)
    XCTAssertEqual(
      deriveTests(for: MachineIndex.build(for: machine), extent: .transitions).gaps.map(\.message),
      ["this is not tested: the generated machine would trap there"])
  }

  func testTheWorkOfADerivationHasABound() throws {
    let machine = try machine(switchesSpec(20))
    var limits = DerivationLimits()
    limits.work = 100_000
    let derivation = deriveTests(for: MachineIndex.build(for: machine), extent: .pairs, limits: limits)
    XCTAssertLessThan(derivation.tests.count, 500)
    let messages = derivation.gaps.map(\.message)
    XCTAssertTrue(
      messages.contains(
        "not all decisions and pairs of transitions are tested: deriving the tests would take too much work"),
      "\(messages)")
  }

  /// An exploration may end early though it has few configurations.
  func testAnEarlyEndSaysItsReason() throws {
    let loops = (0..<30).map { "    e\($0): {if: flag, to: b}" }.joined(separator: "\n")
    let machine = try machine(
      """
      lifeline: 1
      machine: Loops
      context: {flag: true}
      events: [go, \((0..<30).map { "e\($0)" }.joined(separator: ", "))]
      states:
        a:
          on:
      \(loops.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
            go: c
        b: {always: {if: flag, to: b}}
        c: {on: {go: d}}
        d: {on: {go: a}}
      """)
    let messages = deriveTests(for: MachineIndex.build(for: machine), extent: .transitions).gaps.map(\.message)
    XCTAssertTrue(
      messages.contains(
        "this transition is not tested: the exploration ended early, because the machine has endless loops"),
      "\(messages)")
  }
}
