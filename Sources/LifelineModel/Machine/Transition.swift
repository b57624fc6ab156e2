import LifelineSource

/// A transition from a state to others, or, without targets, actions that run without leaving the state.
package struct Transition: Sendable {
  /// The index among all transitions of the machine.
  package var id: ID<Transition>
  /// The state that has the transition.
  package var source: ID<State>
  /// The targets, history pseudo-states included: none, one, or several in different regions.
  package var targets: [ID<State>]
  /// The guard; `nil` if there is none.
  package var condition: Expression?
  /// The actions that run between exits and entries.
  package var actions: [Action]
  /// Whether a transition from a compound state to its descendants exits and enters the state again.
  package var reenter: Bool
  /// The documentation of the transition.
  package var documentation: Documentation
  /// The range in the spec. Transitions that come from one YAML anchor share it.
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

/// The transitions of a state for one event.
package struct EventTransitions: Sendable {
  /// The event.
  package var event: ID<Event>
  /// The transitions in the order in which they are tried.
  package var transitions: [Transition]

  /// Creates the transitions for `event`.
  package init(event: ID<Event>, transitions: [Transition]) {
    self.event = event
    self.transitions = transitions
  }
}

/// An event that a state keeps for later.
package struct Deferral: Hashable, Sendable {
  /// The event.
  package var event: ID<Event>
  /// The range of the event's name in the spec.
  package var range: SourceRange

  /// Creates the deferral of `event`.
  package init(event: ID<Event>, range: SourceRange) {
    self.event = event
    self.range = range
  }
}

/// The transitions of a state that are tried some time after it was entered.
package struct Timer: Sendable {
  /// The length of a timer.
  package enum Length: Hashable, Sendable {
    /// A constant number of milliseconds, above zero.
    case constant(milliseconds: Int)
    /// The value of the field when the timer is armed.
    case field(ID<Field>)
  }

  /// The time from the entry to the transitions.
  package var length: Length
  /// The transitions in the order in which they are tried.
  package var transitions: [Transition]
  /// The range of the length in the spec.
  package var range: SourceRange

  /// Creates a timer.
  package init(length: Length, transitions: [Transition], range: SourceRange) {
    self.length = length
    self.transitions = transitions
    self.range = range
  }
}
