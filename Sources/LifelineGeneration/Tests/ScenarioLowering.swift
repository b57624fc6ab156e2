import LifelineModel

/// Makes test methods of scenarios.
struct ScenarioLowering {
  let context: MachineContext
  let target: TestTarget

  private var machine: Machine { context.whole }

  /// Returns the tests of all scenarios that hold for the target, one for each combination of the values of `where`.
  func methods() -> [TestMethod] {
    var names = ScenarioNames()
    return machine.scenarios.filter(holds).flatMap { scenario in
      let chain = chain(to: scenario)
      return combinations(of: chain[0]).map { added, facts in
        let varies = added != nil || !facts.isEmpty
        let text = varies ? machine.text(ofCombination: facts, adding: added) : nil
        return TestMethod(
          name: names.next(for: scenario.name, in: added?.states.map { machine[$0].name } ?? []),
          documentation: SwiftText.commentLines(scenario.name),
          statements: statements(of: chain, where: facts, adding: added, combination: text))
      }
    }
  }

  /// Returns the tests of the same scenarios, each with a row for each combination.
  func functions() -> [TestFunction] {
    var names = ScenarioNames()
    return machine.scenarios.filter(holds).map { scenario in
      let chain = chain(to: scenario)
      let rows = combinations(of: chain[0]).map { added, facts in
        let varies = added != nil || !facts.isEmpty
        return TestRow(
          combination: varies ? machine.text(ofCombination: facts, adding: added) : nil,
          statements: statements(of: chain, where: facts, adding: added))
      }
      // The title says everything that a comment would.
      return TestFunction(name: names.next(for: scenario.name), title: scenario.name, documentation: [], rows: rows)
    }
  }

  /// Returns whether a scenario says what the target does. What the spec decides by itself, no subject has promised.
  private func holds(_ scenario: Scenario) -> Bool {
    scenario.refutation == nil && (!target.isSubject || !scenario.isDecision)
  }

  /// Returns the combinations of what a scenario's `where` varies: the states slowest, and the last field fastest.
  private func combinations(of scenario: Scenario) -> [(added: Scenario.AddedStates?, facts: [FieldValue])] {
    let added = scenario.addedStates.isEmpty ? [nil] : scenario.addedStates.map(Optional.some)
    let facts = CartesianProduct(scenario.variations.map(\.values)).map { values in
      zip(scenario.variations, values).map { FieldValue(field: $0.field, value: $1) }
    }
    return added.flatMap { added in facts.map { (added: added, facts: $0) } }
  }

  /// Returns the scenario with those that it follows, directly or not, the first of them first.
  private func chain(to scenario: Scenario) -> [Scenario] {
    var result = [scenario]
    var next = scenario
    while case .end(let id) = next.beginning {
      next = machine[id]
      result.append(next)
    }
    return result.reversed()
  }

  /// Returns the statements of a test of the last of `chain`, each of which follows the one before it.
  func statements(
    of chain: [Scenario], where facts: [FieldValue] = [], adding added: Scenario.AddedStates? = nil,
    combination: String? = nil
  ) -> [TestStatement] {
    guard let first = chain.first, let last = chain.last else { return [] }
    var folder = ExpressionFolder(machine: machine, activity: nil, fields: values(of: facts))
    if let added { folder.configuration = configuration(in: first.givenStates + added.states) }
    let expectations = ExpectationLowering(folder: folder)
    var result: [TestStatement] = []
    let kind = beginning(of: first, adding: added, isAlone: chain.count == 1, expectations)
    result.append(
      .begin(
        TestBeginning(
          kind: target.isSubject ? kind.unchecked : kind, fields: fields(of: first, where: facts),
          channels: channels(of: last), never: last.never, combination: combination)))
    if target.isSubject, chain.count == 1, case .start(let expected, let line) = kind {
      result.append(.checkStart(expected: expected, line: line))
    }
    for scenario in chain.dropLast() { result += scenario.steps.flatMap { drive($0, of: scenario, expectations) } }
    for step in last.steps { result += check(step, expectations) }
    return result + check(last.expectedState) + (target == .asyncSubject ? [.finish] : [])
  }

  /// Returns the channels whose calls a scenario expects; `nil` for all.
  private func channels(of scenario: Scenario) -> [String]? {
    scenario.observing.count < machine.channels.count ? machine.channels.filter(scenario.observing.contains) : nil
  }
}

// MARK: - The beginning

extension ScenarioLowering {
  private func beginning(
    of first: Scenario, adding added: Scenario.AddedStates?, isAlone: Bool, _ expectations: ExpectationLowering
  ) -> TestBeginning.Kind {
    if case .states(let states) = first.beginning { return .resume(resumed(states + (added?.states ?? []))) }
    if isAlone, let step = first.steps.first, case .start(let expected) = step.kind {
      return .start(expected: expectations.resolve(expected), line: step.range.start.line)
    }
    if target == .machine, context.startsWithoutCalls { return .startWithoutCalls }
    return isAlone ? .start(expected: .sequence([]), line: first.range.start.line) : .startUnchecked
  }

