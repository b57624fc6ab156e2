import Dispatch

/// A queue into which threads put events, and from which one thread takes them in the same order.
struct Mailbox<Event: Sendable>: Sendable {
  private let events = Locked<[Event]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  /// Adds an event.
  func put(_ event: Event) {
    events.withLock { $0.append(event) }
    arrivals.signal()
  }

  /// Waits until there are events, and takes all of them.
  func takeAll() -> [Event] {
    while true {
      arrivals.wait()
      let taken = events.withLock { events in
        defer { events = [] }
        return events
      }
      // An event may have been taken together with one that arrived before it.
      if !taken.isEmpty { return taken }
    }
  }
}
