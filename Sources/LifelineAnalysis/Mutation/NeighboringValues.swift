import LifelineModel

extension Value {
  /// Returns the number beside a number: one more or less, and of a length of time one more or less of the largest unit
  /// of which it is a multiple. A length stays above zero.
  /// - Parameter step: 1 or -1.
  /// - Returns: `nil` if there is no such number.
  func shifted(by step: Int) -> Value? {
    switch self {
    case .int(let number):
      let (result, overflows) = number.addingReportingOverflow(step)
      return overflows ? nil : .int(result)
    case .duration(let milliseconds):
      for unit in [3_600_000, 60_000, 1_000, 1] where milliseconds % unit == 0 {
        let (result, overflows) = milliseconds.addingReportingOverflow(step * unit)
        if !overflows, result > 0 { return .duration(milliseconds: result) }
      }
      return nil
    case .double(let number):
      let result = number + Double(step)
      return result.isFinite && result != number ? .double(result) : nil
    case .bool, .string, .named, .opaque: return nil
    }
  }

  /// Returns another value of a Boolean, an enumeration or a number: the opposite, the next case, or the next number.
  func another(of type: ValueType, within bounds: ClosedRange<Int>? = nil) -> Value? {
    switch self {
    case .bool(let value): return .bool(!value)
    case .named(let name):
      guard let names = type.caseNames, names.count > 1, let index = names.firstIndex(of: name) else { return nil }
      return .named(names[(index + 1) % names.count])
    case .int, .duration, .double:
      return [1, -1].lazy.compactMap(shifted).first { value in
        guard let bounds, let number = value.number else { return true }
        return bounds.contains(number)
      }
    case .string, .opaque: return nil
    }
  }
}

extension ValueType {
  /// The value that says least: `false`, zero, an empty text, the first case, the shortest length of time.
  var neutralValue: Value? {
    switch self {
    case .bool: .bool(false)
    case .int: .int(0)
    case .duration: .duration(milliseconds: 1)
    case .double: .double(0)
    case .string: .string("")
    case .cases(_, let names), .declared(_, let names): names.first.map { .named($0) }
    case .opaque: nil
    }
  }
}

extension Expression {
  /// Returns the change of an assigned value to a value beside it, if it's a number, a Boolean or a case: another
  /// constant, or the number that is calculated and one more. A value that counts down gets one less.
  /// - Parameter bounds: The bounds of the field.
  func assignedValueEdit(within bounds: ClosedRange<Int>?) -> ExpressionEdit? {
    switch kind {
    case .literal(let value): return value.another(of: type, within: bounds).map { ExpressionEdit(change: .value($0)) }
    case .arithmetic(let operation, _, let right) where operation == .add || operation == .subtract:
      if let value = right.literal?.shifted(by: 1) { return ExpressionEdit(path: [1], change: .value(value)) }
    case .negation(let operand):
      if case .int(let number) = operand.literal {
        return Value.int(0 &- number).another(of: type, within: bounds).map { ExpressionEdit(change: .value($0)) }
      }
    case .field, .parameter:
      if type.isOptional { return ExpressionEdit(change: .value(.absent)) }
    case .arithmetic: break
    case .isActive, .not, .and, .or, .comparison: return nil
    }
    switch type {
    case .int: return ExpressionEdit(change: .plus(.int(1)))
    case .duration: return ExpressionEdit(change: .plus(.duration(milliseconds: 1_000)))
    case .bool, .double, .string, .cases, .declared, .opaque: return nil
    }
  }

  /// Returns the change of an argument to the neutral value of its type, or to another one if it's that already.
  func argumentEdit() -> ExpressionEdit? {
    if type.isOptional { return literal == nil ? ExpressionEdit(change: .value(.absent)) : nil }
    guard let neutral = type.neutralValue else { return nil }
    guard literal == neutral else { return ExpressionEdit(change: .value(neutral)) }
    return neutral.another(of: type).map { ExpressionEdit(change: .value($0)) }
  }
}
