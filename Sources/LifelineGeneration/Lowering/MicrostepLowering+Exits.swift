import LifelineModel

/// The statements that exit states, innermost first.
extension MicrostepLowering {
  /// Returns the statements with which a transition from `source` exits all active states in `domain`.
  ///
  /// - Parameter isShared: Whether other transitions of the microstep can see the region of `domain`, which is then
  ///   left without a position.
  mutating func exits(from source: ID<State>, upTo domain: ID<State>, isShared: Bool = false) -> [Statement] {
    var path = layout.path(from: source, upTo: domain)
    // From this state outward it is known which states are active.
    var start = source
    if machine[domain].isParallel {
      start = domain
      path = []
    } else if let outermost = path.lastIndex(where: { machine[$0].isParallel }) {
      start = path[outermost]
      path.removeFirst(outermost)
    }
    var result = remembering(inside: start)
    for state in path { result += remembering(state) }
    if !machine[start].isAtomic { result += exits(inside: start) + disarming(layout.timerSlots.inside(start)) }
    for state in path { result += exit(state) + disarming(layout.timerSlots.of(state)) }
    // The states outside of all regions complete no parallel state.
    if isShared, !layout.tracksSteps, let region = layout.regionIndices[domain.index],
      layout.regions[region].root != Machine.root
    {
      result.append(.deactivate(domain))
    }
    return result
  }

  private func disarming(_ slots: Range<Int>) -> [Statement] { slots.map { .disarm(TimerSlot(index: $0)) } }

  private mutating func exit(_ id: ID<State>) -> [Statement] {
    let result = list(machine[id].exit, .exit(id), in: id)
    guard let parent = machine[id].parent, layout.hasRegions, layout.regionIndices[id.index] != nil else {
      return result
    }
    if machine[parent].isParallel { return result + [.deactivate(id)] }
    guard layout.tracksSteps else { return result }
    return result + [parent == Machine.root ? .deactivate(id) : .moveTo(parent)]
  }

  /// Returns the statements that exit whichever states are active in a state.
  private mutating func exits(inside id: ID<State>) -> [Statement] {
    let content = contents[id]
    guard content.hasExits else { return [] }
    if content.exitsReadParameters { return exitCases(inside: id) }
    return function(.leave(id), body: { $0.exitCases(inside: id) })
  }

  private mutating func exitCases(inside id: ID<State>) -> [Statement] {
    var result: [Statement] = []
    var cases: [Case] = []
    let children = machine.properChildren(of: id)
    for child in machine[id].isParallel ? children.reversed() : children where !layout.passed.contains(child) {
      let statements = (machine[child].isAtomic ? [] : exits(inside: child)) + exit(child)
      guard !statements.isEmpty else { continue }
      if machine[id].isParallel {
        result += statements
        continue
      }
      cases.append(Case(patterns: patterns(layout.restingPositions(of: child)), body: statements))
    }
    guard !cases.isEmpty else { return result }
    return [switchOverPosition(of: id, cases)]
  }
}
