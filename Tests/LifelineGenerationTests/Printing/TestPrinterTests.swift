import LifelineModel
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineGeneration

/// The text of generated tests.
final class TestPrinterTests: XCTestCase {
  private let spec = """
    callbacks: {opened: , moved: {parameters: {degrees: Int, fast: Bool}}}
    context: {isOpen: false, mode: {cases: [slow, default], default: slow}, degrees: 0, fast: false}
    events: {open: , push: {parameters: {force: Int}}}
    states:
      shut: {on: {open: {to: ajar, do: opened}, push: {if: isOpen and mode == slow, to: ajar}}}
      ajar: {entry: moved, after: {1s: shut}}
    """
  private let range = SourceRange(.start, .start)

  private func lines(
    _ statements: [TestStatement], target: TestTarget = .machine, in spec: String? = nil
  ) throws -> [String] {
    let method = TestMethod(name: "test", documentation: [], statements: statements)
    return TestPrinter(context: try context(spec ?? self.spec), target: target).lines(of: method)
  }

  private func beginning(
    _ kind: TestBeginning.Kind, fields: [FieldValue] = [], channels: [String]? = nil, never: [ID<Callback>] = []
  ) -> TestStatement {
    .begin(TestBeginning(kind: kind, fields: fields, channels: channels, never: never, combination: nil))
  }

  func testBeginningsOfMachines() throws {
    let fields = [FieldValue(field: ID(1), value: .named("default"))]
    XCTAssertEqual(
      try lines([beginning(.resume([ID(2)]), fields: fields), .checkState(ID(1), line: 3)]),
      [
        "var play = ScenarioPlay(Door(resumingIn: .ajar, context: Door.Context(mode: .`default`)))",
        "play.expect(.shut, line: 3)",
      ])
    XCTAssertEqual(
      try lines([beginning(.startWithoutCalls, channels: ["lamp"], never: [ID(0)])]),
      ["_ = ScenarioPlay(Door(), observing: [\"lamp\"], never: [\"opened\"])"])
    XCTAssertEqual(
      try lines([beginning(.start(expected: .sequence([]), line: 7))]).suffix(2),
      ["var play = ScenarioPlay(Door() { calls.append($0) })", "play.start(calls, line: 7, expecting: [])"])
    XCTAssertEqual(try lines([beginning(.startUnchecked)]), ["_ = ScenarioPlay(Door() { _ in })"])
    let combination = TestBeginning(
      kind: .startWithoutCalls, fields: [], channels: nil, never: [], combination: "mode: slow")
    XCTAssertEqual(try lines([.begin(combination)]), ["_ = ScenarioPlay(Door(), where: \"mode: slow\")"])
  }

  private func function(_ rows: [TestStatement]..., title: String? = nil) -> TestFunction {
    TestFunction(
      name: "test", title: title, documentation: [],
      rows: rows.enumerated().map {
        TestRow(combination: rows.count > 1 ? "row \($0.offset)" : nil, statements: $0.element)
      })
  }

