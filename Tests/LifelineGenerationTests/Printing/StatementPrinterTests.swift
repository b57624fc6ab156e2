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
          shut:
            on: {open: {to: ajar, do: opened}, knock: {do: [heard, {if: isOpen, do: {set: {count: event}}}]}}
            after: {1s: ajar}
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
        "timerOfShut = Swift.Duration.milliseconds(1500)", "timerOfShut = nil",
      ])
  }

  func testNestedStatementsAreIndented() throws {
    let set = FieldAssignment(field: ID(0), value: .previous(ID(0)))
    XCTAssertEqual(
      try lines([.if(.field(ID(1)), then: [.assignTogether([set])], else: [.continue])]),
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
        "switch event {", "case .knock(let event_): context.count = event_", "case .`default`: continue",
        "default: break", "}",
      ])
  }

  func testCasesWithTheSameBodyAreOne() throws {
    let pattern = EventPattern(event: ID(1), parameters: ["event"])
    let bound = Case(patterns: [.event(pattern)], body: [.continue])
    let cases = [Case(".a", body: [.continue]), Case(".b", body: [.break]), Case(".c", ".d", body: [.continue]), bound]
    XCTAssertEqual(
      try lines([.switch(.event, cases, default: .none)]),
      ["switch event {", "case .a, .c, .d: continue", "case .b: break", "case .knock(let event_): continue", "}"])
  }

  func testTheOnlyCaseIsACondition() throws {
    let pattern = EventPattern(event: ID(1), parameters: ["event"])
    let only = Case(patterns: [.event(pattern)], body: [.assign(ID(0), .parameter("event"))])
    XCTAssertEqual(
      try lines([
        .switch(.event, [only], default: .nothing), .switch("x", [Case("1", body: [.break])], default: .nothing),
        .switch("x", [Case("1", "2", body: ["go()"])], default: .nothing),
      ]),
      [
        "if case .knock(let event_) = event { context.count = event_ }", "switch x {", "case 1: break",
        "default: break", "}",
        "switch x {", "case 1, 2: go()", "default: break", "}",
      ])
  }

  func testUnreadParametersAreNotBound() throws {
    let context = try LifelineGenerationTests.context(
      """
      callbacks: {heard: {parameters: {times: Int}}}
      events: {knock: {parameters: {times: Int, loud: Bool}}}
      states: {shut: {on: {knock: {do: heard}}}}
      """)
    XCTAssertEqual(
      StatementPrinter(context).lines([
        .guard(.matching(EventPattern(event: ID(0), parameters: ["times"]), .event), else: [.return(nil)])
      ]),
      ["guard case .knock(let times, _)? = event else { return }"])
  }

  func testMemoriesOfARegionThatIsAlwaysActiveAreOptional() throws {
    let context = try LifelineGenerationTests.context(
      """
      events: [go]
      states:
        outer: {on: {go: away}, states: {x: {}, y: {}, last: {history: shallow, default: x}}}
        away: {on: {go: last}}
      """)
    let memory = MemoryProperty(history: ID(4), name: "rememberedOuterLast", region: 0)
    XCTAssertEqual(
      StatementPrinter(context).lines([
        .switch(.memory(memory), [Case(patterns: [.position(ID(2))], body: [])], default: .nothing),
        .remember(memory, .name(context.names.regions.memory(ID(3)))), .remember(memory, memory.current),
        .when(.hasMemory(memory), .continue),
      ]),
      [
        "if case .x = rememberedOuterLast {", "}", "rememberedOuterLast = State.y",
        "rememberedOuterLast = state",
        "if rememberedOuterLast != nil { continue }",
      ])
  }

  func testLoopsAndOtherBodiesStandOnTheLineOfTheirHeadIfTheyAreShort() throws {
    let (selected, call) = (SwiftExpression.selected, Statement.evaluate(("go" as SwiftExpression)("index", at: 1)))
    let indices = SwiftExpression.range(0, selected.count)
    XCTAssertEqual(
      try lines([
        .for("index", in: indices.reversed(), [call]), .for("index", in: indices, where: "isOn", [call, .break]),
        .for("index", in: indices, [.for("other", in: "all", [call])]), .guard("isOn", else: ["stop()", .return(nil)]),
        .while("isOn", []), .joined(.while("isOn", [])), .broken(.when("isOn", call)),
      ]),
      [
        "for index in (0..<selected.count).reversed() { go(index, at: 1) }",
        "for index in 0..<selected.count where isOn {", "  go(index, at: 1)", "  break", "}",
        "for index in 0..<selected.count {", "  for other in all { go(index, at: 1) }", "}",
        "guard isOn else {", "  stop()", "  return", "}", "while isOn {}", "while isOn {}",
        "if isOn {", "  go(index, at: 1)", "}",
      ])
    let long = SwiftExpression.name(String(repeating: "x", count: 90))
    XCTAssertEqual(
      try lines([.when(long, call), .joined(.when(long, call))]).map(\.count), [95, 18, 1, 114])
    XCTAssertEqual(
      try lines([.broken(.evaluate(("go" as SwiftExpression)(long))), .broken(.return(.and(["a && b", "c"])))]),
      ["go(", "  \(String(repeating: "x", count: 90)))", "return a && b", "  && c"])
  }

  func testVariablesAssignmentsAndErrors() throws {
    XCTAssertEqual(
      try lines([
        .variable("next: Swift.Int?", nil), .variable("count", 0), .constant("raised", .element("all", "count")),
        .evaluate(.assignment("+=", "count", 1)), .set("next", .conditional("isOn", 1, "nil")),
        .when(.binding("next", .member("list", "first")), .throw("failure")), .block("do", [.return("count")]),
      ]),
      [
        "var next: Swift.Int?", "var count = 0", "let raised = all[count]", "count += 1", "next = isOn ? 1 : nil",
        "if let next = list.first { throw failure }", "do {", "  return count", "}",
      ])
  }

  func testDeferral() throws {
    let cases = [Case(patterns: [.event(EventPattern(event: ID(2)))], body: [.defer(ID(2))])]
    XCTAssertEqual(
      try lines([.defer(ID(0)), .joined(.switch(.event, cases, default: .nothing))]),
      [
        "deferredEvents.insert(.open)", "switch event {", "case .`default`: deferredEvents.insert(.`default`)",
        "default: break", "}",
      ])
  }

  func testReturnsDependOnTheFunction() throws {
    var printer = StatementPrinter(try context())
    let take = FunctionCall(name: .lookup(.event), arguments: [.event, .calls])
    printer.expressions.result = .isTaken
    XCTAssertEqual(
      printer.lines([.when(.result(take), .return(.taken)), .return(.ignored)]),
      ["if take(event, call) { return true }", "return false"])
    printer.expressions.result = .lookupResult
    XCTAssertEqual(
      printer.lines([.return(.taken), .return(.conditional("isDeferred", .deferred, .ignored))]),
      ["return .taken", "return isDeferred ? .deferred : .ignored"])
  }

  func testParenthesesStandOnlyWhereTheyAreNeeded() throws {
    let printer = ExpressionPrinter(context: try context())
    let (count, isOpen) = (SwiftExpression.field(ID(0)), SwiftExpression.field(ID(1)))
    let sum = SwiftExpression.arithmetic(.add, count, .literal(.int(1)))
    XCTAssertEqual(printer.text(.arithmetic(.multiply, sum, count)), "(context.count + 1) * context.count")
    XCTAssertEqual(
      printer.text(.arithmetic(.multiply, .arithmetic(.minimum, sum, count), count)),
      "Swift.min(context.count + 1, context.count) * context.count")
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
    let function = Function(name: .dropPending, parameters: [], body: [.disarm(TimerSlot(index: 0))])
    let program = MachineProgram(
      shape: context.shape, storage: [.timer(TimerSlot(index: 0))],
      members: [.function(function), .function(function)],
      sharedTransitions: [], helpers: [], resumption: [], storedMemories: [])
    let text = """
        /// Drops timers and deferred events, which never follow the end of the machine. Hosts don't call this: a machine of
        /// which this one is a part calls it at its own end.
        public mutating func dropPending() { timerOfShut = nil }
      """
    XCTAssertEqual(ProgramPrinter(context, program, access: "public ").text(program.members), "\(text)\n\n\(text)")
    let options = GenerationOptions(specName: "Spec.yaml", specPath: "Spec.yaml")
    let declarations = MachineDeclarations(context: context, program: program, options: options)
    XCTAssertEqual(program.storage.map(declarations.declare).map(\.head), ["private var timerOfShut: Swift.Duration?"])
  }
}
