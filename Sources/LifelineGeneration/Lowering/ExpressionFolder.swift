import LifelineModel

/// Computes the parts of expressions that are known before the machine runs, because Swift warns about branches that
/// are never taken.
struct ExpressionFolder {
  let machine: Machine
  let activity: Activity?
  /// The fields whose values are known.
  var fields = IDMap<Field, Value>()
  /// The states that are never active except where `activity` says so.
  var passed = IDSet<State>()
  /// The active states, if they are known.
  var configuration: IDSet<State>?

  /// Returns the expression without the parts that are known.
  func fold(_ expression: Expression) -> Expression {
    var result = expression
    switch expression.kind {
    case .literal, .parameter: break
    case .field(let field): if let value = fields[field] { result.kind = .literal(value) }
    case .isActive(let state):
      let isPassed = passed.contains(state) ? false : nil
      if let known = configuration?.contains(state) ?? activity?.isActive(state, in: machine) ?? isPassed {
        result.kind = .literal(.bool(known))
      }
    case .not(let operand):
      let operand = fold(operand)
      result.kind = operand.constant.map { .literal(.bool(!$0)) } ?? .not(operand)
    case .and(let operands): result.kind = join(operands, stoppingAt: false)
    case .or(let operands): result.kind = join(operands, stoppingAt: true)
    case .comparison(let relation, let left, let right):
      let (left, right) = (fold(left), fold(right))
      result.kind = .comparison(relation, left, right)
      if let known = compare(relation, left, right) { result.kind = .literal(.bool(known)) }
    case .arithmetic(let operation, let left, let right):
      let (left, right) = (fold(left), fold(right))
      result.kind = .arithmetic(operation, left, right)
      if let known = compute(operation, left.literal?.number, right.literal?.number, expression.type) {
        result.kind = .literal(known)
      }
    case .negation(let operand):
      let operand = fold(operand)
      let known = compute(.subtract, 0, operand.literal?.number, expression.type)
      result.kind = known.map { .literal($0) } ?? .negation(operand)
    }
    return result
  }

  /// Joins operands. `and` ends at the first false operand, `or` at the first true one; other known operands are
  /// dropped.
  private func join(_ operands: [Expression], stoppingAt end: Bool) -> Expression.Kind {
    var remaining: [Expression] = []
    for operand in operands {
      let operand = fold(operand)
      guard let known = operand.constant else {
        remaining.append(operand)
        continue
      }
      guard known == end else { continue }
      // The operands before must still be computed because they may trap.
      if !remaining.contains(where: \.canFault) { return .literal(.bool(end)) }
      remaining.append(operand)
      break
    }
    if remaining.isEmpty { return .literal(.bool(!end)) }
    if remaining.count == 1 { return remaining[0].kind }
    return end ? .or(remaining) : .and(remaining)
  }

  private func compare(_ relation: Expression.Comparison, _ left: Expression, _ right: Expression) -> Bool? {
    guard let left = left.literal, let right = right.literal else { return nil }
    return relation.holds(left, right)
  }

  /// Returns the result of an operation; `nil` if an operand isn't known or the generated code must trap.
  private func compute(
    _ operation: Expression.Arithmetic, _ left: Int?, _ right: Int?, _ type: ValueType
  ) -> Value? {
    guard let left, let right, let result = try? operation.result(left, right) else { return nil }
    return Value(result, as: type)
  }
}

extension Expression {
  /// The value, if the expression is a truth value.
  var constant: Bool? {
    guard case .literal(.bool(let value)) = kind else { return nil }
    return value
  }
}
