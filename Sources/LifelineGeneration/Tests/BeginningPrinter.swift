import LifelineModel

/// Prints the arguments with which a test makes the machine, or begins with a subject.
struct BeginningPrinter {
  let context: MachineContext
  let target: TestTarget
  let beginning: TestBeginning

  private var machine: Machine { context.whole }
  private var text: ExpressionText { ExpressionText(of: context) }

  /// The arguments: states, facts and parts.
  var arguments: [String] {
    var arguments: [String] = []
    if case .resume = beginning.kind { arguments.append(states) }
    let facts = facts
    if !facts.isEmpty { arguments.append("context: \(context.names.type).Context(\(list(facts)))") }
    return arguments + (target == .machine ? givenParts(in: nil) : statesOfParts)
  }

  private func list(_ arguments: [String]) -> String { arguments.joined(separator: ", ") }

  // MARK: - States

  /// Returns the states in which a part, or the machine itself, begins, as it numbers them.
  private func states(of part: PartContext?) -> [ID<State>] {
    guard case .resume(let states) = beginning.kind else { return [] }
    return states.compactMap { state in
      let owner = context.partWithState(state)
      return owner?.part.id == part?.id ? owner?.state ?? state : nil
    }
  }

  private var states: String {
    let states = states(of: nil)
    let cases = casePattern(states.map(context.names.anyStateCase))
    switch target {
    case .subject, .asyncSubject: return "states: [\(cases)]"
    case .machine where context.layout.hasRegions: return "resumingIn: [\(cases)]"
    case .machine: return "resumingIn: \(casePattern(states.map(context.names.stateCase)))"
    }
  }

  /// The states of the parts, for a subject.
  private var statesOfParts: [String] {
    context.parts.compactMap { part in
      let states = states(of: part)
      let cases = casePattern(states.map(part.context.names.anyStateCase))
      return states.isEmpty ? nil : "statesOf\(SwiftText.capitalized(context.partName(part))): [\(cases)]"
    }
  }

  // MARK: - Facts

  /// The facts that the test gives the machine and its parts.
  private var facts: [String] {
    let own = beginning.fields.filter { $0.field.index < context.machine.fields.count }
    return own.map { printer.argument(machine[$0.field].name, $0.value) } + printer.parts(of: context, value(of:))
  }

  /// Returns the facts with which a part is made alone.
  private func facts(of part: PartContext) -> [String] {
    printer.list(for: part.context) { field in
      let source = part.part.place.fields[field.index]
      // Fields of the machine around the part are passed on.
      return source.index < part.part.place.firstField ? nil : value(of: source)
    }
  }

  private var printer: FactArguments { FactArguments(text: text.text) }

  private func value(of field: ID<Field>) -> Value {
    beginning.fields.last { $0.field == field }?.value ?? machine[field].defaultValue
  }

  // MARK: - Parts

  /// Returns the parts in a part, or in the machine itself, that don't begin in their initial states.
  private func givenParts(in part: PartContext?) -> [String] {
    context.parts(in: part).compactMap { inner in
      let states = states(of: inner)
      let parts = givenParts(in: inner)
      guard !states.isEmpty || !parts.isEmpty else { return nil }
      let names = inner.context.names
      let cases =
        inner.context.layout.hasRegions
        ? "[\(casePattern(states.map(names.anyStateCase)))]"
        : ".\(names.stateCase(states.first ?? inner.context.initialLeaf))"
      let facts = facts(of: inner)
      let arguments =
        ["resumingIn: \(cases)"] + (facts.isEmpty ? [] : ["context: \(inner.type).Context(\(list(facts)))"]) + parts
      return "\(SwiftText.argumentLabel(inner.part.ownName)): \(inner.type)(\(list(arguments)))"
    }
  }
}