  /// Statements that all rows share are written once.
  func testRowsOfFunctions() throws {
    let printer = TestPrinter(context: try context(spec), target: .machine)
    func row(_ degrees: Int, _ state: ID<State>) -> [TestStatement] {
      let fields = [FieldValue(field: ID(2), value: .int(degrees))]
      return [
        beginning(.start(expected: .sequence([]), line: 7), fields: fields), .checkState(state, line: 3),
        .wait(milliseconds: 1000, expected: nil, line: 4),
      ]
    }
    let rows = function(row(1, ID(1)), row(2, ID(2)), row(3, ID(1)), title: "it \"turns\"")
    XCTAssertEqual(
      printer.lines(of: rows),
      [
        "var calls: [Door.Callback] = []", "var play: ScenarioPlay<Door>", "switch row.number {",
        "case 1: play = ScenarioPlay(Door(context: Door.Context(degrees: 1)) { calls.append($0) })",
        "case 2: play = ScenarioPlay(Door(context: Door.Context(degrees: 2)) { calls.append($0) })",
        "default: play = ScenarioPlay(Door(context: Door.Context(degrees: 3)) { calls.append($0) })", "}",
        "play.start(calls, line: 7, expecting: [])", "switch row.number {", "case 1, 3: play.expect(.shut, line: 3)",
        "default: play.expect(.ajar, line: 3)", "}", "play.wait(.seconds(1), line: 4)",
      ])
    XCTAssertEqual(
      printer.attribute(of: rows),
      [
        "@Testing.Test(", #"  "it \"turns\"","#, "  arguments: ScenarioRow.rows(", #"    "row 0","#, #"    "row 1","#,
        #"    "row 2"))"#,
      ])
    let alone = [1, 2].map { [beginning(.startWithoutCalls, fields: [FieldValue(field: ID(2), value: .int($0))])] }
    XCTAssertEqual(
      printer.lines(of: function(alone[0], alone[1])),
      [
        "switch row.number {", "case 1: _ = ScenarioPlay(Door(context: Door.Context(degrees: 1)))",
        "default: _ = ScenarioPlay(Door(context: Door.Context(degrees: 2)))", "}",
      ])
    XCTAssertEqual(printer.lines(of: function(alone[0])), ["_ = ScenarioPlay(Door(context: Door.Context(degrees: 1)))"])
    XCTAssertEqual(printer.attribute(of: function(alone[0])), ["@Testing.Test"])
    XCTAssertEqual(printer.attribute(of: function(alone[0], title: "a")), ["@Testing.Test(\"a\")"])
  }

  /// The tests of Swift Testing are on the main actor already.
  func testFunctionsOfSubjects() throws {
    let printer = TestPrinter(context: try context(spec), target: .subject)
    let function = function([beginning(.startUnchecked), .drive(EventCall(event: ID(0), arguments: []))])
    XCTAssertEqual(
      printer.lines(of: function),
      ["var play = try ScenarioSubjectPlay(given: DoorGiven())", "play.drive(.open)"])
    XCTAssertTrue(printer.canThrow(function))
  }

  func testBeginningsInRegionsCanThrow() throws {
    let spec = "regions: {left: {states: {a: {}}}, right: {states: {b: {}}}}"
    let method = TestMethod(name: "test", documentation: [], statements: [beginning(.resume([ID(2), ID(4)]))])
    let printer = TestPrinter(context: try context(spec), target: .machine)
    XCTAssertEqual(printer.lines(of: method), ["_ = ScenarioPlay(try Door(resumingIn: [.a, .b]))"])
    XCTAssertTrue(printer.canThrow(method))
    XCTAssertFalse(TestPrinter(context: try context(self.spec), target: .machine).canThrow(method))
  }

  func testSteps() throws {
    let moved = CallPattern.call(ID(1), arguments: [(1, .bool(true)), (0, .int(2))], range: range)
    XCTAssertEqual(
      try lines([
        beginning(.startWithoutCalls),
        .send(EventCall(event: ID(0), arguments: []), expected: .call(ID(0), arguments: [], range: range), line: 1),
        .ignore(EventCall(event: ID(1), arguments: [.int(5)]), line: 2),
        .wait(milliseconds: 1500, expected: nil, line: 3), .wait(milliseconds: 1000, expected: moved, line: 4),
        .drive(EventCall(event: ID(0), arguments: [])), .pass(milliseconds: 1),
        .set(FieldValue(field: ID(0), value: .bool(true)), line: 7),
        .checkField(FieldValue(field: ID(1), value: .named("slow")), line: 5),
        .checkDeadline(milliseconds: nil, line: 6),
      ]).dropFirst(),
      [
        "play.send(.open, line: 1, expecting: [.opened])", "play.ignore(.push(force: 5), line: 2)",
        "play.wait(.milliseconds(1500), line: 3)",
        "play.wait(.seconds(1), line: 4, expecting: [.moved(degrees: 2, fast: true)])",
        "play.machine.handle(.open) { _ in }",
        "play.machine.advance(by: .milliseconds(1)) { _ in }", "play.machine.context.isOpen = true",
        "play.expect(\"mode\", play.machine.context.mode, equals: Door.Context.Mode.slow, line: 5)",
        "play.expect(\"timeUntilNextTimer\", play.machine.timeUntilNextTimer, equals: nil, line: 6)",
      ])
  }

