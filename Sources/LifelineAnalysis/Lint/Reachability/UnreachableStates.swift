import LifelineModel
import LifelineSource

/// Returns the diagnostics of states that are never entered (L811) or never left (L813).
func unreachableStates(in exploration: Exploration) -> [Diagnostic] {
  let machine = exploration.machine
  return machine.declared.states.compactMap { state in
    guard let parent = state.parent, !state.isHistory else { return nil }
    if !exploration.entered.contains(state.id) {
      guard exploration.entered.contains(parent) else { return nil }
      return machine.diagnostic(
        .unreachableState, "the machine never enters \(machine.title(state.id))", at: state.range)
    }
    guard exploration.isDeadEnd(state.id) else { return nil }
    return machine.diagnostic(
      .deadEnd, "nothing makes the machine leave \(machine.title(state.id)), which isn't `final`", at: state.range)
  }
}

extension Exploration {
  /// Returns whether `state` is never left, although the machine leaves other states of the same region.
  fileprivate func isDeadEnd(_ state: ID<State>) -> Bool {
    guard case .atomic = machine.states[state.index].kind, !exited.contains(state) else { return false }
    for ancestor in [state] + machine.ancestors(of: state) {
      guard let parent = machine.states[ancestor.index].parent, !machine[parent].isParallel else { return false }
      if machine.properChildren(of: parent).count(where: entered.contains) > 1 { return true }
    }
    return false
  }
}

/// Returns the diagnostics of histories that are never entered with something to remember (L817).
func emptyHistories(in exploration: Exploration) -> [Diagnostic] {
  let machine = exploration.machine
  return machine.declared.states.compactMap { state in
    guard state.isHistory, !exploration.restoredHistories.contains(state.id), let parent = state.parent,
      exploration.entered.contains(parent)
    else { return nil }
    let reason =
      exploration.recordedHistories.contains(state.id)
      ? "is only entered before \(machine.title(parent)) was left"
      : "never remembers anything: \(machine.title(parent)) is never left"
    return machine.diagnostic(.emptyHistory, "\(machine.title(state.id)) \(reason)", at: state.range)
  }
}

/// Returns the diagnostics of scenarios that begin where the machine never is (L819).
func unreachableBeginnings(in exploration: Exploration) -> [Diagnostic] {
  let beginnings = exploration.machine.scenarios.flatMap { scenario in
    scenario.statesOfBeginnings.map { (scenario: scenario, states: $0.states, range: $0.range) }
  }
  if beginnings.isEmpty { return [] }
  let resting = exploration.restingStates
  // Many nodes have the same active states.
  let nodes = Dictionary(grouping: exploration.nodes, by: \.configuration)
  return beginnings.flatMap { beginning in
    unreachableBeginnings(
      of: beginning.scenario, in: beginning.states, at: beginning.range, exploration, nodes, resting)
  }
}

extension Scenario {
  /// The states in which the scenario begins, once for each state of `where`; none if it begins otherwise.
  fileprivate var statesOfBeginnings: [(states: [ID<State>], range: SourceRange)] {
    guard case .states(let states) = beginning, let range = beginningRange else { return [] }
    return addedStates.isEmpty ? [(states, range)] : addedStates.map { (states + $0.states, $0.range) }
  }
}

/// Returns the diagnostics of a scenario that begins in `states` if the machine never is there, or never with the
/// values of `given`, or with the private ones of `where`.
/// - Parameters:
///   - allNodes: The nodes of the exploration by their active states.
///   - resting: The states that are active while the machine is at rest.
private func unreachableBeginnings(
  of scenario: Scenario, in states: [ID<State>], at range: SourceRange, _ exploration: Exploration,
  _ allNodes: [IDSet<State>: [Exploration.Node]], _ resting: IDSet<State>
) -> [Diagnostic] {
  let machine = exploration.machine
  let environment = exploration.environment
  let memory = scenario.fields.filter { environment.roles.roles[$0.field.index] == .memory }
  let variations = scenario.variations.filter { machine[$0.field].isPrivate && !machine[$0.field].isCarried }
  if states.count == 1, memory.isEmpty, variations.isEmpty, states.allSatisfy(resting.contains) { return [] }
  let names = states.map(machine.title).joined(separator: " and ")
  func diagnostic(_ problem: String, at range: SourceRange) -> Diagnostic {
    machine.diagnostic(.unreachableBeginning, "the machine is never in \(names)\(problem)", at: range)
  }
  let nodes = allNodes.filter { states.allSatisfy($0.key.contains) }.values.joined()
  if nodes.isEmpty {
    // A scenario may begin in a state that the machine is in for a moment only.
    return states.count == 1 && states.allSatisfy(exploration.entered.contains) ? [] : [diagnostic("", at: range)]
  }
  func hold(_ fields: [FieldEntry], in node: Exploration.Node) -> Bool {
    fields.allSatisfy { given in
      environment.areAlike(node[given.field], given.value, of: given.field)
    }
  }
  let fitting = nodes.lazy.filter { hold(memory, in: $0) }
  if fitting.isEmpty {
    let wrong = memory.first { value in !nodes.contains { hold([value], in: $0) } }
    guard let wrong else { return [diagnostic(" with all of these values", at: range)] }
    return [diagnostic(" with `\(machine[wrong.field].name)` \(wrong.value)", at: wrong.range)]
  }
  return unreachableVariations(variations, in: fitting, environment, at: range, diagnostic)
}

/// Returns the diagnostics of the values of private fields in `where` that no node of `nodes` has, each alone, or else
/// of the first combination.
private func unreachableVariations(
  _ variations: [Scenario.Variation], in nodes: some Sequence<Exploration.Node>, _ environment: EnvironmentModel,
  at range: SourceRange, _ diagnostic: (String, SourceRange) -> Diagnostic
) -> [Diagnostic] {
  func normalized(_ values: [Value]) -> [Value] {
    zip(variations, values).map { environment.roles.normalized($1, of: $0.field) }
  }
  func text(_ variation: Scenario.Variation, _ value: Value) -> String {
    "`\(environment.machine[variation.field].name)` \(value)"
  }
  let combinations = CartesianProduct(variations.map(\.values))
  var missing = Set(combinations.map(normalized))
  var reached: Set<[Value]> = []
  for node in nodes {
    let values = normalized(variations.map { node[$0.field] })
    reached.insert(values)
    missing.remove(values)
    if missing.isEmpty { return [] }
  }
  var diagnostics: [Diagnostic] = []
  for (index, variation) in variations.enumerated() {
    let values = Set(reached.map { $0[index] })
    for (value, range) in zip(variation.values, variation.ranges)
    where !values.contains(environment.roles.normalized(value, of: variation.field)) {
      diagnostics.append(diagnostic(" with \(text(variation, value))", range))
    }
  }
  guard diagnostics.isEmpty, variations.count > 1 else { return diagnostics }
  guard let combination = combinations.first(where: { !reached.contains(normalized($0)) }) else { return [] }
  let texts = zip(variations, combination).map(text)
  return [diagnostic(" with \(texts.joined(separator: " and "))", range)]
}
