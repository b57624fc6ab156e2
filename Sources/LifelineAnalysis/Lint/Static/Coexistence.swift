import LifelineModel

/// Decides whether some states can be active while others are inactive, by the tree of states alone.
struct Coexistence {
  let machine: Machine
  let active: [ID<State>]
  let inactive: [ID<State>]

  /// Whether there is such a configuration of a machine at rest, between two macrosteps.
  var isPossible: Bool {
    let roots = Set((active + inactive).map(machine.states.root))
    return roots.allSatisfy(canBeActive)
  }

  /// Whether there may be such a configuration within a microstep, while parts of the configuration are missing.
  var isPossibleWithinMicrostep: Bool {
    for (index, state) in active.enumerated() {
      for other in active[..<index] where !machine.canBeActiveTogether(state, other) { return false }
      for other in inactive where state == other || machine.isDescendant(state, of: other) { return false }
    }
    return true
  }

  /// Returns whether `state` can be active, given what its descendants have to be.
  private func canBeActive(_ state: ID<State>) -> Bool {
    if inactive.contains(state) { return false }
    let required = active.filter { machine.isDescendant($0, of: state) }
    if required.isEmpty, !inactive.contains(where: { machine.isDescendant($0, of: state) }) { return true }
    switch machine.states[state.index].kind {
    case .atomic, .final: return true
    case .history: return false
    case .parallel: return machine.properChildren(of: state).allSatisfy(canBeActive)
    case .compound:
      let children = Set(required.compactMap { child(of: state, containing: $0) })
      guard children.count < 2 else { return false }
      if let child = children.first { return canBeActive(child) }
      return machine.properChildren(of: state).contains(where: canBeActive)
    }
  }

  /// Returns the child of `state` that is `descendant` or contains it.
  private func child(of state: ID<State>, containing descendant: ID<State>) -> ID<State>? {
    ([descendant] + machine.ancestors(of: descendant)).first { machine.states[$0.index].parent == state }
  }
}
