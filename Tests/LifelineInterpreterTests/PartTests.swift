import LifelineModel
import TestSupport
import XCTest

@testable import LifelineInterpreter

/// Machines inside a machine: each test is about one of the rules of parts.
final class PartTests: XCTestCase {
  private static let part = """
    lifeline: 1
    machine: P
    context: {n: {default: 0, private: true}, isOn: false}
    callbacks: {a: , b: , late: , enter: , leave: , recalled: , told: {parameters: {n: Int}}}
    events: {go: , back: , end: , keep: , tell: {parameters: {n: Int}}}
    states:
      off:
        entry: [{set: {n: n + 1}}, enter]
        exit: leave
        on: {go: {to: on, do: [a, {raise: inner}]}, keep: {do: recalled}, tell: {do: told}}
        after: {5s: {do: late}}
      on:
        on: {inner: {do: b}, back: off, end: over}
        defer: keep
      over: {final: true}

    """

  /// Returns a machine with two parts, `x` and `y`.
  private func run(_ states: String, callbacks: String = "[m]", more: String = "") throws -> Run {
    let spec = """
      lifeline: 1
      machine: T
      parts: {x: P.yaml, y: P.yaml}
      callbacks: \(callbacks)
      events: [go, other, quit]
      allow: {L212: Not everything is used.}
      states:
      \(states)
      \(more)
      """
    return Run(MachineIndex.build(for: try machine(spec, using: ["P.yaml": Self.part])))
  }

  private func runIdle(_ actions: String, more: String = "") throws -> Run {
    var run = try run("  idle: {on: {go: {do: \(actions)}}, after: {5s: {do: m}}}", more: more)
    XCTAssertEqual(run.start(), "x.enter y.enter > idle")
    return run
  }

  func testPartsStartBeforeTheMachineInDocumentOrder() throws {
    var run = try run("  idle: {entry: m, on: {go: {}}}")
    XCTAssertEqual(run.start(), "x.enter y.enter m > idle")
    XCTAssertEqual(run.active, "idle x.off y.off")
  }

  func testAPartHandlesAnEventToItsRestBetweenTwoActions() throws {
    var run = try runIdle("[m, {x: go}, m, {y: go}]")
    XCTAssertEqual(try run.send("go"), "handled: m x.leave x.a x.b m y.leave y.a y.b")
    XCTAssertEqual(run.active, "idle x.on y.on")
  }

  func testTheMachinesOwnQueueWaitsForItsPart() throws {
    var run = try run(
      "  idle: {on: {go: {do: [{raise: r}, {x: go}, m]}, r: {do: hear}}}", callbacks: "[m, hear]")
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: x.leave x.a x.b m hear")
  }

  func testAPartRecallsWhatItKept() throws {
    var run = try runIdle("[{x: [go, keep]}, m, {x: back}]")
    XCTAssertEqual(try run.send("go"), "handled: x.leave x.a x.b m x.enter x.recalled")
    XCTAssertEqual(run.deferred, "")
  }

  func testAKeptEventCountsAsTaken() throws {
    var run = try runIdle("{x: [go, keep, keep]}")
    let reaction = run.interpreter.send(try run.event("go"))
    XCTAssertEqual(reaction.untaken, [])
    XCTAssertEqual(run.deferred, "x.keep")
  }

  func testAnEventThatAPartDoesNotTake() throws {
    var run = try runIdle("[{x: back}, {y: {optional: back}}, {x: {optional: go}}]")
    let reaction = run.interpreter.send(try run.event("go"))
    XCTAssertEqual(reaction.untaken.map { run.machine[$0.event].name }, ["x.back"])
    XCTAssertEqual(reaction.untaken.first?.part, ID(0))
    XCTAssertEqual(reaction.untaken.first?.states.map { run.machine[$0].path }, ["x.off"])
    XCTAssertEqual(run.active, "idle x.on y.off")
  }

  func testNothingElseReachesAPart() throws {
    var run = try runIdle("{x: go}")
    XCTAssertEqual(try run.send("x.go"), "ignored")
    XCTAssertEqual(run.active, "idle x.off y.off")
  }

