import LifelineModel

/// All that changes while a machine runs. Two equal snapshots of one machine have the same future.
package struct Snapshot: Hashable, Sendable {
  /// A timer that is running.
  package struct ArmedTimer: Hashable, Sendable {
    /// The state that it stands in.
    package var state: ID<State>
    /// Its place among the state's timers.
    package var index: Int
    /// The milliseconds until its deadline; above zero while the host has control.
    package var remaining: Int
  }

  /// The active states, the root among them; empty before the machine has started.
  package internal(set) var configuration: IDSet<State>
  /// The fields' values.
  package internal(set) var fields: [Value]
  /// What a history pseudo-state remembers; without an entry it has its default.
  package internal(set) var history = IDMap<State, [ID<State>]>()
  /// The running timers in the order in which they fire: earliest deadline first, then document order.
  package internal(set) var timers: [ArmedTimer] = []
  /// The deferred events, in the order of their first arrival.
  package internal(set) var kept: [ID<Event>] = []
  /// Whether the machine has reached its end and handles nothing more.
  package internal(set) var isFinished = false

  /// Creates a machine in these states, with these values in its fields.
  package init(configuration: IDSet<State>, fields: [Value]) {
    self.configuration = configuration
    self.fields = fields
  }
}
