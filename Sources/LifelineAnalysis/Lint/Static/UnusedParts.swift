import LifelineModel
import LifelineSource

extension DiagnosticKind {
  static let unreadParameter = DiagnosticKind(
    "L858", .warning, "a parameter that nothing reads",
    explanation: """
      The event is taken somewhere, but no guard or action there reads this parameter, and no callback that is called \
      has a parameter of this name to which it would be forwarded. Whoever sends the event has to bring a value that \
      nobody sees.

          callbacks: {openURL: {parameters: {url: String}}}
          events: {tapLink: {parameters: {link: String}}}   # `url` would be forwarded, `link` is not

      Give it the name under which the callback expects it, use it in a guard, or remove it.
      """)
  static let unusedCases = DiagnosticKind(
    "L862", .warning, "cases that nothing tells apart",
    explanation: """
      No expression and no scenario names these cases of a context field, and the field's value goes to no callback, \
      so a machine with one of them does the same as with any other.

          context:
            network: {cases: [none, cellular, wifi, wired], default: wifi}   # only `wifi` is ever asked for

      Name them where they matter, try them in a scenario (`where: {network: [none, cellular, wired]}`), or put one \
      case in place of all. A single case that is not named is the rest, and is not reported.
      """)
}

/// Finds declared parts that make no difference, as far as reading the spec has not found them.
struct UnusedParts {
  private let machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  func find() -> [Diagnostic] { unreadParameters() + unusedCases() }

  // MARK: Parameters

  private func unreadParameters() -> [Diagnostic] {
    guard machine.events.contains(where: { !$0.parameters.isEmpty }) else { return [] }
    /// What the actions of states read: it may belong to any event.
    var shared: Set<String> = []
    /// What the transitions of each event read; `nil` for events that nothing takes by their name.
    var read = [Set<String>?](repeating: nil, count: machine.events.count)
    for state in machine.states {
      readParameters(of: state.entry, into: &shared)
      readParameters(of: state.exit, into: &shared)
      switch state.kind {
      case .compound(let entrance), .history(_, let entrance): readParameters(of: entrance.actions, into: &shared)
      case .atomic, .final, .parallel: break
      }
      for handler in state.on where !machine[handler.event].parameters.isEmpty {
        var names = read[handler.event.index] ?? []
        for transition in handler.transitions {
          names.formUnion(transition.condition?.usedParameters ?? [])
          readParameters(of: transition.actions, into: &names)
        }
        read[handler.event.index] = names
      }
    }
    return zip(machine.events, read).flatMap { event, names -> [Diagnostic] in
      guard let names else { return [] }
      return event.parameters.filter { !names.contains($0.name) && !shared.contains($0.name) }.map {
        machine.finding(
          .unreadParameter,
          "nothing reads `\($0.name)` where `\(event.name)` is handled, and no call there forwards it", at: $0.range)
      }
    }
  }

  private func readParameters(of actions: [Action], into names: inout Set<String>) {
    if actions.isEmpty { return }
    actions.forEachExpression { expression in
      names.formUnion(expression.usedParameters)
    }
    actions.forEachAction { action in
      guard case .call(let call) = action else { return }
      for case .parameter(let name) in call.arguments { names.insert(name) }
    }
  }

  // MARK: Cases

  private func unusedCases() -> [Diagnostic] {
    let fields = machine.fields.enumerated().compactMap { index, field -> (index: Int, names: [String])? in
      if case .cases(_, let names) = field.type { (index, names) } else { nil }
    }
    if fields.isEmpty { return [] }
    var uses = CaseUses(machine)
    uses.collect()
    return fields.compactMap { index, names in
      let field = machine.fields[index]
      guard !uses.forwarded.contains(index) else { return nil }
      let used = uses.named[index] ?? []
      let unused = names.filter { !used.contains($0) }
      guard unused.count > 1 else { return nil }
      let list = unused.map { "`\($0)`" }.joined(separator: ", ")
      return machine.finding(
        .unusedCases, "nothing tells these cases of `\(field.name)` apart: \(list)", at: field.range)
    }
  }
}

/// Which cases of fields are named anywhere.
private struct CaseUses {
  let machine: Machine
  /// By field.
  private(set) var named: [Int: Set<String>] = [:]
  /// Fields whose values callbacks get.
  private(set) var forwarded: Set<Int> = []
  private let fieldIndices: [String: Int]

  init(_ machine: Machine) {
    self.machine = machine
    fieldIndices = Dictionary(
      machine.fields.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func collect() {
    for (index, field) in machine.fields.enumerated() { note(field.defaultValue, of: index) }
    for state in machine.states {
      for list in state.transitionLists {
        for transition in list { if let condition = transition.condition { note(condition) } }
      }
    }
    for site in machine.actionSites() {
      var expressions: [Expression] = []
      site.actions.forEachExpression { expressions.append($0) }
      for expression in expressions { note(expression) }
      var fields: [Int] = []
      site.actions.forEachAction { action in
        guard case .call(let call) = action else { return }
        for case .field(let field) in call.arguments { fields.append(field.index) }
      }
      forwarded.formUnion(fields)
    }
    for scenario in machine.scenarios { note(scenario) }
  }

  private mutating func note(_ value: Value, of field: Int) {
    if case .named(let name) = value { named[field, default: []].insert(name) }
  }

  private mutating func note(_ facts: [FieldValue]) {
    for fact in facts { note(fact.value, of: fact.field.index) }
  }

  private mutating func note(_ expression: Expression) {
    var found: [(Value, Int)] = []
    expression.forEachSubexpression { part in
      guard case .literal(let value) = part.kind, case .cases(let field, _) = part.type,
        let index = fieldIndices[field]
      else { return }
      found.append((value, index))
    }
    for (value, index) in found { note(value, of: index) }
  }

  private mutating func note(_ scenario: Scenario) {
    note(scenario.fields)
    note(scenario.outcome?.fields ?? [])
    for variation in scenario.variations {
      for value in variation.values { note(value, of: variation.field.index) }
    }
    for step in scenario.steps {
      note(step.outcome?.fields ?? [])
      if case .set(let fields) = step.kind { note(fields) }
    }
  }
}