  func testArgumentsOfEvents() throws {
    let spec = """
      lifeline: 1
      machine: T
      context: {n: 7}
      parts: {x: P.yaml}
      events: {go: , say: {parameters: {n: Int}}}
      states: {idle: {on: {go: {do: [{set: {n: n + 1}}, {x: [tell, {tell: {n: n * 2}}]}]}, say: {do: {x: tell}}}}}

      """
    var run = Run(MachineIndex.build(for: try machine(spec, using: ["P.yaml": Self.part])))
    XCTAssertEqual(run.start(), "x.enter > idle")
    XCTAssertEqual(try run.send("go"), "handled: x.told(n: 8) x.told(n: 16)")
    XCTAssertEqual(try run.send("say", .int(3)), "handled: x.told(n: 3)")
  }

  // MARK: Restarting

  func testARestartedPartIsNewAtOnce() throws {
    var run = try runIdle("[{x: [go, keep]}, {restart: x}, m]")
    try run.set("x.isOn", .bool(true))
    XCTAssertEqual(try run.value("x.n"), .int(1))
    // No exit action runs. The private field begins anew, and the fact stays.
    XCTAssertEqual(try run.send("go"), "handled: x.leave x.a x.b x.enter m")
    XCTAssertEqual(run.active, "idle x.off y.off")
    XCTAssertEqual(run.deferred, "")
    XCTAssertEqual(try run.value("x.n"), .int(1))
    XCTAssertEqual(try run.value("x.isOn"), .bool(true))
  }

  func testTimersOfARestartedPartBeginAnew() throws {
    var run = try runIdle("{restart: y}")
    XCTAssertEqual(run.wait(3_000), "")
    XCTAssertEqual(try run.send("go"), "handled: y.enter")
    XCTAssertEqual(run.wait(2_000), "x.late m")
    XCTAssertEqual(run.wait(2_999), "")
    XCTAssertEqual(run.wait(1), "y.late")
  }

  func testAPartThatHasEndedCanBeRestarted() throws {
    var run = try run("  idle: {on: {go: {do: {x: [go, end]}}, other: {do: [{restart: x}, {x: go}]}}}")
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: x.leave x.a x.b")
    XCTAssertEqual(run.interpreter.send(try run.event("go")).untaken.count, 2)
    XCTAssertEqual(try run.send("other"), "handled: x.enter x.leave x.a x.b")
    XCTAssertEqual(run.active, "idle x.on y.off")
  }

  // MARK: Reading

  func testConditionsReadAPartBetweenActions() throws {
    var run = try runIdle("[{if: in(x.on), do: m}, {x: go}, {if: in(x.on) and not in(y.on) and x.n == 1, do: m}]")
    XCTAssertEqual(try run.send("go"), "handled: x.leave x.a x.b m")
  }

  func testAChangedFactOfAPartRunsNothing() throws {
    var run = try run("  idle: {always: {if: x.isOn, to: seen}, on: {go: {}}}\n  seen: {}")
    XCTAssertEqual(run.start(), "x.enter y.enter > idle")
    try run.set("x.isOn", .bool(true))
    XCTAssertEqual(run.active, "idle x.off y.off")
    XCTAssertEqual(try run.send("go"), "handled > seen".replacing(" > ", with: ": > "))
  }

  // MARK: Time

  func testOfEqualTimersThoseOfPartsComeFirst() throws {
    var run = try runIdle("{x: go}")
    XCTAssertEqual(run.wait(5_000), "x.late y.late m")
  }

  private static let clock = """
    lifeline: 1
    machine: Clock
    context: {isReady: true}
    callbacks: [ring]
    states: {waiting: {after: {2s: {if: isReady, to: over, do: ring}}}, over: {final: true}}

    """

  func testTheMachineReactsToATransitionOfAPartsTimer() throws {
    let spec = """
      lifeline: 1
      machine: T
      context: {isOpen: false}
      parts: {c: Clock.yaml}
      callbacks: [hear, wrong]
      events: [go]
      states:
        idle: {always: [{if: in(c.over), to: heard, do: hear}, {if: isOpen, to: heard, do: wrong}], on: {go: {}}}
        heard: {on: {go: {do: {c: {optional: x}}}}}

      """.replacing("{do: {c: {optional: x}}}", with: "{}")
    let index = MachineIndex.build(for: try machine(spec, using: ["Clock.yaml": Self.clock]))
    var run = Run(index)
    XCTAssertEqual(run.start(), "> idle")
    XCTAssertEqual(run.wait(2_000), "c.ring hear > heard")
    // After a timer that takes no transition, the machine does nothing.
    var other = Run(index)
    _ = other.start()
    try other.set("c.isReady", .bool(false))
    try other.set("isOpen", .bool(true))
    XCTAssertEqual(other.wait(2_000), "")
    XCTAssertEqual(other.active, "idle c.waiting")
  }

