import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The states that transitions exit, and what histories remember of them.
final class ExitLoweringTests: XCTestCase {
  /// Returns the statements for the first event in a state.
  private func statements(for state: Int, in program: MachineProgram) throws -> [Statement] {
    var body = try program.body(of: program.function(.lookupInState(.event, ID(state)))?.name ?? .handle)
    if case .switch(.position, let cases, _) = body.first {
      body = try XCTUnwrap(cases.first { $0.patterns.contains(.position(ID(state))) }).body
    }
    guard case .switch(.event, let cases, _) = body.first else {
      throw XCTestError(.failureWhileWaiting, userInfo: ["body": "\(body)"])
    }
    return try XCTUnwrap(cases.first).body
  }

  private func run(_ name: FunctionName) -> Statement { .run(FunctionCall(name: name, arguments: [.calls])) }

  func testStatesAreExitedInnermostFirst() throws {
    let program = try program(
      """
      callbacks: [a, b, c]
      events: [go]
      states:
        outer: {exit: a, states: {middle: {exit: b, states: {inner: {exit: c, on: {go: away}}}}}}
        away: {}
      """)
    XCTAssertEqual(
      try statements(for: 3, in: program),
      [.call(ID(2), []), .call(ID(1), []), .call(ID(0), []), .moveTo(ID(4)), .return(.taken)])
  }

  func testASourceWithChildrenExitsTheActiveOne() throws {
    let program = try program(
      """
      callbacks: [a, b, c]
      events: [go]
      states:
        outer: {exit: a, on: {go: away}, states: {x: {exit: b}, y: {exit: c}}}
        away: {on: {go: y}}
      """)
    XCTAssertEqual(
      try statements(for: 1, in: program), [run(.leave(ID(1))), .call(ID(0), []), .moveTo(ID(4)), .return(.taken)])
    let cases = [(2, 1), (3, 2)].map { Case(patterns: [.position(ID($0))], body: [.call(ID($1), [])]) }
    XCTAssertEqual(try program.body(of: .leave(ID(1))), [.switch(.position(0), cases, default: .nothing)])
  }

  func testATransitionIntoItsSourceDoesNotExitIt() throws {
    let program = try program(
      """
      callbacks: [a, b]
      events: [go]
      states: {outer: {exit: a, on: {go: y}, states: {x: {exit: b}, y: {}}}}
      """)
    XCTAssertEqual(try statements(for: 1, in: program), [run(.leave(ID(1))), .moveTo(ID(3)), .return(.taken)])
  }

  func testRegionsAreExitedInReverseOrder() throws {
    let program = try program(
      """
      callbacks: [a, b, c]
      events: [go]
      states:
        both: {exit: a, on: {go: away}, regions: {left: {exit: b, states: {x: {}}}, right: {exit: c, states: {y: {}}}}}
        away: {on: {go: both}}
      """)
    XCTAssertEqual(
      try statements(for: 1, in: program), [run(.leave(ID(1))), .call(ID(0), []), .moveTo(ID(6)), .return(.taken)])
    XCTAssertEqual(
      try program.body(of: .leave(ID(1))),
      [.call(ID(2), []), .deactivate(ID(4)), .call(ID(1), []), .deactivate(ID(2))])
  }

  func testTimersOfExitedStatesAreDisarmed() throws {
    let program = try program(
      """
      events: [go]
      states: {outer: {after: {1s: away}, on: {go: away}, states: {x: {after: {2s: away}}}}, away: {}}
      """)
    XCTAssertEqual(
      try statements(for: 1, in: program),
      [.disarm(TimerSlot(index: 1)), .disarm(TimerSlot(index: 0)), .moveTo(ID(3)), .return(.taken)])
  }

  private let remembering = """
    callbacks: [a]
    events: [go]
    states:
      outer: {exit: a, on: {go: away}, states: {x: {}, y: {}, last: {history: shallow, default: x}}}
      away: {on: {go: last}}
    """
  private let memory = MemoryProperty(history: ID(4), name: "rememberedOuterLast", region: 0)

  func testHistoriesRememberBeforeAnythingIsExited() throws {
    XCTAssertEqual(
      try statements(for: 1, in: program(remembering)),
      [.remember(memory, .position(0)), .call(ID(0), []), .moveTo(ID(5)), .return(.taken)])
  }

  func testAHistoryEntersItsMemoryOrItsDefault() throws {
    let program = try program(remembering)
    let resume = FunctionName.resume(ID(4), staysInParent: false)
    XCTAssertEqual(try statements(for: 5, in: program), [run(resume), .return(.taken)])
    let cases = [2, 3].map { Case(patterns: [.position(ID($0))], body: [.moveTo(ID($0))]) }
    XCTAssertEqual(
      try program.body(of: resume), [.switch(.memory(memory), cases, default: .statements([.moveTo(ID(2))]))])
  }

  func testAHistoryOfAParallelStateRemembersOnlyThatThereIsAMemory() throws {
    let program = try program(
      """
      events: [go]
      states:
        both:
          on: {go: away}
          regions: {left: {states: {x: {}}}, right: {states: {y: {}}}, last: {history: shallow, default: [x]}}
        away: {on: {go: last}}
      """)
    let flag = MemoryProperty(history: ID(6), name: "rememberedBothLast")
    XCTAssertEqual(try statements(for: 1, in: program).first, .remember(flag, "true"))
    guard case .if(.hasMemory(flag), _, _) = try program.body(of: .resume(ID(6), staysInParent: false)).first
    else { return XCTFail("the memory isn't looked at") }
  }

  func testStatesInsideAreExitedInnermostFirst() throws {
    let program = try program(
      """
      callbacks: [a, b]
      events: [go]
      states: {outer: {on: {go: away}, states: {x: {exit: a, states: {y: {exit: b}}}}}, away: {}}
      """)
    let inner = Case(patterns: [.position(ID(3))], body: [run(.leave(ID(2))), .call(ID(0), [])])
    XCTAssertEqual(try program.body(of: .leave(ID(1))), [.switch(.position(0), [inner], default: .nothing)])
    let innermost = Case(patterns: [.position(ID(3))], body: [.call(ID(1), [])])
    XCTAssertEqual(try program.body(of: .leave(ID(2))), [.switch(.position(0), [innermost], default: .nothing)])
  }

  func testExitsThatReadParametersAreInline() throws {
    let program = try program(
      """
      callbacks: {moved: {parameters: {force: Int}}, other: }
      events: {push: {parameters: {force: Int}}}
      states: {outer: {on: {push: away}, states: {x: {states: {y: {exit: moved}}}, z: {exit: other}}}, away: {}}
      """)
    XCTAssertNil(program.function(.leave(ID(1))))
    XCTAssertNil(program.function(.leave(ID(2))))
    XCTAssertEqual(try statements(for: 1, in: program).parameters, ["force"])
  }
}
