import LifelineModel
import TestSupport
import XCTest

/// Tests timers (rule 7 of the language reference).
final class TimerTests: XCTestCase {
  func testATimerFiresAtItsDeadline() throws {
    var run = try Run(callbacks: "out", "states: {a: {after: {5s: {to: b, do: out}}}, b: }")
    _ = run.start()
    XCTAssertEqual(run.wait(4999), "")
    XCTAssertEqual(run.wait(0), "")
    XCTAssertEqual(run.wait(-1000), "", "less than nothing counts as nothing")
    XCTAssertEqual(run.wait(1), "out > b")
    XCTAssertEqual(run.interpreter.snapshot.timers, [])
  }

  func testATimerIsDisarmedOnExitAndArmsAgainOnEntry() throws {
    var run = try Run(
      callbacks: "out", events: "go",
      "states: {a: {after: {5s: {do: out}}, on: {go: b}}, b: {on: {go: a}}}")
    _ = run.start()
    _ = run.wait(4000)
    _ = try run.send("go")
    XCTAssertEqual(run.wait(5000), "")
    _ = try run.send("go")
    XCTAssertEqual(run.wait(4000), "")
    XCTAssertEqual(run.wait(1000), "out")
    XCTAssertEqual(run.wait(60_000), "", "it elapses once")
  }

  func testEarliestDeadlineFirst() throws {
    var run = try Run(
      callbacks: "one two three",
      """
      regions:
        a: {after: {3s: {do: three}}}
        b: {after: {2s: {do: two}, 1s: {do: one}}}
      """)
    _ = run.start()
    XCTAssertEqual(run.wait(10_000), "one two three")
  }

  func testAtEqualDeadlinesDocumentOrderDecides() throws {
    var run = try Run(
      callbacks: "a b1 b2 c", events: "go",
      """
      context: {same: 2s}
      regions:
        a: {states: {x: {on: {go: y}}, y: {after: {1s: {do: a}}}}}
        b: {after: {same: {do: b1}, 2s: {do: b2}}}
        c: {after: {2s: {do: c}}}
      """)
    _ = run.start()
    _ = run.wait(1000)
    _ = try run.send("go")
    XCTAssertEqual(run.wait(1000), "a b1 b2 c", "the one armed last stands first in the document")
  }

  func testEachTimerIsAMacrostepAndMayDisarmTheNextAtTheSameDeadline() throws {
    var run = try Run(
      callbacks: "first second",
      """
      states:
        s:
          after: {1s: {to: t, do: first}}
          states: {a: {after: {1s: {do: second}}}}
        t:
      """)
    _ = run.start()
    XCTAssertEqual(run.wait(1000), "first > t")
  }

  func testTheNextTimerCountsFromTheDeadlineBefore() throws {
    var run = try Run(
      callbacks: "tick",
      "states: {a: {after: {3s: {to: b, do: tick}}}, b: {after: {3s: {to: a, do: tick}}}}")
    _ = run.start()
    XCTAssertEqual(run.wait(10_000), "tick tick tick > b a b")
    XCTAssertEqual(run.wait(2000), "tick > a")
  }

  func testATimerConsidersItsOwnStatesListOnlyAndIsSpentWhenNoGuardHolds() throws {
    var run = try Run(
      callbacks: "inner outer other", events: "go",
      """
      context: {flag: false}
      states:
        s:
          after: {2s: {do: outer}}
          always: {if: flag, to: t, do: other}
          states: {a: {after: {1s: [{if: flag, do: inner}]}, on: {go: {}}}}
        t:
      """)
    _ = run.start()
    XCTAssertEqual(run.wait(1000), "")
    try run.set("flag", .bool(true))
    XCTAssertEqual(run.wait(500), "", "what is spent does not elapse later, and 'always' is not looked at")
    XCTAssertEqual(run.wait(500), "outer other > t")
  }

  func testASpentTimerTakesNoEventlessTransition() throws {
    var run = try Run(
      callbacks: "moved",
      """
      context: {flag: false}
      states:
        a: {after: {1s: {if: not flag, to: b}}, always: {if: flag, to: b, do: moved}}
        b:
      """)
    _ = run.start()
    try run.set("flag", .bool(true))
    XCTAssertEqual(run.wait(1000), "")
    XCTAssertEqual(run.active, "a")
  }

  /// The entry actions come first, so they may set the field.
  func testAFieldIsReadWhenItsTimerArms() throws {
    var run = try Run(
      callbacks: "out",
      """
      context: {limit: 5s}
      states: {a: {entry: {set: {limit: limit - 2s}}, after: {limit: {do: out}}}}
      """)
    _ = run.start()
    try run.set("limit", .duration(milliseconds: 1))
    XCTAssertEqual(run.wait(2999), "")
    XCTAssertEqual(run.wait(1), "out")
  }

  func testATimerWithoutLengthIsAFault() throws {
    var run = try Run(
      events: "go",
      """
      context: {limit: 5s}
      states:
        a: {on: {go: {to: b, do: {set: {limit: limit - 5s}}}}}
        b:
          after: {limit: a}
      """)
    _ = run.start()
    XCTAssertEqual(
      try run.send("go"),
      "fault in line 5: Test arms a timer with 0ms, which is not above zero (rule 7)")
  }

  func testResumingArmsTimers() throws {
    var run = try Run(
      callbacks: "inner outer",
      "states: {s: {after: {2s: {do: outer}}, states: {a: , b: {after: {1s: {do: inner}}}}}}")
    XCTAssertEqual(try run.resume("s.b"), "")
    XCTAssertEqual(run.wait(2000), "inner outer")
  }

  func testMicrostepsAreCountedAnewForEachTimer() throws {
    let spec = """
      context: {x: 0}
      states:
        a:
          always: {if: x > 0, do: {set: {x: x - 1}}}
          after: {1s: {do: {set: {x: COUNT}}}, 2s: {do: {set: {x: COUNT}}}}
      """
    var run = try Run(spec.replacing("COUNT", with: "999"))
    _ = run.start()
    XCTAssertEqual(run.wait(2000), "")
    XCTAssertEqual(run.interpreter.snapshot.timers, [])
    run = try Run(spec.replacing("COUNT", with: "1000"))
    _ = run.start()
    XCTAssertEqual(
      run.wait(1000),
      "fault in line 4: Test takes more than 1,000 microsteps before control returns to the host"
        + " (rule 4)")
  }

  func testAWaitWithEndlessTimersIsAFault() throws {
    try skipTest(below: .thorough)
    var run = try Run("states: {a: {after: {1ms: a}}}")
    _ = run.start()
    XCTAssertEqual(run.wait(5), "> a a a a a")
    XCTAssertEqual(
      run.wait(100_001),
      "fault in line 1: more than 100,000 timers of Test elapse in one wait (rule 7); wait for less time")
  }
}
