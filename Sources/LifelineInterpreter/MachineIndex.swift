import LifelineModel

/// A machine with the look-ups that running it needs. It is a class so that copies of an interpreter share it.
package final class MachineIndex: Sendable {
  package let machine: Machine
  /// The bounds of each field; `nil` for a field without any.
  let bounds: [ClosedRange<Int>?]
  private let lookUps: LookUps

  private init(_ machine: Machine, _ lookUps: LookUps) {
    self.machine = machine
    bounds = machine.fields.map(\.bounds)
    self.lookUps = lookUps
  }

  /// Returns the index of `machine`.
  package static func build(for machine: Machine) -> MachineIndex { MachineIndex(machine, .build(for: machine)) }

  /// Returns an index of `machine` with these look-ups. The machine must have the same states, events, histories,
  /// deferrals and lists of transitions in `on` as this index's own.
  package func replacing(_ machine: Machine) -> MachineIndex { MachineIndex(machine, lookUps) }

  /// The atomic and final states, those of parts included.
  var atomicStates: IDSet<State> { lookUps.atomicStates }

  /// The machine itself, followed by all parts.
  var components: [Component] { lookUps.components }

  /// Returns the index of the component that has `state`.
  func component(of state: ID<State>) -> Int {
    guard lookUps.components.count > 1 else { return 0 }
    return machine.part(of: state).map { $0.index + 1 } ?? 0
  }

  /// Returns the rank of a state's timers among those that elapse at the same time.
  func timerRank(of state: ID<State>) -> Int { lookUps.timerRanks.isEmpty ? 0 : lookUps.timerRanks[state.index] }

  /// Returns an atomic or final state, followed by its ancestors from its parent to the root.
  func lineage(of atomicState: ID<State>) -> [ID<State>] { lookUps.lineages[atomicState.index] }

  /// Returns the transitions of `state` itself that name `event`, in order.
  func transitions(of state: ID<State>, for event: ID<Event>) -> [Transition] {
    guard let list = lookUps.transitionLists[LookUps.Key(state: state, event: event)] else { return [] }
    return machine.states[state.index].on[list].transitions
  }

  /// Returns whether `state` itself defers `event`.
  func defers(_ event: ID<Event>, in state: ID<State>) -> Bool {
    lookUps.deferrals.contains(LookUps.Key(state: state, event: event))
  }

  /// Returns the history pseudo-states among the children of `state`, in document order.
  func histories(of state: ID<State>) -> [ID<State>] { lookUps.histories[state] ?? [] }
}

/// The tables in which a ``MachineIndex`` looks up the parts of its machine.
private struct LookUps: Sendable {
  struct Key: Hashable {
    var state: ID<State>
    var event: ID<Event>
  }

  /// The index of an event's list in the `on` of a state.
  var transitionLists: [Key: Int] = [:]
  var deferrals: Set<Key> = []
  var histories = IDMap<State, [ID<State>]>()
  var atomicStates = IDSet<State>()
  /// For each state that is atomic or final, itself and its ancestors; for other states, nothing.
  var lineages: [[ID<State>]] = []
  var components: [Component] = []
  /// For each state, the rank of its component; nothing if there are no parts.
  var timerRanks: [Int] = []

  static func build(for machine: Machine) -> LookUps {
    var lookUps = LookUps()
    lookUps.components = machine.components()
    lookUps.timerRanks = machine.timerRanks(of: lookUps.components)
    for state in machine.states {
      for (index, list) in state.on.enumerated() {
        lookUps.transitionLists[Key(state: state.id, event: list.event)] = index
      }
      for deferral in state.deferred { lookUps.deferrals.insert(Key(state: state.id, event: deferral.event)) }
      if state.isHistory, let parent = state.parent { lookUps.histories[parent, default: []].append(state.id) }
      if state.isAtomic { lookUps.atomicStates.insert(state.id) }
      lookUps.lineages.append(state.isAtomic ? [state.id] + machine.ancestors(of: state.id) : [])
    }
    return lookUps
  }
}

extension State {
  /// The indices of the states in it, at any depth.
  var descendants: Range<Int> { id.index + 1..<max(id.index + 1, subtreeEnd) }
}
