import LifelineModel

/// Prints expressions of generated code.
struct ExpressionPrinter {
  let context: MachineContext
  /// The local names of the parameters of the event that is handled.
  var locals = LocalNames.assign(to: [])

  private var names: MachineNames { context.names }

  /// The binding strengths of operators, the weakest first.
  private enum Precedence: Int, Comparable {
    case or, and, comparison, addition, multiplication, prefix, primary

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Returns an expression as the condition of an `if`. Operands of `and` become a list, which the compiler checks one
  /// by one.
  func condition(_ expression: SwiftExpression) -> String {
    guard case .and(let operands) = expression else { return text(expression) }
    return operands.map(text).joined(separator: ", ")
  }

  /// Returns an expression as text.
  func text(_ expression: SwiftExpression) -> String { print(expression, inside: .or) }

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
    case .partField(let field): return (partField(field), .primary)
    case .isPartActive(let state): return isPartActive(state)
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
    }
  }

  private func partField(_ field: ID<Field>) -> String {
    guard let (part, own) = context.partWithField(field) else { fatalError("\(field) is in no part") }
    return "\(part.path).context.\(SwiftText.identifier(part.context.machine[own].name))"
  }

  private func isPartActive(_ state: ID<State>) -> (String, Precedence) {
    guard let (part, own) = context.partWithState(state) else { fatalError("\(state) is in no part") }
    if !part.context.layout.hasRegions, part.context.machine[own].isPosition {
      return ("\(part.path).state == .\(part.context.names.stateCase(own))", .comparison)
    }
    return ("\(part.path).isActive(.\(part.context.names.anyStateCase(own)))", .primary)
  }

  /// Returns the value of another enumeration, whose cases are the same, as a value of `type`.
  func conversion(of value: String, to type: ValueType) -> String {
    let name = ExpressionText(of: context).type(type)
    let first = SwiftText.qualified(SwiftText.iterableCase(type.caseNames?.first ?? ""), in: name)
    return "\(name)(rawValue: \(value).rawValue) ?? \(first)"
  }

  private func name(of field: ID<Field>) -> String { SwiftText.identifier(context.machine[field].name) }
}
