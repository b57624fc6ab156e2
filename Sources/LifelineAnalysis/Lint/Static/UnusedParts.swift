import LifelineModel
import LifelineSource

/// Returns the diagnostics of event parameters that nothing reads (L858).
func unusedParameters(in machine: Machine) -> [Diagnostic] {
  guard machine.events.contains(where: { !$0.parameters.isEmpty }) else { return [] }
  /// The parameters that the actions of states read: they may belong to any event.
  var shared: Set<String> = []
  /// The parameters that the transitions of each event read; `nil` if no transition names the event.
  var read = [Set<String>?](repeating: nil, count: machine.events.count)
  for state in machine.states {
    for actions in [state.entry, state.exit, state.entranceActions] { shared.formUnion(actions.readParameters) }
    for handler in state.on where !machine[handler.event].parameters.isEmpty {
      var names = read[handler.event.index] ?? []
      for transition in handler.transitions {
        names.formUnion(transition.condition?.usedParameters ?? [])
        names.formUnion(transition.actions.readParameters)
      }
      read[handler.event.index] = names
    }
  }
  return zip(machine.events, read).flatMap { event, names -> [Diagnostic] in
    guard let names else { return [] }
    return event.parameters.filter { !names.contains($0.name) && !shared.contains($0.name) }.map {
      machine.diagnostic(
        .unusedParameter,
        "nothing reads `\($0.name)` where `\(event.name)` is handled, and no call there forwards it", at: $0.range)
    }
  }
}

extension [Action] {
  /// The names of the event's parameters that the actions read or forward.
  fileprivate var readParameters: Set<String> {
    var names: Set<String> = []
    forEachExpression { names.formUnion($0.usedParameters) }
    return names
  }
}

/// Returns the diagnostics of fields with several cases that nothing distinguishes (L862).
func unusedCases(in machine: Machine) -> [Diagnostic] {
  guard machine.fields.contains(where: { $0.cases != nil }) else { return [] }
  let (named, forwarded) = machine.namedCases()
  return machine.fields.enumerated().compactMap { index, field in
    guard let cases = field.cases, !forwarded.contains(ID(index)) else { return nil }
    let unused = cases.filter { named[field.name]?.contains($0) != true }
    guard unused.count > 1 else { return nil }
    let list = unused.map { "`\($0)`" }.joined(separator: ", ")
    return machine.diagnostic(
      .unusedCases, "nothing distinguishes these cases of `\(field.name)`: \(list)", at: field.range)
  }
}

extension Field {
  /// The names of the field's cases, if it has cases.
  fileprivate var cases: [String]? {
    if case .cases(_, let names) = type { names } else { nil }
  }
}

extension Machine {
  /// Returns the cases that the spec names, by the name of their field, and the fields that callbacks receive.
  fileprivate func namedCases() -> (named: [String: Set<String>], forwarded: Set<ID<Field>>) {
    var named: [String: Set<String>] = [:]
    var forwarded: Set<ID<Field>> = []
    func add(_ value: Value, of field: ID<Field>) {
      if case .named(let name) = value { named[self[field].name, default: []].insert(name) }
    }
    func add(_ fields: [FieldEntry]) {
      for field in fields { add(field.value, of: field.field) }
    }
    func add(_ expression: Expression) {
      expression.forEachSubexpression { part in
        guard case .literal(.named(let name)) = part.kind, case .cases(let field, _) = part.type else { return }
        named[field, default: []].insert(name)
      }
    }
    for (index, field) in fields.enumerated() { add(field.defaultValue, of: ID(index)) }
    forEachTransition { if let condition = $0.condition { add(condition) } }
    for site in actionSites() {
      site.actions.forEachExpression(add)
      site.actions.forEachAction { action in
        guard case .call(let call) = action else { return }
        for case .field(let field) in call.arguments.map(\.kind) { forwarded.insert(field) }
      }
    }
    for scenario in scenarios {
      add(scenario.fields)
      add(scenario.expectedState?.fields ?? [])
      for variation in scenario.variations { for value in variation.values { add(value, of: variation.field) } }
      for step in scenario.steps {
        add(step.expectedState?.fields ?? [])
        if case .set(let fields) = step.kind { add(fields) }
      }
    }
    return (named, forwarded)
  }
}
