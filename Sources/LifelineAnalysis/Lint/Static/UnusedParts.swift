import LifelineModel
import LifelineSource

/// Returns the diagnostics of event parameters that nothing reads (L858).
func unusedParameters(in machine: Machine) -> [Diagnostic] {
  guard machine.declared.events.contains(where: { !$0.parameters.isEmpty }) else { return [] }
  /// The parameters that the actions of states read: they may belong to any event.
  var shared: Set<String> = []
  /// The parameters that the transitions of each event read; `nil` if no transition names the event.
  var read = [Set<String>?](repeating: nil, count: machine.declared.events.count)
  for state in machine.declared.states {
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
  return zip(machine.declared.events, read).flatMap { event, names -> [Diagnostic] in
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

/// Returns the diagnostics of fields and types with several cases that nothing distinguishes (L862).
func unusedCases(in machine: Machine) -> [Diagnostic] {
  let owners =
    machine.declared.fields.compactMap { field -> CaseOwner? in
      if case .cases = field.type { CaseOwner(name: field.name, type: field.type, range: field.range) } else { nil }
    }
    + machine.types.map { CaseOwner(name: $0.name, type: .declared($0.name, cases: $0.cases), range: $0.range) }
  if owners.isEmpty { return [] }
  var uses = CaseUses()
  uses.add(machine)
  return owners.compactMap { owner in
    guard let cases = owner.type.caseNames, !uses.forwarded.contains(owner.type) else { return nil }
    let unused = cases.filter { uses.named[owner.type]?.contains($0) != true }
    guard unused.count > 1 else { return nil }
    let list = unused.map { "`\($0)`" }.joined(separator: ", ")
    return machine.diagnostic(
      .unusedCases, "nothing distinguishes these cases of `\(owner.name)`: \(list)", at: owner.range)
  }
}

/// A field or a type with cases.
private struct CaseOwner {
  var name: String
  var type: ValueType
  var range: SourceRange
}

/// The uses of cases in a machine.
private struct CaseUses {
  /// The cases that the spec names, by their type.
  private(set) var named: [ValueType: Set<String>] = [:]
  /// The types whose values callbacks receive, alone or inside of others, as in `[Reason]`.
  private(set) var forwarded: Set<ValueType> = []

  mutating func add(_ machine: Machine) {
    machine.forEachSentArgument { if $1.variable != nil { forwarded.insert($1.type) } }
    for part in machine.declared.parts {
      for value in part.defaults { if case .bound(let field) = value.value { forwarded.insert(machine[field].type) } }
    }
    for field in machine.fields { add(field.defaultValue, field.type) }
    machine.forEachTransition { if let condition = $0.condition { add(condition) } }
    for site in machine.actionSites() {
      site.actions.forEachExpression { add($0) }
      site.actions.forEachAction { action in
        guard case .call(let call) = action else { return }
        for argument in call.arguments where argument.variable != nil {
          forwarded.insert(argument.type)
          guard case .opaque(let spelling) = argument.type else { continue }
          let names = pathsInType(spelling).flatMap(\.names)
          for type in machine.types where names.contains(type.name) {
            forwarded.insert(.declared(type.name, cases: type.cases))
          }
        }
      }
    }
    for scenario in machine.scenarios {
      add(scenario.fields, machine)
      add(scenario.expectedState?.fields ?? [], machine)
      for variation in scenario.variations {
        for value in variation.values { add(value, machine[variation.field].type) }
      }
      for step in scenario.steps {
        add(step.expectedState?.fields ?? [], machine)
        if let calls = step.expectedCalls { add(calls, machine) }
        switch step.kind {
        case .set(let fields): add(fields, machine)
        case .send(let event, let arguments, _), .ignored(let event, let arguments):
          for (parameter, value) in zip(machine[event].parameters, arguments) { add(value, parameter.type) }
        case .start, .wait: break
        }
      }
    }
  }

  private mutating func add(_ value: Value, _ type: ValueType) {
    if case .named(let name) = value { named[type, default: []].insert(name) }
  }

  private mutating func add(_ fields: [FieldEntry], _ machine: Machine) {
    for field in fields { add(field.value, machine[field.field].type) }
  }

  private mutating func add(_ expression: Expression) {
    expression.forEachSubexpression { if case .literal(let value) = $0.kind { add(value, $0.type) } }
  }

  private mutating func add(_ pattern: CallPattern, _ machine: Machine) {
    if case .call(let callback, let arguments, _) = pattern {
      for argument in arguments { add(argument.value, machine[callback].parameters[argument.parameter].type) }
    }
    for part in pattern.parts { add(part, machine) }
  }
}
