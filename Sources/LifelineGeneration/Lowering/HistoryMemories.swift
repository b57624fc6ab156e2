import LifelineModel

/// The properties that hold the memory of a history pseudo-state.
struct HistoryMemory {
  /// A property that holds the position of a region.
  struct Part {
    /// The index of the region whose position it holds.
    var region: Int
    var name: String
    /// The type of the property, and its value while there is no memory.
    var type: String
    var none: String
  }

  var history: ID<State>
  /// The state whose children are remembered.
  var parent: ID<State>
  var isDeep: Bool
  /// A shallow history holds the position of the parent's region, a deep one the positions of all regions inside.
  var parts: [Part] = []
  /// The flag that tells whether there is a memory, if a parallel state is all that is remembered.
  var flag: String?
}

/// The histories of a machine that remember something.
struct HistoryMemories {
  /// The memories in document order.
  private(set) var all: [HistoryMemory] = []
  private var indices: [Int: Int] = [:]
  /// The indices of the memories of each state's own histories.
  private var indicesByParent: [Int: [Int]] = [:]

  /// Creates the memories. The root's histories, and those that are no targets, remember nothing.
  init(_ machine: Machine, layout: StateLayout, names: MachineNames) {
    guard machine.states.contains(where: \.isHistory) else { return }
    var targets = IDSet<State>()
    for state in machine.states {
      if case .compound(let initial) = state.kind { targets.formUnion(IDSet(initial.targets)) }
      for transition in state.transitions { targets.formUnion(IDSet(transition.targets)) }
    }
    var taken: Set<String> = []
    for state in machine.states {
      guard case .history(let depth, _) = state.kind, let parent = state.parent, parent != Machine.root,
        targets.contains(state.id)
      else { continue }
      var memory = HistoryMemory(history: state.id, parent: parent, isDeep: depth == .deep)
      let name = "remembered\(names.functionSuffixes[state.id.index])"
      func part(_ region: Int, _ name: String) -> HistoryMemory.Part {
        let type = names.regions.types[region]
        let inactive = names.regions.inactiveCases[region].map { "\(type).\($0)" }
        return HistoryMemory.Part(
          region: region, name: Self.unique(name, &taken), type: inactive == nil ? "\(type)?" : type,
          none: inactive ?? "nil")
      }
      if !machine[parent].isParallel, let region = layout.regionIndices[parent.index] {
        memory.parts.append(part(region, name))
      }
      if memory.isDeep {
        for region in layout.regions(inside: parent) {
          memory.parts.append(part(region, name + names.regions.types[region]))
        }
      } else if machine[parent].isParallel {
        memory.flag = Self.unique(name, &taken)
      }
      indices[state.id.index] = all.count
      indicesByParent[parent.index, default: []].append(all.count)
      all.append(memory)
    }
  }

  private static func unique(_ name: String, _ taken: inout Set<String>) -> String {
    var name = name
    while !taken.insert(name).inserted { name += "_" }
    return name
  }

  /// The memory of a history, if it has one.
  subscript(history: ID<State>) -> HistoryMemory? { indices[history.index].map { all[$0] } }

  /// Returns the name of a property.
  func name(of property: MemoryProperty) -> String {
    let memory = self[property.history]
    return (property.region == nil ? memory?.flag : part(property)?.name) ?? ""
  }

  /// Returns the value of a region's property while there is no memory.
  func none(of property: MemoryProperty) -> String { part(property)?.none ?? "" }

  /// Returns whether a property is an optional.
  func isOptional(_ property: MemoryProperty) -> Bool { none(of: property) == "nil" }

  /// Returns the property for a region, with its type.
  func part(_ property: MemoryProperty) -> HistoryMemory.Part? {
    property.region.flatMap { self[property.history]?.part(for: $0) }
  }

  /// Returns the memories that are stored when `parent` is exited.
  func memories(of parent: ID<State>) -> [HistoryMemory] { (indicesByParent[parent.index] ?? []).map { all[$0] } }
}

extension HistoryMemory {
  /// Returns the property for a region.
  func part(for region: Int) -> Part? { parts.first { $0.region == region } }
}

extension HistoryMemory {
  /// The properties for the regions.
  var properties: [MemoryProperty] { parts.map { MemoryProperty(history: history, region: $0.region) } }
}
