import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The facts that lowering derives from a machine before it makes statements.
final class LoweringFactsTests: XCTestCase {
  // MARK: - Bounds

  private func bounds(_ yaml: String) throws -> MachineBounds { try context(yaml).bounds }

  func testAMachineWithoutRaisesHasNoQueue() throws {
    let bounds = try bounds("events: [go]\nstates: {a: {on: {go: b}}, b: {}}")
    XCTAssertEqual(bounds.queueLength, 0)
    XCTAssertFalse(bounds.canExceedMicrostepLimit)
  }

  func testRaisesAddUpAlongTheirConsequences() throws {
    let chain = "events: [go]\nstates: {a: {on: {go: {do: {raise: one}}, one: {do: {raise: two}}, two: b}}, b: {}}"
    XCTAssertEqual(try bounds(chain).queueLength, 2)
    let both = "events: [go]\nstates: {a: {on: {go: {do: [{raise: one}, {raise: two}]}, one: b, two: b}}, b: {}}"
    XCTAssertEqual(try bounds(both).queueLength, 2)
  }

  func testOneTransitionOfEachRegionCounts() throws {
    let spec = """
      events: [go]
      regions:
        left: {states: {a: {on: {go: [{if: in(c), do: {raise: one}}, {do: {raise: one}}], one: b}}, b: {}}}
        right: {states: {c: {on: {go: {do: {raise: one}}}}}}
      """
    XCTAssertEqual(try bounds(spec).queueLength, 2)
  }

  func testCyclesHaveNoBound() throws {
    let raising = try bounds("events: [go]\nstates: {a: {on: {go: {do: {raise: one}}, one: {do: {raise: one}}}}}")
    XCTAssertNil(raising.queueLength)
    XCTAssertTrue(raising.canExceedMicrostepLimit)
    let context = "context: {n: 0}\nevents: [go]\n"
    let chain = try bounds(context + "states: {a: {on: {go: b}}, b: {always: c}, c: {always: {if: n > 1, to: a}}}")
    XCTAssertFalse(chain.canExceedMicrostepLimit)
    let cycle = try bounds(
      context + "states: {a: {on: {go: b}}, b: {always: {if: n > 1, to: c}}, c: {always: {if: n > 1, to: b}}}")
    XCTAssertTrue(cycle.canExceedMicrostepLimit)
    XCTAssertNil(
      try bounds("events: [go]\nstates: {a: {exit: {raise: one}, on: {go: b}}, b: {on: {one: a}}}").queueLength)
  }

  func testALongChainExceedsTheLimit() throws {
    func chain(_ count: Int) throws -> MachineBounds {
      let states = (0..<count).map { "s\($0): {always: s\($0 + 1)}" }.joined(separator: ", ")
      return try bounds("states: {\(states), s\(count): {}}")
    }
    XCTAssertFalse(try chain(900).canExceedMicrostepLimit)
    XCTAssertTrue(try chain(1000).canExceedMicrostepLimit)
  }

  // MARK: - Starts without calls

  func testAStartIsWithoutCallsUnlessSomethingOnItsWayCalls() throws {
    func startsWithoutCalls(_ states: String) throws -> Bool {
      try context("callbacks: [rang]\nevents: [go]\nstates: \(states)\n").startsWithoutCalls
    }
    XCTAssertTrue(try startsWithoutCalls("{a: {on: {go: b}}, b: {entry: rang}}"))
    XCTAssertFalse(try startsWithoutCalls("{a: {entry: rang, on: {go: b}}, b: {}}"))
    XCTAssertFalse(try startsWithoutCalls("{a: {always: {if: in(b), to: b}, on: {go: b}}, b: {entry: rang}}"))
    XCTAssertFalse(try startsWithoutCalls("{a: {entry: {raise: one}, on: {go: b, one: {do: rang}}}, b: {}}"))
    XCTAssertFalse(
      try startsWithoutCalls("{a: {done: {to: b, do: rang}, states: {x: {final: true}}}, b: {on: {go: a}}}"))
    XCTAssertFalse(try startsWithoutCalls("{a: {exit: rang, always: {if: in(b), to: b}, on: {go: b}}, b: {}}"))
    XCTAssertTrue(try startsWithoutCalls("{a: {done: b, states: {x: {final: true}}}, b: {on: {go: {do: rang}}}}"))
  }

