import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The text of statements and expressions.
final class StatementPrinterTests: XCTestCase {
  private func context() throws -> MachineContext {
    MachineContext.analyze(
      try machine(
        """
        lifeline: 1
        machine: Door
        callbacks: {opened: , heard: {parameters: {event: Int}}}
        context: {count: 0, isOpen: false}
        events: {open: , knock: {parameters: {event: Int}}, default: }
        states:
          shut: {on: {open: {to: ajar, do: opened}, knock: {do: [heard, {if: isOpen, do: {set: {count: event}}}]}}, after: {1s: ajar}}
          ajar: {on: {default: {to: shut, if: count > 1}}}
        """))
  }

  private func lines(_ statements: [Statement]) throws -> [String] {
    StatementPrinter(try context()).lines(statements)
  }

  func testStatements() throws {
    let slot = TimerSlot(index: 0)
    XCTAssertEqual(
      try lines([
        .comment("why"), .call(ID(0), []), .call(ID(1), [.field(ID(0))]), .assign(ID(0), .literal(.int(2))),
        .moveTo(ID(2)), .arm(slot, .constant(milliseconds: 1500)), .disarm(slot),
      ]),
      [
        "// why", "call(.opened)", "call(.heard(event: context.count))", "context.count = 2", "state = .ajar",
        "timer = Swift.Duration.milliseconds(1500)", "timer = nil",
      ])
  }

  func testNestedStatementsAreIndented() throws {
    let set = FieldAssignment(field: ID(0), value: .previous(ID(0)))
    XCTAssertEqual(
      try lines([.if(.expression(.field(ID(1))), then: [.assignTogether([set])], else: [.continue])]),
      [
        "if context.isOpen {", "  do {", "    let before = context", "    context.count = before.count", "  }",
        "} else {",
        "  continue", "}",
      ])
  }

  func testCasesBindParametersByTheirLocalNames() throws {
    let pattern = EventPattern(event: ID(1), parameters: ["event"])
    let cases = [
      Case(patterns: [.event(pattern)], body: [.assign(ID(0), .parameter("event"))]),
      Case(patterns: [.event(EventPattern(event: ID(2)))], body: [.continue]),
    ]
    XCTAssertEqual(
      try lines([.switch(.event, cases, default: .nothing)]),
      [
        "switch event {", "case .knock(let event_):", "  context.count = event_", "case .`default`:", "  continue",
        "default: break", "}",
      ])
  }

  func testReturnsDependOnTheFunction() throws {
    var printer = StatementPrinter(try context())
    let ask = Statement.ask(FunctionCall(name: .lookup(.event), arguments: [.event, .calls]))
    printer.result = .isTaken
    XCTAssertEqual(
      printer.lines([ask, .return(.taken), .return(.ignored)]),
      ["if take(event, call) { return true }", "return true", "return false"])
    printer.result = .lookupResult
    XCTAssertEqual(
      printer.lines([.return(.taken), .return(.deferredOrIgnored)]),
      ["return .taken", "return isDeferred ? .deferred : .ignored"])
    XCTAssertEqual(printer.lines([ask]).first, "switch take(event, call) {")
  }

  func testParenthesesStandOnlyWhereTheyAreNeeded() throws {
    let printer = ExpressionPrinter(context: try context())
    let (count, isOpen) = (SwiftExpression.field(ID(0)), SwiftExpression.field(ID(1)))
    let sum = SwiftExpression.arithmetic(.add, count, .literal(.int(1)))
    XCTAssertEqual(printer.text(.arithmetic(.multiply, sum, count)), "(context.count + 1) * context.count")
    XCTAssertEqual(printer.text(.arithmetic(.subtract, sum, sum)), "context.count + 1 - (context.count + 1)")
    XCTAssertEqual(printer.text(.not(.or([isOpen, .isAt(ID(1), false)]))), "!(context.isOpen || state != .shut)")
    XCTAssertEqual(
      printer.text(.and([isOpen, .or([isOpen, isOpen])])), "context.isOpen && (context.isOpen || context.isOpen)")
    XCTAssertEqual(printer.condition(.and([isOpen, .isActive(ID(2))])), "context.isOpen, isActive(.ajar)")
    XCTAssertEqual(
      printer.text(.comparison(.less, .checked(.sum, count, count), .literal(.int(-1)))),
      "Self.sum(context.count, context.count) < -1")
  }

  func testFunctionsHaveTheirDocumentationAndSignature() throws {
    let context = try context()
    let function = Function(name: .finish, parameters: [], body: [.disarm(TimerSlot(index: 0))])
    let program = MachineProgram(
      shape: context.shape, storage: [.timer(TimerSlot(index: 0))],
      members: [.function(function), .function(function)],
      helpers: [], resumption: [], coding: [])
    let text = """
        /// Drops timers: the machine is finished.
        private mutating func finish() {
          timer = nil
        }
      """
    XCTAssertEqual(ProgramPrinter(context, program, access: "public ").text(program.members), "\(text)\n\n\(text)")
    XCTAssertEqual(
      program.storage.map(ProgramPrinter(context, program, access: "").declaration).map(\.declaration),
      ["private var timer: Swift.Duration?"])
  }
}
