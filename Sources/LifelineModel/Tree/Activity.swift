/// Knowledge about the active states at a condition or an action.
package enum Activity: Sendable {
  /// The state and its ancestors are active. Its descendants aren't.
  case exactly(ID<State>)
  /// The state and its ancestors are active. Its descendants may be.
  case inside(ID<State>)

  /// Creates the knowledge that `state` is active.
  package init(of state: State) { self = state.isAtomic ? .exactly(state.id) : .inside(state.id) }

  /// The innermost state that is known to be active.
  package var state: ID<State> {
    switch self {
    case .exactly(let state), .inside(let state): state
    }
  }

  /// Returns whether `state` is active, or `nil` if that isn't known.
  package func isActive(_ state: ID<State>, in machine: Machine) -> Bool? {
    let known = self.state
    if case .exactly = self, machine.isDescendant(state, of: known) { return false }
    if state == known || machine.isDescendant(known, of: state) { return true }
    return machine.canBeActiveTogether(state, known) ? nil : false
  }
}
