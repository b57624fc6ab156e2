import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The programs of small machines.
final class MachineLoweringTests: XCTestCase {
  private func onEvent(_ event: Int, _ body: [Statement]) -> Case {
    Case(patterns: [.event(EventPattern(event: ID(event)))], body: body)
  }

  func testHandleSearchesByPositionAndEvent() throws {
    let program = try program(
      """
      callbacks: [opened, closed]
      events: [open, close]
      states:
        shut: {on: {open: {to: ajar, do: opened}}}
        ajar: {exit: closed, on: {close: shut}}
      """)
    let open: [Statement] = [.call(ID(0), []), .moveTo(ID(2)), .return(.taken)]
    let close: [Statement] = [.call(ID(1), []), .moveTo(ID(1)), .return(.taken)]
    XCTAssertEqual(
      try program.body(of: .handle),
      [
        .switch(
          .position(0),
          [
            Case(patterns: [.position(ID(1))], body: [.switch(.event, [onEvent(0, open)], default: .nothing)]),
            Case(patterns: [.position(ID(2))], body: [.switch(.event, [onEvent(1, close)], default: .nothing)]),
          ], default: .none),
        .return(.ignored),
      ])
    XCTAssertEqual(program.members.count, 1)
    XCTAssertEqual(program.storage, [.state])
    XCTAssertEqual(program.helpers, [])
  }

  func testEventsWithTheSameWorkShareACase() throws {
    let program = try program("events: [push, kick]\nstates: {shut: {on: {push: ajar, kick: ajar}}, ajar: {}}")
    let both: [Pattern] = [.event(EventPattern(event: ID(0))), .event(EventPattern(event: ID(1)))]
    let move = Case(patterns: both, body: [.moveTo(ID(2)), .return(.taken)])
    XCTAssertEqual(
      try program.body(of: .handle),
      [
        .switch(
          .position(0),
          [Case(patterns: [.position(ID(1))], body: [.switch(.event, [move], default: .none)])], default: .nothing),
        .return(.ignored),
      ])
  }

  func testPatternsBindOnlyParametersThatAreRead() throws {
    let program = try program(
      """
      callbacks: {heard: {parameters: {times: Int}}}
      events: {knock: {parameters: {times: Int, loud: Bool}}, rest: }
      states: {shut: {on: {knock: {do: heard}, rest: shut}}}
      """)
    let statements = try program.body(of: .handle)
    guard case .switch(_, let positions, _) = statements.first,
      case .switch(_, let events, _) = positions.first?.body.first
    else { return XCTFail("\(statements)") }
    XCTAssertEqual(events.first?.patterns, [.event(EventPattern(event: ID(0), parameters: ["times"]))])
    XCTAssertEqual(events.first?.body.parameters, ["times"])
  }

  func testTransitionsOfParentsHaveAFunction() throws {
    let program = try program(
      """
      events: [lock, open]
      states:
        closed: {on: {lock: locked}, states: {shut: {on: {open: ajar}}, locked: {}}}
        ajar: {}
      """)
    let call = FunctionCall(name: .lookupInState(.event, ID(1)), arguments: [.event, .calls])
    guard case .switch(_, let cases, _) = try program.body(of: .handle).first else { return XCTFail("no switch") }
    XCTAssertEqual(cases.map { $0.body.last }, [.return(.result(call)), .return(.result(call))])
    XCTAssertNotNil(program.function(call.name))
  }

  func testRaisedEventsSettle() throws {
    let program = try program(
      """
      events: [push]
      states: {shut: {on: {push: {do: {raise: creak}}, creak: ajar}}, ajar: {}}
      """)
    let take = FunctionCall(name: .lookup(.event), arguments: [.event, .calls, .macrostep])
    let rest = FunctionCall(name: .finishMacrostep, arguments: [.calls, .macrostep])
    XCTAssertEqual(
      try program.body(of: .handle),
      [
        .variable("macrostep", "Macrostep()"), .guard(.result(take), else: [.return(.ignored)]),
        .when(.or([.member("macrostep", "hasRaised")]), .run(rest)), .return(.taken),
      ])
    let takeRaised = FunctionCall(name: .lookup(.internalEvent), arguments: [.internalEvent, .calls, .macrostep])
    XCTAssertEqual(
      try program.body(of: .settle),
      [
        .while(
          "true",
          [
            .guard(.binding("internalEvent", .call(.member("macrostep", "next"), [])), else: [.return(nil)]),
            .set("_", .result(takeRaised)),
          ])
      ])
    XCTAssertEqual(program.helpers.heads, ["private enum InternalEvent: Swift.UInt8", "private struct Macrostep"])
  }

