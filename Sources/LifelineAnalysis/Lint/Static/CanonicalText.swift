import LifelineModel

// Two parts of one machine have the same canonical text exactly if they mean the same, wherever they are written.

/// Returns the canonical text of an expression.
func canonicalText(of expression: Expression) -> String {
  var text = CanonicalText()
  text.add(expression)
  return text.text
}

/// Returns the canonical text of actions.
func canonicalText(of actions: [Action]) -> String {
  var text = CanonicalText()
  text.add(actions)
  return text.text
}

/// Returns the canonical text of what a transition does, whatever its guard is. It serves to compare transitions of
/// one state.
func canonicalText(ofEffectOf transition: Transition) -> String {
  var text = CanonicalText()
  text.add("to", transition.targets.map(\.index))
  text.add(transition.reenter ? "reenter" : "stay")
  text.add(transition.actions)
  return text.text
}

/// Returns the canonical text of a scenario without its name and its documentation.
/// - Parameter fields: The machine's fields, whose default values a scenario needn't give.
func canonicalText(of scenario: Scenario, fields: [Field]) -> String {
  var text = CanonicalText()
  text.add(scenario, fields: fields)
  return text.text
}

/// Writes canonical text. Each part ends with a line break, and every list begins with its length, so that no two
/// parts run together.
private struct CanonicalText {
  private(set) var text = ""

  mutating func add(_ part: String) { text += part + "\n" }

  mutating func add(_ word: String, _ numbers: [Int]) {
    add(([word] + numbers.map(String.init)).joined(separator: " "))
  }

  // MARK: Expressions and actions

  mutating func add(_ expression: Expression) {
    switch expression.kind {
    case .literal(let value): add("\(value)")
    case .field(let field): add("field", [field.index])
    case .parameter(let name): add("parameter \(name)")
    case .isActive(let state): add("in", [state.index])
    case .not: add("not", operandsOf: expression)
    case .and: add("and", operandsOf: expression)
    case .or: add("or", operandsOf: expression)
    case .comparison(let comparison, _, _): add(comparison.rawValue, operandsOf: expression)
    case .arithmetic(let operation, _, _): add(operation.rawValue, operandsOf: expression)
    case .negation: add("negative", operandsOf: expression)
    }
  }

  private mutating func add(_ word: String, operandsOf expression: Expression) {
    add(word, [expression.operands.count])
    for operand in expression.operands { add(operand) }
  }

  private mutating func add(_ call: Call) {
    add("call", [call.callback.index])
    for argument in call.arguments { add(argument) }
  }

  mutating func add(_ actions: [Action]) {
    add("actions", [actions.count])
    for action in actions {
      switch action {
      case .call(let call): add(call)
      case .open(let open, _):
        add(open.form.rawValue, [open.items.count])
        for item in open.items {
          add("item", [item.count])
          for call in item { add(call) }
        }
      case .raise(let event, _): add("raise", [event.index])
      case .send(let part, let events, _):
        add("send", [part.index, events.count])
        for sent in events {
          add(sent.isOptional ? "optional" : "event", [sent.event.index])
          for argument in sent.arguments { add(argument) }
        }
      case .restart(let part, _): add("restart", [part.index])
      case .set(let assignments, _):
        add("set", assignments.map(\.field.index))
        for assignment in assignments { add(assignment.value) }
      case .choose(let condition, let then, let otherwise, _):
        add("if")
        add(condition)
        add(then)
        add(otherwise)
      }
    }
  }

  // MARK: Scenarios

  mutating func add(_ scenario: Scenario, fields: [Field]) {
    switch scenario.beginning {
    case .start: add("start")
    case .states(let states): add("given", states.map(\.index).sorted())
    // The values of `where` are those of the scenario that this one follows.
    case .end(let other): add("follows", [other.index])
    }
    add("field", scenario.fields.filter { $0.value != fields[$0.field.index].defaultValue })
    for added in Set(scenario.addedStates.map { $0.states.map(\.index).sorted() }).sorted(by: {
      $0.lexicographicallyPrecedes($1)
    }) {
      add("where in", added)
    }
    for variation in scenario.variations.sorted(by: { $0.field < $1.field }) {
      add("where", [variation.field.index])
      for value in Set(variation.values.map(\.description)).sorted() { add(value) }
    }
    for step in scenario.steps { add(step) }
    if let expectedState = scenario.expectedState { add(expectedState) }
    add("never", Set(scenario.never.map(\.index)).sorted())
    add(scenario.observing.sorted().joined(separator: " "))
    add(scenario.refutation == nil ? "holds" : "refuted")
  }

  private mutating func add(_ step: Step) {
    switch step.kind {
    case .start(let expected):
      add("step start")
      add(expected)
    case .send(let event, let arguments, let expected):
      add("step send", [event.index])
      add(arguments)
      add(expected)
    case .ignored(let event, let arguments):
      add("step ignored", [event.index])
      add(arguments)
    case .wait(let milliseconds, let expected):
      add("step wait", [milliseconds])
      add(expected)
    case .set(let fields):
      add("step set")
      for field in fields { add("field", [field]) }
    }
    if let through = step.through { add("through", through.map(\.index)) }
    if let expectedState = step.expectedState { add(expectedState) }
  }

  private mutating func add(_ values: [Value]) {
    for value in values { add("\(value)".debugDescription) }
  }

  private mutating func add(_ word: String, _ fields: [FieldEntry]) {
    for field in fields.sorted(by: { $0.field < $1.field }) {
      add(word, [field.field.index])
      add("\(field.value)")
    }
  }

  private mutating func add(_ expectedState: ExpectedState) {
    add("then", expectedState.states.map(\.state.index).sorted())
    add("field", expectedState.fields)
  }

  private mutating func add(_ pattern: CallPattern?) {
    switch pattern {
    case nil: add("any calls")
    case .call(let callback, let arguments, _):
      add("call", [callback.index] + arguments.map(\.parameter))
      add(arguments.map(\.value))
    // A sequence of one pattern is that pattern.
    case .sequence(let items) where items.count == 1: add(items[0])
    case .sequence(let items): add("sequence", items)
    case .anyOrder(let items): add("anyOrder", items)
    case .interleaved(let items): add("interleaved", items)
    case .optional(let item): add("optional", [item])
    case .repeated(let item): add("repeat", [item])
    case .oneOf(let items): add("oneOf", items)
    case .choose(let condition, let then, let otherwise):
      add("if")
      add(condition)
      add(then)
      add(otherwise)
    }
  }

  private mutating func add(_ word: String, _ items: [CallPattern]) {
    add(word, [items.count])
    for item in items { add(item) }
  }
}
