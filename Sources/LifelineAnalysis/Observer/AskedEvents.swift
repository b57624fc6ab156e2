import LifelineModel

/// The events to which answers are promised and that a monitor is told of, with the nodes in which the machine may ignore them.
struct AskedEvents {
  /// The events, at most 64.
  let events: [ID<Event>]
  private let exploration: Exploration

  /// Finds the events of an explored machine; `nil` if there are none.
  /// - Parameter shown: The events that the monitor is told of.
  static func find(in exploration: Exploration, among shown: IDSet<Event>) -> AskedEvents? {
    let promises = exploration.machine.monitoredPromises
    let events = shown.filter { event in promises.contains { $0.subject == .event(event) } }
    return events.isEmpty ? nil : AskedEvents(events: Array(events.prefix(64)), exploration: exploration)
  }

  /// Returns a bit for each event: whether the machine can't ignore it, whichever of some nodes it rests in.
  func flags(of nodes: [CallAutomaton.Position]) -> UInt64 {
    events.indices.reduce(0) { flags, index in
      let isAsked = nodes.allSatisfy { node in
        node < exploration.exploredCount && !exploration.ignoredEvents.contains(events[index], in: Int(node))
      }
      return isAsked && !nodes.isEmpty ? flags | 1 << UInt64(index) : flags
    }
  }
}
