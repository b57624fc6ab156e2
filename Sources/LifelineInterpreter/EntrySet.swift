import LifelineModel

/// The states that a microstep enters, and the actions that entering them runs besides their entry actions:
/// `computeEntrySet` of SCXML 1.0, appendix D. Properties and functions are named after those of the standard.
struct EntrySet {
  private let index: MachineIndex
  /// The states that each history pseudo-state remembers.
  private let history: IDMap<State, [ID<State>]>

  private(set) var statesToEnter = IDSet<State>()
  /// The compound states whose `initial` decides which child is entered. Its actions run.
  private(set) var statesForDefaultEntry = IDSet<State>()
  /// The actions of histories that remember nothing, by the histories' parents.
  private(set) var defaultHistoryContent = IDMap<State, [Action]>()
  private var enteredHistories = IDSet<State>()

  /// The history pseudo-states that are entered and remember states, in document order.
  var restoredHistories: [ID<State>] { enteredHistories.filter { history[$0] != nil } }

  private var states: [State] { index.machine.states }

  init(index: MachineIndex, history: IDMap<State, [ID<State>]> = IDMap()) {
    self.index = index
    self.history = history
  }

  /// Adds the states of the initial configuration of the machine, or the part, with this root.
  mutating func addInitialStates(of root: ID<State>) { addDescendantStatesToEnter(root) }

  /// Adds a root and the states that entering `targets` in it enters.
  mutating func add(_ root: ID<State>, around targets: [ID<State>]) {
    statesToEnter.insert(root)
    add(targets, inside: root)
  }

  /// Adds the states that a transition to `targets` in `domain` enters.
  mutating func add(_ targets: [ID<State>], inside domain: ID<State>) {
    add(targets, below: domain)
    // SCXML's document is never parallel. The root may be, and a transition may exit all its regions.
    if states[domain.index].parent == nil, states[domain.index].isParallel { addMissingRegions(of: domain) }
  }

  private mutating func add(_ targets: [ID<State>], below ancestor: ID<State>) {
    for target in targets { addDescendantStatesToEnter(target) }
    for target in targets { addAncestorStatesToEnter(target, below: ancestor) }
  }

  private mutating func addDescendantStatesToEnter(_ state: ID<State>) {
    switch states[state.index].kind {
    case .atomic, .final:
      statesToEnter.insert(state)
    case .compound(let initial):
      statesToEnter.insert(state)
      if statesForDefaultEntry.insert(state) { add(initial.targets, below: state) }
    case .parallel:
      if statesToEnter.insert(state) { addMissingRegions(of: state) }
    case .history(_, let entrance):
      guard enteredHistories.insert(state), let parent = states[state.index].parent else { return }
      if let remembered = history[state] {
        add(remembered, below: parent)
      } else {
        defaultHistoryContent[parent] = entrance.actions
        add(entrance.targets, below: parent)
      }
    }
  }

  private mutating func addAncestorStatesToEnter(_ state: ID<State>, below limit: ID<State>) {
    for ancestor in states.ancestors(of: state).prefix(while: { $0 != limit }) {
      if statesToEnter.insert(ancestor), states[ancestor.index].isParallel { addMissingRegions(of: ancestor) }
    }
  }

  /// Adds the regions of a parallel state in which no state has been added yet.
  private mutating func addMissingRegions(of state: ID<State>) {
    for region in states.properChildren(of: state) {
      let descendants = states[region.index].descendants
      if statesToEnter.first(in: descendants) == nil { addDescendantStatesToEnter(region) }
    }
  }
}
