import LifelineModel

/// A machine with the look-ups that running it needs, made once for any number of runs. It never changes; it is
/// a class only so that runs share it.
package final class MachineIndex: Sendable {
  /// The machine.
  package let machine: Machine

  /// For a state and an event (see ``key(_:_:)``) the place in the state's `on`.
  private let transitionLists: [Int: Int]
  private let deferrals: Set<Int>
  private let historiesOfParent: [Int: [ID<State>]]
  /// For every callback its channel's place in `channels`.
  private let channelOfCallback: [Int]

  /// Makes the look-ups of `machine`.
  package init(_ machine: Machine) {
    self.machine = machine
    var transitionLists: [Int: Int] = [:]
    var deferrals: Set<Int> = []
    var histories: [Int: [ID<State>]] = [:]
    transitionLists.reserveCapacity(machine.states.reduce(0) { $0 + $1.on.count })
    for state in machine.states {
      let base = state.id.index * machine.events.count
      for (place, list) in state.on.enumerated() { transitionLists[base + list.event.index] = place }
      for deferral in state.deferred { deferrals.insert(base + deferral.event.index) }
      if state.isHistory, let parent = state.parent { histories[parent.index, default: []].append(state.id) }
    }
    self.transitionLists = transitionLists
    self.deferrals = deferrals
    historiesOfParent = histories
    let channels = Dictionary(
      machine.channels.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    channelOfCallback = machine.callbacks.map { channels[$0.channel] ?? 0 }
  }

  /// A chart of `machine`, which has the same states, events, histories and callbacks as that of `other`, and the
  /// same lists of transitions as far as what they wait for goes.
  package init(_ machine: Machine, lookedUpAs other: MachineIndex) {
    self.machine = machine
    transitionLists = other.transitionLists
    deferrals = other.deferrals
    historiesOfParent = other.historiesOfParent
    channelOfCallback = other.channelOfCallback
  }

  private func key(_ state: ID<State>, _ event: ID<Event>) -> Int {
    state.index * machine.events.count + event.index
  }

  /// The transitions of `state` itself that name `event`, in order.
  package func transitions(of state: ID<State>, for event: ID<Event>) -> [Transition] {
    guard !machine.states[state.index].on.isEmpty, let place = transitionLists[key(state, event)] else {
      return []
    }
    return machine.states[state.index].on[place].transitions
  }

  /// Whether `state` itself defers `event`.
  package func defers(_ event: ID<Event>, in state: ID<State>) -> Bool {
    !deferrals.isEmpty && deferrals.contains(key(state, event))
  }

  /// The history pseudo-states among the children of `state`.
  package func histories(of state: ID<State>) -> [ID<State>] { historiesOfParent[state.index] ?? [] }

  /// The place among the machine's channels of the one on which `callback` is made.
  package func channel(of callback: ID<Callback>) -> Int { channelOfCallback[callback.index] }

  /// Whether `state` can be active and nothing stands in it.
  package func isAtomic(_ state: ID<State>) -> Bool {
    machine.states[state.index].isAtomic
  }

  /// The indices of the states that stand in `state`.
  package func descendants(of state: ID<State>) -> Range<Int> {
    let first = state.index + 1
    return first..<max(first, machine.states[state.index].subtreeEnd)
  }

  /// Whether the children of `state` are all active together.
  package func isParallel(_ state: ID<State>) -> Bool {
    machine.states[state.index].isParallel
  }
}
