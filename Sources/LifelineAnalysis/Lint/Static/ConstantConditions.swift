import LifelineModel
import LifelineSource

/// Returns the diagnostics of conditions and parts of conditions that always or never hold (L853, L854), and of
/// actions whose `do` and `else` are the same (L863).
func constantConditions(in machine: Machine) -> [Diagnostic] {
  var diagnostics: [Diagnostic] = []
  for state in machine.declared.states {
    for transition in state.transitionLists.joined() {
      guard let condition = transition.condition else { continue }
      diagnostics += constantParts(of: condition, in: machine, activity: Activity(of: state), isAtRest: true)
    }
  }
  for site in machine.actionSites() {
    site.actions.forEachAction { action in
      guard case .choose(let condition, let then, let otherwise, _) = action else { return }
      diagnostics += constantParts(of: condition, in: machine, activity: site.activity, isAtRest: false)
      if canonicalText(of: then) == canonicalText(of: otherwise) {
        diagnostics.append(
          machine.diagnostic(
            .redundantCondition, "this decides nothing: `do` and `else` are the same", at: condition.range))
      }
    }
  }
  return diagnostics
}

private func constantParts(
  of condition: Expression, in machine: Machine, activity: Activity?, isAtRest: Bool
) -> [Diagnostic] {
  guard !condition.isSingleQuestion(in: machine),
    let space = ConditionSpace.enumerate(for: [condition], machine: machine, activity: activity, isAtRest: isAtRest)
  else { return [] }
  return constantParts(of: condition, in: machine, space: space)
}

/// Checks a condition, and its parts if it isn't constant as a whole.
private func constantParts(of condition: Expression, in machine: Machine, space: ConditionSpace) -> [Diagnostic] {
  let cases = space.cases(condition)
  if cases.isEmpty { return [constantCondition(condition, in: machine, holds: false)] }
  if cases == space.possible { return [constantCondition(condition, in: machine, holds: true)] }
  switch condition.kind {
  case .not, .and, .or:
    return condition.operands.flatMap { constantParts(of: $0, in: machine, space: space) }
  case .literal, .field, .parameter, .isActive, .comparison, .arithmetic, .negation: return []
  }
}

private func constantCondition(_ condition: Expression, in machine: Machine, holds: Bool) -> Diagnostic {
  let kind = holds ? DiagnosticKind.alwaysTrue : .alwaysFalse
  if case .isActive(let state) = condition.kind {
    return machine.diagnostic(
      kind, "\(machine.title(state)) is \(holds ? "always" : "never") active where this condition is evaluated",
      at: condition.range, notes: [("the state is declared here", machine[state].range)])
  }
  return machine.diagnostic(
    kind, holds ? "this always holds, so it decides nothing" : "this never holds, so what it guards never happens",
    at: condition.range)
}
