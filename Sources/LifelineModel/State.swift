import LifelineDiagnostics

/// A state of a machine, or a history pseudo-state.
public struct State: Sendable {
  /// What sort of state it is.
  public enum Kind: Sendable {
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
  public enum History: String, Sendable {
    /// The parent's children.
    case shallow
    /// The parent's atomic descendants.
    case deep
  }

  /// Where one comes in when a target does not say.
  public struct Entrance: Sendable {
    /// The states entered: one, or several in different regions.
    public var targets: [ID<State>]
    /// What is run after the entry actions of the state to which this belongs (for a history: of its parent).
    public var actions: [Action]
    /// Where it stands; `nil` for a first child that is not mentioned as `initial`.
    public var range: SourceRange?

    /// Creates a way in.
    public init(targets: [ID<State>], actions: [Action] = [], range: SourceRange? = nil) {
      self.targets = targets
      self.actions = actions
      self.range = range
    }
  }

  /// The state's place in document order.
  public var id: ID<State>
  /// Its name; the root's is empty.
  public var name: String
  /// The names from the root's children down to it, with dots between; the root's is empty.
  public var path: String
  /// What sort of state it is.
  public var kind: Kind
  /// The state that it stands in; the root has none.
  public var parent: ID<State>?
  /// The states in it, history pseudo-states included, in document order.
  public var children: [ID<State>]
  /// The end of its subtree: descendants are the states from `id.index + 1` up to, and without, this.
  public var subtreeEnd: Int
  /// How many states it stands in.
  public var depth: Int
  /// What is run when it is entered.
  public var entry: [Action]
  /// What is run when it is exited.
  public var exit: [Action]
  /// Transitions by name of event, in document order: at most one list per event.
  public var on: [EventTransitions]
  /// Transitions for `"*"`.
  public var onAny: [Transition]
  /// Transitions without an event.
  public var always: [Transition]
  /// Transitions after some time.
  public var timers: [Timer]
  /// Transitions for the completion of its child or regions.
  public var done: [Transition]
  /// Events kept for later.
  public var deferred: [Deferral]
  /// What the spec says of it.
  public var documentation: Documentation
  /// Where its name stands; of the root, the machine's name.
  public var range: SourceRange

  /// Creates a state; parts not given are empty.
  public init(
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
    entry = []
    exit = []
    on = []
    onAny = []
    always = []
    timers = []
    done = []
    deferred = []
    documentation = Documentation()
  }
}

/// The transitions of a state for one event.
public struct EventTransitions: Sendable {
  /// The event.
  public var event: ID<Event>
  /// What is tried, in order.
  public var transitions: [Transition]

  /// Creates the list for `event`.
  public init(event: ID<Event>, transitions: [Transition]) {
    self.event = event
    self.transitions = transitions
  }
}

/// An event that a state keeps for later.
public struct Deferral: Hashable, Sendable {
  /// The event.
  public var event: ID<Event>
  /// Where that is said.
  public var range: SourceRange

  /// Creates the deferral of `event`.
  public init(event: ID<Event>, range: SourceRange) {
    self.event = event
    self.range = range
  }
}

/// Transitions that are looked at once, some time after a state was entered.
public struct Timer: Sendable {
  /// How long the time is.
  public enum Length: Hashable, Sendable {
    /// Always the same, in milliseconds; above zero.
    case constant(milliseconds: Int)
    /// What the field holds when the timer arms.
    case field(ID<Field>)
  }

  /// How long the time is.
  public var length: Length
  /// What is tried, in order.
  public var transitions: [Transition]
  /// Where the length stands.
  public var range: SourceRange

  /// Creates a timer.
  public init(length: Length, transitions: [Transition], range: SourceRange) {
    self.length = length
    self.transitions = transitions
    self.range = range
  }
}
