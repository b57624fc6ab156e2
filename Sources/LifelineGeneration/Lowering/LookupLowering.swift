import LifelineModel

/// Lowers lookups of the transition to take. The lookup in a region is a switch over its position, and each case is a
/// switch over the event. After its own transitions, a state calls the function of its nearest ancestor with
/// transitions.
struct LookupLowering {
  /// In a machine with more transitions than this, atomic states have functions of their own, too. The compiler's time
  /// for a function grows faster than the function.
  private static let greatestInlineCount = 400

  let conflicts: TransitionConflicts
  var microsteps: MicrostepLowering

  private var context: MachineContext { microsteps.context }
  private var machine: Machine { context.machine }
  private var layout: StateLayout { context.layout }

  /// The lookup in an atomic state and its ancestors.
  private struct Leaf {
    var state: ID<State>
    var body: [Statement]
  }

  /// Returns the body of the function that finds the transition to take, if it is known whether the function that
  /// performs selected transitions takes the event.
  typealias Search = (_ performTakesEvent: Bool) -> [Statement]

  /// Returns the body of the function that finds the transition to take, and the parts to which it refers.
  static func lower(
    _ lookup: Lookup, _ microsteps: MicrostepLowering, _ conflicts: TransitionConflicts
  ) -> Lowered<Search> {
    var lowering = LookupLowering(conflicts: conflicts, microsteps: microsteps)
    let body = lowering.lower(lookup)
    return Lowered(piece: body, parts: lowering.microsteps.parts)
  }

  private mutating func lower(_ lookup: Lookup) -> Search {
    let signature = LookupSignature.make(for: lookup, context.shape, selects: selects(lookup))
    let leaves = leaves(signature)
    guard layout.hasRegions else {
      let body = dispatch(leaves[0], in: 0, signature)
      return { _ in body }
    }
    let calls = search(leaves, signature)
    return { [self] in wholeSearch(calls, signature, performTakesEvent: $0) }
  }

  // MARK: - Regions

  /// Returns the calls that look for transitions in each active region, in document order.
  private mutating func search(_ leaves: [[Leaf]], _ signature: LookupSignature) -> [Statement] {
    // The call of each region's function, if it has one.
    var calls = [FunctionCall?](repeating: nil, count: layout.regions.count)
    var functions: [Function] = []
    for region in layout.regions.indices.reversed() {
      // In a parallel state, the lookup continues in its regions.
      var searches: [(state: ID<State>, body: [Statement])] = []
      for position in layout.regions[region].positions where machine[position].isParallel {
        let inner = regionCalls(inside: position, calls)
        if !inner.isEmpty { searches.append((position, result(of: inner.map { ask($0, signature) }, signature))) }
      }
      let body = dispatch(leaves[region], searches: searches, in: region, signature)
      guard body != [.return(.ignored)] else { continue }
      let call = signature.call(.lookupInRegion(signature.lookup, layout.regions[region].root))
      calls[region] = call
      functions.append(
        Function(name: call.name, parameters: signature.parameters, result: signature.result, body: body))
    }
    microsteps.parts.regionFunctions = functions.reversed()
    guard machine[Machine.root].isParallel else { return calls[0].map { [ask($0, signature)] } ?? [] }
    if signature.lookup == .event, let grouped = callsByEvent(calls, signature) { return [grouped] }
    return regionCalls(inside: Machine.root, calls).map { ask($0, signature) }
  }

  /// Returns the calls for the regions of a parallel state.
  private func regionCalls(inside parallel: ID<State>, _ calls: [FunctionCall?]) -> [FunctionCall] {
    machine.properChildren(of: parallel).compactMap { region in layout.regionIndices[region.index].flatMap { calls[$0] }
    }
  }

  /// Returns a switch that asks only those regions of the root that handle or defer the event; `nil` if all events ask
  /// the same regions.
  private func callsByEvent(_ calls: [FunctionCall?], _ signature: LookupSignature) -> Statement? {
    let events = RegionEvents.collect(from: machine)
    var cases: [Case] = []
    var indices: [[Statement]: Int] = [:]
    var isExhaustive = true
    for event in context.hostEvents {
      let asked = machine.properChildren(of: Machine.root).compactMap { region -> Statement? in
        guard events.mayTake(event, in: region) else { return nil }
        return layout.regionIndices[region.index].flatMap { calls[$0] }.map { ask($0, signature) }
      }
      let pattern = Pattern.event(EventPattern(event: event))
      if asked.isEmpty {
        isExhaustive = false
      } else if let index = indices[asked] {
        cases[index].patterns.append(pattern)
      } else {
        indices[asked] = cases.count
        cases.append(Case(patterns: [pattern], body: asked))
      }
    }
    guard cases.count > 1 || (cases.count == 1 && !isExhaustive) else { return nil }
    return .switch(.event, cases, default: isExhaustive ? .none : .nothing)
  }

