import LifelineModel

/// The events that each region of the root may take or defer.
struct RegionEvents {
  /// The events of each region; `nil` if it has transitions for any event.
  private var events: [ID<State>: Set<ID<Event>>?] = [:]

  init(_ machine: Machine) {
    let root = machine[Machine.root]
    for region in machine.properChildren(of: Machine.root) {
      // The lookup in each region ends with the root's own transitions.
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

  /// Returns whether a state of `region`, or the root, has transitions for the event or defers it.
  func mayTake(_ event: ID<Event>, in region: ID<State>) -> Bool {
    guard case .some(.some(let own)) = events[region] else { return true }
    return own.contains(event)
  }

  /// Returns the events that a state names or defers; `nil` if it has transitions for any event.
  private static func events(of state: State) -> Set<ID<Event>>? {
    guard state.onAny.isEmpty else { return nil }
    return Set(state.on.map(\.event)).union(state.deferred.map(\.event))
  }
}
