import LifelineModel

/// The statements that enter states, outermost first.
extension MicrostepLowering {
  /// Returns the statements that start the machine.
  mutating func lowerStart() -> [Statement] {
    entries(EntryPlan.Node(state: Machine.root, targets: []), isFresh: true)
  }

  /// Returns the statements that enter `plan` in `parent`.
  ///
  /// - Parameters:
  ///   - entersParent: Whether the parent is entered, too.
  ///   - storesState: Whether entries store the state of a machine without regions. They do after a history; otherwise
  ///     the state is known and stored before all entries.
  ///   - isFresh: Whether no history remembers anything, as when the machine starts.
  mutating func entries(
    _ plan: EntryPlan, in parent: ID<State>, entersParent: Bool, storesState: Bool = false, isFresh: Bool = false
  ) -> [Statement] {
    switch plan {
    case .states(let nodes, let first):
      var result = entersParent ? actions.statements(first, activity: .exactly(parent)) : []
      for node in nodes { result += entries(node, storesState: storesState, isFresh: isFresh) }
      return result
    case .history(let history, let standard):
      return resumption(history, standard: standard, entersParent: entersParent)
    }
  }

  /// Returns the statements that enter `node`.
  mutating func entries(_ node: EntryPlan.Node, storesState: Bool = false, isFresh: Bool = false) -> [Statement] {
    let id = node.state
    let own = entry(of: id, usesInitial: node.entersDefaults, storesState: storesState)
    guard node.entersDefaults, machine[id].isParallel, !contents[id].entriesReadParameters else {
      let plan = EntryPlanner(machine: machine, isFresh: isFresh).plan(in: node)
      return own + entries(plan, in: id, entersParent: true, storesState: storesState, isFresh: isFresh)
    }
    // The function is called from elsewhere than the start, too.
    let regions = function(
      .enterRegions(id),
      ifLong: { lowering in
        let plan = EntryPlanner(machine: lowering.machine).plan(in: node)
        return lowering.entries(plan, in: id, entersParent: true)
      })
    return own + regions
  }

  /// Returns the statements that enter a state without its children.
  mutating func entry(of id: ID<State>, usesInitial: Bool, storesState: Bool) -> [Statement] {
    let state = machine[id]
    var result: [Statement] = []
    if (storesState && state.isPosition) || (layout.hasRegions && isVisible(state)) { result.append(.moveTo(id)) }
    result += list(state.entry, .enter(id), in: id)
    result += context.arming(id)
    if usesInitial, case .compound(let initial) = state.kind { result += list(initial.actions, .begin(id), in: id) }
    if state.isFinal, let parent = state.parent { result += completion(of: parent) }
    return result
  }

  /// Returns whether an action or a host can see that a region is in the state.
  private func isVisible(_ state: State) -> Bool {
    state.parent != nil && (state.isPosition || layout.tracksSteps)
  }

  /// Returns the statements for a state whose child, or all of whose regions, have reached a final state. A parallel
  /// state around it may be complete with it.
  private mutating func completion(of state: ID<State>) -> [Statement] {
    var result: [Statement] = []
    if !machine[state].done.isEmpty, state != Machine.root { result.append(.raise(.done(state))) }
    guard let parent = machine[state].parent, parent != Machine.root, machine[parent].isParallel,
      context.completion.finals(of: parent) != nil
    else { return result }
    let next = completion(of: parent)
    guard !next.isEmpty else { return result }
    parts.completions.insert(parent)
    return result + [.if(.isComplete(parent), then: next, else: [])]
  }
}
