import LifelineModel

extension Machine {
  /// The numbers of fields and parameters at which a divisor is zero, as far as each divisor is computed from one of them and constants.
  var divisorZeros: [ExpressionVariable: Set<Int>] {
    var result: [ExpressionVariable: Set<Int>] = [:]
    forEachCondition { $0.addDivisorZeros(to: &result) }
    forEachAssignment { $0.value.addDivisorZeros(to: &result) }
    forEachSentArgument { $1.addDivisorZeros(to: &result) }
    forEachCallArgument { $0.addDivisorZeros(to: &result) }
    return result
  }
}

extension Expression {
  /// The numbers of variables at which a divisor in the expression is zero.
  var divisorZeros: [ExpressionVariable: Set<Int>] {
    var result: [ExpressionVariable: Set<Int>] = [:]
    addDivisorZeros(to: &result)
    return result
  }

  fileprivate func addDivisorZeros(to result: inout [ExpressionVariable: Set<Int>]) {
    if case .arithmetic(let operation, _, let divisor) = kind, operation == .divide || operation == .remainder {
      divisor.addNumbers(leadingTo: 0, to: &result)
    }
    for operand in operands { operand.addDivisorZeros(to: &result) }
  }

  /// Adds the numbers of variables at which the expression may have a value.
  func addNumbers(leadingTo value: Int, to result: inout [ExpressionVariable: Set<Int>]) {
    func add(_ operand: Expression, _ sum: (partialValue: Int, overflow: Bool)) {
      if !sum.overflow { operand.addNumbers(leadingTo: sum.partialValue, to: &result) }
    }
    switch kind {
    case .field, .parameter: if let variable { result[variable, default: []].insert(value) }
    case .negation(let operand): add(operand, 0.subtractingReportingOverflow(value))
    case .arithmetic(let operation, let left, let right):
      switch (operation, left.constant, right.constant) {
      case (.add, let number?, nil): add(right, value.subtractingReportingOverflow(number))
      case (.add, nil, let number?): add(left, value.subtractingReportingOverflow(number))
      case (.subtract, let number?, nil): add(right, number.subtractingReportingOverflow(value))
      case (.subtract, nil, let number?): add(left, value.addingReportingOverflow(number))
      case (.multiply, let number?, nil) where number != 0: add(right, value.dividedReportingOverflow(by: number))
      case (.multiply, nil, let number?) where number != 0: add(left, value.dividedReportingOverflow(by: number))
      case (.minimum, _, _), (.maximum, _, _):
        left.addNumbers(leadingTo: value, to: &result)
        right.addNumbers(leadingTo: value, to: &result)
      default: break
      }
    case .literal, .isActive, .not, .and, .or, .comparison: break
    }
  }
}