  // MARK: Ends

  func testTheMachineHearsTheEndOfAPartByAlways() throws {
    var run = try run("  idle: {always: {if: in(x.over), to: heard}, on: {go: {do: [{x: [go, end]}, m]}}}\n  heard: {}")
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: x.leave x.a x.b m > heard")
  }

  func testPartsOfAnEndedMachineRest() throws {
    var run = try run("  idle: {on: {quit: over, go: {do: {x: [go, keep]}}}}\n  over: {final: true, entry: {y: go}}")
    _ = run.start()
    XCTAssertEqual(try run.send("go"), "handled: x.leave x.a x.b")
    XCTAssertEqual(try run.send("quit"), "handled: y.leave y.a y.b > over")
    XCTAssertTrue(run.interpreter.snapshot.isFinished)
    XCTAssertEqual(run.interpreter.snapshot.timers, [])
    XCTAssertEqual(run.deferred, "")
    XCTAssertEqual(run.active, "over x.on y.on")
    XCTAssertEqual(run.wait(60_000), "")
  }

  // MARK: Beginnings

  func testResumingEntersPartsSilently() throws {
    var run = try run("  idle: {on: {go: {do: {y: back}}}}\n  other: {on: {go: idle}}")
    XCTAssertEqual(try run.resume("y.on", "other"), "")
    XCTAssertEqual(run.active, "other x.off y.on")
    XCTAssertEqual(run.wait(5_000), "x.late")
    XCTAssertEqual(try run.resume("y.on"), "")
    XCTAssertEqual(run.active, "idle x.off y.on")
    XCTAssertEqual(try run.send("go"), "handled: y.enter")
  }

  func testResumingWithAnEndedPart() throws {
    var run = try run("  idle: {on: {go: {do: {x: back}}}}")
    XCTAssertEqual(try run.resume("x.over"), "")
    XCTAssertEqual(run.active, "idle x.over y.off")
    XCTAssertEqual(run.interpreter.send(try run.event("go")).untaken.count, 1)
  }

  // MARK: Parts of parts, and limits

  func testPartsOfParts() throws {
    let outer = """
      lifeline: 1
      machine: Outer
      parts: {i: P.yaml}
      callbacks: [o, heard]
      events: [push]
      states:
        s:
          entry: o
          on: {push: {do: [{i: go}, o]}}
          always: {if: in(i.on), to: t, do: heard}
        t: {on: {push: {do: {restart: i}}}}

      """
    let spec = """
      lifeline: 1
      machine: T
      parts: {p: Outer.yaml}
      callbacks: [m]
      events: [go, again]
      states: {a: {entry: m, on: {go: {do: [{p: push}, m]}, again: {do: {restart: p}}}}}

      """
    let machine = try machine(spec, using: ["P.yaml": Self.part, "Outer.yaml": outer])
    var run = Run(MachineIndex.build(for: machine))
    XCTAssertEqual(run.start(), "p.i.enter p.o m > a")
    XCTAssertEqual(run.wait(5_000), "p.i.late")
    XCTAssertEqual(try run.send("go"), "handled: p.i.leave p.i.a p.i.b p.o p.heard m")
    XCTAssertEqual(run.active, "a p.t p.i.on")
    XCTAssertEqual(try run.send("go"), "handled: p.i.enter m")
    XCTAssertEqual(try run.send("again"), "handled: p.i.enter p.o")
    XCTAssertEqual(run.active, "a p.s p.i.off")
    XCTAssertEqual(run.wait(5_000), "p.i.late")
  }

  func testTheMicrostepsOfPartsCount() throws {
    let loop = """
      lifeline: 1
      machine: Loop
      events: [go]
      states: {a: {on: {go: {do: {raise: ping}}, ping: {do: {raise: ping}}}}}

      """
    let spec = """
      lifeline: 1
      machine: T
      parts: {x: Loop.yaml}
      events: [go]
      states: {a: {on: {go: {do: {x: go}}}}}

      """
    var run = Run(MachineIndex.build(for: try machine(spec, using: ["Loop.yaml": loop])))
    _ = run.start()
    let fault = run.interpreter.send(try run.event("go")).fault
    XCTAssertEqual(fault?.kind, .endlessMacrostep)
    XCTAssertEqual(fault?.part, ID(0))
    XCTAssertTrue(fault?.message.hasPrefix("Loop takes more than") ?? false)
  }
}
