import LifelineModel
import TestSupport
import XCTest

/// Tests the start (rule 1 of the language reference) and `given`.
final class StartTests: XCTestCase {
  private let nested = """
    initial: outer
    states:
      outer:
        entry: enterOuter
        initial: {to: middle, do: initialOfOuter}
        states:
          unused: {on: {"*": middle}}
          middle:
            entry: enterMiddle
            states:
              first: {entry: enterFirst, always: second, exit: exitFirst}
              second: {entry: enterSecond}
    """
  private let callbacks = "enterOuter initialOfOuter enterMiddle enterFirst exitFirst enterSecond"

  func testStartingEntersTheInitialConfigurationAndThenTakesAlways() throws {
    var run = try Run(callbacks: callbacks, nested)
    XCTAssertEqual(
      run.start(),
      "enterOuter initialOfOuter enterMiddle enterFirst exitFirst enterSecond"
        + " > outer.middle.first outer.middle.second")
    XCTAssertEqual(run.active, "outer.middle.second")
    XCTAssertTrue(run.interpreter.isActive(try run.state("outer.middle")))
    XCTAssertFalse(run.interpreter.isActive(try run.state("outer.unused")))
  }

  func testRegionsAreEnteredInDocumentOrder() throws {
    var run = try Run(
      callbacks: "p a a1 b b2 b21",
      """
      initial: p
      states:
        p:
          entry: p
          regions:
            a: {entry: a, states: {a1: {entry: a1}}}
            b:
              entry: b
              initial: b2
              states:
                b1: {on: {"*": b2}}
                b2: {entry: b2, states: {b21: {entry: b21}}}
      """)
    XCTAssertEqual(run.start(), "p a a1 b b2 b21 > p.a.a1 p.b.b2.b21")
  }

  func testInitialMayNameADeeperDescendantAndSeveralInDifferentRegions() throws {
    var run = try Run(
      callbacks: "start",
      """
      initial: {to: [p.a.a2, p.c.c2], do: start}
      states:
        elsewhere: {on: {"*": p}}
        p:
          regions:
            a: {states: {a1: {on: {"*": a2}}, a2: }}
            b: {states: {b1: }}
            c: {states: {c1: {on: {"*": c2}}, c2: }}
      """)
    XCTAssertEqual(run.start(), "start > p.a.a2 p.b.b1 p.c.c2")
  }

  func testRaisedAtTheStartRunsAfterAlways() throws {
    var run = try Run(
      callbacks: "one two three",
      """
      initial: a
      states:
        a: {entry: [{raise: go}, one], always: b}
        b: {entry: two, on: {go: c}}
        c: {entry: three}
      """)
    XCTAssertEqual(run.start(), "one two three > a b c")
  }

  func testStartingTwiceDoesNothing() throws {
    var run = try Run(callbacks: callbacks, nested)
    _ = run.start()
    XCTAssertEqual(run.start(), "")
    XCTAssertEqual(run.active, "outer.middle.second")
  }

  func testBeforeTheStartNothingIsHandled() throws {
    var run = try Run(events: "go", "states: {a: {on: {go: b}}, b: }")
    XCTAssertEqual(try run.send("go"), "ignored")
    XCTAssertEqual(run.wait(1), "")
  }

  func testResumingMakesNoCalls() throws {
    var run = try Run(callbacks: callbacks, nested)
    XCTAssertEqual(try run.resume("outer.middle.first"), "")
    XCTAssertEqual(run.active, "outer.middle.first")
  }

  func testResumingInACompoundStateEntersItsInitialState() throws {
    var run = try Run(callbacks: callbacks, nested)
    XCTAssertEqual(try run.resume("outer"), "")
    XCTAssertEqual(run.active, "outer.middle.first")
  }

  func testResumingInSomeRegionsLeavesTheOthersInTheirInitialStates() throws {
    let regions = """
      regions:
        a: {states: {a1: {on: {"*": a2}}, a2: }}
        b: {states: {b1: {on: {"*": b2}}, b2: }}
        c: {states: {c1: {on: {"*": c2}}, c2: }}
      """
    var run = try Run(regions)
    XCTAssertEqual(try run.resume("b.b2"), "")
    XCTAssertEqual(run.active, "a.a1 b.b2 c.c1")
    XCTAssertEqual(try run.resume("c.c2", "a.a2"), "")
    XCTAssertEqual(run.active, "a.a2 b.b1 c.c2")
  }

  func testResumingInAStateBesideItsOwnDescendantIsResumingInTheDescendant() throws {
    var run = try Run(callbacks: callbacks, nested)
    XCTAssertEqual(try run.resume("outer", "outer.middle.second"), "")
    XCTAssertEqual(run.active, "outer.middle.second")
  }

  func testResumingInStatesThatExcludeEachOtherIsAFault() throws {
    var run = try Run(callbacks: callbacks, nested)
    XCTAssertEqual(
      try run.resume("outer.middle.first", "outer.middle.second"),
      "fault in line 14: Test cannot be in these states together (see Scenarios)")
  }

  func testResumingInAFinalStateOfTheRootIsFinished() throws {
    var run = try Run(events: "go", "states: {a: {on: {go: end}, after: {1s: end}}, end: {final: true}}")
    XCTAssertEqual(try run.resume("end"), "")
    XCTAssertTrue(run.interpreter.snapshot.isFinished)
    XCTAssertEqual(try run.send("go"), "ignored")
  }

  func testResumingRunsNoDone() throws {
    var run = try Run(
      callbacks: "completed", events: "go",
      """
      initial: outer
      states:
        outer: {done: {do: completed}, states: {a: {on: {go: end}}, end: {final: true}}}
        b: {on: {go: outer}}
      """)
    XCTAssertEqual(try run.resume("outer.end"), "")
    XCTAssertEqual(try run.send("go"), "ignored")
  }
}
