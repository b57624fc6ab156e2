import LifelineModel

/// Lowers machines to programs.
struct MachineLowering {
  private let context: MachineContext
  private let conflicts: TransitionConflicts
  /// The state from which the lowering of each part begins.
  private let microsteps: MicrostepLowering

  private var shape: Shape { context.shape }
  private var machine: Machine { context.machine }
  private var layout: StateLayout { context.layout }

  /// Returns the program of a machine.
  static func lower(_ context: MachineContext) -> MachineProgram {
    MachineLowering(
      context: context, conflicts: TransitionConflicts.find(in: context.machine),
      microsteps: MicrostepLowering.prepare(for: context)
    ).lower()
  }

  private func lower() -> MachineProgram {
    let start = lowerStart()
    let event = lowerLookup(.event)
    let raised = shape.takesInternalEvents ? lowerTakingRaised() : nil
    let eventless = shape.takesEventless ? lowerLookup(.eventless) : nil
    let timers = lowerTimers()
    let taking = ProgramParts.joining(
      [start.parts, event.parts, raised?.parts, eventless?.parts, timers.parts].compactMap { $0 })
    let selection = lowerSelection(of: taking.shared)
    let parts = ProgramParts.joining([taking, selection.parts])

    let takesEvent = selection.piece?.functions.first?.parameters.contains(.optionalEvent) == true
    let search = event.piece(takesEvent)
    var functions = [start.piece]
    if shape.macrostep != .direct { functions.append(function(.lookup(.event), search)) }
    functions += [
      settle(), finishMacrostep(), eventless.map { function(.lookup(.eventless), $0.piece(takesEvent)) },
      raised.map { function(.lookup(.internalEvent), $0.piece(takesEvent)) },
    ]
    functions += parts.regionFunctions
    functions += selection.piece?.functions ?? []
    functions += parts.stateFunctions + parts.microstepFunctions
    var members: [Member] =
      layout.tracksSteps ? layout.regions.indices.map { .declaration(context.declareState(ofRegion: $0)) } : []
    members += [.function(handle(search))] + clock() + timers.piece
    members += CheckedArithmetic.used(in: machine).map { .declaration(context.declare($0)) }
    if !context.fieldsWithRanges.isEmpty { members += .declarations(context.declareRangeChecks()) }
    members += functions.compactMap { $0.map { .function($0) } }
    members +=
      completions(of: parts.completions)
      + [dropPending(), deferEvent(), recallDeferred()].compactMap { $0.map { .function($0) } }
    members += .declarations(configurationDeclarations() + (selection.piece?.types ?? []))
    return MachineProgram(
      shape: shape, storage: storage(), members: members, sharedTransitions: selection.piece?.transitions ?? [],
      helpers: .declarations(helpers()),
      resumption: .declarations(ResumptionLowering(context: context).declarations()),
      storedMemories: context.lowerStoredMemories())
  }

  /// Returns what `lower` returns, and the parts to which it refers.
  private func lowering<Piece>(_ lower: (inout MicrostepLowering) -> Piece) -> Lowered<Piece> {
    var microsteps = microsteps
    let piece = lower(&microsteps)
    return Lowered(piece: piece, parts: microsteps.parts)
  }

  private func lowerLookup(_ lookup: Lookup) -> Lowered<LookupLowering.Search> {
    LookupLowering.lower(lookup, microsteps, conflicts)
  }

  private func lowerSelection(of shared: SharedTransitions) -> Lowered<MicrostepLowering.Selection?> {
    lowering { $0.lowerSelection(of: shared.all) }
  }

  private func function(_ name: FunctionName, _ body: [Statement]) -> Function {
    switch name {
    case .lookup(let lookup):
      let signature = LookupSignature.make(for: lookup, shape, selects: false)
      return Function(name: name, parameters: signature.parameters, result: signature.result, body: body)
    default: return Function(name: name, parameters: shape.parameters(), body: body)
    }
  }

  private func call(_ name: FunctionName, _ first: SwiftExpression? = nil) -> FunctionCall {
    FunctionCall(name: name, arguments: shape.arguments(first))
  }

  // MARK: - Macrosteps

  /// Returns the function that handles an event of the host. `search` finds the transition to take.
  private func handle(_ search: [Statement]) -> Function {
    var body: [Statement] = shape.canFinish ? [.when(.isFinished, .return(.ignored))] : []
    if shape.macrostep == .direct {
      body += search
    } else {
      let take = SwiftExpression.result(call(.lookup(.event), .event))
      body += beginning
      body +=
        shape.defers
        ? [
          .constant("result", take),
          .guard(.comparison(.equal, "result", ".taken"), else: [.return(.comparison(.equal, "result", ".deferred"))]),
        ] : [.guard(take, else: [.return(.ignored)])]
      body += restOfMacrostep() + [.return(.taken)]
    }
    return Function(name: .handle, parameters: [.event, .calls], result: .isTaken, body: body)
  }

