import LifelineInterpreter
import LifelineModel
import LifelineSource

extension DiagnosticKind {
  static let deadTransition = DiagnosticKind(
    "L812", .warning, "a transition that can never be taken",
    explanation: """
      The machine can be in the state, but whenever it is, this transition is not looked at: its event is never raised \
      then, or another transition comes first, of the same list or of a state inside.

        player:
          on: {pause: stopped}   # both children take 'pause' themselves
          states:
            playing: {on: {pause: paused}}
            paused: {on: {pause: playing}}

      Remove it, or put it where it can be taken.
      """)
  static let unhandledEvent = DiagnosticKind(
    "L814", .warning, "an event that nothing ever handles",
    explanation: """
      No state takes this event, or only states do that the machine is never in when it comes. An internal event comes \
      when an action raises it; those that the host sends may come at any time.

        states:
          a: {entry: {raise: next}, on: {go: b}}
          b: {on: {next: c}}   # 'next' is raised in 'a', and gone before 'b' is entered

      Take it where it comes, or remove it with the actions that raise it.
      """)
  static let decidedGuard = DiagnosticKind(
    "L816", .warning, "a guard that is always true or always false",
    explanation: """
      Wherever the machine looks at this condition, it comes out the same, whatever the host does.

        context: {connected: false}
        states:
          off: {on: {connect: {to: on, do: {set: {connected: true}}}}}
          on: {on: {send: {if: connected, do: didSend}}}   # in 'on', connected is true

      If it always holds, leave it out. If it never does, so can the transition or the actions go that it guards; or \
      the action is missing that would make it true.
      """)
  static let silentTimer = DiagnosticKind(
    "L818", .warning, "a timer that never elapses",
    explanation: """
      The machine can be in the state, but the timer never comes to its deadline: the state is always left before, \
      because a shorter time elapses or because the machine does not rest there at all.

        loading:
          after: {30s: failed}
          states:
            fetching: {after: {10s: {to: slow}}}
            slow: {after: {5s: {to: cancelled}}}   # after 15s the whole is left

      Make it shorter than what comes before it, put it on a state that is active for longer, or remove it.
      """)
}

extension ReachabilityChecks {
  /// By event: whether a transition that names it is taken.
  private var handledEvents: [Bool] {
    var result = [Bool](repeating: false, count: machine.events.count)
    for state in machine.states {
      for list in state.on where list.transitions.contains(where: { exploration.taken[$0.id.index] != nil }) {
        result[list.event.index] = true
      }
    }
    return result
  }

  /// Events that are never handled.
  func eventFindings() -> [Diagnostic] {
    guard machine.states.allSatisfy(\.onAny.isEmpty) else { return [] }
    let isHandled = handledEvents
    var sources: [[ID<State>]] = Array(repeating: [], count: machine.events.count)
    for state in machine.states { for list in state.on { sources[list.event.index].append(state.id) } }
    let sent = sentEvents.union(machine.states.flatMap { $0.deferred.map(\.event) })
    return machine.events.indices.compactMap { index in
      guard !isHandled[index] else { return nil }
      let event = machine.events[index]
      let name = "`\(event.name)`"
      if sources[index].isEmpty {
        // One that is not even sent or deferred is a name that is not used.
        guard sent.contains(ID(index)) else { return nil }
        return machine.finding(.unhandledEvent, "no state takes \(name)", at: event.range)
      }
      let isInactive = sources[index].allSatisfy { !exploration.entered.contains($0) }
      let isArgued = event.isInternal || isInactive
      guard isArgued else { return nil }
      let reason =
        isInactive ? "is taken only in states that nothing leads to" : "is never raised where a state takes it"
      return machine.finding(
        .unhandledEvent, "\(name) \(reason)", at: event.range,
        notes: sources[index].map { ("taken in \(title($0))", machine.states[$0.index].range) })
    }
  }

  private var sentEvents: Set<ID<Event>> {
    var result: Set<ID<Event>> = []
    for scenario in machine.scenarios {
      for step in scenario.steps {
        switch step.kind {
        case .send(let event, _, _), .ignored(let event, _): result.insert(event)
        case .start, .wait, .set: continue
        }
      }
    }
    return result
  }

