import LifelineSource

/// A state of a machine, or a history pseudo-state.
package struct State: Sendable {
  /// What sort of state it is.
  package enum Kind: Sendable {
    /// It has no children.
    case atomic
    /// Reaching it completes its parent.
    case final
    /// Exactly one child is active.
    case compound(initial: Entrance)
    /// Every child is active.
    case parallel
    /// Not a state but a target: what was active when the parent was last left, or `default`.
    case history(History, default: Entrance)
  }

  /// How deep a history remembers.
  package enum History: String, Sendable {
    /// The parent's children.
    case shallow
    /// The parent's atomic descendants.
    case deep
  }

  /// Where one comes in when a target does not say.
  package struct Entrance: Sendable {
    /// The states entered: one, or several in different regions.
    package var targets: [ID<State>]
    /// What is run after the entry actions of the state to which this belongs (for a history: of its parent).
    package var actions: [Action]
    /// Where it stands; `nil` for a first child that is not mentioned as `initial`.
    package var range: SourceRange?

    /// Creates a way in.
    package init(targets: [ID<State>], actions: [Action] = [], range: SourceRange? = nil) {
      self.targets = targets
      self.actions = actions
      self.range = range
    }
  }

  /// The state's place in document order.
  package var id: ID<State>
  /// Its name; the root's is empty.
  package var name: String
  /// The names from the root's children down to it, with dots between; the root's is empty.
  package var path: String
  /// What sort of state it is.
  package var kind: Kind
  /// The state that it stands in; the root has none.
  package var parent: ID<State>?
  /// The states in it, history pseudo-states included, in document order.
  package var children: [ID<State>]
  /// The end of its subtree: descendants are the states from `id.index + 1` up to, and without, this.
  package var subtreeEnd: Int
  /// How many states it stands in.
  package var depth: Int
  /// What is run when it is entered.
  package var entry: [Action] = []
  /// What is run when it is exited.
  package var exit: [Action] = []
  /// Transitions by name of event, in document order: at most one list per event.
  package var on: [EventTransitions] = []
  /// Transitions for `"*"`.
  package var onAny: [Transition] = []
  /// Transitions without an event.
  package var always: [Transition] = []
  /// Transitions after some time.
  package var timers: [Timer] = []
  /// Transitions for the completion of its child or regions.
  package var done: [Transition] = []
  /// Events kept for later.
  package var deferred: [Deferral] = []
  /// What the spec says of it.
  package var documentation = Documentation()
  /// Where its name stands; of the root, the machine's name.
  package var range: SourceRange

  /// Creates a state; parts not given are empty.
  package init(
    id: ID<State>, name: String, path: String, kind: Kind = .atomic, parent: ID<State>?,
    children: [ID<State>] = [], subtreeEnd: Int, depth: Int, range: SourceRange
  ) {
    self.id = id
    self.name = name
    self.path = path
    self.kind = kind
    self.parent = parent
    self.children = children
    self.subtreeEnd = subtreeEnd
    self.depth = depth
    self.range = range
  }
}

/// The transitions of a state for one event.
package struct EventTransitions: Sendable {
  /// The event.
  package var event: ID<Event>
  /// What is tried, in order.
  package var transitions: [Transition]

  /// Creates the list for `event`.
  package init(event: ID<Event>, transitions: [Transition]) {
    self.event = event
    self.transitions = transitions
  }
}

/// An event that a state keeps for later.
package struct Deferral: Hashable, Sendable {
  /// The event.
  package var event: ID<Event>
  /// Where that is said.
  package var range: SourceRange

  /// Creates the deferral of `event`.
  package init(event: ID<Event>, range: SourceRange) {
    self.event = event
    self.range = range
  }
}

/// Transitions that are looked at once, some time after a state was entered.
package struct Timer: Sendable {
  /// How long the time is.
  package enum Length: Hashable, Sendable {
    /// Always the same, in milliseconds; above zero.
    case constant(milliseconds: Int)
    /// What the field holds when the timer arms.
    case field(ID<Field>)
  }

  /// How long the time is.
  package var length: Length
  /// What is tried, in order.
  package var transitions: [Transition]
  /// Where the length stands.
  package var range: SourceRange

  /// Creates a timer.
  package init(length: Length, transitions: [Transition], range: SourceRange) {
    self.length = length
    self.transitions = transitions
    self.range = range
  }
}
