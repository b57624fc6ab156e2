import LifelineModel

/// A question that a condition asks. In each case it has one of a few answers.
enum ConditionTerm: Hashable {
  case field(ID<Field>)
  case parameter(String)
  /// Whether a state is active.
  case state(ID<State>)
  /// The order of two expressions, which are given by their canonical texts.
  case relation(String, String)
}

/// The question that a comparison asks.
enum ComparisonForm {
  /// The answer is known.
  case known(Bool)
  /// A term is compared with a value.
  case value(ConditionTerm, Expression.Comparison, Value)
  /// Two expressions are compared; the answers are -1, 0 and 1, and NaN for two that have no order.
  case relation(ConditionTerm, Expression.Comparison)
  /// Whether two conditions have the same result.
  case agreement(Expression, Expression, negated: Bool)

  /// Returns the form of a comparison.
  static func classify(
    _ comparison: Expression.Comparison, _ left: Expression, _ right: Expression
  ) -> ComparisonForm {
    if left.type == .bool { return .agreement(left, right, negated: comparison == .notEqual) }
    if case .literal(let first) = left.kind, case .literal(let second) = right.kind {
      return .known(comparison.holds(first, second))
    }
    if let term = left.term, case .literal(let value) = right.kind { return .value(term, comparison, value) }
    if let term = right.term, case .literal(let value) = left.kind { return .value(term, comparison.mirrored, value) }
    let (first, second) = (canonicalText(of: left), canonicalText(of: right))
    // A `Double` that is no number differs from itself.
    if first == second, left.type != .double { return .known(comparison.holds(0)) }
    return first < second
      ? .relation(.relation(first, second), comparison) : .relation(.relation(second, first), comparison.mirrored)
  }
}

extension Expression {
  /// The term for a field or a parameter.
  var term: ConditionTerm? {
    switch variable {
    case .field(let field): .field(field)
    case .parameter(let name): .parameter(name)
    case nil: nil
    }
  }

  /// Returns whether the condition asks a single question that can have either answer.
  func isSingleQuestion(in machine: Machine) -> Bool {
    switch kind {
    case .field, .parameter: return true
    case .not(let operand): return operand.isSingleQuestion(in: machine)
    case .comparison(let comparison, let left, let right):
      // A comparison with the smallest or the largest number may have one answer only, as may one of a field that has a
      // range.
      if case .value(let term, _, let value) = ComparisonForm.classify(comparison, left, right) {
        if case .field(let field) = term, machine[field].bounds != nil { return false }
        return switch value {
        case .int(let number), .duration(let number): number > .min && number < .max
        case .double, .string: true
        case .bool, .named, .opaque: false
        }
      }
      return false
    case .literal, .isActive, .and, .or, .arithmetic, .negation: return false
    }
  }
}
