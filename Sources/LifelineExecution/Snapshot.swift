import LifelineModel

/// All that changes while a machine runs. Two equal snapshots of one machine have the same future.
public struct Snapshot: Hashable, Sendable {
  /// A timer that is running.
  public struct ArmedTimer: Hashable, Sendable {
    /// The state that it stands in.
    public var state: ID<State>
    /// Its place among the state's timers.
    public var index: Int
    /// The milliseconds until its deadline; above zero while the host has control.
    public var remaining: Int
  }

  /// The active states, the root among them; empty before the machine has started.
  public internal(set) var configuration: StateSet
  /// The fields' values.
  public internal(set) var fields: [Value]
  /// What a history pseudo-state remembers; without an entry it has its default.
  public internal(set) var history = IDMap<State, [ID<State>]>()
  /// The running timers in the order in which they fire: earliest deadline first, then document order.
  public internal(set) var timers: [ArmedTimer] = []
  /// The deferred events, in the order of their first arrival.
  public internal(set) var kept: [ID<Event>] = []
  /// Whether the machine has reached its end and handles nothing more.
  public internal(set) var isFinished = false

  /// Creates a machine in these states, with these values in its fields.
  init(configuration: StateSet, fields: [Value]) {
    self.configuration = configuration
    self.fields = fields
  }
}
