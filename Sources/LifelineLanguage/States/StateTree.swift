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
}
