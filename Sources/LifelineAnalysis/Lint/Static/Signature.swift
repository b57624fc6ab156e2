import LifelineModel

/// A text that is the same for two parts of one machine exactly if they mean the same, wherever they are written.
struct Signature {
  private(set) var text = ""

  /// The signature of an expression.
  init(_ expression: Expression) { add(expression) }

  /// The signature of what a transition does, whatever its guard.
  init(outcomeOf transition: Transition) {
    // Where it leads depends on its source as well, but only transitions of one state are compared.
    add("to", transition.targets.map(\.index))
    add(transition.reenter ? "reenter" : "stay")
    add(transition.actions)
  }

  /// The signature of actions.
  init(_ actions: [Action]) { add(actions) }

  /// The signature of all that a scenario says, but for its name and its documentation.
  init(_ scenario: Scenario, defaults: [Field]) {
    switch scenario.beginning {
    case .start: add("start")
    case .states(let states): add("given", states.map(\.index).sorted())
    case .end(let other):
      // The values of `where` are those of the scenario that it follows.
      add("follows", [other.index])
    }
    let facts = scenario.fields.filter { $0.value != defaults[$0.field.index].defaultValue }
    for fact in facts.sorted(by: { $0.field < $1.field }) { add("field", fact) }
    for variation in scenario.variations.sorted(by: { $0.field < $1.field }) {
      add("where", [variation.field.index])
      for value in Set(variation.values.map(\.description)).sorted() { add(value) }
    }
    for step in scenario.steps { add(step) }
    // What is so after the last step is so at the end.
    if let outcome = scenario.outcome { add(outcome) }
    add("never", Set(scenario.never.map(\.index)).sorted())
    add(scenario.observing.sorted().joined(separator: " "))
    add(scenario.refutation == nil ? "holds" : "refuted")
  }

  // Each part ends with a character that no name has, and every list with its length, so that no two run together.

  private mutating func add(_ part: String) {
    text += part
    text += "\n"
  }

  private mutating func add(_ word: String, _ numbers: [Int]) {
    text += word
    for number in numbers { text += " \(number)" }
    text += "\n"
  }

  private mutating func add(_ expression: Expression) {
    switch expression.kind {
    case .literal(let value): add("\(value)")
    case .field(let field): add("field", [field.index])
    case .parameter(let name): add("parameter \(name)")
    case .isActive(let state): add("in", [state.index])
    case .not(let operand): add("not", operands: [operand])
    case .and(let operands): add("and", operands: operands)
    case .or(let operands): add("or", operands: operands)
    case .comparison(let relation, let left, let right): add(relation.rawValue, operands: [left, right])
    case .arithmetic(let operation, let left, let right): add(operation.rawValue, operands: [left, right])
    case .negation(let operand): add("negative", operands: [operand])
    }
  }

  private mutating func add(_ word: String, operands: [Expression]) {
    add(word, [operands.count])
    for operand in operands { add(operand) }
  }

  private mutating func add(_ actions: [Action]) {
    add("actions", [actions.count])
    for action in actions {
      switch action {
      // Its arguments have the names of its parameters, so what they are is a matter of the place alone.
      case .call(let call): add("call", [call.callback.index])
      case .raise(let event, _): add("raise", [event.index])
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
      for field in fields { add("field", field) }
    }
    if let through = step.through { add("through", through.map(\.index)) }
    if let outcome = step.outcome { add(outcome) }
  }

  private mutating func add(_ values: [Value]) {
    for value in values { add("\(value)".debugDescription) }
  }

  private mutating func add(_ word: String, _ fact: FieldValue) {
    add(word, [fact.field.index])
    add("\(fact.value)")
  }

  private mutating func add(_ outcome: Outcome) {
    add("then", outcome.states.map(\.state.index).sorted())
    for field in outcome.fields.sorted(by: { $0.field < $1.field }) { add("field", field) }
  }

  private mutating func add(_ pattern: CallPattern?) {
    guard let pattern else {
      add("any calls")
      return
    }
    switch pattern {
    case .call(let callback, let arguments, _):
      add("call", [callback.index] + arguments.map(\.parameter))
      add(arguments.map(\.value))
    case .sequence(let items): add("sequence", items)
    case .anyOrder(let items): add("anyOrder", items)
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
    // One item in a list is that item.
    if word == "sequence", items.count == 1 { return add(items[0]) }
    add(word, [items.count])
    for item in items { add(item) }
  }
}
