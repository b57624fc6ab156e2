import LifelineModel

/// Returns an interval that contains every number, or every number of milliseconds, that an expression can have, as far as
/// the ranges of fields tell; `nil` if they don't, or if a bound doesn't fit into 64 bits.
func interval(of expression: Expression, in machine: Machine) -> ClosedRange<Int>? {
  switch expression.kind {
  case .literal(let value): return value.number.map { $0...$0 }
  case .field(let field): return machine[field].bounds
  case .negation(let operand):
    return interval(of: operand, in: machine).flatMap { hull(of: .subtract, 0...0, $0) }
  case .arithmetic(let operation, let left, let right):
    guard let first = interval(of: left, in: machine), let second = interval(of: right, in: machine) else { return nil }
    switch operation {
    case .add, .subtract, .multiply, .minimum, .maximum: return hull(of: operation, first, second)
    case .divide, .remainder: return nil
    }
  case .parameter, .isActive, .not, .and, .or, .comparison: return nil
  }
}

/// Returns the smallest interval with the results of an operation that has its extremes where its operands have theirs.
private func hull(
  of operation: Expression.Arithmetic, _ left: ClosedRange<Int>, _ right: ClosedRange<Int>
) -> ClosedRange<Int>? {
  var results: [Int] = []
  for first in [left.lowerBound, left.upperBound] {
    for second in [right.lowerBound, right.upperBound] {
      guard let result = try? operation.result(first, second) else { return nil }
      results.append(result)
    }
  }
  return results.min().flatMap { lower in results.max().map { lower...$0 } }
}
