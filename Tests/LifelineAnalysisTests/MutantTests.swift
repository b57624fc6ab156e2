import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

final class MutantTests: XCTestCase {
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

  func testCallsAreDroppedDoubledAndSwapped() throws {
    let spec = "states: {a: {on: {go: {do: [one, two, two]}}}}"
    XCTAssertEqual(
      try mutants(spec),
      [
        "1:29 `one` is not called here", "1:29 `one` is called twice here", "1:29 `two` is called before `one` here",
        "1:34 `two` is not called here", "1:34 `two` is called twice here",
        "1:39 `two` is not called here", "1:39 `two` is called twice here",
      ])
    XCTAssertEqual(try run("`one` is not called here", spec)[1], "handled: two two")
    XCTAssertEqual(try run("`one` is called twice here", spec)[1], "handled: one one two two")
    XCTAssertEqual(try run("`two` is called before `one` here", spec)[1], "handled: two one two")
  }

  /// Two calls of one callback are the same only if their arguments are.
  func testCallsWithOtherArgumentsAreSwapped() throws {
    let machine = try readMachine(
      """
      context: {x: 1}
      callbacks: {one: {parameters: {x: Int}}}
      events: {go: {parameters: {x: Int}}}
      states: {a: {on: {go: {do: [one, one]}}}}
      """)
    XCTAssertEqual(machine.makeMutants().count, 4)
    let written = try readMachine(
      """
      callbacks: {one: {parameters: {x: Int}}}
      events: [go]
      states: {a: {on: {go: {do: [{one: {x: 1}}, {one: {x: 2}}, {one: {x: 2}}]}}}}
      """)
    XCTAssertEqual(
      written.makeMutants().map(\.change).filter { $0.contains("before") }, ["`one` is called before `one` here"])
  }

  func testRaisesAreDropped() throws {
    let spec = "states: {a: {on: {go: {do: {raise: next}}, next: {do: one}}}}"
    XCTAssertEqual(
      try mutants(spec),
      ["1:28 `next` is not raised here", "1:55 `one` is not called here", "1:55 `one` is called twice here"])
    XCTAssertEqual(try run("`next` is not raised here", spec)[1], "handled")
  }

  func testChoicesAreNegatedAndDecidedOnceForAll() throws {
    let spec = """
      context: {x: 1}
      states: {a: {on: {go: {do: {if: x == 2, do: one, else: [two, {if: x == 1, do: {raise: next}}]}}, next: {do: one}}}}
      """
    let all = try mutants(spec)
    XCTAssertEqual(
      all.prefix(11),
      [
        "2:33 this `if` is negated", "2:33 this `if` always runs its `do`",
        "2:33 this `if` has `x == 3` instead of `x == 2`",
        "2:45 `one` is not called here", "2:45 `one` is called twice here",
        "2:57 `two` is not called here", "2:57 `two` is called twice here",
        "2:67 this `if` is negated", "2:67 this `if` always runs its `do`",
        "2:67 this `if` has `x == 2` instead of `x == 1`",
        "2:79 `next` is not raised here",
      ])
    XCTAssertEqual(try run("this `if` is negated", spec)[1], "handled: one")
    XCTAssertEqual(try run("this `if` always runs its `do`", spec)[1], "handled: one")
    XCTAssertEqual(try run("`two` is not called here", spec)[1], "handled: one", "what is raised is still raised")
    XCTAssertEqual(try run("`next` is not raised here", spec)[1], "handled: two")
  }

