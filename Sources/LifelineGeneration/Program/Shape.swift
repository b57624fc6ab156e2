/// The form of a machine's code.
///
/// ``Shape/decide(_:)`` is the only place that chooses it. Lowering makes what the shape asks for, so that printing and
/// templates needn't ask again.
struct Shape: Hashable {
  /// The way in which the active states are stored.
  enum Configuration: Hashable {
    /// One atomic state is active at any time. If the machine `isFlat`, no state has children.
    case atomicState(isFlat: Bool)
    /// Each region is in one of its positions.
    case regions
  }

  /// The end of a machine whose regions can all reach a final state.
  enum End: Hashable {
    case never
    /// There is nothing to clean up.
    case plain
    /// Armed timers and deferred events are dropped, also those of parts.
    case dropping
  }

  /// The microsteps that follow others by themselves.
  struct Settling: Hashable {
    var takesEventless: Bool
    var takesInternalEvents: Bool
  }

  /// Work that may be left after the first microstep of a macrostep, in the order in which it is done.
  enum FollowUp: Hashable {
    case settle, finish, recallDeferred
  }

  /// The form of the functions that run a macrostep.
  enum Macrostep: Hashable {
    /// The first microstep is all, so `handle` looks for the transition itself.
    case direct
    /// The rest follows the first microstep.
    case inline([FollowUp])
    /// The rest is a function of its own, called only if there is something left. That is rare, so the code that runs
    /// for every event stays small.
    case outlined([FollowUp])

    /// The work after the first microstep.
    var followUps: [FollowUp] {
      switch self {
      case .direct: []
      case .inline(let followUps), .outlined(let followUps): followUps
      }
    }
  }

  var configuration: Configuration
  var end: End
  var hasTimers: Bool
  /// Whether some states defer events.
  var defers: Bool
  /// `nil` if every macrostep is one microstep.
  var settling: Settling?
  /// Whether microsteps must be counted because the language's limit may be exceeded.
  var countsMicrosteps: Bool
  var macrostep: Macrostep

  var hasRegions: Bool { configuration == .regions }
  var canFinish: Bool { end != .never }
  var takesEventless: Bool { settling?.takesEventless == true }
  var takesInternalEvents: Bool { settling?.takesInternalEvents == true }
  /// Whether there is a `Macrostep`, the data that lasts as long as one.
  var hasMacrostepData: Bool { takesInternalEvents || countsMicrosteps }
}

extension Shape {
  /// The needs of a machine.
  struct Needs {
    var hasRegions: Bool
    var isFlat: Bool
    /// Whether all regions of the machine itself can reach a final state.
    var canFinish: Bool
    var hasTimers: Bool
    var defers: Bool
    /// Whether parts have timers or defer events.
    var hasPendingParts: Bool
    var hasEventless: Bool
    var hasInternalEvents: Bool
    var canExceedMicrostepLimit: Bool
    /// Whether transitions lead on through states that the machine only passes.
    var hasPassedStates = false
  }

  /// Returns the shape for a machine with these needs.
  static func decide(_ needs: Needs) -> Shape {
    let settles = needs.hasEventless || needs.hasInternalEvents
    let drops = needs.canFinish && (needs.hasTimers || needs.defers || needs.hasPendingParts)
    var followUps: [FollowUp] = []
    if settles { followUps.append(.settle) }
    if drops { followUps.append(.finish) }
    if needs.defers { followUps.append(.recallDeferred) }
    let counts = (settles || needs.hasPassedStates) && needs.canExceedMicrostepLimit
    let macrostep: Macrostep
    if followUps.isEmpty && !counts {
      macrostep = .direct
    } else if !needs.hasEventless, !followUps.isEmpty, followUps != [.finish] {
      macrostep = .outlined(followUps)
    } else {
      macrostep = .inline(followUps)
    }
    return Shape(
      configuration: needs.hasRegions ? .regions : .atomicState(isFlat: needs.isFlat),
      end: needs.canFinish ? (drops ? .dropping : .plain) : .never, hasTimers: needs.hasTimers, defers: needs.defers,
      settling: settles
        ? Settling(takesEventless: needs.hasEventless, takesInternalEvents: needs.hasInternalEvents) : nil,
      countsMicrosteps: counts, macrostep: macrostep)
  }

  /// The parameters that private functions hand on to each other, after `first`.
  func parameters(_ first: FunctionParameter? = nil, selects: Bool = false) -> [FunctionParameter] {
    [first, .calls, selects ? .selecting : nil, hasMacrostepData ? .macrostep : nil].compactMap { $0 }
  }

  /// The arguments for ``parameters(_:selects:)``.
  func arguments(_ first: SwiftExpression? = nil, selects: Bool = false) -> [SwiftExpression] {
    [first, .calls, selects ? .selecting : nil, hasMacrostepData ? .macrostep : nil].compactMap { $0 }
  }
}
