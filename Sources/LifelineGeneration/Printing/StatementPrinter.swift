import LifelineModel

/// Prints statements of generated code.
struct StatementPrinter {
  let context: MachineContext
  var expressions: ExpressionPrinter

  private var machine: Machine { context.machine }
  private var names: MachineNames { context.names }

  init(_ context: MachineContext) {
    self.context = context
    expressions = ExpressionPrinter(context: context)
  }

  /// Returns the lines of statements.
  func lines(_ statements: [Statement]) -> [String] {
    var writer = CodeWriter()
    print(statements, to: &writer)
    return writer.lines
  }

  /// Writes statements.
  func print(_ statements: [Statement], to writer: inout CodeWriter) {
    for (index, statement) in statements.enumerated() {
      print(statement, to: &writer)
      if case .guard(.matching(let pattern, _), _) = statement {
        return binding(pattern.event).print(Array(statements.dropFirst(index + 1)), to: &writer)
      }
    }
  }

  /// Returns a printer of statements that can read the parameters of an event.
  private func binding(_ event: ID<Event>) -> StatementPrinter {
    var printer = self
    printer.expressions.locals = names.locals(of: machine[event])
    return printer
  }

  /// The place of the bodies in a statement.
  private enum Layout {
    /// On the line of the head, if the body is one short line.
    case automatic
    case joined, broken
  }

  private func print(_ statement: Statement, _ layout: Layout = .automatic, to writer: inout CodeWriter) {
    switch statement {
    case .call(let callback, let arguments): writer.line("call(.\(call(machine[callback], arguments)))")
    case .assign(let field, let value): writer.line("\(stored(field)) = \(expressions.text(value))")
    case .assignTogether(let assignments):
      writer.block("do") { writer in
        writer.line("let before = \(names.storedContext)")
        print(assignments.map { .assign($0.field, $0.value) }, to: &writer)
      }
    case .raise(let event): writer.line("macrostep.raise(.\(names.internalEventCase(event)))")
    case .send(let id, let sent):
      let part = context[id]
      writer.line("\(part.property).handle(.\(text(sent, in: part))) { \(part.forwarding) }")
    case .startPart(let id): print(context[id].start("\(context[id].property).context"), to: &writer)
    case .dropPending(let id): writer.line("\(context[id].property).dropPending()")
    case .moveTo(let state):
      writer.line("\(names.regions.region(of: state).storedProperty) = \(names.regions.position(state))")
    case .deactivate(let state):
      let region = names.regions.region(of: state)
      writer.line("\(region.storedProperty) = \(region.storage.inactive)")
    case .remember(let property, let value):
      writer.line("\(property.name) = \(expressions.text(value))")
    case .arm(let slot, .constant(let milliseconds)):
      let length = ExpressionText(of: context).text(.duration(milliseconds: milliseconds))
      writer.line("\(names.timer(slot)) = \(length)")
    case .arm(let slot, .field(let field)):
      writer.line("\(names.timer(slot)) = Self.armed(\(stored(field)), \"\(machine[field].name)\")")
    case .disarm(let slot): writer.line("\(names.timer(slot)) = nil")
    case .defer(let event):
      writer.line("deferredEvents.insert(.\(SwiftText.rawCase(machine[event].name)))")
    case .joined(let statement): print(statement, .joined, to: &writer)
    case .broken(let statement): print(statement, .broken, to: &writer)
    case .comment(let text): writer.line("// \(text)")
    case .evaluate(.call(let function, let arguments)) where layout == .broken:
      writer.line("\(expressions.text(function))(")
      writer.indented { $0.line("\(expressions.list(arguments)))") }
    case .evaluate(let expression): writer.line(expressions.text(expression))
    case .constant(let name, let value): writer.line("let \(name) = \(expressions.text(value))")
    case .variable(let name, let value):
      writer.line("var \(name)\(value.map { " = \(expressions.text($0))" } ?? "")")
    case .if(let condition, let then, let otherwise):
      let head = "if \(expressions.condition(condition))"
      guard !otherwise.isEmpty else { return printBlock(head, then, layout, to: &writer) }
      writer.line("\(head) {")
      writer.indented { print(then, to: &$0) }
      writer.line("} else {")
      writer.indented { print(otherwise, to: &$0) }
      writer.line("}")
    case .guard(let condition, let otherwise):
      printBlock(
        "guard \(expressions.condition(condition)) else", otherwise, layout == .automatic ? .joined : layout,
        to: &writer)
    case .switch(let subject, let cases, let standard): print(subject, cases, standard, layout, to: &writer)
    case .while(let condition, let body):
      printBlock(
        "while \(expressions.condition(condition))", body,
        layout != .automatic ? layout : body.isEmpty ? .joined : .broken, to: &writer)
    case .repeat(let body, let condition):
      writer.line("repeat {")
      writer.indented { print(body, to: &$0) }
      writer.line("} while \(expressions.condition(condition))")
    case .for(let name, let list, let condition, let body):
      let filter = condition.map { " where \(expressions.text($0))" } ?? ""
      printBlock("for \(name) in \(expressions.text(list))\(filter)", body, .joined, to: &writer)
    case .block(let word, let body): printBlock(word, body, layout == .automatic ? .broken : layout, to: &writer)
    case .closure(let call, let parameters, let body):
      writer.line("\(call) { \(parameters) in")
      writer.indented { print(body, to: &$0) }
      writer.line("}")
    case .break: writer.line("break")
    case .continue: writer.line("continue")
    case .return(let value?) where layout == .broken: writer.lines("return \(expressions.lines(value))")
    case .return(let value): writer.line(value.map { "return \(expressions.text($0))" } ?? "return")
    case .throw(let error): writer.line("throw \(expressions.text(error))")
    }
  }