  // MARK: - Conflicts

  func testTransitionsAreSharedIfAnotherRegionReacts() throws {
    let machine = try context(
      """
      events: [go, stay]
      regions:
        left: {states: {a: {on: {go: b, stay: b}}, b: {}}}
        right: {states: {c: {on: {go: d}}, d: {}}}
      """
    ).machine
    let conflicts = TransitionConflicts.find(in: machine)
    let handlers = machine[ID<State>(2)].on
    XCTAssertTrue(conflicts.isShared(handlers[0].transitions, for: .event(ID(0)), in: ID(2)))
    XCTAssertFalse(conflicts.isShared(handlers[1].transitions, for: .event(ID(1)), in: ID(2)))
    XCTAssertTrue(conflicts.hasCandidatesInOtherRegions(.event(ID(0)), in: Machine.root))
    XCTAssertTrue(conflicts.hasCandidatesInOtherRegions(.anyEvent, in: Machine.root))
    XCTAssertFalse(conflicts.hasCandidatesInOtherRegions(.event(ID(0)), in: ID(1)))
    XCTAssertFalse(conflicts.hasCandidatesInOtherRegions(.eventless, in: Machine.root))
  }

  func testTransitionsForAnyEventCompeteWithNamedOnes() throws {
    let machine = try context(
      """
      events: [go]
      regions:
        left: {states: {a: {on: {go: b}}, b: {}}}
        right: {states: {c: {on: {"*": d}}, d: {}}}
      """
    ).machine
    let conflicts = TransitionConflicts.find(in: machine)
    XCTAssertTrue(conflicts.isShared(machine[ID<State>(2)].on[0].transitions, for: .event(ID(0)), in: ID(2)))
    XCTAssertTrue(conflicts.isShared(machine[ID<State>(5)].onAny, for: .anyEvent, in: ID(5)))
  }

  func testATransitionWithoutTargetsDoesNotPreemptThoseAround() throws {
    func isShared(_ reaction: String) throws -> Bool {
      let machine = try context(
        """
        callbacks: [rang]
        events: [go]
        states:
          both:
            on: {go: away}
            regions: {left: {states: {a: {on: {go: \(reaction)}}, b: {}}}, right: {states: {c: {}}}}
          away: {entry: rang, on: {go: both}}
        """
      ).machine
      return TransitionConflicts.find(in: machine)
        .isShared(machine[ID<State>(3)].on[0].transitions, for: .event(ID(0)), in: ID(3))
    }
    XCTAssertTrue(try isShared("{do: rang}"))
    XCTAssertFalse(try isShared("b"))
  }

  // MARK: - Names

  func testParametersAvoidNamesOfGeneratedCode() {
    let parameters = ["event", "event_", "takeOff", "count", "default"].map {
      Parameter(name: $0, type: .int, range: .init(.start, .start))
    }
    let locals = LocalNames.assign(to: parameters)
    XCTAssertEqual(
      parameters.map { locals[$0.name] }, ["event__", "event_", "takeOff_", "count", "`default`"])
    let beside = LocalNames.assign(to: parameters, beside: ["count", "event__", "`default`"])
    XCTAssertEqual(
      parameters.map { beside[$0.name] }, ["event___", "event_", "takeOff_", "count_", "default_"])
  }

  func testTimersAreNamedAfterTheirStates() throws {
    let context = try context(
      """
      states:
        a: {after: {1s: b, 2s: c}}
        b: {after: {1s: c}}
        c: {after: {1s: b}, states: {d: {after: {1s: e}}, e: {}}}
      """)
    XCTAssertEqual(context.names.timers, ["timerOfAOrOthers", "timerOfAOrD"])
  }
}
