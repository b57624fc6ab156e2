import LifelineModel

/// A change of a part of a condition, with the part that a message shows.
struct ConditionEdit {
  /// The comparison, or the operands of `and` or `or`, that is changed.
  var part: Expression
  var changedPart: Expression
  /// The change of the whole condition.
  var edit: ExpressionEdit
}

extension Expression {
  /// Returns the changes of the comparisons, the constants and the connectives in a condition, in document order.
  ///
  /// The negation of the whole condition isn't one of them: other mutants negate it.
  func conditionEdits() -> [ConditionEdit] {
    var finder = ConditionEditFinder()
    finder.visit(self, path: [], isAllThatDecides: true)
    return finder.found
  }

  /// The number that the expression spells out, if it is one.
  fileprivate var numericConstant: Value? {
    switch kind {
    case .literal(let value):
      switch value {
      case .int, .duration, .double: value
      case .bool, .string, .named, .opaque: nil
      }
    case .negation(let operand):
      switch operand.literal {
      case .int(let number): .int(0 &- number)
      case .double(let number): .double(-number)
      default: nil
      }
    default: nil
    }
  }
}

private struct ConditionEditFinder {
  var found: [ConditionEdit] = []

  /// - Parameter isAllThatDecides: Whether a negation of the expression is one of the whole condition.
  mutating func visit(_ expression: Expression, path: [Int], isAllThatDecides: Bool) {
    switch expression.kind {
    case .literal, .field, .parameter, .isActive, .arithmetic, .negation: break
    case .not(let operand): visit(operand, path: path + [0], isAllThatDecides: isAllThatDecides)
    case .and(let operands), .or(let operands):
      add(.connective, at: path, in: expression, path)
      for (index, operand) in operands.enumerated() { visit(operand, path: path + [index], isAllThatDecides: false) }
    case .comparison(let relation, let left, let right):
      if relation.isOrder || !isAllThatDecides { add(.relation(relation.neighbor), at: path, in: expression, path) }
      let (first, second) = (left.numericConstant, right.numericConstant)
      if let second, first == nil {
        shift(second, by: relation.telltaleStep, at: path + [1], in: expression, path)
        visitNumbers(in: left, at: path + [0], of: expression, path)
      } else if let first, second == nil {
        shift(first, by: relation.mirrored.telltaleStep, at: path + [0], in: expression, path)
        visitNumbers(in: right, at: path + [1], of: expression, path)
      } else {
        visitNumbers(in: left, at: path + [0], of: expression, path)
        visitNumbers(in: right, at: path + [1], of: expression, path)
      }
      visit(left, path: path + [0], isAllThatDecides: false)
      visit(right, path: path + [1], isAllThatDecides: false)
    }
  }

  /// Visits the constants of a calculation on one side of a comparison.
  private mutating func visitNumbers(
    in expression: Expression, at path: [Int], of comparison: Expression, _ comparisonPath: [Int]
  ) {
    if let constant = expression.numericConstant {
      return shift(constant, by: 1, at: path, in: comparison, comparisonPath)
    }
    guard expression.type != .bool else { return }
    for (index, operand) in expression.operands.enumerated() {
      visitNumbers(in: operand, at: path + [index], of: comparison, comparisonPath)
    }
  }

  private mutating func shift(
    _ constant: Value, by step: Int, at path: [Int], in comparison: Expression, _ comparisonPath: [Int]
  ) {
    guard let shifted = constant.shifted(by: step) else { return }
    add(.value(shifted), at: path, in: comparison, comparisonPath)
  }

  /// Adds a change at `path` in the condition, inside of the part at `partPath`.
  private mutating func add(
    _ change: ExpressionEdit.Change, at path: [Int], in part: Expression, _ partPath: [Int]
  ) {
    let inside = ExpressionEdit(path: Array(path.dropFirst(partPath.count)), change: change)
    found.append(
      ConditionEdit(
        part: part, changedPart: inside.apply(to: part), edit: ExpressionEdit(path: path, change: change)))
  }
}

extension Expression.Comparison {
  fileprivate var isOrder: Bool { self != .equal && self != .notEqual }

  /// The relation that differs only for equal values, or the opposite of an equality.
  fileprivate var neighbor: Self {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .lessOrEqual
    case .lessOrEqual: .less
    case .greater: .greaterOrEqual
    case .greaterOrEqual: .greater
    }
  }

  /// The direction in which a constant on the right is moved. For whole numbers, the ``neighbor`` is the same as a move
  /// in the other direction.
  fileprivate var telltaleStep: Int {
    switch self {
    case .less, .greaterOrEqual: -1
    case .lessOrEqual, .greater, .equal, .notEqual: 1
    }
  }
}
