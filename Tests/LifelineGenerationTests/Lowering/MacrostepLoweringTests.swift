import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The functions that run macrosteps, timers and deferred events.
final class MacrostepLoweringTests: XCTestCase {
  private let slot = TimerSlot(index: 0)

  private func call(_ name: FunctionName, _ arguments: [SwiftExpression] = [.calls]) -> FunctionCall {
    FunctionCall(name: name, arguments: arguments)
  }

  /// Returns the statement that tells which state's timer has elapsed, and whether its transition was taken.
  private func elapsed(_ state: SwiftExpression, _ isTaken: SwiftExpression) -> Statement {
    .return(.tuple([(".timer" as SwiftExpression)(of: state), isTaken]))
  }

  func testATimerIsDisarmedBeforeItsTransitionIsTaken() throws {
    let program = try program("states: {lit: {after: {1s: dark}}, dark: {}}")
    XCTAssertEqual(
      try program.body(of: .elapseDueTimer),
      [
        .if(.isDue(slot), then: [.disarm(slot), elapsed(".lit", .result(call(.takeTimer(slot))))], else: []),
        .return("nil"),
      ])
    XCTAssertEqual(try program.body(of: .takeTimer(slot)), [.disarm(slot), .moveTo(ID(2)), .return(.taken)])
  }

  func testTheStateOfATimerIsFoundBeforeItsTransition() throws {
    let program = try program(
      """
      context: {n: 0}
      states:
        red: {after: {1s: green}, always: {if: n > 0, to: dark}}
        green: {after: {2s: red}}
        dark: {}
      """)
    let found = [(".red", 1), (".green", 2)].map { name, state in
      Case(patterns: [.position(ID(state))], body: [.set("stateOfDueTimer", .name(name))])
    }
    XCTAssertEqual(
      try program.body(of: .elapseDueTimer),
      [
        .if(
          .isDue(slot),
          then: [
            "let stateOfDueTimer: AnyState", .switch(.position(0), found, default: .statements([.return("nil")])),
            .disarm(slot),
            .guard(.result(call(.takeTimer(slot))), else: [elapsed("stateOfDueTimer", .ignored)]),
            .run(call(.settle)), elapsed("stateOfDueTimer", .taken),
          ], else: []), .return("nil"),
      ])
  }

  func testTheStateOfATimerIsLookedForInEachOfItsRegions() throws {
    let program = try program(
      """
      events: [go]
      states:
        first: {on: {go: second}, regions: {left: {states: {a: {after: {1s: b}}, b: {}}}}}
        second: {regions: {right: {states: {c: {after: {1s: d}}, d: {}}}}}
      """)
    guard case .if(_, let statements, _)? = try program.body(of: .elapseDueTimer).first,
      case .switch(.position(1), let first, default: .statements(let other)) = statements[1],
      case .switch(.position(2), let second, default: .statements([.return("nil")]))? = other.first
    else { return XCTFail("\(try program.body(of: .elapseDueTimer))") }
    XCTAssertEqual(first, [Case(patterns: [.position(ID(3))], body: [.set("stateOfDueTimer", ".a")])])
    XCTAssertEqual(second, [Case(patterns: [.position(ID(7))], body: [.set("stateOfDueTimer", ".c")])])
  }

  func testTheStartSettles() throws {
    let program = try program("context: {n: 0}\nstates: {a: {always: {if: n > 0, to: b}}, b: {}}")
    XCTAssertEqual(try program.body(of: .start), [.run(call(.settle))])
    XCTAssertEqual(try program.body(of: .settle), [.while(.and([.result(call(.lookup(.eventless)))]), [])])
  }

  func testEventlessTransitionsRunBeforeInternalEvents() throws {
    let program = try program(
      """
      context: {n: 0}
      events: [go]
      states: {a: {on: {go: {do: {raise: one}}, one: b}, always: {if: n > 1, to: b}}, b: {}}
      """)
    let takeEventless = SwiftExpression.result(call(.lookup(.eventless), [.calls, .macrostep]))
    let takeInternal = call(.lookup(.internalEvent), [.internalEvent, .calls, .macrostep])
    XCTAssertEqual(
      try program.body(of: .settle),
      [
        .while(
          "true",
          [
            .if(takeEventless, then: [.continue], else: []),
            .guard(.binding("internalEvent", .call(.member("macrostep", "next"), [])), else: [.return(nil)]),
            .set("_", .result(takeInternal)),
          ])
      ])
  }