  /// Returns the states in which the machine and its parts are resumed: those of different regions, or one atomic state.
  private func resumed(_ states: [ID<State>]) -> [ID<State>] {
    let own = states.filter { machine.part(of: $0) == nil }
    var result = context.layout.hasRegions ? own : [leaf(in: own.first ?? Machine.root)]
    // A subject would take an empty list for the start.
    if result.isEmpty, target.isSubject {
      result = configuration(in: []).filter { machine.part(of: $0) == nil && machine[$0].isAtomic }
    }
    for part in context.parts {
      let states = states.filter { machine.part(of: $0) == part.id }
      result += part.context.layout.hasRegions ? states : states.prefix(1).map(leaf)
    }
    return result
  }

  /// Returns the atomic state that is reached by entering `state` in a machine without regions.
  private func leaf(in state: ID<State>) -> ID<State> {
    EntryPlanner(machine: machine, isFresh: true).leaf(in: state)
  }

  /// Returns the states that are active in a machine that is resumed in `states`, and in its parts.
  private func configuration(in states: [ID<State>]) -> IDSet<State> {
    let planner = EntryPlanner(machine: machine, isFresh: true)
    var result = IDSet<State>()
    let roots = [(nil, Machine.root)] + context.parts.map { ($0.id, $0.part.root) }
    var open = roots.map { part, root in
      EntryPlan.Node(state: root, targets: states.filter { machine.part(of: $0) == part })
    }
    while let node = open.popLast() {
      result.insert(node.state)
      open += planner.plan(in: node).nodes
    }
    return result
  }

  private func fields(of first: Scenario, where facts: [FieldValue]) -> [FieldValue] {
    var values = values(of: facts)
    for field in first.fields { values[field.field] = field.value }
    return values.sorted.map { FieldValue(field: $0, value: $1) }
  }
}

/// Returns the values of fields.
private func values(of facts: [FieldValue]) -> IDMap<Field, Value> {
  facts.reduce(into: IDMap()) { $0[$1.field] = $1.value }
}

extension TestBeginning.Kind {
  /// The beginning of a subject, whose start is checked by a statement of its own.
  fileprivate var unchecked: Self {
    if case .start = self { .startUnchecked } else { self }
  }
}

// MARK: - Steps

extension ScenarioLowering {
  /// Returns the statements of a step of a scenario that is followed.
  private func drive(_ step: Step, of scenario: Scenario, _ expectations: ExpectationLowering) -> [TestStatement] {
    let line = step.range.start.line
    func awaited(_ pattern: CallPattern?) -> AwaitedCalls? {
      guard target == .asyncSubject else { return nil }
      return AwaitedCalls(pattern: pattern.map(expectations.resolve), channels: channels(of: scenario), line: line)
    }
    switch step.kind {
    case .start(let expected): return awaited(expected).map { [.awaitStart($0)] } ?? []
    case .send(let event, let arguments, let expected):
      return [.drive(EventCall(event: event, arguments: arguments), awaiting: awaited(expected))]
    case .ignored(let event, let arguments):
      return [.drive(EventCall(event: event, arguments: arguments), awaiting: awaited(.sequence([])))]
    case .wait(let milliseconds, let expected):
      return context.hasTimers ? [.pass(milliseconds: milliseconds, awaiting: awaited(expected))] : []
    case .set(let values): return values.map { .set(FieldValue(field: $0.field, value: $0.value), line: line) }
    }
  }

  private func check(_ step: Step, _ expectations: ExpectationLowering) -> [TestStatement] {
    let line = step.range.start.line
    var result: [TestStatement] = []
    switch step.kind {
    case .start: break
    case .send(let event, let arguments, let expected):
      let call = EventCall(event: event, arguments: arguments)
      result.append(.send(call, expected: expected.map(expectations.resolve), line: line))
    case .ignored(let event, let arguments):
      result.append(.ignore(EventCall(event: event, arguments: arguments), line: line))
    case .wait(let milliseconds, let expected):
      // A machine without timers does nothing as time passes.
      guard context.hasTimers else { break }
      result.append(.wait(milliseconds: milliseconds, expected: expected.map(expectations.resolve), line: line))
    case .set(let values): result += values.map { .set(FieldValue(field: $0.field, value: $0.value), line: line) }
    }
    return result + check(step.expectedState)
  }

  private func check(_ expectedState: ExpectedState?) -> [TestStatement] {
    guard let expectedState else { return [] }
    return expectedState.states.map { .checkState($0.state, line: $0.range.start.line) }
      + expectedState.fields.map {
        .checkField(FieldValue(field: $0.field, value: $0.value), line: $0.range.start.line)
      }
  }
}
