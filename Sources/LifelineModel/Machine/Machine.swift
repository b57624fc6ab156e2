import LifelineSource

/// A life cycle whose names are resolved and whose expressions are typed.
///
/// Every machine is well formed: the reader has refused everything that the language page calls an error.
///
/// Fields, callbacks, events, states and transitions are those of the machine itself, followed by those of its parts
/// under names such as `root.visible`. So expressions, actions and scenarios mention both alike.
package struct Machine: Sendable {
  /// The path of the spec as the user gave it.
  package var path: String
  /// The name of the generated type.
  package var name: String
  /// The range of the name in the spec.
  package var nameRange: SourceRange
  /// The documentation of the machine.
  package var documentation: Documentation
  /// The Swift modules that types of parameters need.
  package var imports: [String]
  /// The enumerations that the spec declares.
  package var types: [DeclaredType]
  /// The texts that document the behavior.
  package var sources: [Source]
  /// The context fields, which guards read.
  package var fields: [Field]
  /// The calls that the machine makes on its delegate.
  package var callbacks: [Callback]
  /// The events: first the declared ones, then the internal ones in the order of their first `raise`.
  package var events: [Event]
  /// The states in document order, a parent before its children. The first is the root.
  package var states: [State]
  /// The number of transitions, those of parts included. Their identifiers are the indices below it.
  package var transitionCount: Int
  /// The channels of callbacks in the order in which they are first mentioned.
  package var channels: [String]
  /// The channels that a scenario observes unless it lists others.
  package var observing: Set<String>
  /// The events that logs show unless somebody names others.
  package var observedEvents: IDSet<Event>
  /// The facts that an app may tell a monitor.
  package var monitorChoices: MonitorChoices
  /// The scenarios.
  package var scenarios: [Scenario]
  /// The machines inside this one: its own parts, followed by the parts of each of them.
  package var parts: [Part]
  /// The promises: those of the machine's own file, then those of the parts.
  package var promises: [Promise]

  /// Creates a machine of checked parts.
  package init(
    path: String, name: String, nameRange: SourceRange, documentation: Documentation = Documentation(),
    imports: [String] = [], types: [DeclaredType] = [], sources: [Source] = [], fields: [Field] = [],
    callbacks: [Callback] = [],
    events: [Event] = [], states: [State] = [], transitionCount: Int = 0, channels: [String] = [],
    observing: Set<String>? = nil, observedEvents: IDSet<Event> = IDSet(),
    monitorChoices: MonitorChoices = MonitorChoices(),
    scenarios: [Scenario] = [],
    parts: [Part] = [],
    promises: [Promise] = []
  ) {
    self.path = path
    self.name = name
    self.nameRange = nameRange
    self.documentation = documentation
    self.imports = imports
    self.types = types
    self.sources = sources
    self.fields = fields
    self.callbacks = callbacks
    self.events = events
    self.states = states
    self.transitionCount = transitionCount
    self.channels = channels
    self.observing = observing ?? Set(channels)
    self.observedEvents = observedEvents
    self.monitorChoices = monitorChoices
    self.scenarios = scenarios
    self.parts = parts
    self.promises = promises
  }

  /// The events that the host sends; it sends none to parts.
  package var hostEvents: IDSet<Event> {
    let own = declared.events
    return IDSet(own.indices.filter { !own[$0].isInternal }.map { ID($0) })
  }

  /// The identifier of the root state.
  package static let root = ID<State>(0)

  package subscript(id: ID<Source>) -> Source { sources[id.index] }
  package subscript(id: ID<Field>) -> Field { fields[id.index] }
  package subscript(id: ID<Callback>) -> Callback { callbacks[id.index] }
  package subscript(id: ID<Event>) -> Event { events[id.index] }
  package subscript(id: ID<State>) -> State { states[id.index] }
  package subscript(id: ID<Scenario>) -> Scenario { scenarios[id.index] }
}

extension Machine {
  /// The callbacks on the channels that the spec observes.
  package var observedCallbacks: IDSet<Callback> {
    IDSet(callbacks.indices.filter { observing.contains(callbacks[$0].channel) }.map { ID($0) })
  }
}
