import LifelineModel

/// A machine with the look-ups that running it needs. It is a class so that copies of an interpreter share it.
package final class MachineIndex: Sendable {
  private struct Key: Hashable {
    var state: ID<State>
    var event: ID<Event>
  }

  package let machine: Machine
  /// The index of an event's list in the `on` of a state.
  private let transitionLists: [Key: Int]
  private let deferrals: Set<Key>
  private let histories: IDMap<State, [ID<State>]>

  private init(
    machine: Machine, transitionLists: [Key: Int], deferrals: Set<Key>, histories: IDMap<State, [ID<State>]>
  ) {
    self.machine = machine
    self.transitionLists = transitionLists
    self.deferrals = deferrals
    self.histories = histories
  }

  /// Returns the index of `machine`.
  package static func build(for machine: Machine) -> MachineIndex {
    var transitionLists: [Key: Int] = [:]
    var deferrals: Set<Key> = []
    var histories = IDMap<State, [ID<State>]>()
    for state in machine.states {
      for (index, list) in state.on.enumerated() { transitionLists[Key(state: state.id, event: list.event)] = index }
      for deferral in state.deferred { deferrals.insert(Key(state: state.id, event: deferral.event)) }
      if state.isHistory, let parent = state.parent { histories[parent, default: []].append(state.id) }
    }
    return MachineIndex(
      machine: machine, transitionLists: transitionLists, deferrals: deferrals, histories: histories)
  }

  /// Returns an index of `machine` with these look-ups. The machine must have the same states, events, histories,
  /// deferrals and lists of transitions in `on` as this index's own.
  package func replacing(_ machine: Machine) -> MachineIndex {
    MachineIndex(machine: machine, transitionLists: transitionLists, deferrals: deferrals, histories: histories)
  }

  /// Returns the transitions of `state` itself that name `event`, in order.
  func transitions(of state: ID<State>, for event: ID<Event>) -> [Transition] {
    guard let list = transitionLists[Key(state: state, event: event)] else { return [] }
    return machine.states[state.index].on[list].transitions
  }

  /// Returns whether `state` itself defers `event`.
  func defers(_ event: ID<Event>, in state: ID<State>) -> Bool {
    deferrals.contains(Key(state: state, event: event))
  }

  /// Returns the history pseudo-states among the children of `state`, in document order.
  func histories(of state: ID<State>) -> [ID<State>] { histories[state] ?? [] }
}

extension State {
  /// The indices of the states in it, at any depth.
  var descendants: Range<Int> { id.index + 1..<max(id.index + 1, subtreeEnd) }
}
