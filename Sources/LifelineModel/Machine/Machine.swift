import LifelineSource

/// What a spec means: a life cycle with all its names resolved and all its expressions typed.
///
/// A value of this type is well formed: whatever the language page calls an error has been refused before.
package struct Machine: Sendable {
  /// The path of the spec as the user gave it.
  package var path: String
  /// The generated type's name.
  package var name: String
  /// Where the name stands.
  package var nameRange: SourceRange
  /// What the document says of itself.
  package var documentation: Documentation
  /// The Swift modules that parameter types need.
  package var imports: [String]
  /// The texts in which the behaviour is documented.
  package var sources: [Source]
  /// The facts that guards read.
  package var fields: [Field]
  /// The calls that the machine makes.
  package var callbacks: [Callback]
  /// What moves the machine: first the events of `events`, then the internal ones, in the order of their first `raise`.
  package var events: [Event]
  /// All states in document order (a parent before its children); the first is the root.
  package var states: [State]
  /// How many transitions there are: their identifiers are the numbers below it.
  package var transitionCount: Int
  /// The channels that callbacks have, in the order of their first mention.
  package var channels: [String]
  /// The promised behaviour.
  package var scenarios: [Scenario]

  /// Creates a machine out of checked parts.
  package init(
    path: String, name: String, nameRange: SourceRange, documentation: Documentation = Documentation(),
    imports: [String] = [], sources: [Source] = [], fields: [Field] = [], callbacks: [Callback] = [],
    events: [Event] = [], states: [State] = [], transitionCount: Int = 0, channels: [String] = [],
    scenarios: [Scenario] = []
  ) {
    self.path = path
    self.name = name
    self.nameRange = nameRange
    self.documentation = documentation
    self.imports = imports
    self.sources = sources
    self.fields = fields
    self.callbacks = callbacks
    self.events = events
    self.states = states
    self.transitionCount = transitionCount
    self.channels = channels
    self.scenarios = scenarios
  }

  /// The root state's identifier.
  package static let root = ID<State>(0)

  // Inlinable, so that who asks one thing of a part need not copy all of it.

  /// The source `id`.
  package subscript(id: ID<Source>) -> Source { sources[id.index] }
  /// The field `id`.
  package subscript(id: ID<Field>) -> Field { fields[id.index] }
  /// The callback `id`.
  package subscript(id: ID<Callback>) -> Callback { callbacks[id.index] }
  /// The event `id`.
  package subscript(id: ID<Event>) -> Event { events[id.index] }
  /// The state `id`.
  package subscript(id: ID<State>) -> State { states[id.index] }
  /// The scenario `id`.
  package subscript(id: ID<Scenario>) -> Scenario { scenarios[id.index] }
}

/// What a part of a spec says about itself to readers.
package struct Documentation: Hashable, Sendable {
  /// Prose; lines end at `\n`.
  package var text: String?
  /// Where the part's behaviour is documented.
  package var citations: [Citation]
  /// Warnings that are not wanted at this part.
  package var allowed: [SuppressedWarning]

  /// Creates the documentation of a part.
  package init(text: String? = nil, citations: [Citation] = [], allowed: [SuppressedWarning] = []) {
    self.text = text
    self.citations = citations
    self.allowed = allowed
  }
}

/// A reference to a source, or to a place in it.
package struct Citation: Hashable, Sendable {
  /// The source.
  package var source: ID<Source>
  /// A claim's id, or another place in the source.
  package var place: String?
  /// Where the citation stands.
  package var range: SourceRange

  /// Creates a reference to `place` in `source`.
  package init(source: ID<Source>, place: String?, range: SourceRange) {
    self.source = source
    self.place = place
    self.range = range
  }
}

/// A sort of warning that somebody does not want at some part.
package struct SuppressedWarning: Hashable, Sendable {
  /// The diagnostic's code.
  package var code: String
  /// Why it is not wanted.
  package var reason: String
  /// Where that is said.
  package var range: SourceRange

  /// Creates the permission for `code`.
  package init(code: String, reason: String, range: SourceRange) {
    self.code = code
    self.reason = reason
    self.range = range
  }
}