  func testGuardsAreNegatedAndDropped() throws {
    let spec = """
      context: {x: 1}
      states: {a: {on: {go: [{if: x == 2, do: one}, {if: not (x == 2), do: two}], "*": {if: x == 1}}}}
      """
    let guards = try mutants(spec).filter { $0.contains("guard") && !$0.contains("instead") }
    XCTAssertEqual(
      guards,
      [
        "2:29 the guard of the transition of `a` for `go` is negated",
        "2:29 the transition of `a` for `go` has no guard",
        "2:52 the guard of the transition of `a` for `go` is negated",
        "2:52 the transition of `a` for `go` has no guard",
        "2:87 the guard of the transition of `a` for any event is negated",
        "2:87 the transition of `a` for any event has no guard",
      ])
    XCTAssertEqual(try run("the guard of the transition of `a` for `go` is negated", spec)[1], "handled: one")
    XCTAssertEqual(try run("the transition of `a` for `go` has no guard", spec)[1], "handled: one")
    XCTAssertEqual(
      try run("the guard of the transition of `a` for any event is negated", spec)[1], "handled: two")
  }

  func testTransitionsLeadToNeighborsAndBack() throws {
    let spec = """
      states:
        a: {on: {go: b, stop: a}}
        b: {states: {c: {on: {go: a}}, d: {}}}
      """
    XCTAssertEqual(
      try mutants(spec),
      [
        "2:16 the transition of `a` for `go` leads to `a` instead of `b`",
        "2:25 the transition of `a` for `stop` leads to `b` instead of `a`",
        "3:29 the transition of `b.c` for `go` leads to `b` instead of `a`",
        "3:29 the transition of `b.c` for `go` leads to `b.c` instead of `a`",
      ])
    XCTAssertEqual(try run("the transition of `a` for `go` leads to `a` instead of `b`", spec)[1], "handled: > a")
  }

  /// Another region is no neighbor of a region. The neighbors of a state in a region are in the same region.
  func testTargetsInRegions() throws {
    let spec = """
      initial: o
      states:
        o: {on: {go: [p], stop: {to: [p.r.b, p.s.d]}}}
        p:
          regions:
            r: {states: {a: {}, b: {}}}
            s: {states: {c: {}, d: {}}}
      """
    XCTAssertEqual(
      try mutants(spec),
      [
        "1:10 the machine begins in `p` instead of `o`",
        "3:17 the transition of `o` for `go` leads to `o` instead of `p`",
        "3:27 the transition of `o` for `stop` leads to `p.r.a`, `p.s.d` instead of `p.r.b`, `p.s.d`",
        "3:27 the transition of `o` for `stop` leads to `p.r.b`, `p.s.c` instead of `p.r.b`, `p.s.d`",
        "3:27 the transition of `o` for `stop` leads to `o` instead of `p.r.b`, `p.s.d`",
      ])
  }

  func testHistoriesAreForgottenAndHaveOtherDefaults() throws {
    let spec = """
      states:
        o: {on: {go: p.h}}
        p: {states: {h: {history: shallow, default: {to: b, do: one}}, a: {}, b: {on: {stop: o}}}}
      """
    XCTAssertEqual(
      try mutants(spec),
      [
        "2:16 the transition of `o` for `go` leads to `p` instead of `p.h`",
        "2:16 the transition of `o` for `go` leads to `o` instead of `p.h`",
        "3:59 `one` is not called here", "3:59 `one` is called twice here",
        "3:47 the history `p.h` begins in `p.a` instead of `p.b`",
        "3:88 the transition of `p.b` for `stop` leads to `p` instead of `o`",
        "3:88 the transition of `p.b` for `stop` leads to `p.b` instead of `o`",
      ])
    XCTAssertEqual(try run("the history `p.h` begins in `p.a` instead of `p.b`", spec)[1], "handled: one > p.a")
  }

  func testInitialStatesHaveNeighborsInsideTheirState() throws {
    let spec = """
      states:
        p: {initial: {to: a, do: one}, states: {a: {}, b: {}}}
        q: {initial: c, states: {c: {}}}
      """
    XCTAssertEqual(
      try mutants(spec),
      [
        "2:28 `one` is not called here", "2:28 `one` is called twice here",
        "2:16 `p` begins in `p.b` instead of `p.a`",
      ])
    XCTAssertEqual(try run("`p` begins in `p.b` instead of `p.a`", spec)[0], "one > p.b")
  }

