import LifelineModel

/// Something that a line of a log shows: a call of a callback, or an event that the host sends.
///
/// The items of a machine are numbered: the calls of all callbacks come first, and the events follow.
package enum LogItem: Hashable, Sendable {
  case call(ID<Callback>)
  case event(ID<Event>)
}

extension Machine {
  /// Returns the number of an item.
  package func id(of item: LogItem) -> ID<LogItem> {
    switch item {
    case .call(let callback): ID(callback.index)
    case .event(let event): ID(callbacks.count + event.index)
    }
  }

  /// Returns the item with a number.
  package func item(_ id: ID<LogItem>) -> LogItem {
    id.index < callbacks.count ? .call(ID(id.index)) : .event(ID(id.index - callbacks.count))
  }

  /// The number of all items.
  var logItemCount: Int { callbacks.count + events.count }
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
