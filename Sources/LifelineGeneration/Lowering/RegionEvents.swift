import LifelineModel

/// The events for which the root's regions have transitions or deferrals.
struct RegionEvents {
  /// The events of each region; `nil` if it handles all events.
  private let events: [ID<State>: Set<ID<Event>>?]

  /// Returns the events of the root's regions.
  static func collect(from machine: Machine) -> RegionEvents {
    // The root's own transitions are looked up in every region.
    let shared = events(of: machine[Machine.root])
    let regions = machine.properChildren(of: Machine.root).map { region in
      let states = machine.states[region.index..<max(region.index + 1, machine[region].subtreeEnd)]
      return (region, union([shared] + states.map { events(of: $0) }))
    }
    return RegionEvents(events: Dictionary(uniqueKeysWithValues: regions))
  }

  /// Returns whether a state in `region` handles or defers the event.
  func mayTake(_ event: ID<Event>, in region: ID<State>) -> Bool {
    guard case .some(.some(let own)) = events[region] else { return true }
    return own.contains(event)
  }

  /// Returns the events of all sets; `nil` if one of these is `nil`.
  private static func union(_ sets: [Set<ID<Event>>?]) -> Set<ID<Event>>? {
    sets.contains(nil) ? nil : Set(sets.compactMap { $0 }.joined())
  }

  /// Returns the events that a state handles or defers; `nil` if it handles all of them.
  private static func events(of state: State) -> Set<ID<Event>>? {
    guard state.onAny.isEmpty else { return nil }
    return Set(state.on.map(\.event)).union(state.deferred.map(\.event))
  }
}
