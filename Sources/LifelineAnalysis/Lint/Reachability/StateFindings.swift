import LifelineModel
import LifelineSource

extension DiagnosticKind {
  static let unreachableState = DiagnosticKind(
    "L811", .warning, "a state that nothing leads to",
    explanation: """
      Whatever the host does, the machine never comes into this state. A `given` may put it there, but that is no way \
      that it goes by itself.

        states:
          idle: {on: {start: running}}
          running: {on: {stop: idle}}
          paused: {on: {resume: running}}   # nothing has 'paused' as its target

      Add the transition that is missing, mend the guard of the one that should lead here, or remove the state.
      """)
  static let trap = DiagnosticKind(
    "L813", .warning, "a state that cannot be left",
    explanation: """
      The machine can come into this state, and whatever happens then it stays there, though the state is not `final`.

        states:
          idle: {on: {fail: failed}}
          failed:   # what next?

      Add the transition that leads on. If this is meant to be the end, say `final: true`: the machine is finished \
      then, and handles nothing more.
      """)
  static let unrecordedHistory = DiagnosticKind(
    "L817", .warning, "a history that never has anything to remember",
    explanation: """
      A history remembers what was active when its parent was left. Here the machine never enters it after having left \
      the parent, so it always comes to the `default`.

        player:
          states:
            last: {history: shallow, default: stopped}
            stopped: {on: {play: playing}}
            playing:
          # nothing leads out of 'player' and back to 'last'

      Make the transitions that come back to the parent lead to the history, or lead to the default itself.
      """)
  static let unreachableBeginning = DiagnosticKind(
    "L819", .warning, "a scenario that begins where the machine never is",
    explanation: """
      `given` puts the machine silently into these states, with these values. By itself it never comes there, so the \
      scenario says nothing about what can happen.

        context: {loaded: false}
        states:
          off: {on: {load: {to: on, do: {set: {loaded: true}}}}}
          on:
        scenarios:
          wrong: {given: {state: on, loaded: false}, …}   # in 'on', loaded is always true

      Begin in a state, and with values, that the machine can be in, or let it start and go there (`start`).
      """)
}

extension ReachabilityChecks {
  /// States that are never active, and states that are never left.
  func stateFindings() -> [Diagnostic] {
    machine.states.indices.dropFirst().compactMap { index in
      guard let parent = machine.states[index].parent, !machine.states[index].isHistory else { return nil }
      let state = ID<State>(index)
      if !exploration.entered.contains(state) {
        guard exploration.entered.contains(parent) else { return nil }
        return machine.finding(
          .unreachableState, "nothing that can happen leads to \(title(state))", at: machine.states[index].range)
      }
      guard isTrap(state) else { return nil }
      return machine.finding(
        .trap, "\(title(state)) is never left again, and it is not 'final'", at: machine.states[index].range)
    }
  }

  /// Whether `state` is one of several that take turns, and the last.
  private func isTrap(_ state: ID<State>) -> Bool {
    guard case .atomic = machine.states[state.index].kind, !exploration.left.contains(state) else { return false }
    for ancestor in [state] + machine.ancestors(of: state) {
      guard let parent = machine.states[ancestor.index].parent, !machine.states[parent.index].isParallel else {
        return false
      }
      if machine.properChildren(of: parent).count(where: exploration.entered.contains) > 1 { return true }
    }
    return false
  }

  /// Histories that are never entered with something to remember.
  func historyFindings() -> [Diagnostic] {
    machine.states.compactMap { state in
      guard state.isHistory, !exploration.recalled.contains(state.id), let parent = state.parent,
        exploration.entered.contains(parent)
      else { return nil }
      let reason =
        exploration.recorded.contains(state.id)
        ? "is only entered before \(title(parent)) was left"
        : "never remembers anything: \(title(parent)) is never left"
      return machine.finding(.unrecordedHistory, "\(title(state.id)) \(reason)", at: state.range)
    }
  }

  /// Scenarios that begin where the machine never is.
  func beginningFindings() -> [Diagnostic] {
    let roles = exploration.stimuli.roles
    let samples = exploration.stimuli.samples
    let resting = exploration.restingStates
    return machine.scenarios.compactMap { scenario in
      guard case .states(let states) = scenario.beginning, let range = scenario.beginningRange else { return nil }
      let memory = scenario.fields.filter { roles.roles[$0.field.index] == .memory }
      if states.count == 1, memory.isEmpty, states.allSatisfy(resting.contains) { return nil }
      let places = exploration.nodes.filter { states.allSatisfy($0.snapshot.configuration.contains) }
      if places.isEmpty {
        // For a moment is enough, where it is one state.
        if states.count == 1, states.allSatisfy(exploration.entered.contains) { return nil }
        let names = states.map(title).joined(separator: " and ")
        return machine.finding(.unreachableBeginning, "the machine is never in \(names)", at: range)
      }
      func hold(_ fields: some Collection<FieldValue>, in node: Exploration.Node) -> Bool {
        fields.allSatisfy { given in
          let value = node.snapshot.fields[given.field.index]
          if machine[given.field].isFixed, samples.areAlike(value, given.value, of: given.field) { return true }
          return roles.normalized(value, of: given.field) == roles.normalized(given.value, of: given.field)
        }
      }
      if places.contains(where: { hold(memory, in: $0) }) { return nil }
      let names = states.map(title).joined(separator: " and ")
      if let wrong = memory.first(where: { value in !places.contains { hold([value], in: $0) } }) {
        return machine.finding(
          .unreachableBeginning,
          "the machine is never in \(names) with `\(machine[wrong.field].name)` \(wrong.value)", at: wrong.range)
      }
      return machine.finding(
        .unreachableBeginning, "the machine is never in \(names) with all of these values", at: range)
    }
  }
}
