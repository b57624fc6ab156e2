import LifelineModel
import LifelineSource

/// The events of a machine: first the declared ones, then the internal ones in the order of their first use.
struct EventTable {
  /// The first uses of an internal event.
  struct InternalUse {
    var taken: SourceRange?
    var raised: SourceRange?
  }

  private(set) var events: [Event]
  private(set) var names: [String: ID<Event>]
  /// The first uses of each internal event.
  private(set) var internalUses = IDMap<Event, InternalUse>()

  /// Creates the table of the declared events.
  init(_ declarations: Declarations) {
    events = declarations.events
    names = declarations.eventNames
  }

  subscript(id: ID<Event>) -> Event { events[id.index] }

  /// Adds an internal event.
  mutating func add(_ name: String, at range: SourceRange) -> ID<Event> {
    let event = ID<Event>(events.count)
    events.append(Event(name: name, isInternal: true, range: range))
    names[name] = event
    internalUses[event] = InternalUse()
    return event
  }

  /// Records that a state takes `event`, if it is internal.
  mutating func recordTaking(_ event: ID<Event>, at range: SourceRange) {
    if internalUses[event] != nil, internalUses[event]?.taken == nil { internalUses[event]?.taken = range }
  }

  /// Records that an action raises `event`, if it is internal. The first such action declares the event.
  mutating func recordRaising(_ event: ID<Event>, at range: SourceRange) {
    guard internalUses[event] != nil, internalUses[event]?.raised == nil else { return }
    internalUses[event]?.raised = range
    events[event.index].range = range
  }
}
