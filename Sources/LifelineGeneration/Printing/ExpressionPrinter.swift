import LifelineModel

/// Prints expressions of generated code.
struct ExpressionPrinter {
  let context: MachineContext
  /// The local names of the parameters of the event that is handled.
  var locals = LocalNames.assign(to: [])
  /// The names of the transitions that can be taken together.
  var transitionNames = TransitionNames()
  /// The result of the function that contains the expressions.
  var result = FunctionResult.nothing

  private var names: MachineNames { context.names }

  /// The binding strengths of operators, the weakest first.
  private enum Precedence: Int, Comparable {
    case assignment, conditional, or, and, comparison, range, addition, multiplication, prefix, primary

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Returns an expression as the condition of an `if`. Operands of `and` become a list, which the compiler checks one
  /// by one.
  func condition(_ expression: SwiftExpression) -> String {
    guard case .and(let operands) = expression else { return text(expression) }
    return operands.map(text).joined(separator: ", ")
  }

  /// Returns an expression as text.
  func text(_ expression: SwiftExpression) -> String { print(expression, inside: .assignment) }

  /// Returns the operands of a long conjunction on lines of their own, and any other expression on one line.
  func lines(_ expression: SwiftExpression) -> String {
    guard case .and(let operands) = expression else { return text(expression) }
    return operands.map { print($0, inside: .and) }.joined(separator: "\n  && ")
  }

  /// Returns values with their labels.
  func list(_ values: [LabeledValue]) -> String {
    values.map { ($0.label.isEmpty ? "" : "\($0.label): ") + text($0.value) }.joined(separator: ", ")
  }

  /// Returns the pattern of an event, whose parameters get their local names.
  func text(_ pattern: EventPattern) -> String {
    let event = context.machine[pattern.event]
    let name = ".\(SwiftText.identifier(event.name))"
    if pattern.parameters.isEmpty { return name }
    let locals = names.locals(of: event)
    let bindings = event.parameters.map { pattern.parameters.contains($0.name) ? "let \(locals[$0.name])" : "_" }
    return "\(name)(\(bindings.joined(separator: ", ")))"
  }

  private func print(_ expression: SwiftExpression, inside outer: Precedence) -> String {
    let (text, precedence) = print(expression)
    return precedence < outer ? "(\(text))" : text
  }

  private func print(_ expression: SwiftExpression) -> (String, Precedence) {
    switch expression {
    case .literal(let value):
      return (ExpressionText(of: context).text(value), .primary)
    case .field(let field): return ("\(names.storedContext).\(name(of: field))", .primary)
    case .previous(let field): return ("before.\(name(of: field))", .primary)
    case .parameter(let name): return (locals[name], .primary)
    case .isAt(let state, let isAt):
      let property = names.regions.region(of: state).storedProperty
      return ("\(property) \(isAt ? "==" : "!=") \(names.regions.position(state))", .comparison)
    case .isActive(let state): return ("isActive(.\(names.anyStateCase(state)))", .primary)
    case .isComplete(let state): return (names.completion(state), .primary)
    case .partField(let part, let field):
      let part = context[part]
      return ("\(part.path).context.\(SwiftText.identifier(part.context.machine[field].name))", .primary)
    case .isPartActive(let part, let state): return isActive(state, in: context[part])
    case .position(let region): return (names.regions.regions[region].storedProperty, .primary)
    case .memory(let property): return (property.name, .primary)
    case .hasMemory(let property):
      let name = property.name
      if property.region == nil { return (name, .primary) }
      return ("\(name) != \(names.regions.noMemory(of: property))", .comparison)
    case .timer(let slot): return (names.timer(slot), .primary)
    case .transition(let id): return (".\(transitionNames[id])", .primary)
    case .outcome(let outcome):
      let isBool = result == .isTaken || result == .elapsedTimer
      return (isBool ? "\(outcome == .taken)" : ".\(outcome.rawValue)", .primary)
    case .result(let call):
      return ("\(names.function(call.name))(\(call.arguments.map(text).joined(separator: ", ")))", .primary)
    case .converted(let operand, let type):
      return ("(\(conversion(of: print(operand, inside: .primary), to: type)))", .primary)
    case .rawValue(let operand): return ("\(print(operand, inside: .primary)).rawValue", .primary)
    case .not(let operand): return ("!\(print(operand, inside: .primary))", .prefix)
    case .and(let operands): return (operands.map { print($0, inside: .comparison) }.joined(separator: " && "), .and)
    case .or(let operands): return (operands.map { print($0, inside: .and) }.joined(separator: " || "), .or)
    case .comparison(let relation, let left, let right):
      return (
        "\(print(left, inside: .addition)) \(relation.rawValue) \(print(right, inside: .addition))", .comparison
      )
    case .arithmetic(let function, let left, let right) where function.isFunction:
      return ("Swift.\(function.rawValue)(\(text(left)), \(text(right)))", .primary)
    case .arithmetic(let operation, let left, let right):
      let own = operation == .add || operation == .subtract ? Precedence.addition : .multiplication
      let next = own == .addition ? Precedence.multiplication : .prefix
      return ("\(print(left, inside: own)) \(operation.rawValue) \(print(right, inside: next))", own)
    case .checked(let function, let left, let right):
      return ("Self.\(function)(\(text(left)), \(text(right)))", .primary)
    case .inRange(let operand, let field):
      let field = context.machine[field]
      return (
        RangeText(field, of: context).check(text(operand), "an action sets"), .primary
      )
    case .negatedDuration(let operand):
      return ("Swift.Duration.zero - \(print(operand, inside: .multiplication))", .addition)
    case .name(let name): return (name, .primary)
    case .member(let base, let name): return ("\(print(base, inside: .primary)).\(name)", .primary)
    case .call(let function, let arguments):
      return ("\(print(function, inside: .primary))(\(list(arguments)))", .primary)
    case .element(let list, let index): return ("\(print(list, inside: .primary))[\(text(index))]", .primary)
    case .range(let start, let end):
      return ("\(print(start, inside: .addition))..<\(print(end, inside: .addition))", .range)
    case .assignment(let sign, let place, let value):
      return ("\(text(place)) \(sign) \(text(value))", .assignment)
    case .conditional(let condition, let then, let otherwise):
      return ("\(print(condition, inside: .or)) ? \(text(then)) : \(text(otherwise))", .conditional)
    case .tuple(let values): return ("(\(values.map(text).joined(separator: ", ")))", .primary)
    case .inout(let place): return ("&\(text(place))", .prefix)
    case .binding(let name, let value): return ("let \(name) = \(text(value))", .primary)
    case .matching(let pattern, let value): return ("case \(text(pattern))? = \(text(value))", .primary)
    }
  }

  private func isActive(_ state: ID<State>, in part: PartContext) -> (String, Precedence) {
    let names = part.context.names
    if !part.context.layout.hasRegions, part.context.machine[state].isPosition {
      return ("\(part.path).state == .\(names.stateCase(state))", .comparison)
    }
    return ("\(part.path).isActive(.\(names.anyStateCase(state)))", .primary)
  }

  /// Returns the value of another enumeration, whose cases are the same, as a value of `type`.
  func conversion(of value: String, to type: ValueType) -> String {
    let name = ExpressionText(of: context).type(type)
    let first = SwiftText.qualified(SwiftText.iterableCase(type.caseNames?.first ?? ""), in: name)
    return "\(name)(rawValue: \(value).rawValue) ?? \(first)"
  }

  private func name(of field: ID<Field>) -> String { SwiftText.identifier(context.machine[field].name) }
}
