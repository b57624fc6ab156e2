import LifelineSource

/// A way from a state to others, or, without targets, something done in between.
package struct Transition: Sendable {
  /// Its place among all transitions of the machine.
  package var id: ID<Transition>
  /// The state that it stands in.
  package var source: ID<State>
  /// The states it leads to, history pseudo-states included: none, one, or several in different regions.
  package var targets: [ID<State>]
  /// What must hold; `nil` is always.
  package var condition: Expression?
  /// What is run between exits and entries.
  package var actions: [Action]
  /// Whether a target inside a compound source exits and enters the source again.
  package var reenter: Bool
  /// What the spec says of it.
  package var documentation: Documentation
  /// Where it stands. Two transitions made of one YAML anchor share it.
  package var range: SourceRange

  /// Creates a transition.
  package init(
    id: ID<Transition>, source: ID<State>, targets: [ID<State>], condition: Expression? = nil,
    actions: [Action] = [], reenter: Bool = false, documentation: Documentation = Documentation(),
    range: SourceRange
  ) {
    self.id = id
    self.source = source
    self.targets = targets
    self.condition = condition
    self.actions = actions
    self.reenter = reenter
    self.documentation = documentation
    self.range = range
  }
}

/// Something that a machine does.
package indirect enum Action: Sendable {
  /// Makes a callback.
  case call(Call)
  /// Assigns to fields; every right side is computed before the first is assigned.
  case set([Assignment], range: SourceRange)
  /// Appends an event to the internal queue.
  case raise(ID<Event>, range: SourceRange)
  /// Does one list or the other.
  case choose(Expression, then: [Action], else: [Action], range: SourceRange)

  /// Where it stands.
  package var range: SourceRange {
    switch self {
    case .call(let call): call.range
    case .set(_, let range), .raise(_, let range), .choose(_, _, _, let range): range
    }
  }
}

/// A callback being made.
package struct Call: Sendable {
  /// Where an argument comes from.
  package enum Argument: Hashable, Sendable {
    /// The handled event's parameter of this name.
    case parameter(String)
    /// A field.
    case field(ID<Field>)
  }

  /// The callback.
  package var callback: ID<Callback>
  /// An argument for each of the callback's parameters, in order.
  package var arguments: [Argument]
  /// Where it stands.
  package var range: SourceRange

  /// Creates a call.
  package init(callback: ID<Callback>, arguments: [Argument] = [], range: SourceRange) {
    self.callback = callback
    self.arguments = arguments
    self.range = range
  }
}

/// A field being given a value.
package struct Assignment: Sendable {
  /// The field.
  package var field: ID<Field>
  /// Its new value.
  package var value: Expression

  /// Creates the assignment of `value` to `field`.
  package init(field: ID<Field>, value: Expression) {
    self.field = field
    self.value = value
  }
}
