import LifelineModel

/// An observer that remembers which states were entered between which calls.
package struct EntryRecorder: InterpreterObserver {
  /// A state that was entered.
  package struct Entry: Hashable, Sendable {
    package var state: ID<State>
    /// The number of calls before the end of its entry.
    package var callCount: Int

    package init(state: ID<State>, callCount: Int) {
      self.state = state
      self.callCount = callCount
    }
  }

  /// The entered states, in order.
  package private(set) var entries: [Entry] = []

  /// Creates a recorder.
  package init() {}

  package mutating func didEnter(_ state: ID<State>, afterCalls callCount: Int) {
    entries.append(Entry(state: state, callCount: callCount))
  }
}
