import LifelineInterpreter
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Findings that an exploration leaves open, because it ended early or doesn't try everything.
final class ReachabilityLimitTests: ReachabilityTestCase {
  func testUnreachedPartsAreNotReportedAtTheLimit() throws {
    let spec = """
      context: {x: {default: 0, private: true}}
      states:
        a: {on: {go: [{if: x < 9, do: {set: {x: x + 1}}}, {to: b, do: {set: {x: x - 3}}}]}}
        b: {on: {go: a}}
        c: {on: {go: a}}
      """
    XCTAssertEqual(try diagnostics(events: "go", limit: 5, spec).map(\.message), [])
    XCTAssertEqual(try diagnostics(events: "go", spec).map(\.kind.code), ["L811"])
    let machine = try readMachine(events: "go", spec)
    XCTAssertNil(explore(MachineIndex.build(for: machine)).unexploredPart)
    XCTAssertEqual(
      explore(MachineIndex.build(for: machine), limit: 5).unexploredPart?.message,
      "the exploration ended after 5 configurations (`--limit`), so it doesn't show what never happens: `x` has taken 5 "
        + "values")
  }

  /// Exploration doesn't try 7 for a number of the host, so it can't say that the guard never holds.
  func testThatNotAllNumbersAreTriedIsSaid() throws {
    func guards(_ actions: String, isPrivate: Bool = false) throws -> [Diagnostic] {
      try diagnostics(
        events: "go stop",
        """
        context: {n: \(isPrivate ? "{default: 0, private: true}" : "0"), m: 0}
        states: {a: {on: {go: {if: n * n == 49, do: stay, to: a}, stop: [\(actions)]}}}
        callbacks: [stay]
        """
      ).filter { $0.kind.code == "L816" }
    }
    for actions in ["{do: stay}", "{do: {set: {n: m}}}"] {
      let diagnostic = try XCTUnwrap(guards(actions).first)
      XCTAssertEqual(
        diagnostic.message, "this never holds where the machine evaluates it (for the numbers that exploration tries)")
      XCTAssertTrue(
        diagnostic.notes[0].message.contains("` may be any number, and -1, 0, 1, 48 and 2 more were tried"),
        diagnostic.notes[0].message)
    }
    // The machine alone changes the number here.
    let exact = try XCTUnwrap(guards("{if: n < 3, do: {set: {n: n + 1}}}", isPrivate: true).first)
    XCTAssertEqual(exact.message, "this never holds where the machine evaluates it")
    XCTAssertEqual(exact.notes, [])
  }

  /// Twenty faults at the end of a long path.
  func testTheWorkOfCounterexamplesIsLimited() throws {
    let events = (0..<20).map { "e\($0)" }
    let machine = try readMachine(
      events: (["go"] + events).joined(separator: " "),
      """
      context: {x: {default: 0, private: true}, y: 0}
      states:
        a: {on: {go: [{if: x < 50, do: {set: {x: x + 1}}}, b]}}
        b: {on: {\(events.map { "\($0): {do: {set: {y: 1 / y}}}" }.joined(separator: ", "))}}
      """)
    let index = MachineIndex.build(for: machine)
    XCTAssertEqual(checkReachability(in: explore(index)).filter { $0.kind.code == "L802" }.count, 20)
    let exploration = explore(index, workLimit: explore(index).work)
    XCTAssertTrue(exploration.isComplete)
    let found = checkReachability(in: exploration)
    let count = found.filter { $0.kind.code == "L802" }.count
    XCTAssertGreaterThan(count, 0)
    XCTAssertLessThan(count, 15)
    XCTAssertEqual(
      found.first { $0.kind.code == "L805" }?.message,
      "\(20 - count) more faults can be reached, but showing how takes too much work (`--limit`)")
  }

