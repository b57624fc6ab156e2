import LifelineModel

/// Lowers the members that put a machine into states without running actions.
struct ResumptionLowering {
  let context: MachineContext

  private var machine: Machine { context.machine }
  private var layout: StateLayout { context.layout }

  /// Returns the initializers, and the functions that they need.
  func members() -> [Member] {
    let resumption: [Member] = context.shape.hasTimers ? [.resumption(arming: arming())] : []
    let parts = context.ownParts.filter(\.context.layout.hasRegions).map(\.id)
    let initial: [Member] = parts.isEmpty ? [] : [.initialParts(parts)]
    let copying: [Member] = context.hasFixedFields ? [.copying] : []
    let passing: [Member] = context.boundParts.isEmpty ? [] : [.passingOn]
    return resumption + positioning() + copying + passing + initial
  }

  private func positioning() -> [Member] {
    guard layout.hasRegions else { return [.positioning(nil)] }
    let parallels = parallels()
    let defaults = namedStates.map { DefaultPositions(state: $0, statements: positions(enteredWith: $0)) }
    let hasParallelRoot = machine[Machine.root].isParallel
    let positioning = Positioning(
      initial: hasParallelRoot ? [] : positions(enteredWith: Machine.root),
      outermostRegions: hasParallelRoot ? machine.properChildren(of: Machine.root) : [],
      hasParallels: !parallels.isEmpty)
    let members: [Member] = [
      .positioning(positioning), .defaultPositions(defaults), .containment(hasParallels: !parallels.isEmpty),
    ]
    if parallels.isEmpty { return members }
    let isExhaustive = parallels.reduce(0) { $0 + $1.members.count } == namedStates.count
    return members + [
      .parallelPositions(parallels), .nearestParallel(parallels, isExhaustive: isExhaustive),
      .regionsOfParallels(parallels),
    ]
  }

  /// The states that a host can name: all but the root.
  private var namedStates: [ID<State>] { machine.states.filter { $0.parent != nil && !$0.isHistory }.map(\.id) }

  // MARK: - Timers

  /// Returns the statements that arm the timers of the active states.
  private func arming() -> [Statement] {
    let check: [Statement] = context.shape.canFinish ? [.when(.isFinished, .return(.nothing))] : []
    return check
      + layout.regions.indices.compactMap { index in
        let region = layout.regions[index]
        let positions = region.positions.filter { machine[$0].isPosition }
        let armed = positions.map { position in
          let path = layout.path(from: position, upTo: machine[region.root].parent)
          return (position, states: path.reversed().filter { !machine[$0].timers.isEmpty })
        }
        return arming(armed.filter { !$0.states.isEmpty }, in: index)
      }
  }

  /// Returns a switch over the positions in which timers are armed. Neighbors with the same timers share a case.
  private func arming(
    _ armed: [(position: ID<State>, states: [ID<State>])], in region: Int
  ) -> Statement? {
    guard !armed.isEmpty else { return nil }
    var cases: [Case] = []
    for (index, next) in armed.enumerated() {
      if index > 0, armed[index - 1].states == next.states {
        cases[cases.count - 1].patterns.append(.position(next.position))
      } else {
        cases.append(Case(patterns: [.position(next.position)], body: next.states.flatMap(context.arming)))
      }
    }
    return layout.switchOverPosition(ofRegion: region, cases)
  }

  // MARK: - Positions

  /// Returns the statements that store the positions that are entered with a state by default.
  private func positions(enteredWith state: ID<State>) -> [Statement] {
    let planner = EntryPlanner(machine: machine, isFresh: true)
    func statements(_ node: EntryPlan.Node) -> [Statement] {
      let isPosition = machine[node.state].isPosition && node.state != Machine.root
      return (isPosition ? [.moveTo(node.state)] : []) + planner.plan(in: node).nodes.flatMap(statements)
    }
    return statements(EntryPlan.Node(state: state, targets: []))
  }

  /// Returns the parallel states inside the machine.
  private func parallels() -> [ParallelState] {
    let nearest = nearestParallels()
    let members = Dictionary(grouping: namedStates) { nearest[$0.index] }
    return namedStates.filter { machine[$0].isParallel }.map { state in
      ParallelState(state: state, members: members[state] ?? [], regions: machine.properChildren(of: state))
    }
  }

  /// Returns the nearest parallel state around each state.
  private func nearestParallels() -> [ID<State>?] {
    machine.states.reduce(into: []) { result, state in
      guard let parent = state.parent else { return result.append(nil) }
      result.append(machine[parent].isParallel ? parent : result[parent.index])
    }
  }
}

extension MachineContext {
  /// Returns the statements that arm the timers of a state.
  func arming(_ state: ID<State>) -> [Statement] {
    zip(layout.timerSlots.of(state), machine[state].timers).map { .arm(TimerSlot(index: $0), $1.length) }
  }
}