  /// Transitions that are never taken, as far as nothing else says why. What stands at an anchor counts as one.
  func transitionFindings() -> [Diagnostic] {
    let isHandled = handledEvents
    let resting = exploration.restingStates
    var dead: [SourceRange: (transition: Transition, reason: String)] = [:]
    var alive: Set<SourceRange> = []
    let places = machine.states.lazy.filter { exploration.entered.contains($0.id) }.flatMap(\.triggeredTransitions)
    for place in places {
      let transition = place.transition
      let isTaken = exploration.taken[transition.id.index] != nil
      let decision = exploration.decisions[.transition(transition.id)]
      // Where its guard never holds, that is what is wrong.
      if isTaken || (decision != nil && decision?.holds == nil) {
        alive.insert(transition.range)
        continue
      }
      let reason: String
      let source = title(transition.source)
      switch place.trigger {
      case .event(let event) where !machine[event].isInternal && !resting.contains(transition.source):
        reason = "the machine never rests in \(source), so no event comes there"
      case .event(let event):
        if machine[event].isInternal, !isHandled[event.index] { continue }
        reason =
          machine[event].isInternal
          ? "`\(machine[event].name)` is never raised in \(source), or others come first"
          : "where \(source) is active, others come first"
      case .timer(let timer):
        let fired = FiredTimer(state: transition.source, index: timer)
        if !exploration.firedTimers.contains(fired) { continue }
        reason = "others of its list come first"
      case .done: reason = "\(source) never completes, or others come first"
      case .always, .anyEvent: reason = "where \(source) is active, others come first"
      }
      if dead[transition.range] == nil { dead[transition.range] = (transition, reason) }
    }
    return dead.filter { !alive.contains($0.key) }.sorted { $0.key < $1.key }.map { range, found in
      machine.finding(.deadTransition, "this is never taken: \(found.reason)", at: range)
    }
  }

  /// Conditions that always come out the same. What stands at an anchor counts as one.
  func guardFindings() -> [Diagnostic] {
    var conditions: [Expression] = []
    var transitions: [SourceRange: [ID<Transition>]] = [:]
    machine.forEachTransition { transition in
      guard let condition = transition.condition else { return }
      if transitions[condition.range] == nil { conditions.append(condition) }
      transitions[condition.range, default: []].append(transition.id)
    }
    var choices: Set<SourceRange> = []
    machine.forEachAction { action in
      guard case .choose(let condition, _, _, _) = action, choices.insert(condition.range).inserted else { return }
      conditions.append(condition)
    }
    return conditions.compactMap { condition in
      guard condition.isVariable else { return nil }
      let decisions =
        (transitions[condition.range] ?? []).compactMap { exploration.decisions[.transition($0)] }
        + [exploration.decisions[.choice(condition.range)]].compactMap(\.self)
      let holds = decisions.contains { $0.holds != nil }
      let fails = decisions.contains { $0.fails != nil }
      guard holds != fails else { return nil }
      let verdict = holds ? "always holds" : "never holds"
      return machine.finding(.decidedGuard, "this \(verdict) where the machine looks at it", at: condition.range)
    }
  }

  /// Timers that are always disarmed before their deadlines.
  func timerFindings() -> [Diagnostic] {
    let resting = exploration.restingStates
    var silent: [SourceRange: ID<State>] = [:]
    var heard: Set<SourceRange> = []
    for state in machine.states where exploration.entered.contains(state.id) {
      for (index, timer) in state.timers.enumerated() {
        if exploration.firedTimers.contains(FiredTimer(state: state.id, index: index)) {
          heard.insert(timer.range)
        } else {
          silent[timer.range] = state.id
        }
      }
    }
    return silent.filter { !heard.contains($0.key) }.sorted { $0.key < $1.key }.map { range, state in
      let reason = resting.contains(state) ? "it is always left earlier" : "the machine leaves it at once"
      return machine.finding(.silentTimer, "this never elapses in \(title(state)): \(reason)", at: range)
    }
  }
}

extension Exploration {
  /// The states that are active while the host has control.
  var restingStates: IDSet<State> {
    nodes.reduce(into: IDSet()) { $0.formUnion($1.snapshot.configuration) }
  }
}

extension Expression {
  /// Whether it depends on anything.
  fileprivate var isVariable: Bool {
    contains { part in
      switch part.kind {
      case .field, .parameter, .isActive: true
      case .literal, .not, .and, .or, .comparison, .arithmetic, .negation: false
      }
    }
  }
}
