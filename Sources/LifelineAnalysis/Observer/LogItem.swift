import LifelineModel

/// Something that a line of a log shows: a call of a callback, an event that the host sends, or a state in which the machine is.
///
/// The items of a machine are numbered: the calls of all callbacks come first, the events follow, and then the states.
package enum LogItem: Hashable, Sendable {
  case call(ID<Callback>)
  case event(ID<Event>)
  case state(ID<State>)
}

extension Machine {
  /// Returns the number of an item.
  package func id(of item: LogItem) -> ID<LogItem> {
    switch item {
    case .call(let callback): ID(callback.index)
    case .event(let event): ID(callbacks.count + event.index)
    case .state(let state): ID(callbacks.count + events.count + state.index)
    }
  }

  /// Returns the item with a number.
  package func item(_ id: ID<LogItem>) -> LogItem {
    if id.index < callbacks.count { return .call(ID(id.index)) }
    let rest = id.index - callbacks.count
    return rest < events.count ? .event(ID(rest)) : .state(ID(rest - events.count))
  }

  /// The number of all items.
  var logItemCount: Int { callbacks.count + events.count + states.count }

  /// Returns whether an item is a state.
  package func isState(_ id: ID<LogItem>) -> Bool { id.index >= callbacks.count + events.count }

  /// The states that logs may name: all but the root and histories.
  package var observableStates: [ID<State>] { states.filter { $0.parent != nil && !$0.isHistory }.map(\.id) }
}

extension ID<LogItem> {
  /// The item that a call of a callback is.
  package init(_ callback: ID<Callback>) { self.init(callback.index) }
}

extension IDSet<LogItem> {
  /// Creates the set of the calls of some callbacks, and of some events.
  package init(calls callbacks: IDSet<Callback>, events: IDSet<Event> = IDSet<Event>(), of machine: Machine) {
    self.init(callbacks.map { machine.id(of: .call($0)) } + events.map { machine.id(of: .event($0)) })
  }
}
