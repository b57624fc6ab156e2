import LifelineModel
import TestSupport
import XCTest

/// Tests microsteps (rule 3 of the language reference) and actions (section 5).
final class MicrostepTests: XCTestCase {
  func testExitsInnermostFirstThenActionsThenEntriesOutermostFirst() throws {
    var run = try Run(
      callbacks: "exitA exitB go enterC enterD initial", events: "go",
      """
      states:
        a: {exit: exitA, states: {b: {exit: exitB, on: {go: {to: c, do: go}}}}}
        c: {entry: enterC, initial: {to: d, do: initial}, states: {d: {entry: enterD}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: exitB exitA go enterC initial enterD > c.d")
  }

  func testRegionsAreExitedInReverseDocumentOrder() throws {
    var run = try Run(
      callbacks: "p a a1 b b1 x", events: "go",
      """
      states:
        p:
          exit: p
          on: {go: x}
          regions:
            a: {exit: a, states: {a1: {exit: a1}}}
            b: {exit: b, states: {b1: {exit: b1}}}
        x: {entry: x}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: b1 b a1 a p x > x")
  }

  /// First all regions are exited, then all actions run, then all regions are entered.
  func testRegionsMoveTogether() throws {
    var run = try Run(
      callbacks: "exitA1 doA enterA2 exitB1 doB enterB2", events: "go",
      """
      regions:
        a: {states: {a1: {exit: exitA1, on: {go: {to: a2, do: doA}}}, a2: {entry: enterA2}}}
        b: {states: {b1: {exit: exitB1, on: {go: {to: b2, do: doB}}}, b2: {entry: enterB2}}}
      """)
    _ = run.start()
    XCTAssertEqual(
      try run.send("go"), "handled: exitB1 exitA1 doA doB enterA2 enterB2 > a.a2 b.b2")
  }

  func testArgumentsAreComputedWhenTheCallIsMade() throws {
    var run = try Run(
      """
      context: {n: 1}
      callbacks: {c: {parameters: {n: Int, s: String, isHere: Bool}}, d: {parameters: {share: Int}}}
      events: {go: {parameters: {s: String}}, divide: {parameters: {by: Int}}}
      states:
        a:
          exit: {c: {s: "out", isHere: in(a)}}
          on:
            go: {to: b, do: [{c: {isHere: in(a)}}, {set: {n: n + 1}}, {c: {n: n * 10, isHere: in(b)}}]}
            divide: {do: {d: {share: 6 / by}}}
        b: {entry: {c: {s: "in", isHere: in(b)}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("divide", .int(2)), "handled: d(share: 3)")
    XCTAssertEqual(try run.send("divide", .int(0)), "fault in line 9: Test divides by zero (see Expressions)")
    run = Run(run.interpreter.index)
    _ = run.start()
    XCTAssertEqual(
      try run.send("go", .string("x")),
      "handled: c(n: 1, s: \"out\", isHere: true) c(n: 1, s: \"x\", isHere: false) "
        + "c(n: 20, s: \"x\", isHere: false) c(n: 2, s: \"in\", isHere: true) > b")
  }

  private let family = """
    states:
      s:
        entry: enterS
        exit: exitS
        on:
          inside: b
          again: {to: b, reenter: true}
          itself: s
          nothing: {do: effect}
        states:
          a: {entry: enterA, exit: exitA, on: {up: s}}
          b: {entry: enterB, exit: exitB}
    """
  private let familyCallbacks = "enterS exitS enterA exitA enterB exitB effect"
  private let familyEvents = "inside again itself nothing up"

  func testATargetInsideItsOwnCompoundSourceKeepsTheSourceActive() throws {
    var run = try Run(callbacks: familyCallbacks, events: familyEvents, family)
    _ = run.start()
    XCTAssertEqual(try run.send("inside"), "handled: exitA enterB > s.b")
    XCTAssertEqual(try run.send("inside"), "handled: exitB enterB > s.b")
  }

  func testReenterExitsAndEntersTheSource() throws {
    var run = try Run(callbacks: familyCallbacks, events: familyEvents, family)
    _ = run.start()
    XCTAssertEqual(try run.send("again"), "handled: exitA exitS enterS enterB > s.b")
  }

  func testATransitionToItsOwnSourceExitsAndEntersIt() throws {
    var run = try Run(callbacks: familyCallbacks, events: familyEvents, family)
    _ = try run.resume("s.b")
    XCTAssertEqual(try run.send("itself"), "handled: exitB exitS enterS enterA > s.a")
  }

  func testATransitionToAnAncestorExitsAndEntersTheAncestor() throws {
    var run = try Run(callbacks: familyCallbacks, events: familyEvents, family)
    _ = run.start()
    XCTAssertEqual(try run.send("up"), "handled: exitA exitS enterS enterA > s.a")
  }

  func testWithoutATargetNothingIsExitedOrEntered() throws {
    var run = try Run(callbacks: familyCallbacks, events: familyEvents, family)
    _ = run.start()
    XCTAssertEqual(try run.send("nothing"), "handled: effect")
    XCTAssertEqual(run.active, "s.a")
  }

  func testAParallelSourceWithATargetInsideIsExitedAndEnteredAgain() throws {
    var run = try Run(
      callbacks: "enterP exitP enterA2 exitA1 enterB1 exitB2", events: "go",
      """
      states:
        p:
          entry: enterP
          exit: exitP
          on: {go: a2}
          regions:
            a: {states: {a1: {exit: exitA1}, a2: {entry: enterA2}}}
            b: {states: {b1: {entry: enterB1, on: {"*": b2}}, b2: {exit: exitB2}}}
      """)
    _ = try run.resume("p.b.b2")
    XCTAssertEqual(
      try run.send("go"), "handled: exitB2 exitA1 exitP enterP enterA2 enterB1 > p.a.a2 p.b.b1")
  }

  func testATransitionFromOneRegionIntoAnotherExitsTheWholeParallelState() throws {
    var run = try Run(
      callbacks: "enterP exitP exitA2 enterA1 exitB1 enterB2", events: "go",
      """
      states:
        p:
          entry: enterP
          exit: exitP
          regions:
            a: {states: {a1: {entry: enterA1}, a2: {exit: exitA2, on: {go: b2}}}}
            b: {states: {b1: {exit: exitB1}, b2: {entry: enterB2}}}
      """)
    _ = try run.resume("p.a.a2")
    XCTAssertEqual(
      try run.send("go"), "handled: exitB1 exitA2 exitP enterP enterA1 enterB2 > p.a.a1 p.b.b2")
  }

  func testForTheRootAllItsRegionsAreExitedAndEntered() throws {
    var run = try Run(
      callbacks: "exitA2 enterA1 exitB1 enterB2 exitC2 enterC1", events: "go",
      """
      regions:
        a: {states: {a1: {entry: enterA1}, a2: {exit: exitA2, on: {go: b2}}}}
        b: {states: {b1: {exit: exitB1}, b2: {entry: enterB2}}}
        c: {states: {c1: {entry: enterC1}, c2: {exit: exitC2}}}
      """)
    _ = try run.resume("a.a2", "c.c2")
    XCTAssertEqual(
      try run.send("go"), "handled: exitC2 exitB1 exitA2 enterA1 enterB2 enterC1 > a.a1 b.b2 c.c1")
  }

  func testAListOfTargetsInDifferentRegions() throws {
    var run = try Run(
      events: "go",
      """
      states:
        x: {on: {go: [{to: [c2, a2]}]}}
        p:
          regions:
            a: {states: {a1: , a2: }}
            b: {states: {b1: , b2: }}
            c: {states: {c1: , c2: }}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: > p.a.a2 p.b.b1 p.c.c2")
  }

  func testTheActionsRunInTheOrderOfSelectionEvenWhenADescendantWon() throws {
    var run = try Run(
      callbacks: "first second", events: "go",
      """
      regions:
        a: {on: {go: {do: second}}, states: {a1: {states: {a2: {on: {go: {do: first}}}}}}}
        b: {on: {go: {do: second}}, states: {b1: }}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: first second")
  }

  func testAStateIsActiveDuringItsEntryAndExitActions() throws {
    var run = try Run(
      callbacks: "inside outside", events: "go",
      """
      states:
        a:
          entry: {if: in(a), do: inside, else: outside}
          exit: [{if: in(a), do: inside, else: outside}, {if: in(b), do: inside, else: outside}]
          on: {go: {to: b, do: {if: in(a), do: inside, else: outside}}}
        b: {entry: {if: in(a), do: inside, else: outside}}
      """)
    XCTAssertEqual(run.start(), "inside > a")
    XCTAssertEqual(try run.send("go"), "handled: inside outside outside outside > b")
  }

  func testParametersReachGuardsExitTransitionAndEntryActions() throws {
    var run = try Run(
      """
      callbacks:
        left: {parameters: {url: String}}
        opened: {parameters: {count: Int, url: String}}
        entered: {parameters: {url: String}}
      events:
        open: {parameters: {url: String, fast: Bool}}
      context: {count: 3}
      states:
        a: {exit: left, on: {open: {if: fast, to: b, do: [{set: {count: count + 1}}, opened]}}}
        b: {entry: entered}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("open", .string("x"), .bool(false)), "ignored")
    XCTAssertEqual(
      try run.send("open", .string("x"), .bool(true)),
      #"handled: left(url: "x") opened(count: 4, url: "x") entered(url: "x") > b"#)
  }

  func testTheRightSidesOfASetSeeTheValuesBeforeIt() throws {
    var run = try Run(
      events: "swap",
      """
      context: {x: 1, y: 2}
      states: {a: {on: {swap: {if: x < y, do: [{set: {x: y, y: x}}, {set: {x: x + y}}]}}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("swap"), "handled")
    XCTAssertEqual(try run.value("x"), .int(3))
    XCTAssertEqual(try run.value("y"), .int(1))
  }
}
