extension Expression {
  /// A relation between two values.
  package enum Comparison: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }
}

extension Expression.Comparison {
  /// The relation that holds between exchanged sides.
  package var mirrored: Self {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// Returns whether the relation holds if the left side is less than (-1), equal to (0) or greater than (1) the right side.
  package func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }

  /// Returns whether the relation holds between two floating-point numbers. As in Swift, a number that isn't one (NaN)
  /// differs from every number, itself included, and has no order.
  package func holds(_ left: Double, _ right: Double) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  /// Returns whether the relation holds between two values of one type. Only numbers and lengths of time are ordered.
  package func holds(_ left: Value, _ right: Value) -> Bool {
    if case .double(let left) = left, case .double(let right) = right { return holds(left, right) }
    if left == right { return holds(0) }
    guard let left = left.number, let right = right.number else { return self == .notEqual }
    return holds(left < right ? -1 : 1)
  }
}
