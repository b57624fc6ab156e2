import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Returns the diagnostics of transitions that are never taken although the machine enters their state (L812), unless
/// another diagnostic explains it. The aliases of an anchor count as one transition.
func deadTransitions(in exploration: Exploration) -> [Diagnostic] {
  let machine = exploration.machine
  let handled = exploration.handledEvents
  let resting = exploration.restingStates
  var reasons: [SourceRange: String] = [:]
  var alive: Set<SourceRange> = []
  for triggered in machine.ownStates.filter({ exploration.entered.contains($0.id) }).flatMap(\.triggeredTransitions) {
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
      guard handled.contains(event) else { continue }
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
func unhandledEvents(in exploration: Exploration) -> [Diagnostic] {
  let machine = exploration.machine
  guard machine.ownStates.allSatisfy(\.onAny.isEmpty) else { return [] }
  let handled = exploration.handledEvents
  var handlers: [ID<Event>: [ID<State>]] = [:]
  for state in machine.ownStates { for list in state.on { handlers[list.event, default: []].append(state.id) } }
  let used = machine.eventsOfScenarios.union(machine.ownStates.flatMap { $0.deferred.map(\.event) })
  return machine.ownEvents.indices.compactMap { index in
    guard !handled.contains(ID(index)) else { return nil }
    let event = machine.events[index]
    guard let states = handlers[ID(index)] else {
      // Reading the spec reports an event that is neither sent nor deferred.
      guard used.contains(ID(index)) else { return nil }
      return machine.diagnostic(.unhandledEvent, "no state handles `\(event.name)`", at: event.range)
    }
    let isUnreachable = states.allSatisfy { !exploration.entered.contains($0) }
    guard event.isInternal || isUnreachable else { return nil }
    let reason =
      isUnreachable
      ? "is only handled in states that are never entered" : "is never raised where a state handles it"
    return machine.diagnostic(
      .unhandledEvent, "`\(event.name)` \(reason)", at: event.range,
      notes: states.map { ("handled in \(machine.title($0))", machine.states[$0.index].range) })
  }
}

extension Exploration {
  /// The events for which a transition that names them is taken.
  fileprivate var handledEvents: Set<ID<Event>> {
    Set(
      machine.ownStates.flatMap(\.on).filter { list in
        list.transitions.contains { taken[$0.id.index] != nil }
      }.map(\.event))
  }
}

extension Machine {
  fileprivate var eventsOfScenarios: Set<ID<Event>> {
    Set(
      scenarios.flatMap(\.steps).compactMap { step in
        switch step.kind {
        case .send(let event, _, _), .ignored(let event, _): event
        case .start, .wait, .set: nil
        }
      })
  }
}
