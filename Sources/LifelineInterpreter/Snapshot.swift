import LifelineModel

/// All that changes while a machine runs. Two equal snapshots of one machine have the same future.
package struct Snapshot: Hashable, Sendable {
  /// A timer that is running.
  package struct ArmedTimer: Hashable, Sendable {
    /// The state that the timer belongs to.
    package var state: ID<State>
    /// Its index in the state's timers.
    package var index: Int
    /// The milliseconds until its deadline; above zero while the host has control.
    package var remaining: Int

    package init(state: ID<State>, index: Int, remaining: Int) {
      self.state = state
      self.index = index
      self.remaining = remaining
    }
  }

  /// The active states, the root included; empty before the machine has started.
  package internal(set) var configuration = IDSet<State>()
  /// The values of the fields.
  package var fields: [Value]
  /// The states that history pseudo-states remember. One without an entry has its default.
  package internal(set) var history = IDMap<State, [ID<State>]>()
  /// The running timers in the order in which they elapse: earliest deadline first, then those of parts, then in
  /// document order.
  package internal(set) var timers: [ArmedTimer] = []
  /// The deferred events: the machine's own, then those of each part, in the order of their first arrival.
  package internal(set) var deferredEvents: [ID<Event>] = []
  /// The roots of the machine and the parts that have reached their ends and handle nothing more.
  package internal(set) var finished = IDSet<State>()

  /// Whether the machine has reached its end and handles nothing more.
  package var isFinished: Bool { finished.contains(Machine.root) }

  /// Returns the snapshot in which the running timer at `position` is the next to elapse, whatever time the timers have left.
  /// Its future may be none that the machine has.
  package func hastening(timerAt position: Int) -> Snapshot {
    var snapshot = self
    for other in snapshot.timers.indices { snapshot.timers[other].remaining = 2 }
    snapshot.timers[position].remaining = 1
    snapshot.timers.swapAt(0, position)
    return snapshot
  }

  /// The snapshot as if no timer ran.
  package var withoutTimers: Snapshot {
    var snapshot = self
    snapshot.timers = []
    return snapshot
  }

  /// Creates the snapshot of a machine that has not started.
  package init(fields: [Value]) { self.fields = fields }

  /// Creates a snapshot of its contents.
  package init(
    configuration: IDSet<State>, fields: [Value], history: IDMap<State, [ID<State>]>, timers: [ArmedTimer],
    deferredEvents: [ID<Event>], finished: IDSet<State>
  ) {
    self.configuration = configuration
    self.fields = fields
    self.history = history
    self.timers = timers
    self.deferredEvents = deferredEvents
    self.finished = finished
  }
}
