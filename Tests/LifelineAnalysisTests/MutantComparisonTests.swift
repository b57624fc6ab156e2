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
    let mutants = machine.makeMutants()
    let comparison = MutantComparison.prepare(
      explore(MachineIndex.build(for: machine), limit: explored), of: mutants, limit: limit, workLimit: workLimit)
    return mutants.filter { mutant in
      comparison.compare(MachineIndex.build(for: mutant.applied(to: machine)), for: mutant) == verdict
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
    XCTAssertEqual(try mutants(.survived, spec).count, 9)
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

  /// A field that only the machine sets, once it has another value and once it never has.
  func testADroppedAssignmentIsEquivalentIfTheFieldHasTheValue() throws {
    let spec = """
      context: {x: {default: 0, private: true}}
      states: {a: {on: {go: {to: b, do: {set: {x: 0}}}}}, b: {on: {go: {to: a, do: one}}}}
      """
    let drop = "`x` is not set here"
    XCTAssertTrue(try mutants(.equivalent, spec).contains(drop))
    XCTAssertTrue(try mutants(.survived, spec).contains("`x` is set to `1` instead of `0` here"))
    let changing = spec.replacing("do: one", with: "do: {set: {x: 7}}")
    XCTAssertEqual(try mutants(.survived, changing).filter { $0 == drop }.count, 2)
  }

  /// Nobody reads the field between the two assignments.
  func testAnOverwrittenAssignmentIsEquivalent() throws {
    let spec = "context: {x: 0}\nstates: {a: {on: {go: {do: [{set: {x: 1}}, {set: {x: x * 0}}, {set: {x: 5}}]}}}}"
    XCTAssertEqual(
      try mutants(.equivalent, spec),
      [
        "`x` is not set here", "`x` is set to `2` instead of `1` here", "`x` is not set here",
        "`x` is set to `x * 0 + 1` instead of `x * 0` here",
      ])
  }

  /// The values of a fact that only the mutant distinguishes are tried.
  func testOtherConstantsAndRelationsAreTold() throws {
    for condition in ["n < 3", "n <= 3", "n > 3", "n >= 3", "n == 3", "m != n + 1 or r > 0.5"] {
      let spec = """
        context: {n: 0, m: 0, r: 0.5}
        states: {a: {on: {go: {if: "\(condition)", do: one}}}}
        """
      XCTAssertEqual(try mutants(.equivalent, spec), [], condition)
      XCTAssertEqual(try mutants(.undecided, spec), [], condition)
    }
    // Every number fulfills it, as those that the mutants have.
    XCTAssertEqual(
      try mutants(.equivalent, "context: {n: 0}\nstates: {a: {on: {go: {if: n > 0 or n < 2, do: one}}}}"),
      [
        "the transition of `a` for `go` has no guard",
        "the guard of the transition of `a` for `go` has `n >= 0` instead of `n > 0`",
        "the guard of the transition of `a` for `go` has `n > 1` instead of `n > 0`",
        "the guard of the transition of `a` for `go` has `n <= 2` instead of `n < 2`",
        "the guard of the transition of `a` for `go` has `n < 1` instead of `n < 2`",
      ])
  }

  /// The numbers that are tried show what each remainder leads to.
  func testRemaindersAreTold() throws {
    let spec = "context: {n: 0}\nstates: {a: {on: {go: {if: n % 4 == 3, do: one}}}}"
    XCTAssertEqual(try mutants(.equivalent, spec), [])
    XCTAssertEqual(try mutants(.undecided, spec), [])
  }

  /// The numbers that are tried don't show that 4 makes a difference, or that none does.
  func testChangedCalculationsAreUndecided() throws {
    let name = "the guard of the transition of `a` for `go`"
    let spec = "context: {n: 0}\nstates: {a: {on: {go: {if: n * n == 15, do: one}}}}"
    let change = "\(name) has `n * n == 16` instead of `n * n == 15`"
    XCTAssertFalse(try mutants(.equivalent, spec).contains(change))
    XCTAssertTrue(try mutants(.undecided, spec).contains(change))
    // Nothing is known of what only such a number leads to.
    let behind = "context: {n: 0}\nstates: {a: {on: {go: {if: n * n == 225, to: b}}}, b: {on: {go: {do: one}}}}"
    XCTAssertEqual(try mutants(.equivalent, behind), [])
    let extremum = spec.replacing("n * n == 15", with: "\"n < 3 and min(n, 9) < 4\"")
    XCTAssertTrue(
      try mutants(.equivalent, extremum).contains("\(name) has `min(n, 9) <= 4` instead of `min(n, 9) < 4`"))
  }

  /// The machine doesn't tell 4 from 5, and reaches 5 first.
  func testTheMachineIsExploredAsFinelyAsTheMutantNeeds() throws {
    let spec = """
      context: {n: {default: 0, private: true}}
      states:
        a: {on: {go: {do: {set: {n: n + 5}}}, stop: [{if: n > 3, do: one}, {do: {set: {n: n + 1}}}]}}
      """
    let change = "the guard of the transition of `a` for `stop` has `n > 4` instead of `n > 3`"
    XCTAssertTrue(try mutants(.survived, spec).contains(change))
    XCTAssertTrue(
      try mutants(.equivalent, spec.replacing("n + 1", with: "n + 5")).contains(change), "4 is never reached.")
  }

  func testArgumentsAreVaried() throws {
    let spec = """
      context: {x: 0, y: 0}
      callbacks: {one: {parameters: {x: Int}}}
      states: {a: {on: {go: {do: [{one: {x: x}}, {one: {x: y}}]}}}}
      """
    XCTAssertEqual(try mutants(.equivalent, callbacks: "", spec), [])
    XCTAssertEqual(try mutants(.undecided, callbacks: "", spec), [])
    let constant = spec.replacing("{x: 0, y: 0}", with: "{x: {default: 0, private: true}, y: 0}")
      .replacing("go: {", with: "stop: {do: {set: {x: 0}}}, go: {")
    XCTAssertEqual(
      try mutants(.equivalent, callbacks: "", constant),
      ["`x` is not set here", "the argument `x` of `one` is `0` instead of `x`"])
  }

  /// The two calls always have the same argument, but trying values doesn't show it.
  func testDifferentCalculationsAreUndecided() throws {
    let spec = """
      context: {x: 0, y: false}
      callbacks: {one: {parameters: {x: Int}}}
      states: {a: {on: {go: [{if: y, do: {one: {x: x}}}, {do: {one: {x: x * 1}}}]}}}
      """
    let change = "the transition of `a` for `go` has no guard"
    XCTAssertTrue(try mutants(.undecided, callbacks: "", spec).contains(change))
    XCTAssertTrue(try mutants(.equivalent, callbacks: "", spec.replacing("x * 1", with: "x")).contains(change))
    let assigning = spec.replacing("{one: {x: x}}", with: "{set: {z: x}}")
      .replacing("{one: {x: x * 1}}", with: "{set: {z: x * 1}}").replacing("y: false", with: "y: false, z: 0")
    XCTAssertTrue(try mutants(.undecided, callbacks: "", assigning).contains(change))
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
      try mutants(.undecided, explored: 2, spec),
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