  /// The statements that begin a macrostep.
  private var beginning: [Statement] {
    shape.hasMacrostepData ? [.variable("macrostep", "Macrostep()")] : []
  }

  /// The statements that count a microstep.
  private var counting: [Statement] { context.countingMicrostep }

  /// The data of a macrostep.
  private static let macrostep: SwiftExpression = "macrostep"
  private static let deferredEvents: SwiftExpression = "deferredEvents"

  /// Returns the statements after the first microstep of an event or a timer.
  private func restOfMacrostep() -> [Statement] {
    var result = counting
    switch shape.macrostep {
    case .direct: break
    case .inline(let followUps): result += statements(followUps)
    case .outlined(let followUps):
      let conditions: [(Shape.FollowUp, SwiftExpression)] = [
        (.settle, Self.macrostep.hasRaised), (.recallDeferred, .comparison(.greater, Self.deferredEvents.count, 0)),
        (.finish, .isFinished),
      ]
      let needed = conditions.filter { followUps.contains($0.0) }.map(\.1)
      result.append(.when(.or(needed), .run(call(.finishMacrostep))))
    }
    return result
  }

  private func statements(_ followUps: [Shape.FollowUp]) -> [Statement] {
    followUps.map { followUp in
      switch followUp {
      case .settle: .run(call(.settle))
      case .finish: .when(.isFinished, .run(FunctionCall(name: .dropPending)))
      case .recallDeferred: .run(call(.recallDeferred))
      }
    }
  }

  private func finishMacrostep() -> Function? {
    guard case .outlined(let followUps) = shape.macrostep else { return nil }
    return function(.finishMacrostep, statements(followUps))
  }

  private func settle() -> Function? {
    guard let settling = shape.settling else { return nil }
    let running: [SwiftExpression] = shape.canFinish ? [.not(.isFinished)] : []
    let takeEventless = SwiftExpression.result(call(.lookup(.eventless)))
    guard settling.takesInternalEvents else {
      return function(.settle, [.while(.and(running + [takeEventless]), counting)])
    }
    var body: [Statement] = []
    if settling.takesEventless { body.append(.if(takeEventless, then: counting + [.continue], else: [])) }
    let takeRaised = SwiftExpression.result(call(.lookup(.internalEvent), .internalEvent))
    body += [
      .guard(.binding("internalEvent", Self.macrostep.next()), else: [.return(nil)]),
      shape.countsMicrosteps ? .if(takeRaised, then: counting, else: []) : .set("_", takeRaised),
    ]
    return function(.settle, [.while(running.first ?? "true", body)])
  }

  /// Returns the body of the function that takes an internal event: completed states first, then raised events.
  private func lowerTakingRaised() -> Lowered<LookupLowering.Search> {
    let raised = context.internalEvents.raised
    let search = raised.isEmpty ? nil : lowerLookup(.internalEvent)
    let dones = lowering { microsteps in
      context.internalEvents.completedStates.map { state in
        let transitions = microsteps.transitions(machine[state].done)
        let check = Statement.if(.isActive(state), then: transitions, else: [])
        return Case(
          patterns: [.internalEvent(.done(state))], body: (transitions.isEmpty ? [] : [check]) + [.return(.ignored)])
      }
    }
    let cases = dones.piece
    let switches: [Statement] =
      cases.isEmpty ? [] : [.switch(.internalEvent, cases, default: raised.isEmpty ? .none : .nothing)]
    return Lowered(
      piece: { switches + (search?.piece($0) ?? []) },
      parts: ProgramParts.joining([search?.parts, dones.parts].compactMap { $0 }))
  }

  // MARK: - Start and end

  /// Returns the function that starts the machine; `nil` if there is nothing to do.
  private func lowerStart() -> Lowered<Function?> {
    lowering { $0.lowerStart() }.map(startFunction)
  }

  private func startFunction(_ entries: [Statement]) -> Function? {
    let movesOn = canMoveOnFromStart
    let settles = movesOn || shape.takesInternalEvents
    let drops = shape.end == .dropping && (settles || startsInFinals)
    guard !entries.isEmpty || movesOn || drops && !context.pendingParts.isEmpty else { return nil }
    var body = entries
    if settles || entries.runFunctions { body = beginning + body }
    if settles { body.append(.run(call(.settle))) }
    if drops { body += statements([.finish]) }
    return Function(name: .start, parameters: [.calls], body: body)
  }

