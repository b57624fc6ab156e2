import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Returns the diagnostics of transitions that are never taken although the machine enters their state (L812), unless
/// another diagnostic explains it. The aliases of an anchor count as one transition.
func deadTransitions(in exploration: Exploration) -> [Diagnostic] {
  let machine = exploration.machine
  let arriving = exploration.arrivingEvents
  let resting = exploration.restingStates
  var reasons: [SourceRange: String] = [:]
  var alive: Set<SourceRange> = []
  for triggered in machine.declared.states.filter({ exploration.entered.contains($0.id) }).flatMap(
    \.triggeredTransitions)
  {
    let transition = triggered.transition
    let isTaken = exploration.taken[transition.id.index] != nil
    let decision = exploration.guardOutcomes[.transition(transition.id)]
    // There's another diagnostic for a guard that never holds.
    if isTaken || (decision != nil && decision?.holds == nil) {
      alive.insert(transition.range)
      continue
    }
    let reason: String
    let source = machine.title(transition.source)
    switch triggered.trigger {
    case .event(let event) where machine[event].isInternal:
      guard arriving.contains(event) else { continue }
      reason = "`\(machine[event].name)` is never raised in \(source), or other transitions come first"
    case .event where !resting.contains(transition.source):
      reason = "the machine never rests in \(source), so no event arrives there"
    case .timer(let timer):
      guard exploration.elapsedTimers.contains(ElapsedTimer(state: transition.source, index: timer)) else {
        continue
      }
      reason = "other transitions of its list come first"
    case .done: reason = "\(source) never completes, or other transitions come first"
    case .event, .always, .anyEvent: reason = "other transitions take precedence whenever \(source) is active"
    }
    if reasons[transition.range] == nil { reasons[transition.range] = reason }
  }
  return reasons.filter { !alive.contains($0.key) }.sorted { $0.key < $1.key }.map { range, reason in
    machine.diagnostic(.deadTransition, "this is never taken: \(reason)", at: range)
  }
}

/// Returns the diagnostics of events that are never handled (L814).
///
/// A `"*"` can handle an event in place of the transitions that name it, but somewhere they are to handle it, too: an
/// internal event must be raised where a state that is entered names it.
func unhandledEvents(in exploration: Exploration) -> [Diagnostic] {
  let machine = exploration.machine
  let arriving = exploration.arrivingEvents
  let hasAny = machine.declared.states.contains { !$0.onAny.isEmpty }
  var handlers: [ID<Event>: [ID<State>]] = [:]
  for state in machine.declared.states { for list in state.on { handlers[list.event, default: []].append(state.id) } }
  let used = Set(machine.sentValues.keys).union(machine.declared.states.flatMap { $0.deferred.map(\.event) })
  return machine.declared.events.indices.compactMap { index in
    let id = ID<Event>(index)
    guard !arriving.contains(id) else { return nil }
    let event = machine[id]
    guard let states = handlers[id] else {
      // Reading the spec reports an event that is neither sent nor deferred.
      guard used.contains(id), !exploration.isHandledAsAny(id) else { return nil }
      let others = hasAny ? " by its name, and no `\"*\"` comes to it" : ""
      return machine.diagnostic(.unhandledEvent, "no state handles `\(event.name)`\(others)", at: event.range)
    }
    let isUnreachable = states.allSatisfy { !exploration.entered.contains($0) }
    guard isUnreachable ? !exploration.isHandledAsAny(id) : event.isInternal else { return nil }
    let reason =
      switch (isUnreachable, hasAny) {
      case (true, _): "is only handled in states that are never entered"
      case (false, true): "is never raised where a state names it, or a `\"*\"` comes first"
      case (false, false): "is never raised where a state handles it"
      }
    return machine.diagnostic(
      .unhandledEvent, "`\(event.name)` \(reason)", at: event.range,
      notes: states.map { ("handled in \(machine.title($0))", machine.states[$0.index].range) })
  }
}

extension Exploration {
  /// The events that come to a transition that names them, whether or not its guard holds.
  fileprivate var arrivingEvents: Set<ID<Event>> {
    Set(
      machine.declared.states.flatMap(\.on).filter { list in
        list.transitions.contains { taken[$0.id.index] != nil || guardOutcomes[.transition($0.id)] != nil }
      }.map(\.event))
  }

  /// Returns whether a `"*"` can handle an event to which no transition by its name comes.
  ///
  /// A `"*"` that is never taken handles nothing. The host's events only come to a state in which the machine rests,
  /// and only if neither the state nor one inside of it defers them.
  fileprivate func isHandledAsAny(_ event: ID<Event>) -> Bool {
    let sources = machine.declared.states.filter { state in
      state.onAny.contains { taken[$0.id.index] != nil }
    }.map(\.id)
    if machine[event].isInternal { return !sources.isEmpty }
    let resting = restingStates
    return sources.contains { source in
      (source.index..<machine[source].subtreeEnd).contains { index in
        guard machine.states[index].isAtomic, resting.contains(ID(index)) else { return false }
        return ([ID(index)] + machine.ancestors(of: ID(index))).allSatisfy { state in
          state.index < source.index || !machine[state].deferred.contains { $0.event == event }
        }
      }
    }
  }
}
