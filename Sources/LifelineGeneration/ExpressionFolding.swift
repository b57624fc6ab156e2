import LifelineModel

/// Computes what can be computed before the machine runs: Swift warns of a branch that is never taken, and
/// whoever reads the generated code need not think about it.
struct ExpressionFolder {
  let machine: Machine
  let activity: Activity?
  /// Fields whose values are known.
  var fields = IDMap<Field, Value>()

  /// The expression without the parts that are known.
  func fold(_ expression: Expression) -> Expression {
    var result = expression
    switch expression.kind {
    case .literal, .parameter: break
    case .field(let field): if let value = fields[field] { result.kind = .literal(value) }
    case .isActive(let state):
      if let known = activity?.isActive(state, in: machine) { result.kind = .literal(.bool(known)) }
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
      if let known = compute(operation, left, right) { result.kind = .literal(known) }
    case .negation(let operand):
      let operand = fold(operand)
      result.kind = negate(operand).map { .literal($0) } ?? .negation(operand)
    }
    return result
  }

  /// `and` ends at the first false operand, `or` at the first true one; others that are known are left out.
  private func join(_ operands: [Expression], stoppingAt end: Bool) -> Expression.Kind {
    var kept: [Expression] = []
    for operand in operands {
      let operand = fold(operand)
      guard let known = operand.constant else {
        kept.append(operand)
        continue
      }
      guard known == end else { continue }
      // What comes before must still be computed: it may trap.
      if kept.isEmpty || kept.allSatisfy(\.isHarmless) { return .literal(.bool(end)) }
      kept.append(operand)
      break
    }
    if kept.isEmpty { return .literal(.bool(!end)) }
    if kept.count == 1 { return kept[0].kind }
    return end ? .or(kept) : .and(kept)
  }

  private func compare(_ relation: Expression.Comparison, _ left: Expression, _ right: Expression) -> Bool? {
    guard case .literal(let left) = left.kind, case .literal(let right) = right.kind else { return nil }
    switch relation {
    case .equal: return left == right
    case .notEqual: return left != right
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    guard let left = left.number, let right = right.number else { return nil }
    switch relation {
    case .less: return left < right
    case .lessOrEqual: return left <= right
    case .greater: return left > right
    case .greaterOrEqual: return left >= right
    case .equal, .notEqual: return nil
    }
  }

  /// `nil` also where the result does not fit: the generated code then traps as the language demands.
  private func compute(
    _ operation: Expression.Arithmetic, _ left: Expression, _ right: Expression
  ) -> Value? {
    guard case .literal(let leftValue) = left.kind, case .literal(let rightValue) = right.kind,
      let left = leftValue.number, let right = rightValue.number
    else { return nil }
    let (result, overflows) =
      switch operation {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      case .remainder: left.remainderReportingOverflow(dividingBy: right)
      }
    guard !overflows else { return nil }
    if case .int = leftValue, case .int = rightValue { return .int(result) }
    return .duration(milliseconds: result)
  }

  private func negate(_ operand: Expression) -> Value? {
    switch operand.kind {
    case .literal(.int(let number)) where number != .min: .int(-number)
    case .literal(.duration(let number)) where number != .min: .duration(milliseconds: -number)
    default: nil
    }
  }
}

extension Expression {
  /// The truth value that is written down, if the expression is nothing more.
  var constant: Bool? {
    guard case .literal(.bool(let value)) = kind else { return nil }
    return value
  }

  /// Whether computing it has no effect, a trap included.
  fileprivate var isHarmless: Bool {
    switch kind {
    case .literal, .field, .parameter, .isActive: true
    case .not(let operand): operand.isHarmless
    case .and(let operands), .or(let operands): operands.allSatisfy(\.isHarmless)
    case .comparison(_, let left, let right): left.isHarmless && right.isHarmless
    case .arithmetic, .negation: false
    }
  }
}

extension Value {
  /// The number behind a whole number or a length of time.
  fileprivate var number: Int? {
    switch self {
    case .int(let number), .duration(let number): number
    case .bool, .double, .string, .named, .opaque: nil
    }
  }
}
