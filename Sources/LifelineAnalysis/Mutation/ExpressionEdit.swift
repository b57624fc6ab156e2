import LifelineModel

/// A small change of an expression, which keeps its type and its range.
struct ExpressionEdit: Hashable, Sendable {
  enum Change: Hashable, Sendable {
    /// Replaces the expression by a constant.
    case value(Value)
    /// Replaces the expression by another field.
    case field(ID<Field>)
    /// Replaces the expression by another parameter.
    case parameter(String)
    /// Uses another relation in a comparison.
    case relation(Expression.Comparison)
    /// Exchanges `and` and `or`.
    case connective
    /// Adds a constant.
    case plus(Value)
  }

  /// The indices of the operands that lead to the changed expression.
  var path: [Int] = []
  var change: Change

  /// Returns the changed expression.
  func apply(to expression: Expression) -> Expression { apply(to: expression, path[...]) }

  private func apply(to expression: Expression, _ path: ArraySlice<Int>) -> Expression {
    if let index = path.first {
      return expression.mappingOperand(at: index) { apply(to: $0, path.dropFirst()) }
    }
    var result = expression
    switch (change, expression.kind) {
    case (.value(let value), _): result.kind = .literal(value)
    case (.field(let field), _): result.kind = .field(field)
    case (.parameter(let name), _): result.kind = .parameter(name)
    case (.relation(let relation), .comparison(_, let left, let right)):
      result.kind = .comparison(relation, left, right)
    case (.connective, .and(let operands)): result.kind = .or(operands)
    case (.connective, .or(let operands)): result.kind = .and(operands)
    case (.plus(let value), _):
      let literal = Expression(.literal(value), type: expression.type, range: expression.range)
      result.kind = .arithmetic(.add, expression, literal)
    case (.relation, _), (.connective, _): break
    }
    return result
  }
}

extension Expression {
  /// Returns the expression with one operand changed.
  fileprivate func mappingOperand(at index: Int, _ change: (Expression) -> Expression) -> Expression {
    var result = self
    func changed(_ operands: [Expression]) -> [Expression] {
      operands.enumerated().map { $0.offset == index ? change($0.element) : $0.element }
    }
    switch kind {
    case .literal, .field, .parameter, .isActive: break
    case .not(let operand): result.kind = .not(change(operand))
    case .negation(let operand): result.kind = .negation(change(operand))
    case .and(let operands): result.kind = .and(changed(operands))
    case .or(let operands): result.kind = .or(changed(operands))
    case .comparison(let relation, let left, let right):
      let sides = changed([left, right])
      result.kind = .comparison(relation, sides[0], sides[1])
    case .arithmetic(let operation, let left, let right):
      let sides = changed([left, right])
      result.kind = .arithmetic(operation, sides[0], sides[1])
    }
    return result
  }
}
