import LifelineModel

/// Something that a condition asks, and that has one of a few answers whatever else is so.
enum ConditionTerm: Hashable {
  case field(ID<Field>)
  case parameter(String)
  /// Whether a state is active.
  case state(ID<State>)
  /// How two expressions (their signatures) compare that are not looked into.
  case relation(String, String)
}

/// What a comparison asks.
enum ComparisonForm {
  /// Nothing: it is known.
  case known(Bool)
  /// A term that is compared with a value.
  case value(ConditionTerm, Expression.Comparison, Value)
  /// How two expressions compare, as -1, 0 or 1.
  case relation(ConditionTerm, Expression.Comparison)
  /// Whether two conditions agree.
  case agreement(Expression, Expression, negated: Bool)

  init(_ relation: Expression.Comparison, _ left: Expression, _ right: Expression) {
    if left.type == .bool {
      self = .agreement(left, right, negated: relation == .notEqual)
    } else if case .literal(let first) = left.kind, case .literal(let second) = right.kind {
      self = .known(relation.holds(first, second))
    } else if let term = left.term, case .literal(let value) = right.kind {
      self = .value(term, relation, value)
    } else if let term = right.term, case .literal(let value) = left.kind {
      self = .value(term, relation.mirrored, value)
    } else {
      let (first, second) = (Signature(left).text, Signature(right).text)
      if first == second {
        self = .known(relation.holds(0))
      } else {
        self =
          first < second
          ? .relation(.relation(first, second), relation) : .relation(.relation(second, first), relation.mirrored)
      }
    }
  }
}

extension Expression {
  /// The field or parameter that it is.
  var term: ConditionTerm? {
    switch kind {
    case .field(let field): .field(field)
    case .parameter(let name): .parameter(name)
    case .literal, .isActive, .not, .and, .or, .comparison, .arithmetic, .negation: nil
    }
  }

  /// Whether it is a single question, which can have either answer: such conditions need no looking into.
  var isPlainCondition: Bool {
    switch kind {
    case .field, .parameter: true
    case .not(let operand): operand.isPlainCondition
    case .comparison(let relation, let left, let right):
      // Of numbers at the end of what 64 bits hold, equality alone can go either way.
      if case .value(_, _, let value) = ComparisonForm(relation, left, right) {
        value.number.map { $0 > .min && $0 < .max } ?? false
      } else {
        false
      }
    case .literal, .isActive, .and, .or, .arithmetic, .negation: false
    }
  }
}