  /// Whether eventless transitions may be enabled at the start.
  private var canMoveOnFromStart: Bool {
    guard !layout.hasRegions else { return shape.takesEventless }
    return layout.path(from: context.initialLeaf, upTo: nil).contains { !machine[$0].always.isEmpty }
  }

  /// Whether all regions may be in final states before anything has run.
  private var startsInFinals: Bool { layout.hasRegions || machine[context.initialLeaf].isFinal }

  private func completions(of asked: IDSet<State>) -> [Member] {
    var parallels = asked
    if shape.canFinish { parallels.insert(Machine.root) }
    return machine.states.compactMap { state in
      guard parallels.contains(state.id) else { return nil }
      let finals = state.isParallel ? context.completion.finals(of: state.id) : [context.finals]
      return finals.map { .declaration(context.declareCompletion(of: state.id, $0)) }
    }
  }

  /// Returns the function that drops timers and deferred events. A machine around this one needs it, too.
  private func dropPending() -> Function? {
    guard context.canBePending else { return nil }
    let body =
      slots.map { Statement.disarm($0) } + (shape.defers ? [.set(Self.deferredEvents, "DeferredEvents()")] : [])
      + context.pendingParts.map { .dropPending($0.id) }
    return Function(name: .dropPending, parameters: [], body: body)
  }

  // MARK: - Timers

  private var slots: [TimerSlot] { (0..<layout.timerSlots.count).map(TimerSlot.init) }

  /// Returns the members that let time pass, for the machine and its parts.
  private func clock() -> [Member] {
    guard context.hasTimers else { return [] }
    let functions = [elapseDueTimer(), followPart()].compactMap { $0.map { Member.function($0) } }
    return .declarations(context.declareClock()) + functions
  }

  /// Returns the function that completes the macrostep after a part has taken a transition by itself; `nil` if nothing can
  /// be left to do.
  private func followPart() -> Function? {
    guard !context.timedParts.isEmpty, shape.takesEventless || shape.defers else { return nil }
    return Function(name: .followPart, parameters: [.calls], body: beginning + statements(shape.macrostep.followUps))
  }

  /// Returns the function that lets the first timer elapse that is due. A machine around this one needs it, too.
  private func elapseDueTimer() -> Function {
    let following = followPart().map {
      Statement.when("timer.isHandled", .run(FunctionCall(name: $0.name, arguments: [.calls])))
    }
    let parts = context.timedParts.map { part in
      let elapsed = Statement.return(.tuple([".\(part.property)(timer.cause)", "timer.isHandled"]))
      return Statement.broken(
        .if(
          "let timer = \(part.property).elapseDueTimer(calling: { \(part.forwarding) })",
          then: [following, elapsed].compactMap { $0 }, else: []))
    }
    let own = slots.map { Statement.if(.isDue($0), then: elapse($0), else: []) }
    return Function(
      name: .elapseDueTimer, parameters: [.calls], result: .elapsedTimer,
      body: parts + (own.isEmpty ? [] : beginning) + own + [.return("nil")])
  }

  /// Returns the statements that let the timer in a slot elapse.
  private func elapse(_ slot: TimerSlot) -> [Statement] {
    let take = SwiftExpression.result(call(.takeTimer(slot)))
    let owners = layout.timerSlots.states[slot.index]
    let owner = owners.count == 1 ? context.anyState(owners[0]) : Self.owner
    func elapsed(_ isTaken: SwiftExpression) -> Statement {
      .return(.tuple([(".timer" as SwiftExpression)(of: owner), isTaken]))
    }
    let taking =
      shape.macrostep == .direct
      ? [elapsed(take)] : [.guard(take, else: [elapsed(.ignored)])] + restOfMacrostep() + [elapsed(.taken)]
    return (owners.count == 1 ? [] : ownerSearch(owners)) + [.disarm(slot)] + taking
  }

  /// The state whose timer elapses, if several states can have it.
  private static let owner: SwiftExpression = "stateOfDueTimer"

  /// Returns the statements that find the one of several states that is active.
  private func ownerSearch(_ states: [ID<State>]) -> [Statement] {
    let cases = casesByRegion(states.map { ($0, [.set(Self.owner, context.anyState($0))]) })
    return ["let stateOfDueTimer: AnyState"]
      + cases.reversed().reduce([.return("nil")]) { (other: [Statement], region) in
        [layout.switchOverPosition(ofRegion: region.index, region.cases, default: .statements(other))]
      }
  }

