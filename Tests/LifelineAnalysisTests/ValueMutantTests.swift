import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Mutants of conditions, assignments and arguments.
final class ValueMutantTests: XCTestCase {
  /// Returns the positions and changes of a machine's mutants.
  private func mutants(callbacks: String = "one two", _ spec: String) throws -> [String] {
    try readMachine(callbacks: callbacks, events: "go stop", spec).makeMutants().map { mutant in
      "\(mutant.range.start.line):\(mutant.range.start.column) \(mutant.change)"
    }
  }

  /// Returns what the mutant with the given change does when it starts, gets `go` and waits.
  private func run(_ change: String, callbacks: String = "one two", _ spec: String) throws -> [String] {
    let machine = try readMachine(callbacks: callbacks, events: "go stop", spec)
    let mutant = try XCTUnwrap(machine.makeMutants().first { $0.change == change }, "no '\(change)'")
    var run = Run(MachineIndex.build(for: mutant.applied(to: machine)))
    return [run.start(), try run.send("go"), run.wait(10_000)]
  }

  /// Returns the changes in a condition.
  private func conditionChanges(_ condition: String) throws -> [String] {
    try mutants(
      """
      context: {n: 1, m: 1, limit: 5s, a: false, b: false, ratio: 0.5}
      states: {a: {on: {go: {if: "\(condition)"}}}}
      """
    ).filter { $0.contains(" has `") }.map { String($0.split(separator: " has ")[1]) }
  }

  /// For whole numbers, the other relation is the same as a constant that is moved in one direction.
  func testComparedNumbersMoveInTheOtherDirection() throws {
    XCTAssertEqual(try conditionChanges("n < 3"), ["`n <= 3` instead of `n < 3`", "`n < 2` instead of `n < 3`"])
    XCTAssertEqual(try conditionChanges("n <= 3"), ["`n < 3` instead of `n <= 3`", "`n <= 4` instead of `n <= 3`"])
    XCTAssertEqual(try conditionChanges("n > -1"), ["`n >= -1` instead of `n > -1`", "`n > 0` instead of `n > -1`"])
    XCTAssertEqual(try conditionChanges("n >= 3"), ["`n > 3` instead of `n >= 3`", "`n >= 2` instead of `n >= 3`"])
    XCTAssertEqual(try conditionChanges("3 >= n"), ["`3 > n` instead of `3 >= n`", "`4 >= n` instead of `3 >= n`"])
    XCTAssertEqual(try conditionChanges("n < m"), ["`n <= m` instead of `n < m`"])
    XCTAssertEqual(
      try conditionChanges("limit > 5s"),
      ["`limit >= 5s` instead of `limit > 5s`", "`limit > 6s` instead of `limit > 5s`"])
    XCTAssertEqual(
      try conditionChanges("limit < 1min"),
      ["`limit <= 1min` instead of `limit < 1min`", "`limit < 59s` instead of `limit < 1min`"])
    XCTAssertEqual(
      try conditionChanges("ratio < 0.5"),
      ["`ratio <= 0.5` instead of `ratio < 0.5`", "`ratio < -0.5` instead of `ratio < 0.5`"])
  }

  func testEqualitiesAndConnectivesAreExchanged() throws {
    XCTAssertEqual(try conditionChanges("n == 3"), ["`n == 4` instead of `n == 3`"], "It is negated anyway.")
    XCTAssertEqual(try conditionChanges("not (n == 3)"), ["`n == 4` instead of `n == 3`"])
    XCTAssertEqual(try conditionChanges("a"), [])
    XCTAssertEqual(try conditionChanges("n == 9223372036854775807"), [])
    XCTAssertEqual(
      try conditionChanges("a and (b or n != m)"),
      [
        "`a or (b or n != m)` instead of `a and (b or n != m)`", "`b and n != m` instead of `b or n != m`",
        "`n == m` instead of `n != m`",
      ])
    XCTAssertEqual(
      try conditionChanges("a == b and n % 2 == 1"),
      [
        "`a == b or n % 2 == 1` instead of `a == b and n % 2 == 1`", "`a != b` instead of `a == b`",
        "`n % 2 != 1` instead of `n % 2 == 1`", "`n % 2 == 2` instead of `n % 2 == 1`",
        "`n % 3 == 1` instead of `n % 2 == 1`",
      ])
  }

