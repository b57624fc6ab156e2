import LifelineModel
import TestSupport
import XCTest

/// Tests deferral (rule 5 of the language reference).
final class DeferralTests: XCTestCase {
  func testADeferredEventIsDeliveredWhenNoStateDefersItAnyMore() throws {
    var run = try Run(
      callbacks: "rotated opened", events: "open rotate",
      """
      states:
        suspended: {defer: rotate, on: {open: {to: active, do: opened}}}
        active: {on: {rotate: {do: rotated}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("rotate"), "deferred")
    XCTAssertEqual(run.deferred, "rotate")
    XCTAssertEqual(try run.send("open"), "handled: opened rotated > active")
    XCTAssertEqual(run.deferred, "")
  }

  func testDeferredEventsAreCoalescedAndRecalledInTheOrderOfFirstArrival() throws {
    var run = try Run(
      callbacks: "one two", events: "open first second",
      """
      states:
        a: {defer: [first, second], on: {open: b}}
        b: {on: {first: {do: one}, second: {do: two}}}
      """)
    _ = run.start()
    for event in ["second", "first", "second", "first"] {
      XCTAssertEqual(try run.send(event), "deferred")
    }
    XCTAssertEqual(run.deferred, "second first")
    XCTAssertEqual(try run.send("open"), "handled: two one > b")
  }

  /// Each recalled event is a macrostep of its own, so events that the first one raises come before the second one.
  func testEachRecalledEventIsAMacrostep() throws {
    var run = try Run(
      callbacks: "one raised two", events: "open first second",
      """
      states:
        a: {defer: [first, second], on: {open: b}}
        b: {on: {first: {do: [one, {raise: more}]}, more: {do: raised}, second: {do: two}}}
      """)
    _ = run.start()
    _ = try run.send("first")
    _ = try run.send("second")
    XCTAssertEqual(try run.send("open"), "handled: one raised two > b")
  }

  func testAnUnhandledRecalledEventIsDropped() throws {
    var run = try Run(
      callbacks: "late", events: "go later",
      """
      states:
        a: {defer: later, on: {go: b}}
        b: {on: {go: c}}
        c: {on: {later: {do: late}}}
      """)
    _ = run.start()
    _ = try run.send("later")
    XCTAssertEqual(try run.send("go"), "handled: > b")
    XCTAssertEqual(run.deferred, "")
    XCTAssertEqual(try run.send("go"), "handled: > c")
  }

  func testAnEventStaysDeferredIfTheNextStateDefersIt() throws {
    var run = try Run(
      callbacks: "late", events: "go later",
      """
      states:
        a: {defer: later, on: {go: b}}
        b: {defer: later, on: {go: c}}
        c: {on: {later: {do: late}}}
      """)
    _ = run.start()
    _ = try run.send("later")
    XCTAssertEqual(try run.send("go"), "handled: > b")
    XCTAssertEqual(run.deferred, "later")
    XCTAssertEqual(try run.send("go"), "handled: late > c")
  }

  /// The second event leads to a state that doesn't defer the first one, which is then recalled.
  func testADeliveryMayEndTheDeferralOfAnEarlierEvent() throws {
    var run = try Run(
      callbacks: "one two", events: "go first second",
      """
      states:
        a: {defer: [first, second], on: {go: b}}
        b: {defer: first, on: {second: {to: c, do: two}}}
        c: {on: {first: {do: one}}}
      """)
    _ = run.start()
    _ = try run.send("first")
    _ = try run.send("second")
    XCTAssertEqual(try run.send("go"), "handled: two one > b c")
  }

  func testDeferRanksAfterTheTransitionsThatNameTheEventAndBeforeAStar() throws {
    var run = try Run(
      callbacks: "named any", events: "e other",
      """
      context: {flag: true}
      states:
        a: {defer: e, on: {e: {if: flag, do: named}, "*": {do: any}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("e"), "handled: named")
    XCTAssertEqual(try run.send("other"), "handled: any")
    try run.set("flag", .bool(false))
    XCTAssertEqual(try run.send("e"), "deferred")
  }

  func testDeferHidesTheTransitionsOfTheAncestors() throws {
    var run = try Run(
      callbacks: "outer", events: "e go",
      """
      states:
        s:
          on: {e: {do: outer}}
          states:
            a: {defer: e, on: {go: b}}
            b:
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("e"), "deferred")
    XCTAssertEqual(try run.send("go"), "handled: outer > s.b")
  }

  func testADescendantsTransitionGoesBeforeItsAncestorsDefer() throws {
    var run = try Run(
      callbacks: "inner", events: "e go",
      """
      states:
        s:
          defer: e
          states:
            a: {on: {e: {do: inner}, go: b}}
            b: {on: {go: a}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("e"), "handled: inner")
    XCTAssertEqual(try run.send("go"), "handled: > s.b")
    XCTAssertEqual(try run.send("e"), "deferred")
    XCTAssertEqual(try run.send("go"), "handled: inner > s.a")
  }

  func testARegionThatHandlesADeferredEventRecallsIt() throws {
    var run = try Run(
      callbacks: "taken", events: "e go",
      """
      regions:
        a: {defer: e}
        b: {states: {b1: {on: {go: b2}}, b2: {on: {e: {to: b3, do: taken}}}, b3: }}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("e"), "deferred")
    XCTAssertEqual(try run.send("go"), "handled: taken > b.b2 b.b3")
    XCTAssertEqual(run.deferred, "")
  }

  func testAnEventThatOneRegionHandlesIsNotDeferred() throws {
    var run = try Run(
      callbacks: "taken", events: "e",
      """
      regions:
        a: {defer: e}
        b: {states: {b1: {on: {e: {to: b2, do: taken}}}, b2: }}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("e"), "handled: taken > b.b2")
    XCTAssertEqual(run.deferred, "")
    XCTAssertEqual(try run.send("e"), "deferred")
    XCTAssertEqual(run.deferred, "e")
  }

  func testRaisedEventsAreNotDeferred() throws {
    var run = try Run(
      callbacks: "outer", events: "e go",
      """
      states:
        s:
          on: {e: {do: outer}}
          states: {a: {defer: e, on: {go: {do: {raise: e}}}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: outer", "the defer hides nothing from a raised event")
    XCTAssertEqual(run.deferred, "")
  }

  func testAnIgnoredEventRecallsNothing() throws {
    var run = try Run(
      callbacks: "late", events: "e nothing go",
      """
      context: {flag: false}
      states:
        a: {defer: e, on: {e: {if: flag, do: late}, go: {}}}
        b: {on: {nothing: a}}
      """)
    _ = run.start()
    _ = try run.send("e")
    try run.set("flag", .bool(true))
    XCTAssertEqual(try run.send("nothing"), "ignored")
    XCTAssertEqual(run.deferred, "e")
    XCTAssertEqual(try run.send("go"), "handled: late")
  }

  func testATimersMacrostepRecallsDeferredEvents() throws {
    var run = try Run(
      callbacks: "late", events: "e",
      "states: {a: {defer: e, after: {1s: b}}, b: {on: {e: {do: late}}}}")
    _ = run.start()
    _ = try run.send("e")
    XCTAssertEqual(run.wait(1000), "late > b")
  }
}
