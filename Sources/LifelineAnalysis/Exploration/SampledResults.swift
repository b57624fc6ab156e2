import LifelineModel
import LifelineSource

/// Returns the ranges of the computed numbers on which a decision depends and of which exploration tries only some,
/// because the host chooses a number in them.
///
/// Exploration tries the numbers that a field or a parameter is compared with. A result, such as `n * n`, may have other
/// values, for which the decision is different.
func findSampledResults(in machine: Machine, _ roles: FieldRoles) -> [SourceRange] {
  let sampled = fieldsSetByHost(of: machine, roles)
  var ranges: [SourceRange] = []
  func add(_ expression: Expression) {
    switch expression.kind {
    case .arithmetic, .negation:
      if expression.isSampled(with: sampled) { ranges.append(expression.range) }
    default:
      expression.operands.forEach(add)
    }
  }
  machine.forEachCondition(add)
  machine.forEachAssignment { if roles.roles[$0.field.index] != .irrelevant { add($0.value) } }
  return ranges.sorted()
}

/// Returns the fields that have a value which the host chooses: it sets them, or an action assigns such a value.
private func fieldsSetByHost(of machine: Machine, _ roles: FieldRoles) -> IDSet<Field> {
  /// The fields to which the value of each field is assigned.
  var targets: [ID<Field>: [ID<Field>]] = [:]
  var pending = machine.fields.indices.filter { machine.fields[$0].isFixed || roles.roles[$0] == .fact }
    .map { ID<Field>($0) }
  machine.forEachAssignment { assignment in
    for field in assignment.value.usedFields { targets[field, default: []].append(assignment.field) }
    if assignment.value.isSampled(with: IDSet()) { pending.append(assignment.field) }
  }
  var sampled = IDSet<Field>()
  while let field = pending.popLast() {
    if sampled.insert(field) { pending += targets[field] ?? [] }
  }
  return sampled
}

extension Expression {
  /// Whether the expression mentions a parameter or one of `fields`.
  fileprivate func isSampled(with fields: IDSet<Field>) -> Bool {
    variables.contains { variable in
      switch variable {
      case .field(let field): fields.contains(field)
      case .parameter: true
      }
    }
  }
}
