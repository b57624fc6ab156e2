import LifelineModel

/// The way in which a machine with regions is put into states.
struct Positioning: Hashable {
  /// The statements that store the positions of the initial states; none if the machine itself is parallel.
  var initial: [Statement]
  /// The regions of the machine itself, if it is parallel.
  var outermostRegions: [ID<State>]
  /// Whether there are parallel states inside the machine.
  var hasParallels: Bool
}

/// The statements that store the positions that are entered with a state by default.
struct DefaultPositions: Hashable {
  var state: ID<State>
  var statements: [Statement]
}

/// A parallel state inside a machine.
struct ParallelState: Hashable {
  var state: ID<State>
  /// The states for which it is the nearest parallel state around them.
  var members: [ID<State>]
  var regions: [ID<State>]
}