  /// Answers to requests that have a number.
  func testArgumentsThatAreComparedWithMemory() throws {
    let spec = """
      context: {attempt: {default: 0, private: true}, delay: {default: 1s, private: true}}
      states:
        idle: {on: {begin: {to: busy, do: {set: {attempt: (attempt + 1) % 100, delay: 1s}}}}}
        busy:
          on:
            failed:
              - {if: number == attempt and delay < 8s, to: waiting}
              - {if: number == attempt, to: idle}
              - {if: number > attempt and number < 0, to: idle}
        waiting: {exit: {set: {attempt: (attempt + 1) % 100, delay: delay + delay}}, after: {delay: busy}}
      """
    let machine = try machine(
      "lifeline: 1\nmachine: Test\nevents: {begin: , failed: {parameters: {number: Int}}}\n" + spec)
    let exploration = explore(MachineIndex.build(for: machine))
    XCTAssertTrue(exploration.isComplete)
    XCTAssertEqual(checkReachability(in: exploration).map(\.kind.code), ["L816"])
  }

  func testTooManyCombinationsAreReported() throws {
    let names = (0..<20).map { "f\($0)" }
    let spec = """
      context: {\(names.map { "\($0): false" }.joined(separator: ", "))}
      states:
        a: {on: {go: {if: \(names.joined(separator: " or ")), to: b}}}
        b: {on: {go: a}}
      """
    let exploration = explore(MachineIndex.build(for: try readMachine(events: "go", spec)))
    XCTAssertEqual(exploration.bound, .combinations)
    XCTAssertEqual(
      exploration.unexploredPart?.message,
      "the exploration did not try all combinations of values, so it doesn't show what never happens: at `go` in `a`, more than "
        + "10,000 combinations of values make a difference; compare fewer fields and arguments in one step, or give numbers a "
        + "smaller `range`")
  }

  /// The combinations that aren't tried take no memory, and somebody hears that the exploration goes on.
  func testCombinationsBeyondTheLimitAreNotKept() throws {
    let spec = """
      context: {x: {default: 0, range: 0...9999}, y: {default: 0, range: 0...9999}}
      states: {a: {on: {go: [{if: x > y, to: b}]}}, b: }
      """
    var explorer = Explorer(
      modelEnvironment(of: MachineIndex.build(for: try readMachine(events: "go", spec))), limit: 100, workLimit: .max)
    var observedCount = 0
    explorer.explore(observing: { _ in observedCount += 1 }, whileWanted: { true })
    XCTAssertEqual(explorer.bound, .combinations)
    XCTAssertLessThan(explorer.choices.wordCount, 200_000)
    XCTAssertGreaterThan(observedCount, 2)
  }

  /// Calls that stay open are no values.
  func testTooManyOpenCallsAreReported() throws {
    let orders = ["a", "b", "c"].map { name in
      "{anyOrder: [\((1...4).map { "\(name)\($0)" }.joined(separator: ", "))]}"
    }
    let calls = ["a", "b", "c"].flatMap { name in (1...4).map { "\(name)\($0)" } }.joined(separator: ", ")
    let machine = try readMachine(
      events: "go",
      "callbacks: [\(calls)]\nstates:\n  s: {on: {go: {to: t, do: [\(orders.joined(separator: ", "))]}}}\n  t: {final: true}"
    )
    let exploration = explore(MachineIndex.build(for: machine))
    XCTAssertEqual(exploration.bound, .combinations)
    XCTAssertEqual(
      exploration.unexploredPart?.message.hasPrefix(
        "the exploration did not try all that a step leaves open, because there are more than 10,000 combinations, so "),
      true, exploration.unexploredPart?.message ?? "")
    XCTAssertEqual(exploration.nodes.indices.filter { exploration.leavesOut(in: $0) { _ in true } }, [1])
    XCTAssertEqual(exploration.nodes.indices.filter { exploration.leavesOut(in: $0) { _ in false } }, [])
    XCTAssertEqual(exploration.eventsLeftOut(in: 1).map { machine[$0].name }, ["go"])
  }
}
