import LifelineModel

/// The children of a state to enter: `computeEntrySet` of SCXML 1.0, appendix D, for the part that is known before the
/// machine runs.
enum EntryPlan {
  /// Enters these states, in document order. The `actions` of a history without a memory run first.
  case states([Node], actions: [Action])
  /// Enters the states that the history remembers, or the standard ones if it has no memory.
  case history(ID<State>, standard: [Node])

  /// A state that is entered.
  struct Node {
    var state: ID<State>
    /// The targets inside the state. If there are none, its initial states are entered, and the actions of its
    /// `initial` run.
    var targets: [ID<State>]

    /// Whether no target is inside the state, so that it's a target itself or entered by default.
    var isTarget: Bool { targets.isEmpty }
  }

  /// The states to enter; for a history, the standard ones.
  var nodes: [Node] {
    switch self {
    case .states(let nodes, _), .history(_, let nodes): nodes
    }
  }
}

/// Finds the states that are entered.
struct EntryPlanner {
  let machine: Machine
  /// Whether no history has a memory, as when a machine starts.
  var isFresh = false

  /// Returns the children of `state` to enter on the way to `targets`, which are inside of it in different regions. If
  /// there are no targets, returns the children that are entered by default.
  func plan(in state: ID<State>, to targets: [ID<State>]) -> EntryPlan {
    switch machine[state].kind {
    case .atomic, .final, .history: return .states([], actions: [])
    case .compound(let initial):
      guard let first = targets.first else {
        return initial.targets.isEmpty ? .states([], actions: []) : plan(in: state, to: initial.targets)
      }
      if machine[first].isHistory, machine[first].parent == state { return plan(first, in: state) }
      return .states([node(child(of: state, around: first), to: targets)], actions: [])
    case .parallel:
      if let first = targets.first, machine[first].isHistory, machine[first].parent == state {
        return plan(first, in: state)
      }
      let regions = machine.properChildren(of: state)
      guard !targets.isEmpty else {
        return .states(regions.map { EntryPlan.Node(state: $0, targets: []) }, actions: [])
      }
      return .states(
        regions.map { region in
          node(region, to: targets.filter { $0 == region || machine.isDescendant($0, of: region) })
        }, actions: [])
    }
  }

  /// Returns the children to enter in the state of `node`.
  func plan(in node: EntryPlan.Node) -> EntryPlan { plan(in: node.state, to: node.targets) }

  /// Returns the atomic state that `plan` leads to in a machine without regions, if it's known.
  func leaf(of plan: EntryPlan) -> ID<State>? {
    var plan = plan
    var leaf: ID<State>?
    while case .states(let nodes, _) = plan, let node = nodes.first {
      leaf = node.state
      plan = self.plan(in: node)
    }
    if case .history = plan { return nil }
    return leaf
  }

  /// Returns the entry of `state` on the way to `targets`, which are the state itself or inside of it.
  private func node(_ state: ID<State>, to targets: [ID<State>]) -> EntryPlan.Node {
    EntryPlan.Node(state: state, targets: targets == [state] ? [] : targets)
  }

  private func plan(_ history: ID<State>, in parent: ID<State>) -> EntryPlan {
    guard case .history(_, let standard) = machine[history].kind else { return .states([], actions: []) }
    let nodes = plan(in: parent, to: standard.targets).nodes
    // The root is never exited, so its histories have no memory.
    if isFresh || parent == Machine.root { return .states(nodes, actions: standard.actions) }
    return .history(history, standard: nodes)
  }

  private func child(of state: ID<State>, around descendant: ID<State>) -> ID<State> {
    var result = descendant
    while let parent = machine[result].parent, parent != state { result = parent }
    return result
  }
}
