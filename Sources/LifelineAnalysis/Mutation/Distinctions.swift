import LifelineInterpreter
import LifelineModel

/// Something that a comparison has to distinguish, although no condition of the machine does.
enum Distinction: Sendable {
  /// Whether the condition holds.
  case condition(Expression)
  /// The values that result from an assignment.
  case assignment(Assignment)

  /// The distinction as an action of a machine that is never run.
  fileprivate var action: Action {
    switch self {
    case .condition(let condition): .choose(condition, then: [], else: [], range: condition.range)
    case .assignment(let assignment): .set([assignment], range: assignment.value.range)
    }
  }
}

extension EnvironmentModel {
  /// Returns a model whose values also make the given distinctions.
  func distinguishing(_ distinctions: [Distinction]) -> EnvironmentModel {
    if distinctions.isEmpty { return self }
    var machine = machine
    machine.states[Machine.root.index].entry += distinctions.map(\.action)
    var environment = modelEnvironment(of: index.replacing(machine))
    environment.index = index
    return environment
  }
}

extension Exploration {
  /// Returns whether an exploration in a finer model of the host would reach the same nodes.
  func isExact(for finer: EnvironmentModel) -> Bool {
    guard environment.roles == finer.roles, environment.beginnings == finer.beginnings else { return false }
    if environment.values.fields == finer.values.fields, environment.values.parameters == finer.values.parameters {
      return true
    }
    // Other values of facts and arguments lead to other nodes only if the machine keeps them.
    var keepsValues = false
    func visit(_ expression: Expression) {
      for variable in expression.variables {
        switch variable {
        case .parameter: keepsValues = true
        case .field(let field): if finer.roles.roles[field.index] == .fact { keepsValues = true }
        }
      }
    }
    machine.forEachAssignment { visit($0.value) }
    machine.forEachSentArgument { visit($1) }
    return !keepsValues
  }
}

extension Machine {
  /// Returns what tells the values of the arguments of calls apart: whether the fields and the parameters in them are
  /// neutral.
  func argumentDistinctions() -> [Distinction] {
    var seen: Set<ExpressionVariable> = []
    var result: [Distinction] = []
    forEachAction { action in
      guard case .call(let call) = action else { return }
      for argument in call.arguments {
        argument.forEachSubexpression { part in
          guard let variable = part.variable, seen.insert(variable).inserted else { return }
          if let neutral = part.type.neutralValue { result.append(.difference(part, part.constant(neutral))) }
        }
      }
    }
    return result
  }

  /// Returns at which values a mutant can differ from the machine.
  func distinctions(of mutant: Mutant) -> [Distinction] {
    switch mutant.edit {
    case .changedGuard(let address, let edit):
      return transition(at: address)?.condition.map { .changed($0, by: edit) } ?? []
    case .actions(let address, let edit): return distinctions(of: edit, in: actions(at: address))
    case .targets, .negatedGuard, .droppedGuard, .entrance, .swappedEntryAndExit, .timer, .defaultDuration: return []
    }
  }

  private func distinctions(of edit: ActionEdit, in actions: [Action]) -> [Distinction] {
    switch edit {
    case .changeCondition(let index, let edit):
      guard case .choose(let condition, _, _, _) = actions[index] else { return [] }
      return .changed(condition, by: edit)
    case .dropAssignment(let position):
      guard let assignment = assignment(at: position, in: actions), !assignment.alwaysChanges else { return [] }
      let field = Expression(.field(assignment.field), type: self[assignment.field].type, range: assignment.value.range)
      return [.difference(field, assignment.value)]
    case .changeAssignment(let position, let edit):
      guard var assignment = assignment(at: position, in: actions) else { return [] }
      let original = assignment.value
      assignment.value = edit.apply(to: original)
      // Nothing else tells carried values apart.
      return [.assignment(assignment)] + (original.type.isOptional ? [.difference(original, assignment.value)] : [])
    case .changeArgument(let index, let argument, let edit):
      guard case .call(let call) = actions[index], call.arguments[argument].literal == nil else { return [] }
      return [.difference(call.arguments[argument], edit.apply(to: call.arguments[argument]))]
    case .swap(let index):
      guard case .call(let call) = actions[index], case .call(let next) = actions[index + 1],
        call.callback == next.callback
      else { return [] }
      return zip(call.arguments, next.arguments).compactMap { argument, other in
        if case .opaque = argument.type { return nil }
        return argument.literal == nil || other.literal == nil ? .difference(argument, other) : nil
      }
    case .drop, .duplicate, .move, .negateChoice, .dropChoice, .dropItem, .dropSent, .duplicateSent, .swapSent,
      .otherEvent,
      .otherPart:
      return []
    }
  }

  private func assignment(at position: ActionEdit.AssignmentPosition, in actions: [Action]) -> Assignment? {
    guard case .set(let assignments, _) = actions[position.action] else { return nil }
    return assignments[position.assignment]
  }
}

extension Distinction {
  /// Whether two values differ.
  fileprivate static func difference(_ left: Expression, _ right: Expression) -> Distinction {
    .condition(Expression(.comparison(.equal, left, right), type: .bool, range: left.range))
  }
}

extension [Distinction] {
  /// Returns what a changed condition distinguishes. A change of a connective needs no other values.
  fileprivate static func changed(_ condition: Expression, by edit: ExpressionEdit) -> [Distinction] {
    edit.change == .connective ? [] : [.condition(edit.apply(to: condition))]
  }
}

extension Expression {
  /// Returns a constant of the same type.
  fileprivate func constant(_ value: Value) -> Expression { Expression(.literal(value), type: type, range: range) }
}

extension Assignment {
  /// Whether the assignment gives the field another value, whichever it has.
  fileprivate var alwaysChanges: Bool {
    guard case .arithmetic(let operation, let left, let right) = value.kind, case .field(field) = left.kind else {
      return false
    }
    return (operation == .add || operation == .subtract) && right.literal?.number ?? 0 != 0
  }
}
