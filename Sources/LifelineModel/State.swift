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

  private var storage: Storage

  /// What there is to know of a state.
  private struct Contents: Sendable {
    var id: ID<State>
    var name: String
    var path: String
    var kind: Kind
    var parent: ID<State>?
    var children: [ID<State>]
    var subtreeEnd: Int
    var depth: Int
    var entry: [Action] = []
    var exit: [Action] = []
    var on: [EventTransitions] = []
    var onAny: [Transition] = []
    var always: [Transition] = []
    var timers: [Timer] = []
    var done: [Transition] = []
    var deferred: [Deferral] = []
    var documentation: Documentation = Documentation()
    var range: SourceRange
  }

  /// Where the contents are kept, since states are looked up and handed on everywhere: to copy all their lists would take
  /// longer than what is done with them.
  private final class Storage: @unchecked Sendable {
    // Both unchecked since it is only changed while a single state refers to it, through that state, which is checked.
    @exclusivity(unchecked) var contents: Contents

    init(_ contents: Contents) { self.contents = contents }
  }

  private var contents: Contents {
    _read { yield storage.contents }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.contents) }
      yield &storage.contents
    }
  }

  /// Creates a state; parts not given are empty.
  public init(
    id: ID<State>, name: String, path: String, kind: Kind = .atomic, parent: ID<State>?,
    children: [ID<State>] = [], subtreeEnd: Int, depth: Int, range: SourceRange
  ) {
    storage = Storage(
      Contents(
        id: id, name: name, path: path, kind: kind, parent: parent, children: children, subtreeEnd: subtreeEnd,
        depth: depth, range: range))
  }
}

extension State: CustomReflectable {
  /// The state as a value of parts: what it is written as.
  public var customMirror: Mirror { Mirror(reflecting: storage.contents) }
}

extension State {
  /// The state's place in document order.
  public var id: ID<State> {
    get { storage.contents.id }
    _modify { yield &contents.id }
  }
  /// Its name; the root's is empty.
  public var name: String {
    get { storage.contents.name }
    _modify { yield &contents.name }
  }
  /// The names from the root's children down to it, with dots between; the root's is empty.
  public var path: String {
    get { storage.contents.path }
    _modify { yield &contents.path }
  }
  /// What sort of state it is.
  public var kind: Kind {
    get { storage.contents.kind }
    _modify { yield &contents.kind }
  }
  /// The state that it stands in; the root has none.
  public var parent: ID<State>? {
    get { storage.contents.parent }
    _modify { yield &contents.parent }
  }
  /// The states in it, history pseudo-states included, in document order.
  public var children: [ID<State>] {
    get { storage.contents.children }
    _modify { yield &contents.children }
  }
  /// The end of its subtree: descendants are the states from `id.index + 1` up to, and without, this.
  public var subtreeEnd: Int {
    get { storage.contents.subtreeEnd }
    _modify { yield &contents.subtreeEnd }
  }
  /// How many states it stands in.
  public var depth: Int {
    get { storage.contents.depth }
    _modify { yield &contents.depth }
  }
  /// What is run when it is entered.
  public var entry: [Action] {
    get { storage.contents.entry }
    _modify { yield &contents.entry }
  }
  /// What is run when it is exited.
  public var exit: [Action] {
    get { storage.contents.exit }
    _modify { yield &contents.exit }
  }
  /// Transitions by name of event, in document order: at most one list per event.
  public var on: [EventTransitions] {
    get { storage.contents.on }
    _modify { yield &contents.on }
  }
  /// Transitions for `"*"`.
  public var onAny: [Transition] {
    get { storage.contents.onAny }
    _modify { yield &contents.onAny }
  }
  /// Transitions without an event.
  public var always: [Transition] {
    get { storage.contents.always }
    _modify { yield &contents.always }
  }
  /// Transitions after some time.
  public var timers: [Timer] {
    get { storage.contents.timers }
    _modify { yield &contents.timers }
  }
  /// Transitions for the completion of its child or regions.
  public var done: [Transition] {
    get { storage.contents.done }
    _modify { yield &contents.done }
  }
  /// Events kept for later.
  public var deferred: [Deferral] {
    get { storage.contents.deferred }
    _modify { yield &contents.deferred }
  }
  /// What the spec says of it.
  public var documentation: Documentation {
    get { storage.contents.documentation }
    _modify { yield &contents.documentation }
  }
  /// Where its name stands; of the root, the machine's name.
  public var range: SourceRange {
    get { storage.contents.range }
    _modify { yield &contents.range }
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