  func testEntryAndExitChangePlaces() throws {
    let spec = """
      states:
        a: {entry: one, exit: two, on: {go: b}}
        b: {entry: one, exit: one}
      """
    XCTAssertEqual(
      try mutants(spec).filter { $0.contains("swapped") }, ["2:3 the entry and exit actions of `a` are swapped"])
    XCTAssertEqual(
      try run("the entry and exit actions of `a` are swapped", spec).prefix(2), ["two > a", "handled: one one > b"])
  }

  func testDurationsAreHalvedAndDoubled() throws {
    let spec = """
      context: {limit: 3s, idle: 4s, off: false}
      states:
        a: {after: {5s: {do: one}, 1ms: {if: off}, limit: {do: two}}}
      """
    XCTAssertEqual(
      try mutants(spec).filter { $0.contains("instead") },
      [
        "1:11 `limit` is 1500ms by default instead of 3s", "1:11 `limit` is 6s by default instead of 3s",
        "3:15 the timer of `a` takes 2500ms instead of 5s", "3:15 the timer of `a` takes 10s instead of 5s",
        "3:30 the timer of `a` takes 2ms instead of 1ms",
      ])
    XCTAssertEqual(try run("the timer of `a` takes 2500ms instead of 5s", spec)[2], "one two")
    XCTAssertEqual(try run("`limit` is 6s by default instead of 3s", spec)[2], "one two")
  }

  func testALengthThatCannotBeDoubledIsHalved() throws {
    XCTAssertEqual(try mutants("states: {a: {after: {9223372036854775807ms: {}}}}").count, 1)
  }

  func testEveryMutantIsAnotherMachine() throws {
    let machine = try readMachine(
      callbacks: "one two", events: "go stop",
      """
      context: {x: 1}
      states:
        a:
          entry: [one, {if: x == 1 and x < 3, do: two}]
          on: {go: [{if: x == 1 or x >= 2, to: b, do: {raise: next}}], next: {do: {set: {x: x + 1}}}}
          always: {if: x == 3, to: b, do: {set: {x: 4}}}
          after: {1s: b, 2s: {if: x == 1, to: b}}
        b: {states: {c: {on: {stop: d}}, d: {final: true}}, done: a}
      """)
    let texts = Set(machine.makeMutants().map { "\($0.applied(to: machine).states)" })
    XCTAssertEqual(texts.count, machine.makeMutants().count)
    XCTAssertFalse(texts.contains("\(machine.states)"))
    XCTAssertEqual(machine.makeMutants(), machine.makeMutants(), "The mutants should always have the same order.")
  }

  func testEveryMutantCanBeReverted() throws {
    let machine = try readMachine(
      callbacks: "one two", events: "go stop",
      """
      context: {x: 1, limit: 3s}
      states:
        a:
          entry: [one, {if: x == 1, do: [two, {set: {x: 2, limit: 1s}}]}]
          exit: two
          on: {go: [{if: x == 1 or x < 4, to: b, do: {raise: next}}], next: {do: {if: x > 1, do: {set: {x: x + 1}}}}}
          after: {1s: b, limit: {if: x == 1, to: b}}
        b:
          initial: c
          states: {h: {history: shallow, default: {to: c, do: one}}, c: {on: {stop: d}}, d: {final: true}}
          done: a
      """)
    var mutated = machine
    for mutant in machine.makeMutants() {
      mutant.apply(to: &mutated)
      XCTAssertNotEqual("\(mutated)", "\(machine)", mutant.change)
      mutant.revert(&mutated, to: machine)
      XCTAssertEqual("\(mutated)", "\(machine)", mutant.change)
    }
  }
}

extension Mutant {
  /// Returns the machine with the change.
  func applied(to machine: Machine) -> Machine {
    var machine = machine
    apply(to: &machine)
    return machine
  }
}
