import LifelineModel

/// Something that runs by itself: the machine, or one of its parts.
package struct Component: Sendable {
  /// The part; `nil` for the machine itself.
  package let part: ID<Part>?
  /// The name of its machine.
  package let machineName: String
  package let root: ID<State>
  /// The atomic and final states of the component itself.
  package let atomicStates: IDSet<State>
  /// The indices of the events of the component itself.
  package let events: Range<Int>
  /// The indices of its states, with those of the parts in it.
  package let states: Range<Int>
  /// The indices of its events, with those of the parts in it.
  package let allEvents: Range<Int>
  /// The private fields, with those of the parts in it.
  package let privateFields: [ID<Field>]
  /// The index of the component that contains it.
  package let container: Int?
  /// The indices of the components that it contains directly, in document order.
  package let parts: [Int]
}

extension Machine {
  /// The machine itself, followed by all parts.
  package func components() -> [Component] {
    let own = Component(
      part: nil, machineName: name, root: Machine.root,
      atomicStates: IDSet(declared.states.lazy.filter(\.isAtomic).map(\.id)), events: 0..<declared.events.count,
      states: states.indices, allEvents: events.indices, privateFields: [], container: nil,
      parts: parts(in: nil).map { $0.index + 1 })
    return [own]
      + parts.enumerated().map { index, part in
        let (place, machine) = (part.place, part.machine)
        return Component(
          part: ID(index), machineName: machine.name, root: part.root,
          atomicStates: IDSet(machine.declared.states.lazy.filter(\.isAtomic).map { place.translate($0.id) }),
          events: place.events..<place.events + machine.declared.events.count,
          states: place.states..<place.states + machine.states.count,
          allEvents: place.events..<place.events + machine.events.count,
          privateFields: place.fields.filter { self[$0].isPrivate },
          container: part.container.map { $0.index + 1 } ?? 0, parts: parts(in: ID(index)).map { $0.index + 1 })
      }
  }

  /// Returns, for each state, the rank of its component among all: parts come before what contains them.
  package func timerRanks(of components: [Component]) -> [Int] {
    guard components.count > 1 else { return [] }
    var ranks = [Int](repeating: 0, count: states.count)
    var next = 0
    func rank(_ index: Int) {
      for part in components[index].parts { rank(part) }
      let start = components[index].root.index
      for state in start..<states[start].subtreeEnd { ranks[state] = next }
      next += 1
    }
    rank(0)
    return ranks
  }
}
