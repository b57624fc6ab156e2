import LifelineModel

/// Prints the statements of generated tests as Swift.
struct TestPrinter {
  let context: MachineContext
  let target: TestTarget

  private var machine: Machine { context.whole }
  private var text: ExpressionText { ExpressionText(of: context) }
  private var patterns: PatternPrinter { PatternPrinter(context: context) }

  /// Returns the lines of a method's body.
  func lines(of method: TestMethod) -> [String] {
    var writer = CodeWriter()
    switch target {
    case .machine, .asyncSubject: write(method.statements, to: &writer)
    case .subject: writer.block("try MainActor.assumeIsolated") { write(method.statements, to: &$0) }
    }
    return writer.lines
  }

  /// Returns a method as a machine and the steps that it takes, which other methods can take, too; `nil` if it can't be.
  func split(_ method: TestMethod) -> (machine: String, combination: String, steps: [String])? {
    guard target == .machine, method.statements.count > 1, case .begin(var beginning) = method.statements.first,
      let combination = beginning.combination
    else { return nil }
    if case .start = beginning.kind { return nil }
    beginning.combination = nil
    let play = "var play = ScenarioPlay(machine\(restrictions(of: beginning)), where: combination)"
    return (
      machineExpression(beginning), SwiftText.stringLiteral(combination),
      [play] + method.statements.dropFirst().map(line)
    )
  }

  private func write(_ statements: [TestStatement], to writer: inout CodeWriter) {
    for statement in statements {
      if case .begin(let beginning) = statement {
        write(beginning, isAlone: statements.count == 1, to: &writer)
      } else {
        writer.line(line(statement))
      }
    }
  }

  /// Whether a method's body contains `try`.
  func canThrow(_ method: TestMethod) -> Bool {
    if target.isSubject { return true }
    return canThrow(method.statements)
  }

  private func canThrow(_ statements: [TestStatement]) -> Bool {
    guard case .begin(let beginning) = statements.first else { return false }
    return canThrow(beginning)
  }
}

// MARK: - Functions with rows

extension TestPrinter {
  /// Returns the lines of a function's body. Lines that differ between rows are in a `switch`.
  func lines(of function: TestFunction) -> [String] {
    let rows = function.rows.map(\.statements)
    guard let first = rows.first else { return [] }
    var writer = CodeWriter()
    for index in first.indices {
      if case .begin = first[index] {
        let beginnings = rows.compactMap { row in
          if case .begin(let beginning) = row[index] { self.beginning(beginning) } else { nil }
        }
        write(beginnings, isAlone: first.count == 1, to: &writer)
      } else {
        write(rows.map { line($0[index]) }, to: &writer)
      }
    }
    return writer.lines
  }

  private func write(_ rows: [PrintedBeginning], isAlone: Bool, to writer: inout CodeWriter) {
    guard let first = rows.first else { return }
    for line in first.before.indices { write(rows.map { $0.before[line] }, to: &writer) }
    if isAlone, first.after.isEmpty {
      write(rows.map { "_ = \($0.play)" }, to: &writer)
    } else if rows.allSatisfy({ $0.play == first.play }) {
      writer.line("\(variable) = \(first.play)")
    } else {
      // Swift takes much longer to check a `switch` that is an expression with many cases.
      writer.line("\(variable): \(target.isSubject ? "ScenarioSubjectPlay" : "ScenarioPlay<\(context.names.type)>")")
      write(rows.map { "play = \($0.play)" }, to: &writer)
    }
    for line in first.after.indices { write(rows.map { $0.after[line] }, to: &writer) }
  }

  /// Writes a line of each row: once if it's the same in all rows.
  private func write(_ lines: [String], to writer: inout CodeWriter) {
    var numbers: [String: [Int]] = [:]
    for (index, line) in lines.enumerated() { numbers[line, default: []].append(index + 1) }
    let groups = numbers.sorted { $0.value[0] < $1.value[0] }
    guard groups.count > 1 else { return writer.line(lines[0]) }
    writer.line("switch row.number {")
    for (line, numbers) in groups.dropLast() {
      writer.line("case \(numbers.map(String.init).joined(separator: ", ")): \(line)")
    }
    writer.line("default: \(groups[groups.count - 1].key)")
    writer.line("}")
  }

  /// Whether a function's body contains `try`.
  func canThrow(_ function: TestFunction) -> Bool {
    target.isSubject || function.rows.contains { canThrow($0.statements) }
  }