  func testACompletedStateRaisesItsCompletion() throws {
    let program = try program(
      """
      events: [go]
      states: {a: {done: b, states: {x: {on: {go: y}}, y: {final: true}}}, b: {}}
      """)
    XCTAssertEqual(
      try program.body(of: .lookup(.internalEvent)),
      [
        .switch(
          .internalEvent,
          [
            Case(
              patterns: [.internalEvent(.done(ID(1)))],
              body: [
                .if(.isActive(ID(1)), then: [.moveTo(ID(4)), .return(.taken)], else: []),
                .return(.ignored),
              ])
          ], default: .none)
      ])
    guard case .switch(_, let cases, _) = try program.body(of: .lookup(.event)).first,
      case .switch(_, let events, _) = cases.first?.body.first
    else { return XCTFail("no switch") }
    XCTAssertEqual(events.first?.body, [.moveTo(ID(3)), .raise(.done(ID(1))), .return(.taken)])
  }

  func testAParallelStateIsCompleteWithAllItsRegions() throws {
    let program = try program(
      """
      events: [go]
      states:
        both:
          done: away
          regions:
            left: {states: {a: {on: {go: b}}, b: {final: true}}}
            right: {states: {c: {final: true}}}
        away: {}
      """)
    let complete = Statement.if(.isComplete(ID(1)), then: [.raise(.done(ID(1)))], else: [])
    let region = try program.body(of: .lookupInRegion(.event, ID(2)))
    guard case .switch(_, let cases, _) = region.first, case .switch(_, let events, _) = cases.first?.body.first
    else { return XCTFail("no switch") }
    XCTAssertEqual(events.first?.body, [.moveTo(ID(4)), complete, .return(.taken)])
    XCTAssertEqual(
      try program.members.body(of: "var isBothComplete"),
      [.return(.and([.isAt(ID(4), true), .isAt(ID(6), true)]))])
  }

  // MARK: - Deferral

  func testADeferredEventIsStoredAndRecalled() throws {
    let program = try program("events: [go, stop]\nstates: {a: {defer: go, on: {stop: b}}, b: {on: {go: a}}}")
    guard case .switch(_, let cases, _) = try program.body(of: .lookup(.event)).first,
      case .switch(_, let events, _) = cases.first?.body.first
    else { return XCTFail("no switch") }
    XCTAssertEqual(
      events.first { $0.patterns == [.event(EventPattern(event: ID(0)))] }?.body,
      [.defer(ID(0)), .return(.deferred)])
    let take = call(.lookup(.event), [.event, .calls])
    XCTAssertEqual(try recalled(in: program), [.set("index", 0)])
    XCTAssertEqual(
      try program.body(of: .handle),
      [
        .constant("result", .result(take)),
        .guard(.comparison(.equal, "result", ".taken"), else: [.return(.comparison(.equal, "result", ".deferred"))]),
        .when(.or([.comparison(.greater, .member("deferredEvents", "count"), 0)]), .run(call(.finishMacrostep))),
        .return(.taken),
      ])
  }

  func testTheMachineSettlesAfterEachRecalledEvent() throws {
    let program = try program(
      "events: [go, stop]\nstates: {a: {defer: go, on: {stop: b}}, b: {on: {go: {do: {raise: one}}, one: a}}}")
    XCTAssertEqual(try recalled(in: program), [.run(call(.settle, [.calls, .macrostep])), .set("index", 0)])
  }

  /// Returns the statements that follow when a deferred event that is recalled has been taken and removed.
  private func recalled(in program: MachineProgram) throws -> [Statement] {
    guard case .while(_, let body) = try program.body(of: .recallDeferred).last,
      case .switch(_, let cases, default: .none) = body.last, let taken = cases.last
    else { throw XCTestError(.failureWhileWaiting) }
    XCTAssertEqual(taken.patterns, [.value(.taken)])
    return Array(taken.body.dropFirst())
  }

  private let finishing = """
    events: [go, late]
    regions:
      left: {states: {a: {after: {1s: b}, defer: late, on: {go: b}}, b: {final: true}}}
      right: {states: {c: {on: {late: d}}, d: {final: true}}}
    """

  func testAFinishedMachineDropsTimersAndDeferredEvents() throws {
    let program = try program(finishing)
    XCTAssertEqual(try program.body(of: .dropPending), [.disarm(slot), .set("deferredEvents", "DeferredEvents()")])
    let region = Statement.switch(
      .position(0),
      [Case(patterns: [.position(ID(2))], body: [.arm(slot, .constant(milliseconds: 1000))])], default: .nothing)
    XCTAssertEqual(
      try program.resumption.body(of: "resumingIn").dropFirst(), [.when(.isFinished, .return(nil)), region])
  }

  func testOnlyRegionsThatHandleOrDeferAnEventAreAsked() throws {
    let program = try program(finishing)
    let (left, right) = (FunctionName.lookupInRegion(.event, ID(1)), FunctionName.lookupInRegion(.event, ID(4)))
    guard case .switch(.event, let cases, _)? = try program.body(of: .lookup(.event)).dropFirst().first
    else { return XCTFail("no switch") }
    XCTAssertEqual(
      cases,
      [(0, [left]), (1, [left, right])].map { event, asked in
        Case(
          patterns: [.event(EventPattern(event: ID(event)))],
          body: asked.map { name in
            .switch(
              .result(FunctionCall(name: name, arguments: [.event, .calls])),
              [
                Case(.taken, body: [.return(.taken)]), Case(.deferred, body: [.set("isDeferred", "true")]),
                Case(.ignored, body: [.break]),
              ], default: .none)
          })
      })
  }