  private func printBlock(_ head: String, _ body: [Statement], _ layout: Layout, to writer: inout CodeWriter) {
    let lines = lines(body)
    let head = "\(head) {"
    if layout == .joined, lines.isEmpty { return writer.line("\(head)}") }
    if layout != .broken, let line = onlyLine(of: lines, behind: head, layout), !Self.isStatementWithBody(line) {
      return writer.line("\(head) \(line) }")
    }
    writer.line(head)
    writer.indented { writer in for line in lines { writer.line(line) } }
    writer.line("}")
  }

  private static func isStatementWithBody(_ line: String) -> Bool { line.hasPrefix("if ") || line.hasPrefix("for ") }

  private func print(
    _ subject: SwiftExpression, _ cases: [Case], _ standard: Default, _ layout: Layout, to writer: inout CodeWriter
  ) {
    if layout == .automatic, standard == .nothing, let only = cases.first, cases.count == 1, only.patterns.count == 1,
      !only.body.contains(.break)
    {
      let head = "if case \(text(only.patterns[0], of: subject)) = \(expressions.text(subject))"
      return printer(of: only).printBlock(head, only.body, layout, to: &writer)
    }
    writer.line("switch \(expressions.text(subject)) {")
    for (patterns, lines) in merging(cases, of: subject) {
      print(lines, behind: "case \(patterns.joined(separator: ", ")):", layout, to: &writer)
    }
    switch standard {
    case .none: break
    case .nothing: writer.line("default: break")
    case .statements(let statements): print(lines(statements), behind: "default:", layout, to: &writer)
    }
    writer.line("}")
  }

  /// Returns the patterns and the bodies of cases, with those joined that do the same and bind nothing.
  private func merging(_ cases: [Case], of subject: SwiftExpression) -> [(patterns: [String], lines: [String])] {
    var indices: [[String]: Int] = [:]
    var result: [(patterns: [String], lines: [String])] = []
    for next in cases {
      let patterns = next.patterns.map { text($0, of: subject) }
      let lines = printer(of: next).lines(next.body)
      let isMergeable = !patterns.contains { $0.contains("let ") }
      if isMergeable, let index = indices[lines] {
        result[index].patterns += patterns
      } else {
        if isMergeable { indices[lines] = result.count }
        result.append((patterns, lines))
      }
    }
    return result
  }

  /// Returns a printer of the body of a case.
  private func printer(of next: Case) -> StatementPrinter {
    guard case .event(let pattern) = next.patterns.first, !pattern.parameters.isEmpty else { return self }
    return binding(pattern.event)
  }

  /// Writes the statements of a case, a single short one behind its head.
  private func print(_ lines: [String], behind head: String, _ layout: Layout, to writer: inout CodeWriter) {
    if let line = onlyLine(of: lines, behind: head, layout) { return writer.line("\(head) \(line)") }
    writer.line(head)
    writer.indented { writer in for line in lines { writer.line(line) } }
  }

  /// Returns the line of a body that has only one, which isn't too long to stand behind `head`.
  private func onlyLine(of lines: [String], behind head: String, _ layout: Layout) -> String? {
    guard let line = lines.first, lines.count == 1, !line.hasPrefix("//") else { return nil }
    return layout == .joined || head.utf8.count + line.utf8.count <= 108 ? line : nil
  }
}

// MARK: - Parts of statements

extension StatementPrinter {
  private func stored(_ field: ID<Field>) -> String {
    "\(names.storedContext).\(SwiftText.identifier(machine[field].name))"
  }

  private func call(_ callback: Callback, _ arguments: [SwiftExpression]) -> String {
    call(callback.name, callback.parameters, arguments)
  }

  private func text(_ sent: SentCall, in part: PartContext) -> String {
    let event = part.context.machine[sent.event]
    return call(event.name, event.parameters, sent.arguments)
  }

  private func call(_ name: String, _ parameters: [Parameter], _ arguments: [SwiftExpression]) -> String {
    let name = SwiftText.identifier(name)
    if arguments.isEmpty { return name }
    let list = zip(parameters, arguments).map { parameter, argument in
      "\(SwiftText.argumentLabel(parameter.name)): \(expressions.text(argument))"
    }
    return "\(name)(\(list.joined(separator: ", ")))"
  }

  private func text(_ pattern: Pattern, of subject: SwiftExpression) -> String {
    switch pattern {
    case .position(let state): names.regions.pattern(state, isOptional: names.regions.isOptional(subject))
    case .event(let pattern): expressions.text(pattern)
    case .internalEvent(let event): ".\(names.internalEventCase(event))"
    case .value(let value): expressions.text(value)
    }
  }
}