  /// Returns the lines of the attribute that makes a function a test.
  func attribute(of function: TestFunction) -> [String] {
    let title = function.title.map { [SwiftText.stringLiteral($0)] } ?? []
    guard function.isParameterized else {
      return ["@Testing.Test" + (title.isEmpty ? "" : "(\(title[0]))")]
    }
    let rows = function.rows.map { SwiftText.stringLiteral($0.combination ?? "") }
    var writer = CodeWriter()
    writer.line("@Testing.Test(")
    writer.indented { writer in
      for text in title { writer.line("\(text),") }
      writer.line("arguments: ScenarioRow.rows(")
      writer.indented { writer in
        for (index, row) in rows.enumerated() { writer.line(row + (index == rows.count - 1 ? "))" : ",")) }
      }
    }
    return writer.lines
  }
}

// MARK: - The beginning

extension TestPrinter {
  /// - Parameter isAlone: Whether no statement follows, so that the test only shows that the machine can be made.
  private func write(_ beginning: TestBeginning, isAlone: Bool, to writer: inout CodeWriter) {
    let beginning = self.beginning(beginning)
    for line in beginning.before { writer.line(line) }
    writer.line("\(isAlone && beginning.after.isEmpty ? "_" : variable) = \(beginning.play)")
    for line in beginning.after { writer.line(line) }
  }

  /// The declaration of the test's variable. The play of an asynchronous subject is an object.
  private var variable: String { target == .asyncSubject ? "let play" : "var play" }

  private func beginning(_ beginning: TestBeginning) -> PrintedBeginning {
    let arguments = arguments(of: beginning)
    let restrictions = restrictions(of: beginning)
    let type = context.names.type
    switch (target, beginning.kind) {
    case (.subject, _), (.asyncSubject, _):
      let attempt = target == .asyncSubject ? "try await" : "try"
      return PrintedBeginning(
        play: "\(attempt) ScenarioSubjectPlay(given: \(machine.name)Given(\(arguments))\(restrictions))")
    case (.machine, .resume), (.machine, .startWithoutCalls), (.machine, .startUnchecked):
      return PrintedBeginning(play: "ScenarioPlay(\(machineExpression(beginning))\(restrictions))")
    case (.machine, .start(let expected, let line)):
      return PrintedBeginning(
        before: ["var calls: [\(type).Callback] = []"],
        play: "ScenarioPlay(\(type)(\(arguments)) { calls.append($0) }\(restrictions))",
        after: ["play.start(calls, line: \(line)\(patterns.argument(expected)))"])
    }
  }

  /// Returns the expression for the machine of a test that doesn't check the calls of its start.
  private func machineExpression(_ beginning: TestBeginning) -> String {
    let attempt = canThrow(beginning) ? "try " : ""
    let closure = if case .startUnchecked = beginning.kind { " { _ in }" } else { "" }
    return "\(attempt)\(context.names.type)(\(arguments(of: beginning)))\(closure)"
  }

  /// Returns the arguments that say where the machine, or the subject, begins, and with which fields.
  private func arguments(of beginning: TestBeginning) -> String {
    BeginningPrinter(context: context, target: target, beginning: beginning).arguments.joined(separator: ", ")
  }

  /// Whether the machine, or a part of it, throws an error for states that can't be active together.
  private func canThrow(_ beginning: TestBeginning) -> Bool {
    guard case .resume(let states) = beginning.kind else { return false }
    return context.layout.hasRegions
      || states.contains { context.partWithState($0)?.part.context.layout.hasRegions == true }
  }

  private func restrictions(of beginning: TestBeginning) -> String {
    var result = ""
    if let channels = beginning.channels { result += ", observing: [\(list(channels))]" }
    if !beginning.never.isEmpty { result += ", never: [\(list(beginning.never.map { machine[$0].name }))]" }
    if let combination = beginning.combination { result += ", where: \(SwiftText.stringLiteral(combination))" }
    return result
  }
}

// MARK: - Other statements

extension TestPrinter {
  private func line(_ statement: TestStatement) -> String {
    target == .asyncSubject ? "await \(text(of: statement))" : text(of: statement)
  }