  /// Returns cases for states, one list for each region that has some of them.
  private func casesByRegion(_ bodies: [(state: ID<State>, body: [Statement])]) -> [(index: Int, cases: [Case])] {
    let regions = Dictionary(grouping: bodies) { layout.regionIndices[$0.state.index] ?? 0 }
    return regions.sorted { $0.key < $1.key }.map { index, bodies in
      let cases = bodies.map { state, body in
        Case(patterns: layout.restingPositions(of: state).map { .position($0) }, body: body)
      }
      return (index, cases)
    }
  }

  private func lowerTimers() -> Lowered<[Member]> {
    lowering { microsteps in slots.map { .function(takeTimer($0, &microsteps)) } }.map(timerMembers)
  }

  private func timerMembers(_ slotFunctions: [Member]) -> [Member] {
    let armsByField = machine.states.contains { state in
      state.timers.contains { if case .field = $0.length { true } else { false } }
    }
    return slotFunctions + (armsByField ? .declarations(context.declareArmingCheck()) : [])
  }

  /// Returns the function that takes the transition of the timer in a slot, which belongs to one of the active states.
  private func takeTimer(_ slot: TimerSlot, _ microsteps: inout MicrostepLowering) -> Function {
    let bodies = layout.timerSlots.states[slot.index].map { state in
      let timer = machine[state].timers[slot.index - layout.timerSlots.of(state).lowerBound]
      return (state, microsteps.transitions(timer.transitions))
    }
    let taken = casesByRegion(bodies.filter { !$1.isEmpty })
    var body = bodies.count == 1 ? bodies[0].1 : taken.map { layout.switchOverPosition(ofRegion: $0, $1) }
    if body.fallThrough { body.append(.return(.ignored)) }
    return Function(name: .takeTimer(slot), parameters: shape.parameters(), result: .isTaken, body: body)
  }

  // MARK: - Deferred events

  private func deferEvent() -> Function? {
    guard shape.defers, shape.hasRegions else { return nil }
    let isExhaustive = context.deferred.count == context.hostEvents.count
    let cases = context.deferred.map { Case(patterns: [.event(EventPattern(event: $0))], body: [.defer($0)]) }
    return Function(
      name: .deferEvent, parameters: [.event],
      body: [.joined(.switch(.event, cases, default: isExhaustive ? .none : .nothing))])
  }

  private func recallDeferred() -> Function? {
    guard shape.defers else { return nil }
    let (events, index) = (Self.deferredEvents, "index" as SwiftExpression)
    let remove = Statement.evaluate(events.remove(at: index))
    var taken = [remove] + counting
    if shape.settling != nil { taken.append(.run(call(.settle))) }
    if shape.end == .dropping { taken.append(.when(.isFinished, .return(.result(FunctionCall(name: .dropPending))))) }
    let cases = [
      Case(.deferred, body: [.evaluate(.assignment("+=", index, 1))]), Case(.ignored, body: [remove]),
      Case(.taken, body: taken + [.set(index, 0)]),
    ]
    let body: [Statement] = [
      .constant("event", events.event(at: index)),
      .switch(.result(call(.lookup(.event), .event)), cases, default: .none),
    ]
    return function(
      .recallDeferred, [.variable("index", 0), .while(.comparison(.less, index, events.count), body)])
  }

  // MARK: - Types and properties

  private func storage() -> [StoredProperty] {
    var result: [StoredProperty] = machine.fields.isEmpty ? [] : [.context]
    result += context.ownParts.map { .part($0.id) }
    result += shape.hasRegions ? layout.regions.indices.map { .region($0) } : [.state]
    result += context.memories.all.flatMap(\.stored).map { .memory($0) }
    return result + slots.map { .timer($0) } + (shape.defers ? [.deferredEvents] : [])
  }

  /// Returns the function and types that tell which positions are in which state.
  private func configurationDeclarations() -> [Declaration] {
    if shape.configuration == .atomicState(isFlat: true) { return [] }
    return context.declareExtents() + layout.regions.indices.compactMap(context.declarePositions)
  }

  private func helpers() -> [Declaration] {
    var result = !machine.fields.isEmpty && context.isComposed ? [context.declareStoredContext()] : []
    if shape.takesInternalEvents { result.append(context.declareInternalEvents()) }
    if shape.hasMacrostepData {
      let queue = shape.takesInternalEvents ? ListStorage.fitting(context.bounds.queueLength) : nil
      result.append(context.declareMacrostep(queue: queue, caseCount: context.internalEvents.all.count))
    }
    guard shape.defers else { return result }
    let lookupResult = Declaration(head: "private enum LookupResult", cases: ["ignored", "deferred", "taken"])
    return result + [lookupResult, context.declareDeferred(context.deferred)]
  }
}
