import LifelineModel

/// Rule 3.
///
/// In one thing this departs from SCXML: a history pseudo-state counts as standing where it is written when the
/// domain of a transition is looked for, whatever it remembers. By the letter of the appendix a transition from
/// within its parent would enter states again that it has not exited.
extension Interpreter {
  /// Exits innermost first, runs the transitions' actions in the order of their selection, enters outermost
  /// first: `microstep`, `exitStates`, `executeTransitionContent` and `enterStates`.
  package mutating func takeMicrostep(_ transitions: [Transition], arguments: Arguments) throws(Fault) {
    if transitions.isEmpty { return }
    microsteps += 1
    if microsteps > Fault.microstepLimit {
      throw Fault(kind: .endlessMacrostep, machine: chart.machine.name, range: transitions[0].range)
    }
    // By their places: a transition is large, and would be copied.
    var domains: [ID<State>?] = []
    for place in transitions.indices {
      domains.append(chart.machine.domain(of: transitions[place]))
      reaction.taken.append(Reaction.TakenTransition(id: transitions[place].id, range: transitions[place].range))
    }
    try exit(from: domains, arguments: arguments)
    for place in transitions.indices { try run(transitions[place].actions, arguments: arguments) }
    var entry = EntrySet(chart: chart, history: snapshot.history)
    for place in transitions.indices {
      guard let domain = domains[place] else { continue }
      entry.enter(transitions[place].targets, inside: domain)
    }
    if isObserved { reaction.observation.recalled += entry.recalled }
    try enter(entry, arguments: arguments)
  }

  /// Exits all that is active inside `domains`, in reverse document order. Histories are recorded first.
  private mutating func exit(from domains: [ID<State>?], arguments: Arguments) throws(Fault) {
    var exited = IDSet<State>()
    for case let domain? in domains {
      for state in snapshot.configuration.members(in: chart.descendants(of: domain)) { exited.insert(state) }
    }
    for state in exited {
      for history in chart.histories(of: state) {
        snapshot.history[history] = remembered(by: history, in: state)
      }
    }
    for state in exited.reversed() {
      try run(chart.machine.states[state.index].exit, arguments: arguments)
      snapshot.configuration.remove(state)
      disarmTimers(of: state)
    }
  }

  private func remembered(by history: ID<State>, in parent: ID<State>) -> [ID<State>] {
    let active = snapshot.configuration.members(in: chart.descendants(of: parent))
    if case .history(.deep, _) = chart.machine.states[history.index].kind {
      return active.filter(chart.isAtomic)
    }
    return active.filter { chart.machine.states[$0.index].parent == parent }
  }

  /// Enters what `entry` says, in document order.
  package mutating func enter(_ entry: EntrySet, arguments: Arguments) throws(Fault) {
    for state in entry.states {
      snapshot.configuration.insert(state)
      if chart.isAtomic(state) { reaction.entered.append(state) }
      try run(chart.machine.states[state.index].entry, arguments: arguments)
      // After the entry actions, which may set the field that says how long.
      try armTimers(of: state)
      if entry.byDefault.contains(state),
        case .compound(let initial) = chart.machine.states[state.index].kind
      {
        try run(initial.actions, arguments: arguments)
      }
      if let actions = entry.historyActions[state] { try run(actions, arguments: arguments) }
      if chart.machine.states[state.index].isFinal { reachFinal(state) }
    }
    if snapshot.isFinished { finish() }
  }

  /// Runs `actions` in order.
  private mutating func run(_ actions: [Action], arguments: Arguments) throws(Fault) {
    for action in actions {
      switch action {
      case .call(let call):
        let values = call.arguments.map { argument in
          switch argument {
          case .parameter(let name): arguments[name]
          case .field(let field): snapshot.fields[field.index]
          }
        }
        reaction.calls.append(
          Reaction.MadeCall(callback: call.callback, arguments: values, range: call.range))
      case .set(let assignments, _):
        let evaluator = evaluator(arguments)
        if isObserved {
          for assignment in assignments {
            reaction.observation.look(at: assignment.value)
            reaction.observation.assigned.insert(assignment.field)
          }
        }
        for assignment in assignments {
          snapshot.fields[assignment.field.index] = try evaluator.value(assignment.value)
        }
      case .raise(let event, _):
        queue.append(.raised(event))
      case .choose(let condition, let yes, let no, _):
        if isObserved { reaction.observation.look(at: condition) }
        let holds = try evaluator(arguments).truth(condition)
        record(.choice(condition.range), holds)
        try run(holds ? yes : no, arguments: arguments)
      }
    }
  }
}
