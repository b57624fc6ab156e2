import LifelineModel

/// The properties that hold the memory of a history pseudo-state.
struct HistoryMemory {
  var history: ID<State>
  /// The state whose children are remembered.
  var parent: ID<State>
  var isDeep: Bool
  /// A shallow history holds the position of the parent's region, a deep one the positions of all regions inside.
  var properties: [MemoryProperty]
  /// The flag that tells whether there is a memory, if a parallel state is all that is remembered.
  var flag: MemoryProperty?
}

/// The histories of a machine that remember something.
struct HistoryMemories {
  /// The memories in document order.
  let all: [HistoryMemory]
  private let byHistory: [ID<State>: HistoryMemory]
  private let byParent: [ID<State>: [HistoryMemory]]

  /// Returns the memories of a machine. The root's histories, and those that are no targets, remember nothing.
  static func plan(for machine: Machine, layout: StateLayout, names: MachineNames) -> HistoryMemories {
    let targets = IDSet(machine.states.flatMap(targets))
    var taken = names.regions.storedProperties
    let all = machine.states.compactMap { state -> HistoryMemory? in
      guard case .history(let depth, _) = state.kind, let parent = state.parent, parent != Machine.root,
        targets.contains(state.id)
      else { return nil }
      let name = "remembered\(names.functionSuffixes[state.id.index])"
      let properties = remembered(in: parent, depth, machine, layout).map { region in
        let suffix = region == layout.regionIndices[parent.index] ? "" : names.regions.regions[region].type
        return MemoryProperty(history: state.id, name: unique(name + suffix, &taken), region: region)
      }
      let needsFlag = depth == .shallow && machine[parent].isParallel
      return HistoryMemory(
        history: state.id, parent: parent, isDeep: depth == .deep, properties: properties,
        flag: needsFlag ? MemoryProperty(history: state.id, name: unique(name, &taken)) : nil)
    }
    return HistoryMemories(
      all: all, byHistory: Dictionary(uniqueKeysWithValues: all.map { ($0.history, $0) }),
      byParent: Dictionary(grouping: all, by: \.parent))
  }

  /// Returns the targets of a state's transitions and of its initial transition.
  private static func targets(of state: State) -> [ID<State>] {
    let targets = state.transitions.flatMap(\.targets)
    if case .compound(let initial) = state.kind { return targets + initial.targets }
    return targets
  }

  /// Returns the indices of the regions whose positions a history in `parent` remembers.
  private static func remembered(
    in parent: ID<State>, _ depth: State.History, _ machine: Machine, _ layout: StateLayout
  ) -> [Int] {
    let own = machine[parent].isParallel ? nil : layout.regionIndices[parent.index]
    return (own.map { [$0] } ?? []) + (depth == .deep ? Array(layout.regions(inside: parent)) : [])
  }

  private static func unique(_ name: String, _ taken: inout Set<String>) -> String {
    var name = name
    while !taken.insert(name).inserted { name += "_" }
    return name
  }

  /// The memory of a history, if it has one.
  subscript(history: ID<State>) -> HistoryMemory? { byHistory[history] }

  /// Returns the memories that are stored when `parent` is exited.
  func memories(of parent: ID<State>) -> [HistoryMemory] { byParent[parent] ?? [] }
}

extension HistoryMemory {
  /// All properties.
  var stored: [MemoryProperty] { flag.map { [$0] } ?? properties }

  /// Returns the property for a region.
  func property(for region: Int) -> MemoryProperty? { properties.first { $0.region == region } }
}
