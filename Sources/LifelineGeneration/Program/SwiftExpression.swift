import LifelineModel

/// An expression of generated code.
indirect enum SwiftExpression: Hashable {
  case literal(Value)
  case field(ID<Field>)
  /// The value of a field before assignments that are made together.
  case previous(ID<Field>)
  /// A parameter of the event that is handled.
  case parameter(String)
  /// Whether the region of a state is in it, or whether it isn't.
  case isAt(ID<State>, Bool)
  case isActive(ID<State>)
  case not(SwiftExpression)
  case and([SwiftExpression])
  case or([SwiftExpression])
  case comparison(Expression.Comparison, SwiftExpression, SwiftExpression)
  case arithmetic(Expression.Arithmetic, SwiftExpression, SwiftExpression)
  /// An operation that traps with the machine's name.
  case checked(CheckedArithmetic, SwiftExpression, SwiftExpression)
  case negatedDuration(SwiftExpression)

  /// The direct operands.
  var operands: [SwiftExpression] {
    switch self {
    case .literal, .field, .previous, .parameter, .isAt, .isActive: []
    case .not(let operand), .negatedDuration(let operand): [operand]
    case .and(let operands), .or(let operands): operands
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right), .checked(_, let left, let right):
      [left, right]
    }
  }

  /// The names of the parameters in the expression.
  var parameters: Set<String> {
    if case .parameter(let name) = self { return [name] }
    return operands.reduce(into: []) { $0.formUnion($1.parameters) }
  }
}
