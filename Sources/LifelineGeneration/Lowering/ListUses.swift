import LifelineModel

/// The numbers of transitions that run the entry actions and the exit actions of each state.
struct ListUses {
  private var entries = IDMap<State, Int>()
  private var exits = IDMap<State, Int>()

  /// Returns the numbers for a machine. What is entered by a history, or exited inside a source, isn't counted.
  static func count(in machine: Machine, _ layout: StateLayout) -> ListUses {
    var uses = ListUses()
    let planner = EntryPlanner(machine: machine)
    for transition in machine.states.flatMap(\.transitions) {
      guard let domain = machine.domain(of: transition) else { continue }
      for state in layout.path(from: transition.source, upTo: domain) { uses.exits[state, default: 0] += 1 }
      var plans = [planner.plan(in: domain, to: transition.targets)]
      while case .states(let nodes, _)? = plans.popLast() {
        for node in nodes {
          uses.entries[node.state, default: 0] += 1
          plans.append(planner.plan(in: node))
        }
      }
    }
    return uses
  }

  /// Returns whether statements are fewer lines as a function that is called than in all places.
  func areShorterOutlined(_ name: FunctionName, size: Int) -> Bool {
    let count =
      switch name {
      case .enter(let state), .pass(let state): entries[state] ?? 0
      case .exit(let state): exits[state] ?? 0
      default: 0
      }
    // A function has two lines more, an empty one before it, and often one more case that no longer fits on a line.
    return size > 1 && size * count > size + count + 4
  }
}
