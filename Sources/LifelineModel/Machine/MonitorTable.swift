/// A deterministic automaton over the calls of a machine and the events that its host tells of. It tells of each call and
/// event whether any behavior of the machine explains it together with those before it.
package struct MonitorTable: Hashable, Sendable {
  /// The number of callbacks of the machine.
  package let callbackCount: Int
  /// The events that the host tells of.
  package let events: [ID<Event>]
  /// For each state and each callback or event, the state after it; -1 if it can't come there.
  private let transitions: [Int32]
  /// For each state, whether a log may end there: not in the middle of a step.
  private let isResting: [Bool]
  /// The states in which a monitor may begin.
  package struct Beginning: Hashable, Sendable {
    /// The state before the machine starts.
    package var start: Int
    /// The state of a monitor that doesn't know what came before.
    package var anywhere: Int

    /// Creates a pair of states.
    package init(start: Int, anywhere: Int) {
      self.start = start
      self.anywhere = anywhere
    }
  }

  /// The callbacks of which the monitor compares arguments.
  package let arguments: [MonitorArguments]
  /// The facts that an app may tell the monitor.
  package let choices: MonitorTableChoices
  /// The states in which the monitor may begin: for each choice, in the order of their numbers. The first chooses nothing.
  package let beginnings: [Beginning]
  /// The shortest runs that lead to the states, if the spec asks for them.
  package var stories: MonitorStories?
  /// The state before the machine starts, if nothing is chosen.
  package var start: Int { beginnings[0].start }
  /// The state of a monitor that doesn't know what came before, if nothing is chosen.
  package var anywhere: Int { beginnings[0].anywhere }

  /// The events that ask for an answer where the machine doesn't ignore them.
  package let askingEvents: [ID<Event>]
  /// For each state a bit for each of these events.
  private let asks: [UInt64]

  /// Returns a bit for each of ``askingEvents``: whether it asks in a state.
  package func flags(in state: Int) -> UInt64 { asks.isEmpty ? 0 : asks[state] }

  /// The number of states.
  package var stateCount: Int { isResting.count }

  /// Creates a table.
  /// - Parameters:
  ///   - transitions: For each state, the state after each callback and then after each of `events`; -1 for what can't come.
  ///   - asks: For each state a bit for each of `askingEvents`; none if there are no such events.
  package init(
    callbackCount: Int, events: [ID<Event>] = [], transitions: [Int32], isResting: [Bool],
    arguments: [MonitorArguments] = [], choices: MonitorTableChoices = MonitorTableChoices(), beginnings: [Beginning],
    askingEvents: [ID<Event>] = [], asks: [UInt64] = []
  ) {
    self.callbackCount = callbackCount
    self.events = events
    self.transitions = transitions
    self.isResting = isResting
    self.arguments = arguments
    self.choices = choices
    self.beginnings = beginnings
    self.askingEvents = askingEvents
    self.asks = asks
  }

  /// Returns the state after a call; `nil` if the call can't come.
  package func state(after callback: ID<Callback>, in state: Int) -> Int? {
    self.state(afterColumn: callback.index, in: state)
  }

  /// The number of callbacks and events.
  package var itemCount: Int { callbackCount + events.count }

  /// The number of columns: callbacks, events, and behind them calls with arguments.
  package var columnCount: Int { itemCount + arguments.reduce(0) { $0 + $1.count } }

  /// Returns the state after a callback or, behind all of them, an event of ``events``; `nil` if it can't come.
  package func state(afterColumn column: Int, in state: Int) -> Int? {
    let next = transitions[state * columnCount + column]
    return next < 0 ? nil : Int(next)
  }

  /// Returns the state with which a monitor goes on after a call or an event that can't come: from anywhere, with that one as
  /// the first, or without it if it can come nowhere.
  package func state(afterViolationAt column: Int, choice: Int = 0) -> Int {
    let anywhere = beginnings[choice].anywhere
    return state(afterColumn: column, in: anywhere) ?? anywhere
  }

  /// Returns the callbacks that can come next.
  package func expected(in state: Int) -> [ID<Callback>] {
    (0..<callbackCount).map { ID($0) }.filter { self.state(after: $0, in: state) != nil }
  }

  /// Returns whether a log may end in a state: not in the middle of a step.
  package func isResting(in state: Int) -> Bool { isResting[state] }
}
