import LifelineModel
import TestSupport
import XCTest

/// Tests the selection of transitions (rule 2 of the language reference), including `"*"` (rule 6).
final class SelectionTests: XCTestCase {
  func testTheFirstEnabledOfAListIsTaken() throws {
    var run = try Run(
      callbacks: "one two three", events: "go",
      """
      context: {x: 0}
      states:
        a:
          on:
            go:
              - {if: x == 1, do: one}
              - {if: x == 2, do: two}
              - {do: three}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: three")
    try run.set("x", .int(2))
    XCTAssertEqual(try run.send("go"), "handled: two")
    try run.set("x", .int(1))
    XCTAssertEqual(try run.send("go"), "handled: one")
  }

  func testTheNearestAncestorWithAnEnabledTransitionHandlesTheEvent() throws {
    var run = try Run(
      callbacks: "inner outer", events: "go",
      """
      context: {flag: true}
      states:
        a:
          on: {go: {do: outer}}
          states:
            b: {on: {go: {if: flag, do: inner}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: inner")
    try run.set("flag", .bool(false))
    XCTAssertEqual(try run.send("go"), "handled: outer")
  }

  func testAStarComesAfterTheNamesOfItsStateAndBeforeTheAncestors() throws {
    var run = try Run(
      callbacks: "named any outer", events: "go other",
      """
      context: {flag: true}
      states:
        a:
          on: {go: {do: outer}, other: {do: outer}}
          states:
            b: {on: {"*": {do: any}, go: {if: flag, do: named}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: named")
    XCTAssertEqual(try run.send("other"), "handled: any")
    try run.set("flag", .bool(false))
    XCTAssertEqual(try run.send("go"), "handled: any")
  }

  func testEachRegionTakesItsOwnInDocumentOrder() throws {
    var run = try Run(
      callbacks: "a b c", events: "go",
      """
      regions:
        a: {states: {a1: {on: {go: {to: a2, do: a}}}, a2: }}
        b: {states: {b1: {on: {go: {do: b}}}}}
        c: {states: {c1: {on: {go: {to: c2, do: c}}}, c2: }}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: a b c > a.a2 c.c2")
    XCTAssertEqual(try run.send("go"), "handled: b")
  }

  func testATransitionOfACommonAncestorIsTakenOnce() throws {
    var run = try Run(
      callbacks: "common", events: "go",
      """
      states:
        p:
          on: {go: {do: common}}
          regions:
            a: {states: {a1: }}
            b: {states: {b1: }}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: common")
  }

  /// `a` selects the parallel state's transition first. The one of `b` preempts it, because its source is a descendant.
  func testOfTwoThatExitACommonStateTheDescendantWins() throws {
    var run = try Run(
      callbacks: "outer inner", events: "go",
      """
      states:
        p:
          on: {go: {to: elsewhere, do: outer}}
          regions:
            a: {states: {a1: }}
            b: {states: {b1: {on: {go: {to: b2, do: inner}}}, b2: }}
        elsewhere:
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: inner > p.b.b2")
    XCTAssertEqual(try run.send("go"), "handled: outer > elsewhere")
  }

  /// The same with exchanged regions: the transition of the descendant is selected first.
  func testOfTwoThatExitACommonStateTheDescendantWinsWhenSelectedFirstToo() throws {
    var run = try Run(
      callbacks: "outer inner", events: "go",
      """
      states:
        p:
          on: {go: {to: elsewhere, do: outer}}
          regions:
            a: {states: {a1: {on: {go: {to: a2, do: inner}}}, a2: }}
            b: {states: {b1: }}
        elsewhere:
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: inner > p.a.a2")
  }

  func testOfTwoUnrelatedThatExitACommonStateTheEarlierSelectedWins() throws {
    var run = try Run(
      callbacks: "a b", events: "go",
      """
      states:
        p:
          regions:
            a: {states: {a1: {on: {go: {to: x, do: a}}}}}
            b: {states: {b1: {on: {go: {to: b2, do: b}}}, b2: }}
        x:
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: a > x")
  }

  func testATargetlessTransitionPreemptsNothing() throws {
    var run = try Run(
      callbacks: "a b", events: "go",
      """
      states:
        p:
          regions:
            a: {states: {a1: {on: {go: {do: a}}}}}
            b: {states: {b1: {on: {go: {to: x, do: b}}}}}
        x:
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: a b > x")
  }

  /// The transition of `b` would exit all three regions, so the one of `a` before it preempts it. That of `c` then stays.
  func testAPreemptedTransitionPreemptsNothing() throws {
    var run = try Run(
      callbacks: "a b c", events: "go",
      """
      states:
        p:
          regions:
            a: {states: {a1: {on: {go: {to: a2, do: a}}}, a2: }}
            b: {states: {b1: {on: {go: {to: x, do: b}}}}}
            c: {states: {c1: {on: {go: {to: c2, do: c}}}, c2: }}
        x:
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: a c > p.a.a2 p.c.c2")
  }

  /// The transition of `p` conflicts with one from a descendant and is removed; two of its descendants stay.
  func testADescendantRemovesAnAncestorsTransitionAlreadySelected() throws {
    var run = try Run(
      callbacks: "outer b c", events: "go",
      """
      states:
        p:
          on: {go: {to: x, do: outer}}
          regions:
            a: {states: {a1: }}
            b: {states: {b1: {on: {go: {to: b2, do: b}}}, b2: }}
            c: {states: {c1: {on: {go: {to: c2, do: c}}}, c2: }}
        x:
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: b c > p.b.b2 p.c.c2")
  }

  /// The domain of one transition contains the domain of the other.
  func testConflictsOfNestedParallelStates() throws {
    var run = try Run(
      callbacks: "inner middle other", events: "go",
      """
      regions:
        left:
          states:
            q:
              on: {go: {to: r, do: middle}}
              regions:
                a: {states: {a1: }}
                b: {states: {b1: {on: {go: {to: b2, do: inner}}}, b2: }}
            r:
        right: {states: {s: {on: {go: {to: t, do: other}}}, t: }}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: inner other > left.q.b.b2 right.t")
    XCTAssertEqual(try run.send("go"), "handled: middle > left.r")
  }

  func testAStarMatchesRaisedEventsButNeitherDoneNorTimers() throws {
    var run = try Run(
      callbacks: "any timer", events: "go end",
      """
      states:
        a:
          on: {go: {do: {raise: inner}}, end: b, "*": {do: any}}
          after: {1s: {if: false, to: a}}
        b:
          on: {"*": {do: any}, inner: {do: any}}
          states:
            c: {final: true}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: any")
    XCTAssertEqual(run.wait(2000), "")
    XCTAssertEqual(try run.send("end"), "handled: > b.c")
  }

  func testInSeesTheConfigurationBeforeTheMicrostep() throws {
    var run = try Run(
      callbacks: "b", events: "go",
      """
      regions:
        a: {states: {a1: {on: {go: a2}}, a2: }}
        b: {states: {b1: {on: {go: {if: in(a2), do: b}}}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: > a.a2")
    XCTAssertEqual(try run.send("go"), "handled: b")
  }

  func testAnUnhandledEventTakesNoEventlessTransition() throws {
    var run = try Run(
      callbacks: "moved", events: "go nothing",
      """
      context: {flag: false}
      states:
        a: {always: {if: flag, to: b, do: moved}, on: {go: {}}}
        b: {on: {nothing: a}}
      """)
    _ = run.start()
    try run.set("flag", .bool(true))
    XCTAssertEqual(try run.send("nothing"), "ignored")
    XCTAssertEqual(run.active, "a")
    XCTAssertEqual(try run.send("go"), "handled: moved > b")
  }
}
