import LifelineModel

/// Lowers expressions of the model to expressions of generated code.
struct ExpressionLowering {
  /// The machine with its parts.
  let machine: Machine
  /// Whether fields mean their values before assignments that are made together.
  var readsPreviousFields = false

  /// Returns the expression in generated code.
  func lower(_ expression: Expression) -> SwiftExpression {
    switch expression.kind {
    case .literal(let value): .literal(value)
    case .field(let field):
      if let (part, field) = machine.partWithField(field) {
        .partField(part, field)
      } else {
        readsPreviousFields ? .previous(field) : .field(field)
      }
    case .parameter(let name): .parameter(name)
    case .isActive(let state):
      if let (part, state) = machine.partWithState(state) {
        .isPartActive(part, state)
      } else {
        machine[state].isPosition ? .isAt(state, true) : .isActive(state)
      }
    case .not(let operand): negated(operand)
    case .and(let operands): .and(operands.map(lower))
    case .or(let operands): .or(operands.map(lower))
    case .comparison(let relation, let left, let right): comparison(relation, left, right)
    case .arithmetic(let operation, let left, let right):
      if let function = CheckedArithmetic(operation, of: expression.type, by: right) {
        .checked(function, lower(left), lower(right))
      } else if operation == .multiply, right.type == .duration {
        // Swift multiplies a duration by a number, but not a number by a duration.
        .arithmetic(operation, lower(right), lower(left))
      } else {
        .arithmetic(operation, lower(left), lower(right))
      }
    case .negation(let operand):
      operand.type == .duration
        ? .negatedDuration(lower(operand)) : .checked(.difference, .literal(.int(0)), lower(operand))
    }
  }

  /// Returns the expression as a value of a type. Enumerations with the same cases in the same order count as one type in
  /// a spec, but those of different machines are different types in Swift.
  func lower(_ expression: Expression, as type: ValueType) -> SwiftExpression {
    let lowered = lower(expression)
    return Self.differ(expression, type) ? .converted(lowered, type) : lowered
  }

  private func comparison(
    _ relation: Expression.Comparison, _ left: Expression, _ right: Expression
  ) -> SwiftExpression {
    guard right.literal == nil, Self.differ(left, right.type) else {
      return .comparison(relation, lower(left), lower(right))
    }
    return .comparison(relation, .rawValue(lower(left)), .rawValue(lower(right)))
  }

  private static func differ(_ expression: Expression, _ type: ValueType) -> Bool {
    expression.literal == nil && type.caseNames != nil && expression.type != type
  }

  private func negated(_ operand: Expression) -> SwiftExpression {
    switch operand.kind {
    case .comparison(let relation, let left, let right) where relation.hasOpposite(for: left.type):
      comparison(relation.opposite, left, right)
    case .isActive(let state) where machine.declares(state) && machine[state].isPosition:
      .isAt(state, false)
    default: .not(lower(operand))
    }
  }
}

extension Expression.Comparison {
  /// Returns whether some relation holds exactly where this one doesn't. A `Double` that is no number is neither less than
  /// another one nor greater or equal.
  fileprivate func hasOpposite(for type: ValueType) -> Bool { type != .double || self == .equal || self == .notEqual }

  /// The relation that holds exactly where this one doesn't, between values that have an order.
  fileprivate var opposite: Self {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }
}
