import LifelineModel

/// The values that a field, a parameter or an argument may have, as far as a log tells.
package enum PossibleValues: Hashable, Sendable {
  /// One of these.
  case some(Set<Value>)
  /// A whole number of the range, or that many milliseconds.
  case numbers(ClosedRange<Int>)
  /// Any value of the type.
  case any

  /// The number of values that are followed one by one.
  private static let listLimit = 8

  /// Returns everything that a type allows.
  static func all(of type: ValueType, within bounds: ClosedRange<Int>? = nil) -> PossibleValues {
    switch type {
    case .bool: .some([.bool(false), .bool(true)])
    case .int, .duration: .numbers(bounds ?? Int.min...Int.max)
    case .cases(_, let names), .declared(_, let names): .some(Set(names.map { .named($0) }))
    case .double, .string, .opaque: .any
    }
  }

  /// The least and the greatest number; `nil` if the values aren't known to be numbers.
  var range: ClosedRange<Int>? {
    switch self {
    case .numbers(let range): return range
    case .some(let values):
      let numbers = values.compactMap(\.number)
      guard numbers.count == values.count, let least = numbers.min(), let greatest = numbers.max() else { return nil }
      return least...greatest
    case .any: return nil
    }
  }

  /// The values, if they are listed.
  var list: Set<Value>? { if case .some(let values) = self { values } else { nil } }

  func contains(_ value: Value) -> Bool {
    switch self {
    case .some(let values): values.contains(value)
    case .numbers(let range): value.number.map(range.contains) ?? false
    case .any: true
    }
  }

  /// Returns whether all values of another set are in this one.
  func isSuperset(of other: PossibleValues) -> Bool {
    switch (self, other) {
    case (.any, _): true
    case (.some(let values), .some(let others)): values.isSuperset(of: others)
    case (.numbers(let range), _):
      other.range.map { range.lowerBound <= $0.lowerBound && $0.upperBound <= range.upperBound } ?? false
    case (.some, _): false
    }
  }

  /// Returns the values that are in both sets; `nil` if there are none.
  func intersection(_ other: PossibleValues) -> PossibleValues? {
    switch (self, other) {
    case (.any, _): return other
    case (_, .any): return self
    case (.some(let values), _):
      let rest = values.filter(other.contains)
      return rest.isEmpty ? nil : .some(rest)
    case (.numbers, .some): return other.intersection(self)
    case (.numbers(let range), .numbers(let others)):
      return range.overlaps(others) ? .numbers(range.clamped(to: others)) : nil
    }
  }

  /// Returns a set that contains both sets, and sometimes more.
  func union(_ other: PossibleValues) -> PossibleValues {
    if case (.some(let values), .some(let others)) = (self, other) { return .listed(values.union(others)) }
    guard let range, let others = other.range else { return .any }
    return .numbers(min(range.lowerBound, others.lowerBound)...max(range.upperBound, others.upperBound))
  }

  /// Returns a set that contains both sets, of which no number grows again and again.
  func widened(to other: PossibleValues) -> PossibleValues {
    if isSuperset(of: other) { return self }
    guard let range, let others = other.range else { return union(other) }
    return .numbers(
      (others.lowerBound < range.lowerBound ? Int.min : range.lowerBound)...(others.upperBound > range.upperBound
        ? Int.max : range.upperBound))
  }

  /// Returns the set of some values; of many numbers their range.
  static func listed(_ values: Set<Value>) -> PossibleValues {
    let set = PossibleValues.some(values)
    return values.count <= listLimit || set.range == nil ? set : set.range.map { .numbers($0) } ?? set
  }
}

// MARK: - Calculations

extension PossibleValues {
  /// Returns the results of an operation on whole numbers, and sometimes more; `nil` if there are none.
  static func results(
    of operation: Expression.Arithmetic, _ left: PossibleValues, _ right: PossibleValues, as type: ValueType
  ) -> PossibleValues? {
    if let lefts = left.list, let rights = right.list, lefts.count * rights.count <= listLimit * listLimit {
      let numbers = lefts.compactMap(\.number).flatMap { left in
        rights.compactMap(\.number).compactMap { try? operation.result(left, $0) }
      }
      return numbers.isEmpty ? nil : listed(Set(numbers.map { Value($0, as: type) }))
    }
    guard let left = left.range, let right = right.range else { return all(of: type) }
    switch operation {
    case .divide, .remainder: return all(of: type)
    case .add, .multiply, .minimum, .maximum, .subtract:
      // These operations are monotonous in each operand, so the ends of the ranges lead to those of the results.
      let ends = [left.lowerBound, left.upperBound].flatMap { left in
        [right.lowerBound, right.upperBound].map { operation.saturatedResult(left, $0) }
      }
      return .numbers((ends.min() ?? Int.min)...(ends.max() ?? Int.max))
    }
  }
}

extension Expression.Arithmetic {
  /// Returns the result of an operation other than a division, or the number of 64 bits that is nearest to it.
  fileprivate func saturatedResult(_ left: Int, _ right: Int) -> Int {
    if let result = try? self.result(left, right) { return result }
    switch self {
    case .multiply: return (left < 0) == (right < 0) ? Int.max : Int.min
    case .add, .subtract, .divide, .remainder, .minimum, .maximum: return left < 0 ? Int.min : Int.max
    }
  }
}
