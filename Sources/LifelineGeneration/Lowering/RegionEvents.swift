import LifelineModel

/// The events for which the root's regions have transitions or deferrals.
struct RegionEvents {
  /// The events of each region; `nil` if it has something for every event.
  private var events: [ID<State>: Set<ID<Event>>?] = [:]

  init(_ machine: Machine) {
    let root = machine[Machine.root]
    for region in machine.properChildren(of: Machine.root) {
      // The root's own transitions are looked up in every region.
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

  /// Returns whether something in `region` has transitions for the event, or defers it.
  func mayTake(_ event: ID<Event>, in region: ID<State>) -> Bool {
    guard case .some(.some(let own)) = events[region] else { return true }
    return own.contains(event)
  }

  /// Returns the events that a state handles or defers; `nil` if it handles all of them.
  private static func events(of state: State) -> Set<ID<Event>>? {
    guard state.onAny.isEmpty else { return nil }
    return Set(state.on.map(\.event)).union(state.deferred.map(\.event))
  }
}
