import LifelineModel

/// Facts about exiting and entering the descendants of each state.
struct StateContents {
  struct Content {
    /// Whether exiting descendants needs statements, and whether these read parameters of the event.
    var hasExits = false
    var exitsReadParameters = false
    /// Whether entering descendants reads parameters of the event.
    var entriesReadParameters = false
    /// Whether a history inside a descendant remembers something.
    var hasMemories = false

    /// Adds the facts about other descendants.
    fileprivate mutating func add(_ other: Content) {
      hasExits = hasExits || other.hasExits
      exitsReadParameters = exitsReadParameters || other.exitsReadParameters
      entriesReadParameters = entriesReadParameters || other.entriesReadParameters
      hasMemories = hasMemories || other.hasMemories
    }
  }

  private let byState: [Content]

  /// Returns the facts about each state.
  static func collect(from context: MachineContext) -> StateContents {
    let machine = context.machine
    var byState = [Content](repeating: Content(), count: machine.states.count)
    for state in machine.states.reversed() {
      guard let parent = state.parent?.index else { continue }
      byState[parent].add(byState[state.id.index])
      byState[parent].add(content(of: state, context))
    }
    return StateContents(byState: byState)
  }

  /// Returns the facts about exiting and entering a state without its descendants.
  private static func content(of state: State, _ context: MachineContext) -> Content {
    // Positions of regions, and of steps that can be seen, are stored by exits.
    let isInParallel = state.parent.map { context.machine[$0].isParallel } ?? false
    let isStored = !state.isHistory && (context.layout.tracksSteps || isInParallel)
    let entries = state.entry + state.entranceActions
    // A state that the machine only passes is left by its own transitions.
    let exit = context.layout.passed.contains(state.id) ? [] : state.exit
    return Content(
      hasExits: isStored || !exit.isEmpty, exitsReadParameters: exit.contains(where: \.readsParameters),
      entriesReadParameters: entries.contains(where: \.readsParameters),
      hasMemories: !context.memories.memories(of: state.id).isEmpty)
  }

  subscript(state: ID<State>) -> Content { byState[state.index] }
}
