import LifelineModel

/// The statements that remember states for histories, and that enter them again.
extension MicrostepLowering {
  // MARK: - Remembering

  /// Returns the statements that store what the histories in `state`, which is exited, remember.
  func remembering(_ state: ID<State>) -> [Statement] {
    context.memories.memories(of: state).flatMap { memory -> [Statement] in
      if memory.flag != nil || memory.isDeep { return memory.stored.map { .remember($0, $0.current) } }
      guard let property = memory.properties.first else { return [] }
      let children = machine.properChildren(of: state)
      if children.allSatisfy({ layout.restingPositions(of: $0) == [$0] }) {
        return [.remember(property, property.current)]
      }
      // The first position stands for all positions in a child.
      let cases = children.compactMap { child -> Case? in
        let positions = layout.restingPositions(of: child)
        return positions.first.map {
          Case(patterns: patterns(positions), body: [.remember(property, .name(context.names.regions.memory($0)))])
        }
      }
      return [switchOverPosition(of: state, cases)]
    }
  }

  /// Returns the statements that store what all histories in states in `state`, which is exited, remember.
  mutating func remembering(inside state: ID<State>) -> [Statement] {
    guard contents[state].hasMemories else { return [] }
    return function(
      .remember(state),
      ifLong: { lowering in
        var result: [Statement] = []
        var cases: [Case] = []
        for child in lowering.machine.properChildren(of: state) where !lowering.layout.passed.contains(child) {
          let statements = lowering.remembering(child) + lowering.remembering(inside: child)
          if statements.isEmpty { continue }
          if lowering.machine[state].isParallel {
            result += statements
          } else {
            cases.append(
              Case(patterns: lowering.patterns(lowering.layout.restingPositions(of: child)), body: statements))
          }
        }
        return cases.isEmpty ? result : [lowering.switchOverPosition(of: state, cases)]
      })
  }

  // MARK: - Resuming

  /// Returns the statements that enter what `history` remembers, or `standard`.
  ///
  /// The actions of the default run after those of the parent, so they run only if the parent is entered, too.
  mutating func resumption(
    _ history: ID<State>, standard: [EntryPlan.Node], entersParent: Bool
  ) -> [Statement] {
    guard let memory = context.memories[history], case .history(_, let entrance) = machine[history].kind
    else { return [] }
    let first = entersParent ? entrance.actions : []
    let body = { (lowering: inout Self) in
      var statements = lowering.actions.statements(first, activity: .exactly(memory.parent))
      for node in standard { statements += lowering.entries(node, storesState: true) }
      return lowering.resumption(of: memory, otherwise: statements)
    }
    if contents[memory.parent].entriesReadParameters { return body(&self) }
    let staysInParent = !entersParent && !entrance.actions.isEmpty
    return function(.resume(history, staysInParent: staysInParent), body: body)
  }

  private mutating func resumption(of memory: HistoryMemory, otherwise: [Statement]) -> [Statement] {
    let parent = memory.parent
    if let flag = memory.flag {
      let plan = EntryPlanner(machine: machine).plan(in: parent, to: [])
      let statements = entries(plan, in: parent, entersParent: true, storesState: true)
      return [.if(.hasMemory(flag), then: statements, else: otherwise)]
    }
    guard let property = memory.properties.first else { return otherwise }
    if machine[parent].isParallel {
      return [.if(.hasMemory(property), then: resumption(ofRegionsOf: parent, memory), else: otherwise)]
    }
    var cases: [Case] = []
    if memory.isDeep {
      for position in layout.restingPositions(of: parent) {
        cases.append(Case(patterns: [.position(position)], body: path(to: position, below: parent, memory)))
      }
    } else {
      for child in machine.properChildren(of: parent) {
        let statements = entries(EntryPlan.Node(state: child, targets: []), storesState: true)
        cases.append(Case(patterns: patterns(Array(layout.restingPositions(of: child).prefix(1))), body: statements))
      }
    }
    return [.switch(.memory(property), cases, default: otherwise.isEmpty ? .nothing : .statements(otherwise))]
  }

  /// Returns the statements that enter the states inside `state` down to `position`, and what is remembered in that.
  private mutating func path(
    to position: ID<State>, below state: ID<State>, _ memory: HistoryMemory
  ) -> [Statement] {
    var result: [Statement] = []
    for state in layout.path(from: position, upTo: state).reversed() {
      result += entry(of: state, usesInitial: false, storesState: true)
    }
    if machine[position].isParallel { result += resumption(ofRegionsOf: position, memory) }
    return result
  }

  private mutating func resumption(ofRegionsOf parallel: ID<State>, _ memory: HistoryMemory) -> [Statement] {
    var result: [Statement] = []
    for region in machine.properChildren(of: parallel) {
      guard case .compound = machine[region].kind, let index = layout.regionIndices[region.index],
        let property = memory.property(for: index)
      else {
        result += path(to: region, below: parallel, memory)
        continue
      }
      result += entry(of: region, usesInitial: false, storesState: true)
      let cases = layout.restingPositions(of: region).map { position in
        Case(patterns: [.position(position)], body: path(to: position, below: region, memory))
      }
      result.append(.switch(.memory(property), cases, default: .nothing))
    }
    return result
  }
}
