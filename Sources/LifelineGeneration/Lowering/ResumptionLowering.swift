import LifelineModel

/// Lowers the declarations that put a machine into states without running actions.
struct ResumptionLowering {
  let context: MachineContext

  private var machine: Machine { context.machine }
  private var layout: StateLayout { context.layout }
  private var hasTimers: Bool { context.shape.hasTimers }

  /// Returns the initializers, and the functions that they need.
  func declarations() -> [Declaration] {
    let copying = context.hasFixedFields ? [context.declareCopying()] : []
    let passing = context.boundParts.isEmpty ? [] : [context.declarePassingOn()]
    return (hasTimers ? [publicInitializer(forwarding + arming())] : []) + positioning() + copying + passing
      + context.declareInitialParts()
  }

  // MARK: - Initializers

  /// The parameters of the initializers behind their first label.
  private func parameters(defaultContext: String) -> String {
    let facts = context.hasContext ? ", context: Context\(defaultContext)" : ""
    let parts = context.ownParts.map { ", \($0.property): \($0.type)? = nil" }.joined()
    return layout.hasRegions
      ? "states: [AnyState]\(facts)\(parts)) throws(ConfigurationError)" : "state: State\(facts)\(parts))"
  }

  /// The call of the initializer that doesn't arm timers.
  private var forwarding: [Statement] {
    let facts = context.hasContext ? ", context: context" : ""
    let parts = context.ownParts.map { ", \(SwiftText.argumentLabel($0.part.ownName)): \($0.property)" }.joined()
    return [
      layout.hasRegions
        ? "try self.init(positionedIn: states\(facts)\(parts))" : "self.init(positionedIn: state\(facts)\(parts))"
    ]
  }

  private func publicInitializer(_ body: [Statement]) -> Declaration {
    let timers = "; the timers of active states"
    let parts = [
      "",
      "A part that is given keeps its own facts. One that is left out is in its initial states, and its facts "
        + "are those",
      "of `context`.",
    ]
    let note = context.ownParts.isEmpty ? [] : parts
    let rest = "A region without a state in the list is in its initial state."
    let start = "Creates a machine in `states`, each in another region, without running actions"
    let documentation =
      layout.hasRegions
      ? (hasTimers ? ["\(start)\(timers)", "are armed. \(rest)"] : ["\(start). \(rest)"]) + note
        + ["", "- Throws: `ConfigurationError` if `states` can't be active together."]
      : ["Creates a machine in `state`, without running actions\(hasTimers ? "\(timers) are armed" : "")."] + note
    return Declaration(
      documentation: documentation, isPublic: true,
      head: "init(resumingIn \(parameters(defaultContext: " = Context()"))", body: .statements(body))
  }

  /// Returns the initializer that puts the machine into states, and the functions that it needs. If there are timers, it
  /// is private and doesn't arm them.
  private func positioning() -> [Declaration] {
    let parallels = parallels()
    let positions: [Statement] =
      layout.hasRegions ? storingPositions(hasParallels: !parallels.isEmpty) : ["self.state = state"]
    let body = context.storingWithParts + positions + context.droppingAtEnd
    let initializer =
      hasTimers
      ? Declaration(
        "Creates a machine in `\(layout.hasRegions ? "states" : "state")`, without arming timers.",
        head: "private init(positionedIn \(parameters(defaultContext: ""))", body: body) : publicInitializer(body)
    guard layout.hasRegions else { return [initializer] }
    return [initializer, defaultPositions(), containment(hasParallels: !parallels.isEmpty)] + functions(of: parallels)
  }

  private func storingPositions(hasParallels: Bool) -> [Statement] {
    let hasParallelRoot = machine[Machine.root].isParallel
    let initial = hasParallelRoot ? [] : self.positions(enteredWith: Machine.root)
    let around: [Statement] = ["setPosition(to: parallel)", "parallels.append(parallel)", "state = parallel"]
    let search: [Statement] = [
      .variable("parallels: [AnyState]", "[]"),
      .for(
        "state", in: "states",
        [.variable("state", "state"), .while("let parallel = Self.parallel(around: state)", around)]),
    ]
    let isInnermost: SwiftExpression = "!states.contains(where: { Self.contains(state, $0) })"
    func entering(regions: SwiftExpression) -> Statement {
      .for("region", in: regions, where: "!isActive(region)", ["setPositions(for: region)"])
    }
    let regions = machine.properChildren(of: Machine.root).map { ".\(context.names.anyStateCase($0))" }
    return (hasParallels ? search : [])
      + (initial.isEmpty ? [] : [.broken(.if("states.isEmpty", then: initial, else: []))])
      + [.for("state", in: "states", where: isInnermost, ["setPositions(for: state)"])]
      + (hasParallels ? [.for("parallel", in: "parallels", [entering(regions: "Self.regions(of: parallel)")])] : [])
      + (hasParallelRoot
        ? [.constant("regions: [AnyState]", "[\(regions.joined(separator: ", "))]"), entering(regions: "regions")] : [])
      + [
        .for(
          "state", in: hasParallels ? "states + parallels" : "states", where: "!isActive(state)",
          [.throw("ConfigurationError(states: states)")])
      ]
  }

  // MARK: - Functions

  /// Returns the function that stores the positions that are entered with a state by default.
  private func defaultPositions() -> Declaration {
    let cases = namedStates.map { Case(context.anyState($0), body: positions(enteredWith: $0)) }
    return Declaration(
      "Sets the positions that the regions have when `anyState` is entered by default.",
      head: "private mutating func setPositions(for anyState: AnyState)",
      body: [.switch("anyState", cases, default: .none)])
  }

