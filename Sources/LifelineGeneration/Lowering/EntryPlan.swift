import LifelineModel

/// The states that are entered in a state: `computeEntrySet` of SCXML 1.0, appendix D, before the machine runs.
enum EntryPlan {
  /// These states, in document order. The `actions` of a history without a memory run first.
  case states([Node], actions: [Action])
  /// The states that the history remembers, or by default `standard`.
  case history(ID<State>, standard: [Node])

  /// A state that is entered.
  struct Node {
    var state: ID<State>
    /// The targets among its descendants.
    var targets: [ID<State>]

    /// Whether the default states in it are entered, after the actions of its initial transition.
    var entersDefaults: Bool { targets.isEmpty }
  }

  /// The states that are entered, by default if a history decides.
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

  /// Returns the states that are entered in `state` on the way to `targets`, its descendants in different regions.
  /// Without targets, the defaults are entered.
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

  /// Returns the states that are entered in the state of `node`.
  func plan(in node: EntryPlan.Node) -> EntryPlan { plan(in: node.state, to: node.targets) }

  /// Returns the atomic state that is reached by entering `plan`; `nil` if a history decides.
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

  /// Returns `state`, entered on the way to `targets`, which are the state itself or descendants.
  private func node(_ state: ID<State>, to targets: [ID<State>]) -> EntryPlan.Node {
    EntryPlan.Node(state: state, targets: targets == [state] ? [] : targets)
  }

  private func plan(_ history: ID<State>, in parent: ID<State>) -> EntryPlan {
    guard case .history(_, let standard) = machine[history].kind else { return .states([], actions: []) }
    let nodes = plan(in: parent, to: standard.targets).nodes
    // The root is never exited, so its histories remember nothing.
    if isFresh || parent == Machine.root { return .states(nodes, actions: standard.actions) }
    return .history(history, standard: nodes)
  }

  private func child(of state: ID<State>, around descendant: ID<State>) -> ID<State> {
    var result = descendant
    while let parent = machine[result].parent, parent != state { result = parent }
    return result
  }
}
