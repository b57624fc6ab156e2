import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Returns the diagnostics of conditions that always have the same result (L816). The aliases of an anchor count as
/// one condition.
func decidedGuards(in exploration: Exploration) -> [Diagnostic] {
  let machine = exploration.machine
  var guards: [SourceRange: [Guard]] = [:]
  machine.forEachOwnTransition { transition in
    guard let condition = transition.condition, condition.isVariable else { return }
    guards[condition.range, default: []].append(.transition(transition.id))
  }
  machine.forEachOwnAction { action in
    guard case .choose(let condition, _, _, _) = action, condition.isVariable else { return }
    guards[condition.range, default: []].append(.choice(condition.range, in: nil))
  }
  return guards.sorted { $0.key < $1.key }.compactMap { range, guards in
    let decisions = guards.compactMap { exploration.guardOutcomes[$0] }
    let holds = decisions.contains { $0.holds != nil }
    let fails = decisions.contains { $0.fails != nil }
    guard holds != fails else { return nil }
    return machine.diagnostic(
      .decidedGuard, "this \(holds ? "always" : "never") holds where the machine evaluates it", at: range)
  }
}

extension Expression {
  /// Whether the value depends on anything.
  fileprivate var isVariable: Bool {
    contains { part in
      if case .isActive = part.kind { true } else { part.variable != nil }
    }
  }
}

/// Returns the diagnostics of timers that are always stopped before they elapse (L818).
func unelapsedTimers(in exploration: Exploration) -> [Diagnostic] {
  let machine = exploration.machine
  let resting = exploration.restingStates
  var unelapsed: [SourceRange: ID<State>] = [:]
  var elapsed: Set<SourceRange> = []
  for state in machine.declared.states where exploration.entered.contains(state.id) {
    for (index, timer) in state.timers.enumerated() {
      if exploration.elapsedTimers.contains(ElapsedTimer(state: state.id, index: index)) {
        elapsed.insert(timer.range)
      } else {
        unelapsed[timer.range] = state.id
      }
    }
  }
  return unelapsed.filter { !elapsed.contains($0.key) }.sorted { $0.key < $1.key }.map { range, state in
    let reason = resting.contains(state) ? "the state is always left earlier" : "the machine leaves the state at once"
    return machine.diagnostic(.unelapsedTimer, "this never elapses in \(machine.title(state)): \(reason)", at: range)
  }
}
