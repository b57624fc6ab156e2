extension State {
  /// The lists of transitions in the state. The transitions of a list are tried in order.
  package var transitionLists: [[Transition]] {
    on.map(\.transitions) + [onAny, always] + timers.map(\.transitions) + [done]
  }

  /// The transitions of the state: those for events, for any event, eventless, delayed, and for completion.
  package var transitions: [Transition] { transitionLists.flatMap { $0 } }

  /// The actions that run when the state, or its history, is entered by default.
  package var entranceActions: [Action] {
    switch kind {
    case .compound(let entrance), .history(_, let entrance): entrance.actions
    case .atomic, .final, .parallel: []
    }
  }

  /// The transitions of the state with their triggers, in the order of ``transitions``.
  package var triggeredTransitions: [TriggeredTransition] {
    func list(_ transitions: [Transition], _ trigger: TriggeredTransition.Trigger) -> [TriggeredTransition] {
      transitions.map { TriggeredTransition(transition: $0, trigger: trigger) }
    }
    return on.flatMap { list($0.transitions, .event($0.event)) } + list(onAny, .anyEvent) + list(always, .always)
      + timers.enumerated().flatMap { list($0.element.transitions, .timer(index: $0.offset)) } + list(done, .done)
  }
}

extension State {
  /// Changes where and how the state, or its history, is entered by default.
  package mutating func editEntrance(_ edit: (inout Entrance) -> Void) {
    switch kind {
    case .compound(var initial):
      edit(&initial)
      kind = .compound(initial: initial)
    case .history(let history, var entrance):
      edit(&entrance)
      kind = .history(history, default: entrance)
    case .atomic, .final, .parallel: break
    }
  }

  /// Changes each list of actions.
  package mutating func editActions(_ edit: (inout [Action]) -> Void) {
    func editAll(_ transitions: inout [Transition]) {
      for index in transitions.indices { edit(&transitions[index].actions) }
    }
    edit(&entry)
    edit(&exit)
    editEntrance { edit(&$0.actions) }
    for index in on.indices { editAll(&on[index].transitions) }
    for index in timers.indices { editAll(&timers[index].transitions) }
    editAll(&onAny)
    editAll(&always)
    editAll(&done)
  }
}

/// A transition and its trigger.
package struct TriggeredTransition {
  /// The key under which a transition stands.
  package enum Trigger: Hashable, Sendable {
    case event(ID<Event>)
    case anyEvent
    case always
    /// The timer at `index` of the state's timers.
    case timer(index: Int)
    case done
  }

  package var transition: Transition
  package var trigger: Trigger

  /// Returns a name of the transition for messages, such as ``the transition of `a` for `go` ``.
  package func name(in machine: Machine) -> String {
    let state = machine[transition.source]
    let source = state.path.isEmpty ? "the machine" : "`\(state.path)`"
    switch trigger {
    case .event(let event): return "the transition of \(source) for `\(machine[event].name)`"
    case .anyEvent: return "the transition of \(source) for any event"
    case .always: return "the `always` of \(source)"
    case .done: return "the `done` of \(source)"
    case .timer(let index): return "the transition of \(source) after \(state.timers[index].text(in: machine))"
    }
  }
}

extension Timer {
  /// Returns the length as the spec writes it.
  package func text(in machine: Machine) -> String {
    switch length {
    case .constant(let milliseconds): "\(Value.duration(milliseconds: milliseconds))"
    case .field(let field): "`\(machine[field].name)`"
    }
  }
}