  /// Returns the statement that returns if the function for a region takes a transition.
  private func ask(_ call: FunctionCall, _ signature: LookupSignature) -> Statement {
    guard signature.defers else { return .joined(.when(.result(call), .return(.taken))) }
    let cases = [
      Case(.taken, body: [.return(.taken)]), Case(.deferred, body: [.set("isDeferred", "true")]),
      Case(.ignored, body: [.break]),
    ]
    return .switch(.result(call), cases, default: .none)
  }

  /// Returns `calls`, which ask regions, and the return of the result if no region takes a transition.
  private func result(of calls: [Statement], _ signature: LookupSignature) -> [Statement] {
    guard !calls.isEmpty, signature.defers else { return calls + [.return(.ignored)] }
    return [.variable("isDeferred", "false")] + calls + [.return(.conditional("isDeferred", .deferred, .ignored))]
  }

  /// Returns the lookup in all regions, after which the selected transitions are taken or the event is deferred.
  private func wholeSearch(
    _ calls: [Statement], _ signature: LookupSignature, performTakesEvent: Bool
  ) -> [Statement] {
    var result = result(of: calls, signature)
    guard !calls.isEmpty else { return result }
    if signature.selects {
      let selected = SwiftExpression.selected
      let event = signature.lookup == .event ? SwiftExpression.event : .noEvent
      let perform = FunctionCall(
        name: .perform, arguments: [selected] + context.shape.arguments(performTakesEvent ? event : nil))
      result.insert(.variable("selected", "SelectedTransitions()"), at: 0)
      result.insert(
        .if(.comparison(.greater, selected.count, 0), then: [.run(perform), .return(.taken)], else: []),
        at: result.count - 1)
    }
    if signature.defers {
      let call = FunctionCall(name: .deferEvent, arguments: [.event])
      result.insert(.when("isDeferred", .run(call)), at: result.count - 1)
    }
    return result
  }

  /// Returns whether transitions must be selected before they are taken.
  private func selects(_ lookup: Lookup) -> Bool {
    guard layout.hasRegions else { return false }
    return machine.states.contains { state in
      func isShared(_ list: [Transition], _ trigger: TransitionConflicts.Trigger) -> Bool {
        !list.isEmpty && conflicts.isShared(list, for: trigger, in: state.id)
      }
      if lookup == .eventless { return isShared(state.always, .eventless) }
      return isShared(state.onAny, .anyEvent)
        || state.on.contains { handler in
          (lookup == .internalEvent
            ? context.internalEvents.raised.contains(handler.event) : !machine[handler.event].isInternal)
            && isShared(handler.transitions, .event(handler.event))
        }
    }
  }

  // MARK: - States

  /// Returns the atomic states that have or inherit transitions, by region.
  private mutating func leaves(_ signature: LookupSignature) -> [[Leaf]] {
    var result = [[Leaf]](repeating: [], count: layout.regions.count)
    // The call that looks up transitions in each state and its ancestors; `nil` if there are none.
    var fallbacks = [FunctionCall?](repeating: nil, count: machine.states.count)
    let isSplit = machine.transitionCount > Self.greatestInlineCount
    for state in machine.states
    where !state.isHistory && !(state.isFinal && state.parent == Machine.root) && !layout.passed.contains(state.id) {
      let outside = state.parent.flatMap { fallbacks[$0.index] }
      let own = handlers(of: state, signature)
      let hasFunction = !own.isEmpty && (!state.isAtomic || isSplit)
      var leaf = Leaf(state: state.id, body: own)
      if hasFunction {
        let call = signature.call(.lookupInState(signature.lookup, state.id))
        let rest = outside.map { SwiftExpression.result($0) } ?? .ignored
        microsteps.parts.stateFunctions.append(
          Function(
            name: call.name, parameters: signature.parameters, result: signature.result,
            body: own.fallThrough ? own + [.return(rest)] : own))
        fallbacks[state.id.index] = call
        leaf.body = [.return(.result(call))]
      } else {
        fallbacks[state.id.index] = outside
        if let outside, own.fallThrough { leaf.body.append(.return(.result(outside))) }
      }
      if state.isAtomic, !leaf.body.isEmpty, let region = layout.regionIndices[state.id.index] {
        result[region].append(leaf)
      }
    }
    return result
  }

