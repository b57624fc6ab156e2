import LifelineModel
import LifelineSource

@testable import LifelineAnalysis

extension Machine {
  /// Makes the edit that makes no difference if the diagnostic with this code is right.
  ///
  /// - Returns: The number of edited parts; 0 if the range contains nothing that the diagnostic can be about.
  mutating func makeHarmlessEdit(of code: String, at range: SourceRange) -> Int {
    switch code {
    case "L850", "L851", "L860": return preventTransitions { $0.range == range }
    case "L852":
      let count = states.flatMap(\.deferred).count { $0.range == range }
      for index in states.indices { states[index].deferred.removeAll { $0.range == range } }
      return count
    case "L853": return replaceConditions(at: range) { .constant(true, range: $0.range) }
    case "L854": return replaceConditions(at: range) { .constant(false, range: $0.range) }
    case "L856":
      let timers = states.flatMap(\.timers).filter { $0.range == range }
      let ids = Set(timers.flatMap(\.transitions).map(\.id))
      return preventTransitions { ids.contains($0.id) }
    case "L859":
      var count = 0
      editTransitions { transition in
        guard transition.range == range else { return }
        transition.reenter = false
        count += 1
      }
      return count
    case "L863": return replaceConditions(at: range) { Expression(.not($0), type: .bool, range: $0.range) }
    default: return 0
    }
  }

  private mutating func preventTransitions(_ isMeant: (Transition) -> Bool) -> Int {
    var count = 0
    editTransitions { transition in
      guard isMeant(transition) else { return }
      transition.condition = .constant(false, range: transition.range)
      count += 1
    }
    return count
  }

  private mutating func replaceConditions(at range: SourceRange, by change: (Expression) -> Expression) -> Int {
    var count = 0
    editConditions { condition in
      condition.edit(at: range) { part in
        part = change(part)
        count += 1
      }
    }
    return count
  }

  /// Changes each transition.
  private mutating func editTransitions(_ edit: (inout Transition) -> Void) {
    for state in states {
      for (address, _) in state.listTransitionAddresses() { editTransition(at: address, edit) }
    }
  }

  /// Changes the conditions of all transitions and actions.
  private mutating func editConditions(_ edit: (inout Expression) -> Void) {
    for index in states.indices {
      states[index].entry.editConditions(edit)
      states[index].exit.editConditions(edit)
    }
    editTransitions { transition in
      if var condition = transition.condition {
        edit(&condition)
        transition.condition = condition
      }
      transition.actions.editConditions(edit)
    }
  }
}

extension [Action] {
  fileprivate mutating func editConditions(_ edit: (inout Expression) -> Void) {
    for index in indices {
      guard case .choose(var condition, var then, var otherwise, let range) = self[index] else { continue }
      edit(&condition)
      then.editConditions(edit)
      otherwise.editConditions(edit)
      self[index] = .choose(condition, then: then, else: otherwise, range: range)
    }
  }
}

extension Expression {
  fileprivate static func constant(_ value: Bool, range: SourceRange) -> Expression {
    Expression(.literal(.bool(value)), type: .bool, range: range)
  }

  /// Changes the condition, or the part of it, that is in a range of the spec.
  fileprivate mutating func edit(at wanted: SourceRange, _ change: (inout Expression) -> Void) {
    if range == wanted { return change(&self) }
    switch kind {
    case .not(var operand):
      operand.edit(at: wanted, change)
      kind = .not(operand)
    case .and(var operands):
      for index in operands.indices { operands[index].edit(at: wanted, change) }
      kind = .and(operands)
    case .or(var operands):
      for index in operands.indices { operands[index].edit(at: wanted, change) }
      kind = .or(operands)
    case .literal, .field, .parameter, .isActive, .comparison, .arithmetic, .negation: break
    }
  }
}
