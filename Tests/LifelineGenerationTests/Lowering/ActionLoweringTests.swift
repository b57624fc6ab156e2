import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The statements of actions, and the parts of expressions that are known before the machine runs.
final class ActionLoweringTests: XCTestCase {
  private let fields = "context: {a: 1, b: 2, isOn: false, pause: 2s}"

  /// Returns the statements of `actions` in an atomic state beside another one.
  private func statements(_ actions: String) throws -> [Statement] {
    let machine = try machine(
      """
      lifeline: 1
      machine: Door
      \(fields)
      callbacks: {rang: , told: {parameters: {x: Int, y: Bool}}}
      events: [go]
      states:
        here: {on: {go: {do: \(actions)}}}
        there: {exit: [rang, {told: {x: 1, y: true}}, {if: isOn and pause > 1s and a > b, do: rang}], on: {go: here}}
      """)
    let transition = machine[ID<State>(1)].on[0].transitions[0]
    return ActionLowering(machine: machine).statements(transition.actions, activity: .exactly(ID(1)))
  }

  private func condition(_ text: String) throws -> SwiftExpression {
    guard case .if(let condition, _, _) = try statements("{if: \(text), do: rang}").first else {
      throw XCTestError(.failureWhileWaiting)
    }
    return condition
  }

  private let (a, b, isOn) = (SwiftExpression.field(ID(0)), SwiftExpression.field(ID(1)), SwiftExpression.field(ID(2)))
  private let rang = Statement.call(ID(0), [])

  func testAssignmentsThatReadEachOtherAreMadeTogether() throws {
    XCTAssertEqual(
      try statements("{set: {a: 3, b: 4}}"), [.assign(ID(0), .literal(.int(3))), .assign(ID(1), .literal(.int(4)))])
    XCTAssertEqual(try statements("{set: {b: a, a: 4}}"), [.assign(ID(1), a), .assign(ID(0), .literal(.int(4)))])
    XCTAssertEqual(
      try statements("{set: {a: b, b: a}}"),
      [
        .assignTogether([
          FieldAssignment(field: ID(0), value: .previous(ID(1))),
          FieldAssignment(field: ID(1), value: .previous(ID(0))),
        ])
      ])
  }

  /// Generated code takes the first alternative of what stays open.
  func testCallsThatStayOpen() throws {
    XCTAssertEqual(
      try statements("[{anyOrder: [[rang, {told: {x: 1, y: true}}], rang]}, {optional: rang}, {oneOf: [[], rang]}]"),
      [rang, .call(ID(1), [.literal(.int(1)), .literal(.bool(true))]), rang, rang])
  }

  func testArgumentsAreFolded() throws {
    XCTAssertEqual(
      try statements("[{told: {x: a + 1, y: in(here)}}, {told: {x: 2, y: isOn and in(here)}}]"),
      [
        .call(ID(1), [.checked(.sum, a, .literal(.int(1))), .literal(.bool(true))]),
        .call(ID(1), [.literal(.int(2)), isOn]),
      ])
  }

  func testKnownConditionsAreDecided() throws {
    XCTAssertEqual(try statements("{if: in(here), do: rang, else: [rang, rang]}"), [rang])
    XCTAssertEqual(try statements("{if: in(there), do: rang, else: [rang, rang]}"), [rang, rang])
    XCTAssertEqual(try condition("isOn and in(here)"), isOn)
    XCTAssertEqual(try condition("isOn or in(there)"), isOn)
  }

  func testOnlyTheElsePartIsLeft() throws {
    let none = "{if: in(there), do: rang}"
    let opposite = SwiftExpression.comparison(.greaterOrEqual, a, b)
    XCTAssertEqual(
      try statements("{if: a < b, do: \(none), else: rang}"), [.if(opposite, then: [rang], else: [])])
    XCTAssertEqual(try statements("{if: a < b, do: \(none), else: \(none)}"), [])
  }

  func testOperandsThatMayTrapStay() throws {
    let quotient = SwiftExpression.comparison(.greater, .checked(.quotient, a, b), .literal(.int(1)))
    XCTAssertEqual(try condition("a / b > 1 and in(there)"), .and([quotient, .literal(.bool(false))]))
    XCTAssertEqual(try statements("{if: isOn and in(there), do: rang}"), [])
  }

  func testOppositesOfComparisons() throws {
    let opposites: [(String, LifelineModel.Expression.Comparison)] = [
      ("a == b", .notEqual), ("a != b", .equal), ("a < b", .greaterOrEqual), ("a <= b", .greater),
      ("a > b", .lessOrEqual), ("a >= b", .less),
    ]
    for (text, opposite) in opposites {
      XCTAssertEqual(try condition("not (\(text))"), .comparison(opposite, a, b), text)
    }
  }

  func testArithmetic() throws {
    let pause = SwiftExpression.field(ID(3))
    XCTAssertEqual(try statements("{set: {pause: a * pause}}"), [.assign(ID(3), .arithmetic(.multiply, pause, a))])
    XCTAssertEqual(try statements("{set: {pause: -pause}}"), [.assign(ID(3), .negatedDuration(pause))])
    XCTAssertEqual(
      try statements("{set: {a: -a}}"), [.assign(ID(0), .checked(.difference, .literal(.int(0)), a))])
    XCTAssertEqual(try statements("{set: {a: a / 2}}"), [.assign(ID(0), .arithmetic(.divide, a, .literal(.int(2))))])
    XCTAssertEqual(
      try statements("{set: {a: a % -1}}"), [.assign(ID(0), .checked(.remainder, a, .literal(.int(-1))))])
  }

  func testOnlyUsedOperationsHaveAFunction() throws {
    func used(_ expression: String) throws -> [CheckedArithmetic] {
      CheckedArithmetic.used(
        in: try machine(
          """
          lifeline: 1
          machine: Door
          context: {a: 1, pause: 1s}
          events: [go]
          states: {here: {on: {go: {if: \(expression), do: {set: {a: 0, pause: 2s}}}}}}
          """))
    }
    XCTAssertEqual(try used("pause + pause > 1s and a / 2 > 1"), [])
    XCTAssertEqual(try used("'min(a, 3) > max(a, 2) and max(pause, 2s) > 1s'"), [])
    XCTAssertEqual(try used("a % a > 1 and a + 1 > 1 and pause > 1s"), [.sum, .remainder])
    XCTAssertEqual(try used("-a > 1 and pause > 1s"), [.difference])
  }
}