  /// Returns the switch over the position of a region, and the result if nothing is taken.
  private func dispatch(
    _ leaves: [Leaf], searches: [(state: ID<State>, body: [Statement])] = [], in region: Int,
    _ signature: LookupSignature
  ) -> [Statement] {
    var cases: [Case] = []
    var searches = searches[...]
    func addSearches(before state: ID<State>?) {
      while let search = searches.first, state.map({ search.state < $0 }) ?? true {
        cases.append(Case(patterns: [.position(search.state)], body: search.body))
        searches.removeFirst()
      }
    }
    for leaf in leaves {
      addSearches(before: leaf.state)
      cases.append(Case(patterns: [.position(leaf.state)], body: leaf.body))
    }
    addSearches(before: nil)
    guard !cases.isEmpty else { return [.return(.ignored)] }
    let result = [layout.switchOverPosition(ofRegion: region, cases)]
    return result.fallThrough ? result + [.return(.ignored)] : result
  }

  // MARK: - Handlers

  /// Returns the lookup among the transitions of a state itself.
  private mutating func handlers(of state: State, _ signature: LookupSignature) -> [Statement] {
    switch signature.lookup {
    case .eventless: return transitions(state.always, of: state, for: .eventless)
    case .internalEvent:
      let cases = state.on.compactMap { handler -> Case? in
        guard context.internalEvents.raised.contains(handler.event) else { return nil }
        let body = transitions(handler.transitions, of: state, for: .event(handler.event))
        return body.isEmpty ? nil : Case(patterns: [.internalEvent(.event(handler.event))], body: body)
      }
      return handlers(.internalEvent, cases, of: context.internalEvents.all.count, in: state)
    case .event:
      let deferred = IDSet(state.deferred.map(\.event))
      var cases = state.on.compactMap { handler in
        machine[handler.event].isInternal
          ? nil
          : eventCase(
            handler.event, handler.transitions, of: state, isDeferred: deferred.contains(handler.event))
      }
      let named = IDSet(state.on.map(\.event))
      for deferral in state.deferred where !named.contains(deferral.event) {
        if let next = eventCase(deferral.event, [], of: state, isDeferred: true) { cases.append(next) }
      }
      return handlers(.event, cases, of: context.hostEvents.count, in: state)
    }
  }

  /// Returns a switch with `cases`, of which there could be `count`, and the transitions for any event.
  private mutating func handlers(
    _ subject: SwiftExpression, _ cases: [Case], of count: Int, in state: State
  ) -> [Statement] {
    let standard = cases.count < count ? Default.nothing : .none
    let result: [Statement] = cases.isEmpty ? [] : [.switch(subject, merging(cases), default: standard)]
    // Nothing after cases that always take the event can be reached.
    return result.fallThrough ? result + transitions(state.onAny, of: state, for: .anyEvent) : result
  }

  private mutating func eventCase(
    _ event: ID<Event>, _ list: [Transition], of state: State, isDeferred: Bool
  ) -> Case? {
    var body = transitions(list, of: state, for: .event(event))
    if isDeferred, body.fallThrough {
      // With regions, the event is deferred only if no region takes it.
      body += (layout.hasRegions ? [] : [.defer(event)]) + [.return(.deferred)]
    }
    if body.isEmpty { return nil }
    return Case(patterns: [.event(EventPattern(event: event, parameters: body.parameters))], body: body)
  }

  /// Returns the cases with those joined that do the same and needn't know which event it is.
  private func merging(_ cases: [Case]) -> [Case] {
    var indices: [[Statement]: Int] = [:]
    var result: [Case] = []
    for next in cases {
      let isMergeable = next.body.last != .return(.deferred) && next.body.parameters.isEmpty
      if isMergeable, let index = indices[next.body] {
        result[index].patterns += next.patterns
      } else {
        if isMergeable { indices[next.body] = result.count }
        result.append(next)
      }
    }
    return result
  }

  /// Returns the transitions of a list: taken at once, or only selected if others can be taken with them.
  private mutating func transitions(
    _ list: [Transition], of state: State, for trigger: TransitionConflicts.Trigger
  ) -> [Statement] {
    guard layout.hasRegions, !list.isEmpty, conflicts.isShared(list, for: trigger, in: state.id) else {
      return microsteps.transitions(list)
    }
    let isContested = conflicts.hasCandidatesInOtherRegions(trigger, in: state.id)
    return microsteps.selections(list, for: trigger, isContested: isContested)
  }
}
