import LifelineModel
import LifelineSource

/// Returns the diagnostic of a spec that asks its monitor to compare arguments of which nothing is known (L866).
func uncomparedArguments(in machine: Machine) -> [Diagnostic] {
  guard let range = machine.monitorChoices.argumentsRange, machine.monitorChoices.comparesArguments else { return [] }
  let compared = machine.comparedCallbacks(besides: 0)
  if compared.isEmpty {
    let message = """
      a monitor has no argument to compare: no parameter of its calls has the type `Bool` or a type with at most \
      \(MonitorArguments.limit) cases; give one a type with cases (`types`), or delete `arguments`
      """
    return [machine.diagnostic(.uncomparedArguments, message, at: range)]
  }
  let known = KnownVariables(machine)
  var names: [String] = []
  var isKnown = false
  machine.forEachOwnAction { action in
    guard case .call(let call) = action,
      let arguments = compared.first(where: { $0.callback == call.callback })
    else { return }
    for parameter in arguments.parameters {
      if known.mayTell(call.arguments[parameter.place]) { isKnown = true }
      let name = "`\(machine[call.callback].parameters[parameter.place].name)`"
      if !names.contains(name) { names.append(name) }
    }
  }
  if isKnown || names.isEmpty { return [] }
  let message = """
    a monitor compares nothing: the machine passes \(names.prefix(3).joined(separator: ", "))\
    \(names.count > 3 ? " and others" : "") on as the host gives \(names.count == 1 ? "it" : "them"), so any value is \
    right; say in the actions which value it is, or delete `arguments`
    """
  return [machine.diagnostic(.uncomparedArguments, message, at: range)]
}

/// The variables of whose values a run may tell something.
private struct KnownVariables {
  private var variables: Set<ExpressionVariable> = []

  init(_ machine: Machine) {
    machine.forEachCondition { variables.formUnion($0.variables) }
    machine.forEachAssignment { variables.insert(.field($0.field)) }
    variables.formUnion(FieldRoles.find(in: machine).memory.map { .field($0) })
  }

  /// Returns whether the value of an argument may be known.
  func mayTell(_ argument: Expression) -> Bool {
    switch argument.kind {
    case .field, .parameter: argument.variable.map(variables.contains) ?? true
    case .not(let operand): mayTell(operand)
    case .literal, .isActive, .and, .or, .comparison, .arithmetic, .negation: true
    }
  }
}