  func testSubjectsAreDrivenByTheirOwnFunctions() throws {
    XCTAssertEqual(
      try lines(
        [
          beginning(.resume([ID(1)])), .checkStart(expected: .sequence([]), line: 1),
          .drive(EventCall(event: ID(0), arguments: [])), .pass(milliseconds: 1000),
          .set(FieldValue(field: ID(0), value: .bool(true)), line: 7),
          .checkField(FieldValue(field: ID(0), value: .bool(true)), line: 2),
        ], target: .subject),
      [
        "try MainActor.assumeIsolated {", "  var play = try ScenarioSubjectPlay(given: DoorGiven(states: [.shut]))",
        "  play.start(line: 1, expecting: [])", "  play.drive(.open)", "  play.drive(.seconds(1))",
        "  play.set(.isOpen(true))", "  play.expectFact(.isOpen(true), line: 2)", "}",
      ])
  }

  /// The steps of an asynchronous subject wait, also in the scenarios that a test follows.
  func testAsynchronousSubjectsAreAwaited() throws {
    let opened = CallPattern.call(ID(0), arguments: [], range: range)
    let awaited = AwaitedCalls(pattern: opened, channels: ["lamp"], line: 4)
    XCTAssertEqual(
      try lines(
        [
          beginning(.resume([ID(1)])), .awaitStart(AwaitedCalls(pattern: nil, channels: nil, line: 3)),
          .drive(EventCall(event: ID(0), arguments: []), awaiting: awaited),
          .pass(milliseconds: 1000, awaiting: AwaitedCalls(pattern: .sequence([]), channels: nil, line: 5)),
          .set(FieldValue(field: ID(0), value: .bool(true)), line: 6), .checkState(ID(1), line: 7), .finish,
        ], target: .asyncSubject),
      [
        "let play = try await ScenarioSubjectPlay(given: DoorGiven(states: [.shut]))", "await play.drive(line: 3)",
        "await play.drive(.open, line: 4, expecting: [.opened], observing: [\"lamp\"])",
        "await play.drive(.seconds(1), line: 5, expecting: [])",
        "await play.set(.isOpen(true), line: 6)", "await play.expect(.shut, line: 7)", "await play.finish()",
      ])
  }

  func testPatterns() throws {
    let printer = PatternPrinter(context: try context(spec))
    let opened = CallPattern.call(ID(0), arguments: [], range: range)
    let arguments: [(Int, Value)] = [(0, .int(2)), (1, .bool(true))]
    for list in [arguments, arguments.reversed()] {
      XCTAssertEqual(
        printer.argument(.call(ID(1), arguments: list, range: range)), ", expecting: [.moved(degrees: 2, fast: true)]")
    }
    XCTAssertEqual(printer.argument(nil), "")
    XCTAssertEqual(printer.argument(.sequence([opened, opened])), ", expecting: [.opened, .opened]")
    XCTAssertEqual(
      printer.argument(.sequence([.repeated(opened), .optional(opened)])),
      ", expecting: .sequence([.repeated(.exactly(.opened)), .optional(.exactly(.opened))])")
    XCTAssertEqual(
      printer.argument(.anyOrder([opened, .oneOf([opened])])),
      ", expecting: .anyOrder([.exactly(.opened), .oneOf([.exactly(.opened)])])")
    XCTAssertEqual(
      printer.argument(.call(ID(1), arguments: [(1, .bool(true))], range: range)),
      """
      , expecting: .call("moved(fast: true, …)", { if case .moved(_, let value1) = $0 { value1 == true } else { false } })
      """)
    XCTAssertEqual(
      printer.argument(.call(ID(1), arguments: [], range: range)),
      ", expecting: .call(\"moved\", { if case .moved = $0 { true } else { false } })")
  }
}