/// A text in which behaviour is documented.
package struct Source: Sendable {
  /// Something that a source says.
  package struct Claim: Hashable, Sendable {
    /// The claim's name within its source.
    package var id: String
    /// What is claimed.
    package var text: String
    /// Where the claim's id stands.
    package var range: SourceRange

    /// Creates the claim `id`.
    package init(id: String, text: String, range: SourceRange) {
      self.id = id
      self.text = text
      self.range = range
    }
  }

  /// The name by which citations refer to it.
  package var id: String
  /// The text's title.
  package var title: String?
  /// Where the text is found.
  package var url: String?
  /// A remark on the text.
  package var note: String?
  /// What it claims.
  package var claims: [Claim]
  /// What the spec says of it.
  package var documentation: Documentation
  /// Where its id stands.
  package var range: SourceRange

  /// Creates a source.
  package init(
    id: String, title: String?, url: String?, note: String?, claims: [Claim], documentation: Documentation,
    range: SourceRange
  ) {
    self.id = id
    self.title = title
    self.url = url
    self.note = note
    self.claims = claims
    self.documentation = documentation
    self.range = range
  }
}

/// A fact that guards read and the host may change.
package struct Field: Sendable {
  /// The field's name.
  package var name: String
  /// What values it takes.
  package var type: ValueType
  /// Its value unless said otherwise.
  package var defaultValue: Value
  /// Whether it keeps the value with which the machine starts.
  package var isFixed: Bool
  /// What the spec says of it.
  package var documentation: Documentation
  /// Where its name stands.
  package var range: SourceRange

  /// Creates a field.
  package init(
    name: String, type: ValueType, defaultValue: Value, isFixed: Bool = false, documentation: Documentation,
    range: SourceRange
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.isFixed = isFixed
    self.documentation = documentation
    self.range = range
  }
}

/// A value that an event brings or a callback takes.
package struct Parameter: Sendable {
  /// The parameter's name.
  package var name: String
  /// What values it takes.
  package var type: ValueType
  /// Where its name stands.
  package var range: SourceRange

  /// Creates a parameter.
  package init(name: String, type: ValueType, range: SourceRange) {
    self.name = name
    self.type = type
    self.range = range
  }
}

/// One call that the machine makes on its delegate.
package struct Callback: Sendable {
  /// The callback's name.
  package var name: String
  /// The name by which logs and documentation know it.
  package var selector: String?
  /// What kind of listener hears it.
  package var channel: String
  /// What it takes, in order.
  package var parameters: [Parameter]
  /// Callbacks one of which comes between the previous call of this one (or the start) and each call.
  package var needs: [Need]
  /// What the spec says of it.
  package var documentation: Documentation
  /// Where its name stands.
  package var range: SourceRange

  /// A callback that must come before another.
  package struct Need: Hashable, Sendable {
    /// The callback that comes before.
    package var callback: ID<Callback>
    /// Where that is said.
    package var range: SourceRange

    /// Creates the need of `callback`.
    package init(callback: ID<Callback>, range: SourceRange) {
      self.callback = callback
      self.range = range
    }
  }

  /// Creates a callback.
  package init(
    name: String, selector: String? = nil, channel: String = "delegate", parameters: [Parameter] = [],
    needs: [Need] = [], documentation: Documentation = Documentation(), range: SourceRange
  ) {
    self.name = name
    self.selector = selector
    self.channel = channel
    self.parameters = parameters
    self.needs = needs
    self.documentation = documentation
    self.range = range
  }
}

/// Something that happens to the machine.
package struct Event: Sendable {
  /// The event's name.
  package var name: String
  /// What it brings, in order.
  package var parameters: [Parameter]
  /// Whether only the machine itself raises it: neither host nor scenario can send it.
  package var isInternal: Bool
  /// What the spec says of it.
  package var documentation: Documentation
  /// Where its name stands; of an internal event, where it is first raised.
  package var range: SourceRange

  /// Creates an event.
  package init(
    name: String, parameters: [Parameter] = [], isInternal: Bool = false,
    documentation: Documentation = Documentation(), range: SourceRange
  ) {
    self.name = name
    self.parameters = parameters
    self.isInternal = isInternal
    self.documentation = documentation
    self.range = range
  }
}
