import LifelineModel
import LifelineSource

/// Returns the diagnostics of `reenter` keys and `done` transitions that have no effect (L859, L860).
func redundantTransitionParts(in machine: Machine) -> [Diagnostic] {
  machine.declared.states.flatMap { state in
    let reenters = state.transitionLists.joined().filter { isReenterRedundant($0, in: machine) }
    var diagnostics = reenters.map { transition in
      let reason = transition.targets.isEmpty ? "without `to` nothing is exited" : "the state is exited anyway"
      return machine.diagnostic(
        .redundantReenter, "`reenter` changes nothing here: \(reason)", at: transition.range)
    }
    if let done = state.done.first, let obstacle = stateThatNeverCompletes(in: state.id, of: machine) {
      diagnostics.append(
        machine.diagnostic(
          .unreachableDone, "this is never taken: no direct child of \(machine.title(obstacle)) is final",
          at: done.range, notes: [("this would have to complete", machine[obstacle].range)]))
    }
    return diagnostics
  }
}

private func isReenterRedundant(_ transition: Transition, in machine: Machine) -> Bool {
  guard transition.reenter else { return false }
  var other = transition
  other.reenter = false
  return machine.domain(of: transition) == machine.domain(of: other)
}

/// Returns `state`, or the first of its regions, that has no final child and so never completes.
private func stateThatNeverCompletes(in state: ID<State>, of machine: Machine) -> ID<State>? {
  let children = machine.properChildren(of: state)
  if machine.states[state.index].isParallel {
    return children.lazy.compactMap { stateThatNeverCompletes(in: $0, of: machine) }.first
  }
  return children.contains { machine.states[$0.index].isFinal } ? nil : state
}
