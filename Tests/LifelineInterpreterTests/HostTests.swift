import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

/// Tests what the host can do (rules 8 and 9 of the language reference), and snapshots.
final class HostTests: XCTestCase {
  func testAChangedFieldRunsNothingByItself() throws {
    var run = try Run(
      callbacks: "moved", events: "go",
      """
      context: {flag: false}
      states:
        a: {always: {if: flag, to: b, do: moved}, on: {go: {if: flag, do: {set: {flag: flag}}}}}
        b:
      """)
    _ = run.start()
    try run.set("flag", .bool(true))
    XCTAssertEqual(run.active, "a")
    XCTAssertEqual(run.wait(1000), "")
    XCTAssertEqual(try run.send("go"), "handled: moved > b")
  }

  func testAtAFinalStateOfTheRootTheMachineIsFinished() throws {
    var run = try Run(
      callbacks: "left done lost entered", events: "go kept",
      """
      states:
        a:
          exit: left
          defer: kept
          on: {go: {to: end, do: [{raise: lose}, done]}}
          after: {1s: {do: lost}}
        end: {final: true, entry: [entered, {raise: lose}], exit: lost}
        b: {on: {kept: {do: lost}, lose: {do: lost}, go: a}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("kept"), "deferred")
    XCTAssertEqual(try run.send("go"), "handled: left done entered > end")
    let snapshot = run.interpreter.snapshot
    XCTAssertTrue(snapshot.isFinished)
    XCTAssertEqual(snapshot.deferredEvents, [])
    XCTAssertEqual(snapshot.timers, [])
    XCTAssertEqual(run.active, "end")
    XCTAssertEqual(try run.send("go"), "ignored")
    XCTAssertEqual(try run.send("kept"), "ignored")
    XCTAssertEqual(run.wait(5000), "")
  }

  func testARootWithRegionsIsFinishedWhenAllAreFinal() throws {
    var run = try Run(
      callbacks: "completed", events: "one two",
      """
      regions:
        a: {done: {do: completed}, states: {a1: {on: {one: a2}}, a2: {final: true}}}
        b: {done: {do: completed}, states: {b1: {on: {two: b2}}, b2: {final: true}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("one"), "handled: completed > a.a2")
    XCTAssertFalse(run.interpreter.snapshot.isFinished)
    XCTAssertEqual(try run.send("two"), "handled: > b.b2", "what is queued when the machine ends is dropped")
    XCTAssertTrue(run.interpreter.snapshot.isFinished)
  }

  func testAFinishedMachineDropsDeferredEventsAndTimers() throws {
    var run = try Run(
      callbacks: "late", events: "end kept",
      """
      regions:
        a: {defer: kept, after: {1s: {do: late}}, states: {a1: {on: {end: a2}}, a2: {final: true}}}
        b: {states: {b1: {on: {end: b2, kept: {if: false}}}, b2: {final: true}}}
      """)
    _ = run.start()
    XCTAssertEqual(try run.send("kept"), "deferred")
    XCTAssertEqual(try run.send("end"), "handled: > a.a2 b.b2")
    XCTAssertEqual(run.interpreter.snapshot.deferredEvents, [])
    XCTAssertEqual(run.interpreter.snapshot.timers, [])
    XCTAssertEqual(run.wait(1000), "")
    XCTAssertEqual(try run.send("kept"), "ignored")
  }

  func testAMachineMayBeFinishedFromTheStart() throws {
    var run = try Run(callbacks: "entered", "states: {a: {final: true, entry: entered}}")
    XCTAssertEqual(run.start(), "entered > a")
    XCTAssertTrue(run.interpreter.snapshot.isFinished)
  }

  func testAFinalStateDeeperDownFinishesNothing() throws {
    var run = try Run(events: "go", "states: {s: {states: {a: {on: {go: end}}, end: {final: true}}}}")
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: > s.end")
    XCTAssertFalse(run.interpreter.snapshot.isFinished)
  }

  func testEqualSnapshotsReactTheSame() throws {
    var run = try Run(
      events: "go", "states: {a: {after: {1s: b}, on: {go: a}}, b: }")
    _ = run.start()
    let start = run.interpreter.snapshot
    _ = run.wait(400)
    XCTAssertNotEqual(run.interpreter.snapshot, start)
    _ = try run.send("go")
    XCTAssertEqual(run.interpreter.snapshot, start, "time that has passed is no part of it")
    XCTAssertEqual(Set([run.interpreter.snapshot, start]).count, 1)
    var other = Interpreter(run.interpreter.index, at: start)
    XCTAssertEqual(other.advance(byMilliseconds: 1000).entered, [try run.state("b")])
    XCTAssertEqual(run.active, "a", "a copy is a machine of its own")
  }

  func testAnEventThatTheMachineDoesNotHaveIsIgnored() throws {
    var run = try Run(events: "go", "states: {a: {on: {go: {}}}}")
    _ = run.start()
    XCTAssertEqual(run.interpreter.send(ID(7)).treatment, .ignored)
    run.interpreter.set(ID(7), to: .int(1))
    XCTAssertEqual(run.interpreter.snapshot.fields, [])
  }
}
