import LifelineInterpreter
import LifelineModel

extension Machine {
  /// Returns the guard that a mutant changes, if values that are tried can't show that the change makes no difference.
  func uncertainGuard(of mutant: Mutant) -> Guard? {
    switch mutant.edit {
    case .changedGuard(let address, _), .droppedGuard(let address), .negatedGuard(let address):
      guard let transition = transition(at: address), let condition = transition.condition else { return nil }
      return condition.isTriedCompletely ? nil : .transition(transition.id)
    case .actions(let address, .changeCondition(let index, _)), .actions(let address, .dropChoice(let index)),
      .actions(let address, .negateChoice(let index)):
      guard case .choose(let condition, _, _, _) = actions(at: address)[index] else { return nil }
      return condition.isTriedCompletely ? nil : .choice(condition.range, in: nil)
    case .actions, .targets, .entrance, .swappedEntryAndExit, .timer, .defaultDuration: return nil
    }
  }
}

extension Expression {
  /// Whether the values that an exploration tries show everything that the condition distinguishes. They do if it
  /// compares numbers and texts with constants, or a parameter, which gets the values around that of a field, with one.
  fileprivate var isTriedCompletely: Bool {
    switch kind {
    case .literal, .field, .parameter, .isActive: true
    case .not(let operand): operand.isTriedCompletely
    case .and(let operands), .or(let operands): operands.allSatisfy(\.isTriedCompletely)
    case .comparison(_, let left, let right):
      switch left.type {
      case .bool: left.isTriedCompletely && right.isTriedCompletely
      case .cases, .declared: true
      case .int, .duration, .double, .string, .opaque:
        left.isConstant && right.isExtremum || right.isConstant && left.isExtremum
          || left.isParameter && right.isField || left.isField && right.isParameter
      }
    case .arithmetic, .negation: false
    }
  }

  /// Whether the expression is a variable or a constant, or the least or the greatest of some.
  private var isExtremum: Bool {
    if case .arithmetic(let operation, let left, let right) = kind, operation.isFunction {
      return left.isExtremum && right.isExtremum
    }
    return variable != nil || isConstant
  }

  private var isConstant: Bool {
    if case .negation(let operand) = kind { return operand.literal != nil }
    return literal != nil
  }

  private var isParameter: Bool { if case .parameter = kind { true } else { false } }
  private var isField: Bool { if case .field = kind { true } else { false } }
}
