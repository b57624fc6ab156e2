import LifelineModel

/// Prints statements of generated code.
struct StatementPrinter {
  let context: MachineContext
  /// The names of the transitions that can be taken together.
  var transitionNames = IDMap<Transition, String>()
  /// Whether the function that performs selected transitions takes the event.
  var performTakesEvent = false
  /// The result of the function that contains the statements.
  var result = FunctionResult.nothing
  private var expressions: ExpressionPrinter

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
      if case .bind(let pattern) = statement {
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

  private func print(_ statement: Statement, to writer: inout CodeWriter) {
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
      writer.line("\(part.property).handle(.\(text(sent, in: part))) { \(forwarding(from: part)) }")
    case .startPart(let id): writer.line(start(of: context[id], context: "\(context[id].property).context"))
    case .dropPending(let id): writer.line("\(context[id].property).dropPending()")
    case .moveTo(let state):
      writer.line("\(names.regions.region(of: state).storedProperty) = \(names.regions.position(state))")
    case .deactivate(let state):
      let region = names.regions.region(of: state)
      writer.line("\(region.storedProperty) = \(region.storage.inactive)")
    case .remember(let property, let value):
      writer.line("\(context.memories.name(of: property)) = \(text(value, of: property))")
    case .arm(let slot, .constant(let milliseconds)):
      let length = ExpressionText(of: context).text(.duration(milliseconds: milliseconds))
      writer.line("\(names.timer(slot)) = \(length)")
    case .arm(let slot, .field(let field)):
      writer.line("\(names.timer(slot)) = Self.armed(\(stored(field)), \"\(machine[field].name)\")")
    case .disarm(let slot): writer.line("\(names.timer(slot)) = nil")
    case .defer(let event): writer.line(insertion(of: event))
    case .deferHandled(let events, let isExhaustive):
      writer.line("switch event {")
      for event in events { writer.line("case .\(SwiftText.identifier(machine[event].name)): \(insertion(of: event))") }
      if !isExhaustive { writer.line("default: break") }
      writer.line("}")
    case .dropDeferred: writer.line("deferredEvents = DeferredEvents()")
    case .comment(let text): writer.line("// \(text)")
    case .if(let condition, let then, let otherwise):
      let head = "if \(text(condition)) {"
      let lines = lines(then)
      if otherwise.isEmpty, let line = Self.onlyLine(of: lines, behind: head), !line.hasPrefix("if ") {
        return writer.line("\(head) \(line) }")
      }
      writer.line(head)
      writer.indented { writer in for line in lines { writer.line(line) } }
      if !otherwise.isEmpty {
        writer.line("} else {")
        writer.indented { print(otherwise, to: &$0) }
      }
      writer.line("}")
    case .require(let call, let value): writer.line("guard \(text(call)) else { \(returning(value)) }")
    case .requireTakenOrDeferred(let call):
      writer.line("let result = \(text(call))")
      writer.line("guard result == .taken else { return result == .deferred }")
    case .switch(let subject, let cases, let standard): print(subject, cases, standard, to: &writer)
    case .while(let conditions, let body):
      let condition = conditions.isEmpty ? "true" : conditions.map(text).joined(separator: ", ")
      writer.block("while \(condition)") { print(body, to: &$0) }
    case .continue: writer.line("continue")
    case .run(let call): writer.line(text(call))
    case .discardResult(let call): writer.line("_ = \(text(call))")
    case .return(let value): writer.line(returning(value))
    case .beginMacrostep: writer.line("var macrostep = Macrostep()")
    case .countMicrostep: writer.line("macrostep.count()")
    case .takeNextInternalEvent: writer.line("guard let internalEvent = macrostep.next() else { return }")
    case .beginSelection: writer.line("var selected = SelectedTransitions()")
    case .select(let transition): writer.line("selected.insert(.\(name(of: transition)))")
    case .removeConflicts: writer.line("let selected = selected.withoutConflicts()")
    case .perform(let event):
      let arguments = ["selected"] + context.shape.arguments(performTakesEvent ? event : nil).map(\.text)
      writer.line("perform(\(arguments.joined(separator: ", ")))")
    case .performPhase(let phase, let arguments):
      let indices = phase == .exits ? "(0..<selected.count).reversed()" : "0..<selected.count"
      let list = (["selected[index]"] + arguments.map(\.text)).joined(separator: ", ")
      writer.line("for index in \(indices) { \(names.function(.performPhase(phase)))(\(list)) }")
    case .beginDeferral: writer.line("var isDeferred = false")
    case .ask(let call):
      if result == .lookupResult {
        writer.lines(
          """
          switch \(text(call)) {
          case .taken: return .taken
          case .deferred: isDeferred = true
          case .ignored: break
          }
          """)
      } else {
        writer.line("if \(text(call)) { return true }")
      }
    case .bind(let pattern): writer.line("guard case \(text(pattern))? = event else { return }")
    case .recallDeferred(let call, let taken):
      writer.lines(
        """
        var index = 0
        while index < deferredEvents.count {
          let event = deferredEvents.event(at: index)
          switch \(text(call)) {
          case .deferred: index += 1
          case .ignored: deferredEvents.remove(at: index)
          case .taken:
            deferredEvents.remove(at: index)
        """)
      writer.indented { $0.indented { print(taken, to: &$0) } }
      writer.lines(
        """
            index = 0
          }
        }
        """)
    }
  }

