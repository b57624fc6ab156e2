import LifelineSource

/// Promised behaviour: from where, what happens, and which calls are made.
package struct Scenario: Sendable {
  /// Where a scenario starts.
  package enum Beginning: Sendable {
    /// The machine starts.
    case start
    /// It is silently in these states; regions that are not named are in their initial state.
    case states([ID<State>])
    /// Where another scenario ends.
    case end(of: ID<Scenario>)
  }

  /// The values that a field takes, one after the other.
  package struct Variation: Sendable {
    /// The field.
    package var field: ID<Field>
    /// Its values; at least one.
    package var values: [Value]

    /// Creates the variation of `field` over `values`.
    package init(field: ID<Field>, values: [Value]) {
      self.field = field
      self.values = values
    }
  }

  /// Its name: free text on one line.
  package var name: String
  /// What the spec says of it.
  package var documentation: Documentation
  /// Where it starts.
  package var beginning: Beginning
  /// Where the beginning is said; `nil` where it is not.
  package var beginningRange: SourceRange?
  /// What the fields are at the beginning, as far as they do not have their defaults (never beside `follows`).
  package var fields: [FieldValue]
  /// It holds for every combination of these; for one that follows another, those of the first of the chain.
  package var variations: [Variation]
  /// What happens.
  package var steps: [Step]
  /// What is so at the end.
  package var outcome: Outcome?
  /// Callbacks that no step may make, whatever their channel.
  package var never: [ID<Callback>]
  /// The channels that its expectations speak of.
  package var observing: Set<String>
  /// Why the claim is wrong; `nil` for a scenario that holds.
  package var refutation: String?
  /// Where its name stands.
  package var range: SourceRange

  /// Creates a scenario.
  package init(
    name: String, documentation: Documentation = Documentation(), beginning: Beginning = .start,
    beginningRange: SourceRange? = nil, fields: [FieldValue] = [], variations: [Variation] = [],
    steps: [Step] = [], outcome: Outcome? = nil, never: [ID<Callback>] = [], observing: Set<String> = [],
    refutation: String? = nil, range: SourceRange
  ) {
    self.name = name
    self.documentation = documentation
    self.beginning = beginning
    self.beginningRange = beginningRange
    self.fields = fields
    self.variations = variations
    self.steps = steps
    self.outcome = outcome
    self.never = never
    self.observing = observing
    self.refutation = refutation
    self.range = range
  }
}

/// A field and a value for it.
package struct FieldValue: Sendable {
  /// The field.
  package var field: ID<Field>
  /// The value.
  package var value: Value
  /// Where that is said.
  package var range: SourceRange

  /// Creates the pair of `field` and `value`.
  package init(field: ID<Field>, value: Value, range: SourceRange) {
    self.field = field
    self.value = value
    self.range = range
  }
}

/// What is so after a step or at the end of a scenario.
package struct Outcome: Sendable {
  /// States that are active, atomic or not.
  package var states: [(state: ID<State>, range: SourceRange)]
  /// Values that fields have.
  package var fields: [FieldValue]
  /// Where it stands.
  package var range: SourceRange

  /// Creates an outcome.
  package init(states: [(state: ID<State>, range: SourceRange)], fields: [FieldValue], range: SourceRange) {
    self.states = states
    self.fields = fields
    self.range = range
  }
}

/// One thing that happens in a scenario.
package struct Step: Sendable {
  /// What happens, and what calls it makes.
  package enum Kind: Sendable {
    /// The machine starts; first in a scenario whose beginning is `.start`, and nowhere else.
    case start(expected: CallPattern)
    /// The event is sent, with a value per parameter; it is handled or deferred. `nil` expects nothing of the calls.
    case send(ID<Event>, arguments: [Value], expected: CallPattern?)
    /// The event is sent, with a value per parameter; it is neither handled nor deferred.
    case ignored(ID<Event>, arguments: [Value])
    /// Time passes, in milliseconds. `nil` expects nothing of the calls.
    case wait(milliseconds: Int, expected: CallPattern?)
    /// The host changes facts.
    case set([FieldValue])
  }

  /// What happens, and what calls it makes.
  package var kind: Kind
  /// Every atomic state entered, in order; `nil` expects nothing of it.
  package var through: [ID<State>]?
  /// Where `through`'s value stands.
  package var throughRange: SourceRange?
  /// What is so after the step.
  package var outcome: Outcome?
  /// Where the step's key stands (the event's name, `wait` and so on).
  package var range: SourceRange

  /// Creates a step.
  package init(
    _ kind: Kind, through: [ID<State>]? = nil, throughRange: SourceRange? = nil, outcome: Outcome? = nil,
    range: SourceRange
  ) {
    self.kind = kind
    self.through = through
    self.throughRange = throughRange
    self.outcome = outcome
    self.range = range
  }
}

/// Which calls are expected, in the manner of a regular expression.
package indirect enum CallPattern: Sendable {
  /// One call; of its arguments, those listed (index of the parameter, value) are looked at.
  case call(ID<Callback>, arguments: [(parameter: Int, value: Value)], range: SourceRange)
  /// One after the other; empty is no call.
  case sequence([CallPattern])
  /// All of them in some order, each contiguous.
  case anyOrder([CallPattern])
  /// It or nothing.
  case optional(CallPattern)
  /// One or more times.
  case repeated(CallPattern)
  /// One of them.
  case oneOf([CallPattern])
  /// The one or the other, by a condition over the fields of `where`.
  case choose(Expression, then: CallPattern, else: CallPattern)
}
