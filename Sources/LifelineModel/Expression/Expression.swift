import LifelineSource

/// A typed expression whose names are resolved.
package struct Expression: Sendable {
  /// The form of an expression.
  package indirect enum Kind: Sendable {
    /// A constant.
    case literal(Value)
    /// The value of a field.
    case field(ID<Field>)
    /// The value of a parameter of the event that is handled.
    case parameter(String)
    /// Whether a state is active.
    case isActive(ID<State>)
    /// Logical negation.
    case not(Expression)
    /// Conjunction of two or more operands, evaluated in order up to the first that is false.
    case and([Expression])
    /// Disjunction of two or more operands, evaluated in order up to the first that is true.
    case or([Expression])
    /// A comparison of two values of one type.
    case comparison(Comparison, Expression, Expression)
    /// A binary operation on numbers.
    case arithmetic(Arithmetic, Expression, Expression)
    /// The negative of a number.
    case negation(Expression)
  }

  /// The form of the expression, with its operands.
  package var kind: Kind
  /// The type of the value.
  package var type: ValueType
  /// The range of the expression in the spec.
  package var range: SourceRange

  /// Creates an expression. The language bounds its depth, so functions may recurse over it.
  package init(_ kind: Kind, type: ValueType, range: SourceRange) {
    self.kind = kind
    self.type = type
    self.range = range
  }

  /// The value, if the expression is a literal.
  package var literal: Value? {
    if case .literal(let value) = kind { value } else { nil }
  }
}