  private func print(_ subject: Subject, _ cases: [Case], _ standard: Default, to writer: inout CodeWriter) {
    writer.line("switch \(text(subject)) {")
    for next in cases {
      var printer = self
      if case .event(let pattern) = next.patterns.first, !pattern.parameters.isEmpty {
        printer = binding(pattern.event)
      }
      let head = "case \(next.patterns.map { text($0, of: subject) }.joined(separator: ", ")):"
      Self.write(printer.lines(next.body), behind: head, to: &writer)
    }
    switch standard {
    case .none: break
    case .nothing: writer.line("default: break")
    case .statements(let statements):
      Self.write(lines(statements), behind: "default:", to: &writer)
    }
    writer.line("}")
  }

  /// Writes the lines of a case, a single short one behind its head.
  static func write(_ lines: [String], behind head: String, to writer: inout CodeWriter) {
    if let line = onlyLine(of: lines, behind: head) { return writer.line("\(head) \(line)") }
    writer.line(head)
    writer.indented { writer in for line in lines { writer.line(line) } }
  }

  /// Returns the line of a body that has only one, which isn't too long to stand behind `head`.
  private static func onlyLine(of lines: [String], behind head: String) -> String? {
    guard let line = lines.first, lines.count == 1, !line.hasPrefix("//") else { return nil }
    return head.utf8.count + line.utf8.count <= 96 ? line : nil
  }
}

// MARK: - Parts of statements

extension StatementPrinter {
  private func name(of transition: ID<Transition>) -> String {
    requiredName(transitionNames[transition], of: transition)
  }

  private func stored(_ field: ID<Field>) -> String {
    "\(names.storedContext).\(SwiftText.identifier(machine[field].name))"
  }

  private func insertion(of event: ID<Event>) -> String {
    "deferredEvents.insert(.\(SwiftText.rawCase(machine[event].name)))"
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

  /// Returns the statement that starts a part with the facts in `facts`.
  func start(of part: PartContext, context facts: String) -> String {
    let context = part.context.hasContext ? "context: \(facts), " : ""
    return "\(part.property) = \(part.type)(\(context)calling: { \(forwarding(from: part)) })"
  }

  /// Returns the body of the closure that passes the calls of a part on.
  private func forwarding(from part: PartContext) -> String {
    part.context.hasCallbacks ? "call(.\(part.property)($0))" : "_ in"
  }

  private func text(_ call: FunctionCall) -> String {
    "\(names.function(call.name))(\(call.arguments.map(\.text).joined(separator: ", ")))"
  }

  private func text(_ condition: Condition) -> String {
    switch condition {
    case .expression(let expression): expressions.condition(expression)
    case .isFinished: names.completion(Machine.root)
    case .isRunning: "!\(names.completion(Machine.root))"
    case .isComplete(let state): names.completion(state)
    case .hasMemory(let property):
      property.region == nil
        ? context.memories.name(of: property)
        : "\(context.memories.name(of: property)) != \(names.regions.noMemory(of: property))"
    case .isDue(let slot): "\(names.timer(slot)) == Swift.Duration.zero"
    case .takes(let call): text(call)
    case .hasInternalEvents: "macrostep.hasRaised"
    case .hasDeferredEvents: "deferredEvents.count > 0"
    case .hasSelected: "selected.count > 0"
    case .isDeferred: "isDeferred"
    case .any(let conditions): conditions.map(text).joined(separator: " || ")
    }
  }

  private func returning(_ value: ReturnValue) -> String {
    let isBool = result == .isTaken
    return switch value {
    case .nothing: "return"
    case .taken: isBool ? "return true" : "return .taken"
    case .ignored: isBool ? "return false" : "return .ignored"
    case .deferred: "return .deferred"
    case .deferredOrIgnored: "return isDeferred ? .deferred : .ignored"
    case .state(let state): "return \(SwiftText.optional(names.anyStateCase(state), in: "AnyState"))"
    case .noState: "return nil"
    case .result(let call): "return \(text(call))"
    }
  }

  private func text(_ subject: Subject) -> String {
    switch subject {
    case .event: "event"
    case .internalEvent: "internalEvent"
    case .transition: "transition"
    case .position(let region): names.regions.regions[region].storedProperty
    case .memory(let property): context.memories.name(of: property)
    }
  }

  private func text(_ value: MemoryValue, of property: MemoryProperty) -> String {
    switch value {
    case .flag: "true"
    case .currentPosition: names.regions.property(of: property)
    case .position(let state): names.regions.memory(state)
    }
  }

  private func text(_ pattern: Pattern, of subject: Subject) -> String {
    switch pattern {
    case .position(let state): names.regions.pattern(state, isOptional: names.regions.isOptional(subject))
    case .event(let pattern): text(pattern)
    case .internalEvent(let event): ".\(names.internalEventCase(event))"
    case .transition(let transition): ".\(name(of: transition))"
    }
  }

  private func text(_ pattern: EventPattern) -> String {
    let event = machine[pattern.event]
    let name = ".\(SwiftText.identifier(event.name))"
    if pattern.parameters.isEmpty { return name }
    let locals = names.locals(of: event)
    let bindings = event.parameters.map { pattern.parameters.contains($0.name) ? "let \(locals[$0.name])" : "_" }
    return "\(name)(\(bindings.joined(separator: ", ")))"
  }
}

extension Argument {
  fileprivate var text: String {
    switch self {
    case .event: "event"
    case .noEvent: "nil"
    case .internalEvent: "internalEvent"
    case .calls: "call"
    case .selecting: "&selected"
    case .macrostep: "&macrostep"
    }
  }
}
