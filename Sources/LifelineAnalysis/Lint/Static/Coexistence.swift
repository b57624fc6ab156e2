import LifelineModel

/// Whether some states can be active while others are not, by the structure of the machine.
struct Coexistence {
  let machine: Machine
  let active: [ID<State>]
  let inactive: [ID<State>]

  /// Whether there is a configuration like that: one of a machine at rest, which enters and exits nothing just now.
  var isPossible: Bool { canBeActive(Machine.root) }

  /// Whether nothing speaks against it in the middle of a step either, when parts of a configuration are missing.
  var isPossibleWithinStep: Bool {
    for (place, state) in active.enumerated() {
      for other in active[..<place] where !machine.canBeActiveTogether(state, other) { return false }
      for other in inactive where state == other || machine.isDescendant(state, of: other) { return false }
    }
    return true
  }

  /// Whether `state` can be active with what is demanded of the states in it. The depth of states bounds the
  /// recursion; where nothing is demanded, it ends.
  private func canBeActive(_ state: ID<State>) -> Bool {
    if inactive.contains(state) { return false }
    let required = active.filter { machine.isDescendant($0, of: state) }
    if required.isEmpty, !inactive.contains(where: { machine.isDescendant($0, of: state) }) { return true }
    switch machine.states[state.index].kind {
    case .atomic, .final: return true
    case .history: return false
    case .parallel: return machine.properChildren(of: state).allSatisfy(canBeActive)
    case .compound:
      let children = Set(required.compactMap { child(of: state, around: $0) })
      guard children.count < 2 else { return false }
      if let child = children.first { return canBeActive(child) }
      return machine.states[state.index].children.contains { !machine.states[$0.index].isHistory && canBeActive($0) }
    }
  }

  /// The child of `state` that `descendant` is or stands in.
  private func child(of state: ID<State>, around descendant: ID<State>) -> ID<State>? {
    var child = descendant
    while let parent = machine.states[child.index].parent {
      if parent == state { return child }
      child = parent
    }
    return nil
  }
}
