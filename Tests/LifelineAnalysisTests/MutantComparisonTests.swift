import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

final class MutantComparisonTests: XCTestCase {
  /// Returns the changes of the mutants with one verdict.
  private func mutants(
    _ verdict: MutantVerdict, limit: Int = 10_000, workLimit: Int = .max, explored: Int = 1_000,
    callbacks: String = "one two", _ spec: String
  ) throws -> [String] {
    let machine = try readMachine(callbacks: callbacks, events: "go stop", spec)
    let comparison = MutantComparison.prepare(
      explore(MachineIndex.build(for: machine), limit: explored), limit: limit, workLimit: workLimit)
    return machine.makeMutants().filter { mutant in
      comparison.compare(MachineIndex.build(for: mutant.applied(to: machine)), changedAt: mutant.site) == verdict
    }.map(\.change)
  }

  func testUnreachedChangesAreEquivalent() throws {
    let spec = """
      states:
        a: {on: {go: a}}
        b: {entry: one, on: {go: {to: a, do: two}}}
      """
    XCTAssertEqual(
      try mutants(.equivalent, spec),
      [
        "`one` is not called here", "`one` is called twice here", "the entry and exit actions of `b` are swapped",
        "the transition of `b` for `go` leads to `b` instead of `a`", "`two` is not called here",
        "`two` is called twice here",
      ])
    XCTAssertEqual(
      try mutants(.survived, spec), ["the transition of `a` for `go` leads to `b` instead of `a`"])
  }

  /// A guard after its negation in the same list.
  func testAGuardThatAlwaysHoldsWhenEvaluated() throws {
    let spec = """
      context: {x: 1}
      states: {a: {on: {go: [{if: x == 1, do: one}, {if: x != 1, do: two}]}}}
      """
    XCTAssertEqual(try mutants(.equivalent, spec), ["the transition of `a` for `go` has no guard"])
    XCTAssertEqual(try mutants(.survived, spec).count, 7)
  }

  /// The host can't set a private field, so the guard holds in `b`.
  func testAGuardThatHoldsForThePrivateValueOfAState() throws {
    let spec = """
      context: {x: {default: 0, private: true}}
      states:
        a: {on: {go: {to: b, do: {set: {x: 1}}}}}
        b: {on: {go: {if: x == 1, to: a, do: [one, {set: {x: 0}}]}}}
      """
    XCTAssertEqual(try mutants(.equivalent, spec), ["the transition of `b` for `go` has no guard"])
  }

  /// The guard is only evaluated with facts that the machine itself doesn't distinguish.
  func testGuardsOfTheMutantAreCompared() throws {
    let spec = """
      context: {x: false}
      states:
        a: {on: {go: b}}
        b: {on: {stop: a}}
        c: {entry: {if: x, do: one}, on: {stop: a}}
      """
    XCTAssertEqual(
      try mutants(.survived, spec),
      [
        "the transition of `a` for `go` leads to `c` instead of `b`",
        "the transition of `a` for `go` leads to `a` instead of `b`",
        "the transition of `b` for `stop` leads to `b` instead of `a`",
      ])
  }

  /// Another path to the same configuration, through a state that is exited at once without a call.
  func testDetoursWithoutCallsAreEquivalent() throws {
    let spec = """
      states:
        a: {on: {go: b}}
        b: {on: {stop: a}}
        c: {always: b}
      """
    XCTAssertEqual(
      try mutants(.equivalent, spec).prefix(1), ["the transition of `a` for `go` leads to `c` instead of `b`"])
  }

  /// The machine and the mutant remember different states, which only makes a difference some reactions later.
  func testLateDifferencesAreFound() throws {
    let spec = """
      states:
        o: {on: {go: p.h, stop: p}}
        p:
          on: {stop: o}
          states:
            h: {history: shallow, default: a}
            a: {on: {go: b}}
            b: {}
      """
    XCTAssertTrue(
      try mutants(.survived, spec).contains("the transition of `o` for `go` leads to `p` instead of `p.h`"))
    let without = spec.replacing("a: {on: {go: b}}", with: "a: {}")
    XCTAssertTrue(
      try mutants(.equivalent, without).contains("the transition of `o` for `go` leads to `p` instead of `p.h`"))
  }

  func testDifferencesOfTime() throws {
    let spec = "states: {a: {after: {4s: b}}, b: {on: {go: a}}}"
    XCTAssertEqual(
      try mutants(.survived, spec).prefix(2),
      ["the timer of `a` takes 2s instead of 4s", "the timer of `a` takes 8s instead of 4s"])
    XCTAssertEqual(try mutants(.equivalent, spec), [])
    // The length of a timer that does nothing makes no difference.
    XCTAssertEqual(
      try mutants(.equivalent, "states: {a: {after: {4s: {if: in(b), to: b}}}, b: {}}"),
      [
        "the timer of `a` takes 2s instead of 4s", "the timer of `a` takes 8s instead of 4s",
        "the transition of `a` after 4s leads to `a` instead of `b`",
      ])
  }