  /// Returns the function that tells whether a state is a descendant of another one.
  private func containment(hasParallels: Bool) -> Declaration {
    let spans: SwiftExpression = "whole.first <= part.first && part.last <= whole.last"
    let inRegion: [Statement] = [
      .constant("part", "extent(of: state)"),
      .if(
        "part.region == whole.region", then: [.return(.and(["outer.rawValue <= state.rawValue", spans]))], else: []),
      "next = parallel(around: state)",
    ]
    let acrossRegions: [Statement] = [
      .constant("whole", "extent(of: outer)"), .variable("next: AnyState?", "outer == inner ? nil : inner"),
      .while("let state = next", inRegion), .return("false"),
    ]
    let inOneRegion: [Statement] = [
      .constant("(whole, part)", "(extent(of: outer), extent(of: inner))"),
      .broken(.return(.and(["whole.region == part.region && outer.rawValue < inner.rawValue", spans]))),
    ]
    return Declaration(
      "Whether `inner` is a descendant of `outer`.",
      head: "private static func contains(_ outer: AnyState, _ inner: AnyState) -> Swift.Bool",
      body: hasParallels ? acrossRegions : inOneRegion)
  }

  /// Returns the functions that know the parallel states inside the machine, if there are some.
  private func functions(of parallels: [ParallelState]) -> [Declaration] {
    if parallels.isEmpty { return [] }
    let moves = parallels.map { Case(context.anyState($0.state), body: [.moveTo($0.state)]) }
    let isExhaustive = parallels.reduce(0) { $0 + $1.members.count } == namedStates.count
    let nearest = parallels.map { parallel in
      Case(
        patterns: parallel.members.map { .value(context.anyState($0)) },
        body: [.evaluate(context.optionalState(parallel.state))])
    }
    let regions = parallels.map { parallel in
      let list = parallel.regions.map { ".\(context.names.anyStateCase($0))" }.joined(separator: ", ")
      return Case(context.anyState(parallel.state), body: ["[\(list)]"])
    }
    return [
      Declaration(
        "Sets the position of the region that contains a parallel state.",
        head: "private mutating func setPosition(to anyState: AnyState)",
        body: [.switch("anyState", moves, default: .nothing)]),
      Declaration(
        "The nearest parallel ancestor of `state`.",
        head: "private static func parallel(around state: AnyState) -> AnyState?",
        body: [.joined(.switch("state", nearest, default: isExhaustive ? .none : .statements(["nil"])))]),
      Declaration(
        "The regions of a parallel state.", head: "private static func regions(of state: AnyState) -> [AnyState]",
        body: [.joined(.switch("state", regions, default: .statements(["[]"])))]),
    ]
  }

  /// The states that a host can name: all but the root.
  private var namedStates: [ID<State>] { machine.states.filter { $0.parent != nil && !$0.isHistory }.map(\.id) }

  // MARK: - Timers

  /// Returns the statements that arm the timers of the active states.
  private func arming() -> [Statement] {
    let check: [Statement] = context.shape.canFinish ? [.when(.isFinished, .return(nil))] : []
    return check
      + layout.regions.indices.compactMap { index in
        let region = layout.regions[index]
        let positions = region.positions.filter { machine[$0].isPosition }
        let armed = positions.map { position in
          let path = layout.path(from: position, upTo: machine[region.root].parent)
          return (position, states: path.reversed().filter { !machine[$0].timers.isEmpty })
        }
        return arming(armed.filter { !$0.states.isEmpty }, in: index)
      }
  }

  /// Returns a switch over the positions in which timers are armed. Neighbors with the same timers share a case.
  private func arming(
    _ armed: [(position: ID<State>, states: [ID<State>])], in region: Int
  ) -> Statement? {
    guard !armed.isEmpty else { return nil }
    var cases: [Case] = []
    for (index, next) in armed.enumerated() {
      if index > 0, armed[index - 1].states == next.states {
        cases[cases.count - 1].patterns.append(.position(next.position))
      } else {
        cases.append(Case(patterns: [.position(next.position)], body: next.states.flatMap(context.arming)))
      }
    }
    return layout.switchOverPosition(ofRegion: region, cases)
  }

  // MARK: - Positions

  /// Returns the statements that store the positions that are entered with a state by default.
  private func positions(enteredWith state: ID<State>) -> [Statement] {
    let planner = EntryPlanner(machine: machine, isFresh: true)
    func statements(_ node: EntryPlan.Node) -> [Statement] {
      let isPosition = machine[node.state].isPosition && node.state != Machine.root
      return (isPosition ? [.moveTo(node.state)] : []) + planner.plan(in: node).nodes.flatMap(statements)
    }
    return statements(EntryPlan.Node(state: state, targets: []))
  }

  /// A parallel state inside the machine.
  private struct ParallelState {
    var state: ID<State>
    /// The states for which it is the nearest parallel state around them.
    var members: [ID<State>]
    var regions: [ID<State>]
  }

  /// Returns the parallel states inside the machine.
  private func parallels() -> [ParallelState] {
    let nearest = nearestParallels()
    let members = Dictionary(grouping: namedStates) { nearest[$0.index] }
    return namedStates.filter { machine[$0].isParallel }.map { state in
      ParallelState(state: state, members: members[state] ?? [], regions: machine.properChildren(of: state))
    }
  }

  /// Returns the nearest parallel state around each state.
  private func nearestParallels() -> [ID<State>?] {
    machine.states.reduce(into: []) { result, state in
      guard let parent = state.parent else { return result.append(nil) }
      result.append(machine[parent].isParallel ? parent : result[parent.index])
    }
  }
}

extension MachineContext {
  /// Returns the statements that arm the timers of a state.
  func arming(_ state: ID<State>) -> [Statement] {
    zip(layout.timerSlots.of(state), machine[state].timers).map { .arm(TimerSlot(index: $0), $1.length) }
  }
}