  func testChangedConditionsDecide() throws {
    let spec = """
      context: {x: 1}
      states: {a: {on: {go: {do: [{if: x < 1, do: one}, {if: x == 2 and x == 1, do: two}]}}}}
      """
    XCTAssertEqual(try run("this `if` has `x <= 1` instead of `x < 1`", spec)[1], "handled: one")
    XCTAssertEqual(
      try run("this `if` has `x == 2 or x == 1` instead of `x == 2 and x == 1`", spec)[1], "handled: two")
    let guarded = "context: {x: 1}\nstates: {a: {on: {go: {if: 2 < x + 0, do: one}}}}"
    XCTAssertEqual(
      try run("the guard of the transition of `a` for `go` has `2 < x + 1` instead of `2 < x + 0`", guarded)[1],
      "ignored")
    let name = "the guard of the transition of `a` for `go`"
    XCTAssertEqual(
      try run("\(name) has `3 < x + 0` instead of `2 < x + 0`", guarded.replacing("x: 1}", with: "x: 3}"))[1],
      "ignored")
  }

  func testAssignmentsAreDroppedAndHaveOtherValues() throws {
    let spec = """
      types: {Mode: [slow, fast, off]}
      context:
        {n: 3, limit: 5s, flag: false, mode: {type: Mode, default: slow}, text: {type: String, default: ""}, r: 0.5}
      states:
        a:
          on:
            go: {do: {set: {n: 0, limit: 2min, flag: true, mode: off, text: "x", r: 1.5}}}
            stop: {do: {set: {n: n + 1, limit: limit * 2, flag: not flag, mode: mode}}}
            next: {do: [{set: {n: n - 1}}, {set: {n: n}}, {set: {n: 9223372036854775807}}]}
          after: {1s: {do: {raise: next}}}
      """
    XCTAssertEqual(
      try mutants(spec).filter { $0.contains("set") }.map { $0.split(separator: " ", maxSplits: 1)[1] },
      [
        "`n` is not set here", "`n` is set to `1` instead of `0` here",
        "`limit` is not set here", "`limit` is set to `3min` instead of `2min` here",
        "`flag` is not set here", "`flag` is set to `false` instead of `true` here",
        "`mode` is not set here", "`mode` is set to `slow` instead of `off` here",
        "`text` is not set here",
        "`r` is not set here", "`r` is set to `2.5` instead of `1.5` here",
        "`n` is not set here", "`n` is set to `n + 2` instead of `n + 1` here",
        "`limit` is not set here", "`limit` is set to `limit * 2 + 1s` instead of `limit * 2` here",
        "`flag` is not set here", "`mode` is not set here",
        "`n` is not set here", "`n` is set to `n - 2` instead of `n - 1` here",
        "`n` is not set here", "`n` is set to `n + 1` instead of `n` here",
        "`n` is not set here", "`n` is set to `9223372036854775806` instead of `9223372036854775807` here",
      ])
    let counting = """
      context: {x: 1}
      states: {a: {on: {go: {do: [{set: {x: 2}}, {if: x == 1, do: one}, {if: x == 3, do: two}]}}}}
      """
    XCTAssertEqual(try run("`x` is not set here", counting)[1], "handled: one")
    XCTAssertEqual(try run("`x` is set to `3` instead of `2` here", counting)[1], "handled: two")
  }

  /// What is forwarded by its name isn't written, and can't be written wrongly.
  func testWrittenArgumentsAreDropped() throws {
    let callbacks = """
      callbacks: {one: {parameters: {n: Int, s: String, b: Bool, d: Duration, r: Double, m: Mode}}}
      types: {Mode: [slow, fast]}
      """
    func changes(_ arguments: String) throws -> [Substring] {
      try mutants(
        callbacks: "",
        callbacks + "\n" + """
          context: {n: 3, s: {type: String, default: ""}, b: true, d: 1s, r: 0.5, m: {type: Mode, default: fast}}
          states: {a: {on: {go: {do: \(arguments)}}}}
          """
      ).filter { $0.contains("argument") }.map { $0.split(separator: " ", maxSplits: 1)[1] }
    }
    XCTAssertEqual(try changes("one"), [])
    XCTAssertEqual(
      try changes("{one: {n: n + 1, s: s, b: b, d: d, r: r, m: m}}"),
      [
        "the argument `n` of `one` is `0` instead of `n + 1`", "the argument `s` of `one` is `\"\"` instead of `s`",
        "the argument `b` of `one` is `false` instead of `b`", "the argument `d` of `one` is `1ms` instead of `d`",
        "the argument `r` of `one` is `0.0` instead of `r`", "the argument `m` of `one` is `slow` instead of `m`",
      ])
    XCTAssertEqual(
      try changes("{one: {n: 0, s: \"\", b: false, d: 1ms, r: 0.0, m: slow}}"),
      [
        "the argument `n` of `one` is `1` instead of `0`", "the argument `b` of `one` is `true` instead of `false`",
        "the argument `d` of `one` is `2ms` instead of `1ms`", "the argument `r` of `one` is `1.0` instead of `0.0`",
        "the argument `m` of `one` is `fast` instead of `slow`",
      ])
  }
}
