import LifelineSource

/// A typed expression with its names resolved.
package struct Expression: Sendable {
  /// What it computes.
  package indirect enum Kind: Sendable {
    /// A value that is written down.
    case literal(Value)
    /// The value of a field.
    case field(ID<Field>)
    /// The value of the handled event's parameter of this name.
    case parameter(String)
    /// Whether a state is active.
    case isActive(ID<State>)
    /// The opposite.
    case not(Expression)
    /// Whether all hold, looked at in order up to the first that does not; two or more.
    case and([Expression])
    /// Whether one holds, looked at in order up to the first that does; two or more.
    case or([Expression])
    /// Whether two values of one type stand in a relation.
    case comparison(Comparison, Expression, Expression)
    /// A number computed out of two.
    case arithmetic(Arithmetic, Expression, Expression)
    /// A number with the other sign.
    case negation(Expression)
  }

  /// A relation of two values.
  package enum Comparison: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// An operation on two numbers.
  package enum Arithmetic: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
  }

  /// What it computes.
  package var kind: Kind
  /// The type of what it computes.
  package var type: ValueType
  /// Where it stands.
  package var range: SourceRange

  /// Creates an expression. Its depth is bounded by the language, so functions on it may recurse.
  package init(_ kind: Kind, type: ValueType, range: SourceRange) {
    self.kind = kind
    self.type = type
    self.range = range
  }
}
