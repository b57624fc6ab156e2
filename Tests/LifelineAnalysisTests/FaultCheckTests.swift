import LifelineInterpreter
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Loops without end, fields that leave their ranges, and other faults.
final class FaultCheckTests: ReachabilityTestCase {
  func testALoopWithGuardsThatIsReached() throws {
    let spec = """
      context: {flag: false}
      states:
        a: {on: {go: b}}
        b: {always: ⟪{if: flag, to: c}⟫, on: {go: a}}
        c: {always: ⟦b⟧}
      """
    try assert("L801 this is taken in an endless loop, after the start, `go` with flag: true", events: "go", in: spec)
    let diagnostic = try XCTUnwrap(try diagnostics(events: "go", MarkedText(spec).text).first)
    XCTAssertEqual(diagnostic.details, ["- start: []  # a", "- set: {flag: true}", "- go: []"])
  }

  func testALoopOfRaisedEvents() throws {
    try assert(
      "L801", events: "go",
      in: """
        states:
          a: {on: {go: {to: b, do: {raise: next}}}}
          b: {on: {next: ⟪{to: b, do: {raise: next}}⟫, go: a}}
        """)
  }

  /// The calls of a loop come again and again, so two rounds are enough to see it.
  func testTheStepsShowTwoRoundsOfALoop() throws {
    let diagnostic = try XCTUnwrap(
      try diagnostics(
        events: "go",
        """
        callbacks: [begin, ping, pong]
        states:
          a: {on: {go: {to: b, do: [begin, {raise: next}]}}}
          b: {on: {next: {do: [ping, pong, {raise: next}]}, go: a}}
        """
      ).first { $0.kind.code == "L801" })
    XCTAssertEqual(
      diagnostic.details,
      ["- start: []  # a", "- go: [begin, ping, pong, ping, pong]  # and so on: these calls repeat"])
  }

  func testALoopThatEndsIsNotReported() throws {
    try assert(
      events: "go",
      in: """
        context: {x: 0}
        states:
          a: {on: {go: {to: b, do: {set: {x: 0}}}}}
          b: {always: [{if: x < 5, to: b, do: {set: {x: x + 1}}}, a]}
        """)
  }

  func testACycleWithoutGuardsIsReportedByTheScenarioCheck() throws {
    try assert(events: "go", in: "states: {a: {on: {go: b}}, b: {always: c}, c: {always: b}}")
  }

  func testAFieldThatLeavesItsRange() throws {
    let spec = """
      context: {n: {default: 0, private: true, range: 0...2}}
      states: {a: {on: {go: {do: {set: {n: ⟪n + 1⟫}}}, come: {if: n > 1, to: a}}}}
      """
    try assert(
      "L807 `n` is set to 3, outside of its range 0...2, after the start, `go`, `go`, `go`; guard the action with `if`, or limit "
        + "the value with `min` or `max`", events: "go come", in: spec)
    XCTAssertEqual(
      try diagnostics(events: "go come", MarkedText(spec).text).map(\.kind.severity), [.error])
    try assert(
      events: "go come",
      in: """
        context: {n: {default: 0, private: true, range: 0...2}}
        states: {a: {on: {go: {if: n < 2, do: {set: {n: n + 1}}}, come: {if: n > 1, to: a}}}}
        """)
  }

  func testRepeatedStepsOfACounterexampleAreFolded() throws {
    let found = try diagnostics(
      events: "turn back",
      """
      context: {count: {default: 0, range: 0...40, private: true}}
      states:
        even: {on: {turn: {to: odd, do: {set: {count: count + 1}}}}}
        odd: {on: {back: even}}
      """)
    XCTAssertEqual(
      found.first?.details,
      ["- start: []  # even", "- turn: []  # odd", "- back: []  # even", "# these 2 steps 39 more times", "- turn: []"])
  }

  func testADivisionByWhatTheHostMaySetToZero() throws {
    try assert(
      "L802 divides by zero", events: "go",
      in: """
        context: {x: 1}
        states: {a: {on: {go: {if: ⟪10 / x⟫ > 2, to: b}}}, b: {on: {go: a}}}
        """)
    try assert(
      events: "go",
      in: """
        context: {x: 1}
        states: {a: {on: {go: {if: x > 0 and 10 / x > 2, to: b}}}, b: {on: {go: a}}}
        """)
  }

  func testALengthOfTimeThatAnArgumentMayMakeTooShort() throws {
    func spec(_ length: String, timer: String = "lease") -> String {
      """
      context: {lease: 1h, rest: 1h}
      states:
        a: {on: {renew: {to: b, do: {set: {lease: \(length)}}}}}
        b: {on: {go: a}, after: {\(timer): a}}
      """
    }
    let events = "\nevents: {go: , renew: {parameters: {lifetime: Duration, count: Int}}}"
    func assert(_ expected: String..., spec: String, line: UInt = #line) throws {
      let text = MarkedText(spec)
      let found = try diagnostics(text.text + events)
      XCTAssertEqual(differences(of: found, from: expected, markedIn: text), [], line: line)
    }
    try assert(
      "L802 arms a timer with -59999ms, which is not above zero", spec: spec("lifetime - 1min", timer: "⟪lease⟫"))
    try assert("L802 arms a timer with -10s", spec: spec("10s * count", timer: "⟪lease⟫"))
    try assert(spec: spec("\"max(lifetime - 1min, 10s)\""))
    try assert(spec: spec("lifetime"))
    // The argument reaches the timer by way of a second field.
    try assert(
      "L802 arms a timer with -59999ms",
      spec: """
        context: {lease: 1h, total: 1h}
        states:
          a: {on: {renew: {to: b, do: [{set: {total: lifetime}}, {set: {lease: total - 1min}}]}}}
          b: {on: {go: a}, after: {⟪lease⟫: a}}
        """)
  }

  func testAFaultAtTheStartIsReportedUnlessTheDefaultsLeadToIt() throws {
    try assert(
      "L802 divides by zero", events: "go",
      in: """
        context: {x: {default: 1, fixed: true}, y: 0}
        states: {a: {entry: {set: {y: ⟪10 / x⟫}}, on: {go: {if: y > 2 and x > 0}}}}
        """)
  }

  func testAnUnhandledDeferredEvent() throws {
    try assert(
      "L814 no state handles `other`",
      in: """
        events: [go, ⟪other⟫]
        states: {a: {defer: other, on: {go: b}}, b: {on: {go: a}}}
        """)
  }

  func testKnownFaultsAreNotReportedAgain() throws {
    let machine = try readMachine(events: "go", "states: {a: {on: {go: {}}}, b: {on: {go: a}}}")
    let exploration = explore(MachineIndex.build(for: machine))
    let found = checkReachability(in: exploration)
    XCTAssertEqual(found.map(\.kind.code), ["L811"])
    XCTAssertEqual(checkReachability(in: exploration, besides: found), [])
  }
}
