extension Expression {
  /// A binary operation on numbers.
  package enum Arithmetic: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case minimum = "min"
    case maximum = "max"

    /// Whether the operation is written as a function, such as `min(a, b)`. It has a result for all operands.
    package var isFunction: Bool { self == .minimum || self == .maximum }
  }
}

/// The reason that an operation on numbers has no result.
package enum ArithmeticFault: Error {
  /// The result doesn't fit into 64 bits.
  case overflow
  /// The right operand of a division or remainder is zero.
  case divisionByZero
}

extension Expression.Arithmetic {
  /// Returns the result of the operation on two numbers.
  ///
  /// - Throws: The reason why there is none, such as an overflow.
  package func result(_ left: Int, _ right: Int) throws(ArithmeticFault) -> Int {
    let (result, overflows) =
      switch self {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      case .remainder: left.remainderReportingOverflow(dividingBy: right)
      case .minimum: (min(left, right), false)
      case .maximum: (max(left, right), false)
      }
    if overflows {
      throw right == 0 && (self == .divide || self == .remainder) ? .divisionByZero : .overflow
    }
    return result
  }
}
