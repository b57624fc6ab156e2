import LifelineModel

/// The memory of a history in its stored form: the full paths of the states that it remembers.
struct StoredMemory: Hashable, Sendable {
  /// The content of a memory.
  enum Content: Hashable, Sendable {
    /// Nothing but that there is a memory.
    case flag(MemoryProperty)
    /// One of the children of the history's parent.
    case child(MemoryProperty, [Child])
    /// A state of a machine without regions.
    case state(MemoryProperty)
    /// The positions of several regions.
    case regions([MemoryProperty])
  }

  /// A child of the history's parent.
  struct Child: Hashable, Sendable {
    var state: ID<State>
    /// The position that stands for all positions in the child.
    var position: ID<State>
  }

  var history: ID<State>
  /// The state whose children are remembered.
  var parent: ID<State>
  var content: Content
}
