import LifelineEngine
import LifelineModel

/// A reaction that gets a test of its own, because no reaction before it has depended on the same data, decided its guards in
/// the same way, and taken the same transitions.
struct Decision: Equatable {
  let stimulus: Stimulus
  /// The active atomic state; `nil` if there are several, whose combination makes no difference by itself.
  let state: ID<State>?
  /// The first transition of the machine itself that the reaction takes.
  let transition: ID<Transition>?
  /// Whether the reaction takes deferred events.
  let recallsEvents: Bool
}

/// A search for decisions among the reactions of an explorer.
struct DecisionSearch {
  /// The decisions that were found, in order.
  var found: [Decision] = []
  /// The keys of the decisions that are known, as words.
  private var known = ListTable()
  private let usable: UsableValues
  private let machine: Machine
  private let atomicStates: BitSet
  /// The fields that the machine remembers.
  private let memories: [Int]

  /// An array that is used again.
  private var key: [Int] = []

  /// Creates a search that knows no decisions yet.
  /// - Parameter usable: The arguments that tests can send.
  init(in environment: EnvironmentModel, using usable: UsableValues) {
    self.usable = usable
    machine = environment.machine
    let states = machine.states
    atomicStates = BitSet(count: states.count, states.indices.filter { states[$0].isAtomic })
    memories = environment.roles.memory.map(\.index)
  }

  /// Finds the decision in the last reaction of an explorer, if there is a new one of which there can be a test.
  mutating func look(at explorer: inout Explorer) {
    // A test runs the first alternatives and allows the others.
    guard explorer.engine.fault == nil, explorer.choice.alternatives.isEmpty,
      !explorer.engine.guardOutcomes.isEmpty || !explorer.engine.taken.isEmpty
    else { return }
    // More than two deferred events have too many orders, and every two of them are tested.
    let deferredCount = explorer.engine.wordLists.range(of: explorer.engine.origin[explorer.engine.layout.deferred])
      .count
    guard deferredCount <= 2 else { return }
    let stimulus = explorer.stimuli.index(of: explorer.choice)
    let state = writeKey(of: explorer, with: stimulus)
    let count = known.count
    guard known.intern(key) == count else { return }
    let decision = Decision(
      stimulus: explorer.stimuli.stimulus(at: Int(stimulus), of: explorer.engine), state: state.map { ID($0) },
      transition: explorer.engine.taken.lazy.map { ID($0) }.first(where: machine.declares),
      recallsEvents: explorer.engine.deferred.count < deferredCount)
    if usable.canApply(decision.stimulus) { found.append(decision) }
  }

  /// Writes what distinguishes the decision in the last reaction into ``key``.
  /// - Parameter stimulus: The index of the stimulus.
  /// - Returns: The atomic state that was active before, if it was the only one.
  private mutating func writeKey(of explorer: Explorer, with stimulus: Int32) -> Int? {
    let layout = explorer.engine.layout
    key.empty()
    key.append(Int(stimulus))
    for list in [explorer.engine.guardOutcomes, explorer.engine.taken] {
      key.append(list.count)
      key.append(contentsOf: list)
    }
    key.append(explorer.engine.origin[layout.deferred])
    let state = onlyAtomicState(in: explorer.engine.origin)
    key.append(state ?? -1)
    for (position, field) in memories.enumerated()
    where explorer.engine.readFields.contains(field) || explorer.engine.assignedFields.contains(field) {
      key.append(position)
      key.append(explorer.engine.origin[layout.memoryWords.lowerBound + position])
    }
    return state
  }

  /// Returns the atomic state that is active in a row; `nil` if there are several.
  private func onlyAtomicState(in row: [Int]) -> Int? {
    var found: Int?
    for (index, word) in atomicStates.words.enumerated() {
      let rest = word & UInt(bitPattern: row[index])
      if rest == 0 { continue }
      guard found == nil, rest.nonzeroBitCount == 1 else { return nil }
      found = index * UInt.bitWidth + rest.trailingZeroBitCount
    }
    return found
  }
}
