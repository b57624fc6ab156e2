import LifelineModel

/// What there is to do when the states in a state are exited or entered.
struct StateContents {
  struct Content {
    /// Whether something is done when states in it are exited, and whether that reads parameters of the event.
    var hasExits = false
    var exitsReadParameters = false
    /// Whether something that is run when states in it are entered reads parameters of the event.
    var entriesReadParameters = false
    /// Whether a history in a state in it remembers something.
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
      // What regions are in, or what is active in between, is written down on the way.
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