  func testFieldsAndArgumentsAreSeen() throws {
    let spec = """
      context: {x: 0}
      callbacks: {one: {parameters: {x: Int}}}
      states:
        a: {on: {go: [{if: x == 0, do: {set: {x: 1}}}, {do: {set: {x: 0}}}], stop: {do: [one, {set: {x: 2}}, one]}}}
      """
    XCTAssertEqual(
      try mutants(.survived, callbacks: "", spec).prefix(2),
      [
        "the guard of the transition of `a` for `go` is negated",
        "the transition of `a` for `go` has no guard",
      ])
    XCTAssertEqual(try mutants(.equivalent, callbacks: "", spec), [])
  }

  func testAFaultIsADifference() throws {
    let spec = "states: {a: {on: {go: b}}, b: {always: c}, c: {on: {stop: a}}}"
    XCTAssertTrue(
      try mutants(.survived, spec).contains("the `always` of `b` leads to `b` instead of `c`"))
  }

  func testADefaultIsSeen() throws {
    XCTAssertEqual(
      try mutants(.survived, "context: {limit: 3s}\nstates: {a: {after: {limit: {if: in(b)}}}, b: {}}"),
      ["`limit` is 1500ms by default instead of 3s", "`limit` is 6s by default instead of 3s"])
  }

  func testLargeMachinesAreUndecided() throws {
    let spec = """
      states:
        a: {on: {go: b}}
        b: {on: {go: c}}
        c: {on: {go: {to: d, do: one}}}
        d: {on: {go: {if: in(a), to: a}}}
      """
    XCTAssertEqual(
      try mutants(.equivalent, spec),
      [
        "the transition of `d` for `go` leads to `b` instead of `a`",
        "the transition of `d` for `go` leads to `d` instead of `a`",
      ])
    XCTAssertEqual(
      try mutants(.undecided, explored: 3, spec),
      [
        "the transition of `c` for `go` leads to `a` instead of `d`",
        "the transition of `c` for `go` leads to `c` instead of `d`",
        "`one` is not called here", "`one` is called twice here",
        "the guard of the transition of `d` for `go` is negated",
        "the transition of `d` for `go` has no guard",
        "the transition of `d` for `go` leads to `b` instead of `a`",
        "the transition of `d` for `go` leads to `d` instead of `a`",
      ])
  }

  /// Two timers that elapse in many orders. One of them does nothing.
  func testTooManyPairsAreNotDecided() throws {
    let spec = """
      states:
        p:
          regions:
            r: {states: {a: {after: {2ms: {to: b, do: one}}}, b: {after: {2ms: a}}}}
            s: {states: {c: {after: {3ms: c}}}}
      """
    let change = "the timer of `p.s.c` takes 6ms instead of 3ms"
    XCTAssertTrue(try mutants(.equivalent, spec).contains(change))
    XCTAssertTrue(try mutants(.undecided, limit: 2, spec).contains(change))
    XCTAssertTrue(try mutants(.undecided, workLimit: 100, spec).contains(change))
  }

  /// A reaction that is interrupted says nothing about the mutant.
  func testALongReactionIsNotDecided() throws {
    let spec = """
      context: {x: 0}
      states:
        a: {on: {go: {to: b, do: one}}}
        b: {always: [{if: x < 900, to: b, do: {set: {x: x + 1}}}, {if: x == 900, to: c, do: {set: {x: 0}}}]}
        c: {on: {stop: a}}
      """
    XCTAssertTrue(try mutants(.survived, spec).contains("`one` is not called here"))
    XCTAssertTrue(try mutants(.undecided, workLimit: 1_000, spec).contains("`one` is not called here"))
  }

  func testReport() throws {
    let machine = try readMachine(callbacks: "one two", events: "go", "states: {a: {on: {go: {do: one}}}}")
    let mutants = machine.makeMutants()
    let killed = Array(repeating: (mutant: mutants[0], verdict: MutantVerdict.killed), count: 5)
    let report = reportVerdicts(
      killed + [(mutants[0], .survived), (mutants[1], .undecided), (mutants[1], .equivalent)], on: machine)
    XCTAssertEqual(report.score, 71)
    XCTAssertEqual(
      report.summary, "Test: 5 of 7 mutants are killed (71 %), 1 undecided; 1 more is equivalent")
    XCTAssertEqual(
      report.diagnostics.map { "\($0.kind.code) \($0.message)" },
      [
        "L901 no scenario fails if `one` is not called here",
        "L902 no scenario fails if `one` is called twice here, and it is undecided whether that makes a difference",
      ])
    XCTAssertEqual(report.diagnostics.first?.location.range, mutants[0].range)
    XCTAssertEqual(
      reportVerdicts([], on: machine).summary, "Test: 0 of 0 mutants are killed (100 %)")
  }
}
