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
  }

  private let byState: [Content]

  init(_ context: MachineContext) {
    let machine = context.machine
    var byState = [Content](repeating: Content(), count: machine.states.count)
    for state in machine.states.reversed() {
      guard let parent = state.parent?.index else { continue }
      let below = byState[state.id.index]
      var content = byState[parent]
      // Positions of regions, and of steps that can be seen, are stored by exits.
      let isStored = !state.isHistory && (context.layout.tracksSteps || machine.states[parent].isParallel)
      if below.hasExits || isStored || !state.exit.isEmpty { content.hasExits = true }
      if below.exitsReadParameters || state.exit.contains(where: \.readsParameters) {
        content.exitsReadParameters = true
      }
      var entries = state.entry
      switch state.kind {
      case .compound(let entrance), .history(_, default: let entrance): entries += entrance.actions
      case .atomic, .final, .parallel: break
      }
      if below.entriesReadParameters || entries.contains(where: \.readsParameters) {
        content.entriesReadParameters = true
      }
      if below.hasMemories || !context.memories.memories(of: state.id).isEmpty { content.hasMemories = true }
      byState[parent] = content
    }
    self.byState = byState
  }

  subscript(state: ID<State>) -> Content { byState[state.index] }
}
