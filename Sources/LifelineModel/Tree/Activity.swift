/// What is known about which states are active where a condition is looked at or an action runs.
package enum Activity: Sendable {
  /// This state and the states around it are active, and no other, except in other regions.
  case exactly(ID<State>)
  /// This state and the states around it are active, and any can be active in it and in other regions.
  case inside(ID<State>)

  /// What is known while `state` is active.
  package init(of state: State) { self = state.isAtomic ? .exactly(state.id) : .inside(state.id) }

  /// The innermost state that is known to be active.
  package var state: ID<State> {
    switch self {
    case .exactly(let state), .inside(let state): state
    }
  }

  /// Whether `state` is active, where that is known.
  package func isActive(_ state: ID<State>, in machine: Machine) -> Bool? {
    let known = self.state
    if case .exactly = self, machine.isDescendant(state, of: known) { return false }
    if state == known || machine.isDescendant(known, of: state) { return true }
    return machine.canBeActiveTogether(state, known) ? nil : false
  }
}