  private func text(of statement: TestStatement) -> String {
    switch statement {
    case .begin: ""
    case .checkStart(let expected, let line): "play.start(line: \(line)\(patterns.argument(expected)))"
    case .send(let call, let expected, let line):
      "play.send(\(self.call(call)), line: \(line)\(patterns.argument(expected)))"
    case .ignore(let call, let line): "play.ignore(\(self.call(call)), line: \(line))"
    case .wait(let milliseconds, let expected, let line):
      "play.wait(\(duration(milliseconds)), line: \(line)\(patterns.argument(expected)))"
    case .drive(let call, let awaited):
      target.isSubject
        ? "play.drive(\(self.call(call))\(argument(awaited)))" : "play.machine.handle(\(self.call(call))) { _ in }"
    case .pass(let milliseconds, let awaited):
      target.isSubject
        ? "play.drive(\(duration(milliseconds))\(argument(awaited)))"
        : "play.machine.advance(by: \(duration(milliseconds))) { _ in }"
    case .awaitStart(let awaited): "play.drive(\(argument(awaited).dropFirst(2)))"
    case .set(let fact, let line):
      switch target {
      case .machine: "play.machine.context.\(field(fact)) = \(text.text(fact.value))"
      case .subject: "play.set(\(self.fact(fact)))"
      case .asyncSubject: "play.set(\(self.fact(fact)), line: \(line))"
      }
    case .checkState(let state, let line): stateCheck(state, line: line)
    case .checkField(let fact, let line):
      target.isSubject ? "play.expectFact(\(self.fact(fact)), line: \(line))" : fieldCheck(fact, line: line)
    case .checkDeadline(let milliseconds, let line):
      """
      play.expect("timeUntilNextTimer", play.machine.timeUntilNextTimer, equals: \(milliseconds.map(duration) ?? "nil"), \
      line: \(line))
      """
    case .finish: "play.finish()"
    }
  }

  /// Returns the arguments about the calls for which a test waits in a scenario that it follows.
  private func argument(_ awaited: AwaitedCalls?) -> String {
    guard let awaited else { return "" }
    let channels = awaited.channels.map { ", observing: [\(list($0))]" } ?? ""
    return ", line: \(awaited.line)\(patterns.argument(awaited.pattern))\(channels)"
  }

  private func list(_ texts: [String]) -> String { texts.map(SwiftText.stringLiteral).joined(separator: ", ") }

  private func stateCheck(_ state: ID<State>, line: Int) -> String {
    guard let (part, own) = context.partWithState(state) else {
      return "play.expect(.\(context.names.anyStateCase(state)), line: \(line))"
    }
    let name = part.context.names.anyStateCase(own)
    if target.isSubject {
      let value = SwiftText.qualified(name, in: "\(part.type).AnyState")
      return "play.expect(\(value), of: .\(context.partCase(part)), line: \(line))"
    }
    return "play.expect(play.machine.\(part.path).isActive(.\(name)), \"\(machine[state].path)\", line: \(line))"
  }

  private func fieldCheck(_ fact: FieldValue, line: Int) -> String {
    let name = machine[fact.field].name
    var value = text.text(fact.value)
    if case .named = fact.value {
      value = SwiftText.qualified(String(value.dropFirst()), in: context.type(of: machine[fact.field]))
    }
    return "play.expect(\"\(name)\", play.machine.context.\(field(fact)), equals: \(value), line: \(line))"
  }

  /// Returns a length of time where its type is known.
  private func duration(_ milliseconds: Int) -> String {
    let duration = text.text(.duration(milliseconds: milliseconds))
    let type = "Swift.Duration"
    return duration.hasPrefix(type + ".") ? String(duration.dropFirst(type.count)) : duration
  }

  private func field(_ fact: FieldValue) -> String { SwiftText.path(machine[fact.field].name) }

  /// Returns a case of the type that a subject knows fields by.
  private func fact(_ fact: FieldValue) -> String {
    nestedCase(machine[fact.field].name, "(\(text.text(fact.value)))")
  }

  private func call(_ call: EventCall) -> String {
    let event = machine[call.event]
    let arguments = zip(event.parameters, call.arguments).map { parameter, value in
      "\(SwiftText.argumentLabel(parameter.name)): \(text.text(value))"
    }
    let name = ".\(SwiftText.identifier(event.name))"
    return arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
  }
}

/// The code that makes the machine, or begins with a subject.
private struct PrintedBeginning {
  /// The lines before the declaration of the test's variable.
  var before: [String] = []
  /// The value of that variable.
  var play: String
  /// The lines behind the declaration.
  var after: [String] = []
}
