import LifelineModel

/// Which events some of the root's regions may take or keep.
struct RegionEvents {
  /// By region: its events; `nil` if it has something for all of them.
  private var events: [ID<State>: Set<ID<Event>>?] = [:]

  init(_ machine: Machine) {
    let root = machine[Machine.root]
    for region in machine.properChildren(of: Machine.root) {
      // What stands in the root itself is looked for in every region.
      var own: Set<ID<Event>>? = Self.events(of: root)
      for index in region.index..<max(region.index + 1, machine[region].subtreeEnd) {
        guard let more = Self.events(of: machine.states[index]) else {
          own = nil
          break
        }
        own?.formUnion(more)
      }
      events[region] = .some(own)
    }
  }

  /// Whether something in `region` has transitions for the event, or keeps it.
  func mayTake(_ event: ID<Event>, in region: ID<State>) -> Bool {
    guard case .some(.some(let own)) = events[region] else { return true }
    return own.contains(event)
  }

  /// The events that stand in a state; `nil` if that is all of them.
  private static func events(of state: State) -> Set<ID<Event>>? {
    guard state.onAny.isEmpty else { return nil }
    return Set(state.on.map(\.event)).union(state.deferred.map(\.event))
  }
}