  func testATimerThatIsArmedAgainIsNotDisarmed() throws {
    let program = try program("states: {lit: {after: {1s: dark}}, dark: {after: {2s: lit}}}")
    let slot = TimerSlot(index: 0)
    guard case .switch(_, let cases, let standard) = try program.body(of: .takeTimer(slot)).first
    else { return XCTFail("no switch") }
    XCTAssertEqual(standard, .none)
    XCTAssertEqual(
      cases.map(\.body),
      [
        [.moveTo(ID(2)), .arm(slot, .constant(milliseconds: 2000)), .return(.taken)],
        [.moveTo(ID(1)), .arm(slot, .constant(milliseconds: 1000)), .return(.taken)],
      ])
  }

  func testTransitionsOfSeveralRegionsAreSelectedFirst() throws {
    let program = try program(
      """
      callbacks: [rang, lit]
      events: [ring]
      regions:
        bell: {states: {idle: {on: {ring: {do: rang}}}}}
        lamp: {states: {dark: {on: {ring: {to: bright, do: lit}}}, bright: {}}}
      """)
    XCTAssertEqual(program.sharedTransitions.map(\.transition), [ID(0), ID(1)])
    let handle = try program.body(of: .handle)
    XCTAssertEqual(handle.first, .variable("selected", "SelectedTransitions()"))
    let perform = FunctionCall(name: .perform, arguments: [.selected, .calls])
    XCTAssertEqual(
      Array(handle.suffix(2)),
      [
        .if(
          .comparison(.greater, .member(.selected, "count"), 0), then: [.run(perform), .return(.taken)], else: []),
        .return(.ignored),
      ])
    let actions = try program.body(of: .performPhase(.actions))
    XCTAssertEqual(
      actions,
      [
        .switch(
          "transition",
          [
            Case(.transition(ID(0)), body: [.call(ID(0), [])]), Case(.transition(ID(1)), body: [.call(ID(1), [])]),
          ], default: .none)
      ])
  }

  func testMachinesWithoutRegionsAreResumedInOneState() throws {
    let untimed = try program("states: {shut: {}, ajar: {}}").resumption
    XCTAssertEqual(untimed.heads, ["init(resumingIn state: State)"])
    XCTAssertEqual(try untimed.body(of: "init"), ["self.state = state"])
    let slot = TimerSlot(index: 0)
    let timed = try program("events: [go]\nstates: {a: {after: {1s: b}, states: {x: {on: {go: y}}, y: {}}}, b: {}}")
    let arming = Statement.switch(
      .position(0),
      [Case(patterns: [.position(ID(2)), .position(ID(3))], body: [.arm(slot, .constant(milliseconds: 1000))])],
      default: .nothing)
    XCTAssertEqual(
      timed.resumption.heads, ["init(resumingIn state: State)", "private init(positionedIn state: State)"])
    XCTAssertEqual(try timed.resumption.body(of: "resumingIn"), ["self.init(positionedIn: state)", arming])
  }

  func testMachinesWithRegionsAreResumedInTheirDefaults() throws {
    let program = try program(twoRegions)
    let positions: [(name: String, entered: [Int])] = [
      (".both", [1, 3, 6]), (".left", [3]), (".a", [3]), (".b", [4]), (".right", [6]), (".c", [6]), (".d", [7]),
      (".neither", [8]),
    ]
    let cases = positions.map { Case(.name($0.name), body: $0.entered.map { .moveTo(ID($0)) }) }
    XCTAssertEqual(
      try program.resumption.body(of: "setPositions(for"), [.switch("anyState", cases, default: .none)])
    XCTAssertEqual(
      program.resumption.heads.map { String($0.prefix { $0 != "(" }) },
      [
        "init", "private init", "private mutating func setPositions", "private static func contains",
        "private mutating func setPosition", "private static func parallel", "private static func regions",
      ])
    let initial: [Statement] = [.moveTo(ID(1)), .moveTo(ID(3)), .moveTo(ID(6))]
    XCTAssertTrue(
      try program.resumption.body(of: "positionedIn").contains(
        .broken(.if("states.isEmpty", then: initial, else: []))))
  }

  func testParallelMachinesEnterTheirOutermostRegions() throws {
    let flat = try program(
      "regions: {left: {states: {a: {}, b: {final: true}}}, right: {states: {c: {final: true}}}}"
    ).resumption
    let regions = Statement.constant("regions: [AnyState]", "[.left, .right]")
    XCTAssertTrue(try flat.body(of: "resumingIn").contains(regions))
    XCTAssertFalse(flat.heads.contains { $0.contains("parallel(around") })
    let nested = try program(
      """
      regions:
        left: {states: {a: {}, both: {regions: {x: {states: {y: {}}}, z: {states: {w: {}}}}}}}
        right: {states: {c: {}}}
      """
    ).resumption
    XCTAssertTrue(try nested.body(of: "resumingIn").contains(regions))
    XCTAssertEqual(
      try nested.body(of: "parallel(around"),
      [
        .joined(
          .switch("state", [Case(".x", ".y", ".z", ".w", body: [".both"])], default: .statements(["nil"])))
      ])
  }
}
