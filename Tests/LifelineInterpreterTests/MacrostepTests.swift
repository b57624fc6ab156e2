import LifelineModel
import TestSupport
import XCTest

/// Tests macrosteps (rule 4 of the language reference) and `done` (section 4).
final class MacrostepTests: XCTestCase {
  func testAlwaysGoesBeforeTheInternalQueue() throws {
    var run = try Run(
      callbacks: "always raised", events: "go",
      """
      states:
        a: {on: {go: {to: b, do: {raise: next}}}}
        b: {always: {to: c, do: always}, on: {next: {do: raised}}}
        c: {on: {next: {to: a, do: raised}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: always raised > b c a")
  }

  func testTheInternalQueueIsInOrder() throws {
    var run = try Run(
      callbacks: "one two three", events: "go",
      """
      states:
        a:
          on:
            go: {do: [{raise: first}, {raise: second}]}
            first: {do: [one, {raise: third}]}
            second: {do: two}
            third: {do: three}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: one two three")
  }

  func testAnUnhandledRaisedEventIsDropped() throws {
    var run = try Run(
      callbacks: "seen", events: "go",
      """
      states:
        a: {on: {go: [{to: b, do: {raise: lost}}]}}
        b: {on: {go: c}}
        c: {on: {lost: {do: seen}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: > b")
    XCTAssertEqual(try run.send("go"), "handled: > c")
  }

  func testAlwaysOfAllRegionsIsOneMicrostep() throws {
    var run = try Run(
      callbacks: "exitA1 doA enterA2 exitB1 doB enterB2", events: "go",
      """
      context: {flag: false}
      regions:
        a: {states: {a1: {exit: exitA1, always: {if: flag, to: a2, do: doA}}, a2: {entry: enterA2}}}
        b: {states: {b1: {exit: exitB1, always: {if: flag, to: b2, do: doB}}, b2: {entry: enterB2}}}
        c: {on: {go: {do: {set: {flag: true}}}}}
      """)
    _ = run.start()
    XCTAssertEqual(
      try run.send("go"), "handled: exitB1 exitA1 doA doB enterA2 enterB2 > a.a2 b.b2")
  }

  func testAlwaysOfAnAncestorCountsWhereTheStateHasNone() throws {
    var run = try Run(
      callbacks: "inner outer", events: "go",
      """
      context: {x: 0}
      states:
        a:
          always: {if: x == 1, to: b, do: outer}
          on: {go: {do: {set: {x: x + 1}}}}
          states:
            c: {always: {if: x == 2, to: b, do: inner}}
        b:
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: outer > b")
  }

  private let twoRegions = """
    initial: p
    states:
      p:
        done: {to: after, do: pDone}
        regions:
          a: {done: {do: aDone}, states: {a1: {on: {endA: aEnd}}, aEnd: {final: true}}}
          b: {done: {do: bDone}, states: {b1: {on: {endB: bEnd, both: bEnd}}, bEnd: {final: true}}}
      after:
    """

  func testACompoundStateIsDoneWhenItsChildIsFinal() throws {
    var run = try Run(
      callbacks: "entered left completed", events: "go",
      """
      states:
        s:
          exit: left
          done: {to: t, do: completed}
          states: {a: {on: {go: end}}, end: {final: true, entry: entered}}
        t:
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: entered left completed > s.end t")
  }

  func testAParallelStateIsDoneWhenAllItsRegionsAre() throws {
    var run = try Run(callbacks: "pDone aDone bDone", events: "endA endB both", twoRegions)
    _ = run.start()
    XCTAssertEqual(try run.send("endB"), "handled: bDone > p.b.bEnd")
    XCTAssertEqual(try run.send("endA"), "handled: aDone pDone > p.a.aEnd after")
  }

  func testRegionsThatEndTogetherAreDoneInDocumentOrderThenTheirParent() throws {
    var run = try Run(
      callbacks: "pDone aDone bDone", events: "end",
      """
      initial: p
      states:
        p:
          done: {to: after, do: pDone}
          regions:
            a: {done: {do: aDone}, states: {a1: {on: {end: aEnd}}, aEnd: {final: true}}}
            b: {done: {do: bDone}, states: {b1: {on: {end: bEnd}}, bEnd: {final: true}}}
        after:
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("end"), "handled: aDone bDone pDone > p.a.aEnd p.b.bEnd after")
  }

  func testAParallelRegionOfAParallelStateCompletesIt() throws {
    var run = try Run(
      callbacks: "inner outer", events: "end",
      """
      initial: p
      states:
        p:
          done: {to: after, do: outer}
          regions:
            q:
              done: {do: inner}
              regions:
                a: {states: {a1: {on: {end: aEnd}}, aEnd: {final: true}}}
                b: {states: {b1: {on: {end: bEnd}}, bEnd: {final: true}}}
        after:
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("end"), "handled: inner outer > p.q.a.aEnd p.q.b.bEnd after")
  }

  func testDoneIsQueuedBehindWhatWasRaisedBefore() throws {
    var run = try Run(
      callbacks: "raised completed", events: "go",
      """
      states:
        s:
          on: {early: {do: raised}, late: {do: raised}}
          done: {do: completed}
          states:
            a: {on: {go: {to: end, do: {raise: early}}}}
            end: {final: true, entry: {raise: late}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: raised raised completed > s.end")
  }

  func testDoneIsDroppedWhenItsStateIsNoLongerActive() throws {
    var run = try Run(
      callbacks: "completed", events: "go",
      """
      states:
        s:
          done: {do: completed}
          on: {leave: t}
          states: {a: {on: {go: {to: end, do: {raise: leave}}}}, end: {final: true}}
        t:
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: > s.end t")
  }

  func testDoneIsOfferedToItsOwnStateOnly() throws {
    var run = try Run(
      callbacks: "outer any", events: "go",
      """
      states:
        s:
          done: {do: outer}
          on: {"*": {do: any}}
          states:
            r: {states: {a: {on: {go: end}}, end: {final: true}}}
            unused: {on: {"*": s}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: > s.r.end")
  }

  func testDoneTriesItsListInOrder() throws {
    var run = try Run(
      callbacks: "one two", events: "go",
      """
      context: {x: 1}
      states:
        s:
          done: [{if: x == 0, do: one}, {if: x == 1, do: two}]
          on: {go: end}
          states: {a: , end: {final: true}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: two > s.end")
    try run.set("x", .int(2))
    XCTAssertEqual(try run.send("go"), "handled: > s.end")
  }

  /// The event's own microstep is the first of a thousand.
  func testAThousandMicrostepsAreNoFault() throws {
    var run = try Run(
      events: "go",
      """
      context: {x: 0}
      states:
        a: {on: {go: {do: {set: {x: 1}}}}, always: {if: x > 0 and x < 1000, do: {set: {x: x + 1}}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled")
    XCTAssertEqual(try run.value("x"), .int(1000))
    XCTAssertEqual(try run.send("go"), "handled", "the host had control, so counting begins anew")
  }

  func testMoreThanAThousandMicrostepsAreAFault() throws {
    var run = try Run(
      events: "go",
      """
      context: {x: 0}
      states:
        a:
          on: {go: {do: {set: {x: 1}}}}
          always: {if: x > 0 and x < 1001, do: {set: {x: x + 1}}}
      """)
    _ = run.start()
    XCTAssertEqual(
      try run.send("go"),
      "fault in line 5: Test takes more than 1,000 microsteps before control returns to the host"
        + " (rule 4)")
  }

  func testEventsThatRaiseEachOtherAreAFault() throws {
    var run = try Run(
      events: "go",
      """
      states:
        a: {on: {go: {do: {raise: ping}}, ping: {to: b, do: {raise: pong}}}}
        b:
          on: {pong: {to: a, do: {raise: ping}}}
      """)
    _ = run.start()
    XCTAssertEqual(
      try run.send("go"),
      "fault in line 4: Test takes more than 1,000 microsteps before control returns to the host"
        + " (rule 4)")
  }
}
