import LifelineModel

/// The states of a spec with their names and nesting. Their transitions and actions are read later.
struct StateTree {
  /// The states in document order. Their kinds have their default entrances.
  var states: [State] = []
  /// The mapping of each state, by index.
  var parts: [Parts] = []
  /// The children by name, by index of the parent.
  var childNames: [[String: ID<State>]] = []
  /// The states that have a name, whatever their parents.
  var named: [String: [ID<State>]] = [:]

  subscript(id: ID<State>) -> State { states[id.index] }

  /// Returns whether `state` is a descendant of `ancestor`.
  func isDescendant(_ state: ID<State>, of ancestor: ID<State>) -> Bool {
    state.index > ancestor.index && state.index < states[ancestor.index].subtreeEnd
  }

  /// Returns the innermost state that contains or is both states.
  func leastCommonAncestor(_ left: ID<State>, _ right: ID<State>) -> ID<State> {
    var state = left
    while state != right, !isDescendant(right, of: state), let parent = self[state].parent { state = parent }
    return state
  }
}