  // MARK: - Regions

  func testTheLookupContinuesInTheRegionsOfAParallelState() throws {
    let program = try program(
      """
      events: [go, stop]
      states:
        both: {regions: {left: {states: {a: {on: {go: b}}, b: {}}}, right: {states: {c: {on: {stop: away}}}}}}
        away: {on: {go: both}}
      """)
    let asked = [2, 5].map { region in
      Statement.joined(
        .when(
          .result(FunctionCall(name: .lookupInRegion(.event, ID(region)), arguments: [.event, .calls])), .return(.taken)
        ))
    }
    guard case .switch(.position(0), let cases, _) = try program.body(of: .lookupInRegion(.event, Machine.root)).first
    else { return XCTFail("no switch") }
    XCTAssertEqual(cases.first, Case(patterns: [.position(ID(1))], body: asked + [.return(.ignored)]))
    XCTAssertEqual(cases.map(\.patterns), [[.position(ID(1))], [.position(ID(7))]])
  }

  func testATransitionOutOfItsRegionPreemptsOthers() throws {
    let program = try program(
      """
      callbacks: {hit: {parameters: {force: Int}}}
      events: {go: {parameters: {force: Int}}}
      states:
        both:
          regions:
            left: {states: {a: {on: {go: {to: away, do: hit}}}}}
            right: {states: {c: {on: {go: d}}, d: {}}}
        away: {on: {go: both}}
      """)
    let handling = [FunctionName.lookup(.event), .handle].flatMap { program.function($0)?.body ?? [] }
    XCTAssertTrue(
      handling.contains(
        .if(
          .comparison(.greater, .member(.selected, "count"), 0),
          then: [
            .run(FunctionCall(name: .perform, arguments: [.selected, .event, .calls])), .return(.taken),
          ], else: [])))
    let (indices, own) = (SwiftExpression.range(0, .member(.selected, "count")), SwiftExpression.selected["index"])
    XCTAssertEqual(program.function(.perform)?.parameters, [.selection, .optionalEvent, .calls])
    XCTAssertEqual(
      try program.body(of: .perform),
      [.constant("selected", .call(.member(.selected, "withoutConflicts"), []))]
        + Phase.allCases.map { phase in
          .for(
            "index", in: phase == .exits ? .call(.member(indices, "reversed"), []) : indices,
            [.run(FunctionCall(name: .performPhase(phase), arguments: [own, .event, .calls]))])
        })
    guard case .switch("transition", let exits, _) = try program.body(of: .performPhase(.exits)).first,
      case .switch("transition", let actions, _) = try program.body(of: .performPhase(.actions)).first
    else { return XCTFail("no switch") }
    XCTAssertEqual(exits.last, Case(.transition(ID(1)), body: [.deactivate(ID(4))]))
    XCTAssertEqual(
      actions,
      [
        Case(
          .transition(ID(0)),
          body: [
            .guard(.matching(EventPattern(event: ID(0), parameters: ["force"]), .event), else: [.return(nil)]),
            .call(ID(0), [.parameter("force")]),
          ])
      ])
  }

  // MARK: - Lookups in states

  func testLongListsOfActionsAreFunctions() throws {
    func program(_ count: Int) throws -> MachineProgram {
      let calls = [String](repeating: "rang", count: count).joined(separator: ", ")
      return try LifelineGenerationTests.program(
        "callbacks: [rang]\nevents: [go]\nstates: {a: {on: {go: b}}, b: {entry: [\(calls)], on: {go: a}}}")
    }
    XCTAssertNil(try program(8).function(.enter(ID(2))))
    XCTAssertEqual(try program(9).body(of: .enter(ID(2))).count, 9)
  }

  func testListsThatManyTransitionsRunAreFunctionsIfThatIsShorter() throws {
    func program(_ count: Int) throws -> MachineProgram {
      let events = (0..<count).map { "e\($0)" }
      let transitions = events.map { "\($0): {to: b, do: left}" }.joined(separator: ", ")
      return try LifelineGenerationTests.program(
        "callbacks: [rang, left]\nevents: [\(events.joined(separator: ", ")), go]\n"
          + "states: {a: {exit: [left, rang], on: {\(transitions)}}, b: {entry: [rang, rang, left], on: {go: a}}}")
    }
    XCTAssertNil(try program(3).function(.enter(ID(2))))
    XCTAssertEqual(try program(4).body(of: .enter(ID(2))).count, 3)
    XCTAssertNil(try program(6).function(.exit(ID(1))))
    XCTAssertEqual(try program(7).body(of: .exit(ID(1))).count, 2)
  }
}
