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
  /// The value of a field of a part.
  case partField(ID<Field>)
  /// Whether a state of a part is active.
  case isPartActive(ID<State>)
  /// The value of another enumeration with the same cases, as a value of this type.
  case converted(SwiftExpression, ValueType)
  /// The position of a value among the cases of its type.
  case rawValue(SwiftExpression)
  case not(SwiftExpression)
  case and([SwiftExpression])
  case or([SwiftExpression])
  case comparison(Expression.Comparison, SwiftExpression, SwiftExpression)
  case arithmetic(Expression.Arithmetic, SwiftExpression, SwiftExpression)
  /// An operation that traps with the machine's name.
  case checked(CheckedArithmetic, SwiftExpression, SwiftExpression)
  case negatedDuration(SwiftExpression)
  /// A value that an action gives a field. It traps outside of the field's range.
  case inRange(SwiftExpression, ofField: ID<Field>)

  /// The direct operands.
  var operands: [SwiftExpression] {
    switch self {
    case .literal, .field, .previous, .parameter, .isAt, .isActive, .partField, .isPartActive: []
    case .not(let operand), .negatedDuration(let operand), .converted(let operand, _), .rawValue(let operand),
      .inRange(let operand, _):
      [operand]
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
