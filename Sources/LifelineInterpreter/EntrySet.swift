import LifelineModel

/// The states that a microstep enters, with what is run beside their entry actions: `computeEntrySet` of
/// SCXML 1.0, appendix D, whose names this type's functions have.
package struct EntrySet {
  package let chart: MachineIndex
  /// What history pseudo-states remember at this moment.
  package let history: IDMap<State, [ID<State>]>

  /// `statesToEnter`
  package private(set) var states: IDSet<State>
  /// `statesForDefaultEntry`: the compound states whose `initial` decides, and whose `initial`'s actions run.
  package private(set) var byDefault = IDSet<State>()
  /// `defaultHistoryContent`: the actions of history defaults, by the histories' parents.
  package private(set) var historyActions = IDMap<State, [Action]>()
  private var expandedHistories = IDSet<State>()

  /// The history pseudo-states entered that remember something, in document order.
  package var recalled: [ID<State>] { expandedHistories.filter { history[$0] != nil } }

  package init(chart: MachineIndex, history: IDMap<State, [ID<State>]> = IDMap()) {
    self.chart = chart
    self.history = history
    states = IDSet()
  }

  /// Adds what entering `targets` inside `domain` enters.
  package mutating func enter(_ targets: [ID<State>], inside domain: ID<State>) {
    for target in targets { addDescendants(target) }
    for target in targets { addAncestors(of: target, below: domain) }
    // SCXML's document is never parallel; a parallel root is left and entered region by region.
    if domain == Machine.root, chart.isParallel(domain) { addMissingRegions(of: domain) }
  }

  /// Adds the initial configuration.
  package mutating func enterRoot() { addDescendants(Machine.root) }

  /// Adds the root around `targets`, as for a machine that is to be in them.
  package mutating func enterRoot(around targets: [ID<State>]) {
    guard !targets.isEmpty else { return enterRoot() }
    states.insert(Machine.root)
    enter(targets, inside: Machine.root)
  }

  /// `addDescendantStatesToEnter`
  private mutating func addDescendants(_ state: ID<State>) {
    switch chart.machine.states[state.index].kind {
    case .atomic, .final:
      states.insert(state)
    case .compound(let initial):
      states.insert(state)
      guard byDefault.insert(state) else { return }
      for target in initial.targets { addDescendants(target) }
      for target in initial.targets { addAncestors(of: target, below: state) }
    case .parallel:
      if states.insert(state) { addMissingRegions(of: state) }
    case .history(_, let standard):
      guard expandedHistories.insert(state), let parent = chart.machine.states[state.index].parent
      else { return }
      let remembered = history[state]
      if remembered == nil { historyActions[parent] = standard.actions }
      let targets = remembered ?? standard.targets
      for target in targets { addDescendants(target) }
      for target in targets { addAncestors(of: target, below: parent) }
    }
  }

  /// `addAncestorStatesToEnter`
  private mutating func addAncestors(of state: ID<State>, below limit: ID<State>) {
    var next = chart.machine.states[state.index].parent
    while let ancestor = next, ancestor != limit {
      // Where the ancestor has been added before, so have its regions.
      if states.insert(ancestor), chart.isParallel(ancestor) { addMissingRegions(of: ancestor) }
      next = chart.machine.states[ancestor.index].parent
    }
  }

  private mutating func addMissingRegions(of state: ID<State>) {
    for child in chart.machine.states[state.index].children {
      if chart.machine.states[child.index].isHistory { continue }
      if states.first(in: chart.descendants(of: child)) == nil { addDescendants(child) }
    }
  }
}
