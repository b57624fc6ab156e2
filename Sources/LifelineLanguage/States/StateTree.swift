import LifelineModel

/// The states of a spec with their names and nesting. Their transitions and actions are read later.
struct StateTree {
  /// The states in document order, followed by those of the parts. Their kinds have their default entrances.
  var states: [State] = []
  /// The number of the machine's own states.
  var ownCount = 0
  /// The mapping of each own state, by index.
  var mappings: [Mapping] = []
  /// The children by name, by index of the parent.
  var childNames: [[String: ID<State>]] = []
  /// The own states that have a name, whatever their parents.
  var named: [String: [ID<State>]] = [:]
  /// Whether states are missing that the spec may declare, because they can't be read.
  var isIncomplete = false
  /// The parts at any depth, by their names, such as `root.inner`.
  var partTrees: [String: PartTree] = [:]

  /// The states of a part.
  struct PartTree {
    var root: ID<State>
    /// The part's own states that have a name, whatever their parents.
    var named: [String: [ID<State>]] = [:]
  }

  subscript(id: ID<State>) -> State { states[id.index] }
}
