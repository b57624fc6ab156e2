import LifelineSource

/// A state of a machine, or a history pseudo-state.
package struct State: Sendable {
  /// The kind of a state.
  package enum Kind: Sendable {
    /// A state without children.
    case atomic
    /// A state without children that completes its parent.
    case final
    /// A state with children, exactly one of which is active.
    case compound(initial: Entrance)
    /// A state whose children, its regions, are all active.
    case parallel
    /// A pseudo-state that is never active. A transition to it enters the states that were active when its parent was
    /// last exited, or `default`.
    case history(History, default: Entrance)
  }

  /// The depth to which a history remembers states.
  package enum History: String, CaseIterable, Sendable {
    /// The children of its parent.
    case shallow
    /// The atomic descendants of its parent.
    case deep
  }

  /// The states that are entered by default.
  package struct Entrance: Sendable {
    /// The states: one, or several in different regions.
    package var targets: [ID<State>]
    /// The actions that run after the entry actions of the state (for a history, of its parent).
    package var actions: [Action]
    /// The range in the spec; `nil` if the first child is entered because the spec doesn't name another.
    package var range: SourceRange?

    /// Creates an entrance.
    package init(targets: [ID<State>], actions: [Action] = [], range: SourceRange? = nil) {
      self.targets = targets
      self.actions = actions
      self.range = range
    }
  }

  /// The index in document order.
  package var id: ID<State>
  /// The name; empty for the root.
  package var name: String
  /// The names from a child of the root down to the state, separated by dots; empty for the root.
  package var path: String
  /// The kind of the state.
  package var kind: Kind
  /// The parent; `nil` for the root.
  package var parent: ID<State>?
  /// The children in document order, history pseudo-states included.
  package var children: [ID<State>]
  /// The index after the last descendant. The descendants have the indices from `id.index + 1` up to it.
  package var subtreeEnd: Int
  /// The number of ancestors.
  package var depth: Int
  /// The actions that run when the state is entered.
  package var entry: [Action] = []
  /// The actions that run when the state is exited.
  package var exit: [Action] = []
  /// The transitions for named events in document order, with at most one list for each event.
  package var on: [EventTransitions] = []
  /// The transitions for any event (`"*"`).
  package var onAny: [Transition] = []
  /// The eventless transitions.
  package var always: [Transition] = []
  /// The delayed transitions.
  package var timers: [Timer] = []
  /// The transitions for the completion of the state.
  package var done: [Transition] = []
  /// The events that the state defers.
  package var deferred: [Deferral] = []
  /// The documentation of the state.
  package var documentation = Documentation()
  /// The range of the name in the spec; for the root, of the machine's name.
  package var range: SourceRange

  /// Creates a state without transitions and actions.
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

extension State {
  /// Whether the state is a history pseudo-state.
  package var isHistory: Bool {
    if case .history = kind { true } else { false }
  }

  /// Whether the state is parallel.
  package var isParallel: Bool {
    if case .parallel = kind { true } else { false }
  }

  /// Whether the state is final.
  package var isFinal: Bool {
    if case .final = kind { true } else { false }
  }

  /// Whether the state can be active and has no children: it is atomic or final.
  package var isAtomic: Bool {
    switch kind {
    case .atomic, .final: true
    case .compound, .parallel, .history: false
    }
  }
}
