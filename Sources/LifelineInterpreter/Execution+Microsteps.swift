import LifelineModel

/// Microsteps (rule 3 of the language reference).
///
/// They differ from SCXML in one respect: to find the domain of a transition to a history pseudo-state, the
/// pseudo-state itself counts as the target, and not the states that it remembers. If these counted, as in the
/// appendix, a transition from within the history's parent would enter states again that it hasn't exited.
extension Execution {
  /// Exits states, runs the actions of `transitions` and enters states.
  mutating func microstep(_ transitions: [Transition], arguments: Arguments) throws(Fault) {
    guard let first = transitions.first else { return }
    microstepCount += 1
    if microstepCount > RunLimits.microsteps { throw fault(.endlessMacrostep, at: first.range) }
    reaction.taken += transitions.map { Reaction.TakenTransition(id: $0.id, range: $0.range) }
    try exitStates(transitions, arguments: arguments)
    for transition in transitions {
      observer.willFollow(transition)
      try execute(transition.actions, arguments: arguments)
    }
    try enterStates(computeEntrySet(transitions), arguments: arguments)
  }

  /// Exits the exit set of `transitions`, innermost states first, after recording histories.
  private mutating func exitStates(_ transitions: [Transition], arguments: Arguments) throws(Fault) {
    let statesToExit = Array(computeExitSet(transitions))
    for state in statesToExit {
      for history in index.histories(of: state) {
        let remembered = activeStates(for: history, in: state)
        snapshot.history[history] = remembered
      }
    }
    for state in statesToExit.reversed() {
      observer.willExit(state)
      try execute(states[state.index].exit, arguments: arguments)
      snapshot.configuration.remove(state)
      observer.didExit(state)
      disarmTimers(of: state)
    }
  }

  /// Returns the active descendants of the domains of `transitions`.
  func computeExitSet(_ transitions: [Transition]) -> IDSet<State> {
    var statesToExit = IDSet<State>()
    for transition in transitions {
      guard let domain = states.domain(of: transition) else { continue }
      for state in activeDescendants(of: domain) { statesToExit.insert(state) }
    }
    return statesToExit
  }

  /// Returns the states that `history` remembers when `parent`, its parent, is exited.
  private mutating func activeStates(for history: ID<State>, in parent: ID<State>) -> [ID<State>] {
    let active = activeDescendants(of: parent)
    observer.willVisit(active.count)
    if case .history(.deep, _) = states[history.index].kind { return active.filter { states[$0.index].isAtomic } }
    return active.filter { states[$0.index].parent == parent }
  }

  private mutating func computeEntrySet(_ transitions: [Transition]) -> EntrySet {
    var entry = EntrySet(index: index, history: snapshot.history)
    for transition in transitions {
      if let domain = states.domain(of: transition) { entry.add(transition.targets, inside: domain) }
    }
    for history in entry.restoredHistories { observer.willRestore(history) }
    return entry
  }

  /// Enters the states of `entry`, outermost states first.
  mutating func enterStates(_ entry: EntrySet, arguments: Arguments) throws(Fault) {
    for state in entry.statesToEnter {
      snapshot.configuration.insert(state)
      if current == 0, states[state.index].isAtomic { reaction.entered.append(state) }
      observer.willEnter(state)
      try execute(states[state.index].entry, arguments: arguments)
      observer.didEnter(state, afterCalls: reaction.calls.count)
      // The entry actions may have set the field with the length of a timer.
      try armTimers(of: state)
      if entry.statesForDefaultEntry.contains(state), case .compound(let initial) = states[state.index].kind {
        try execute(initial.actions, arguments: arguments)
      }
      if let actions = entry.defaultHistoryContent[state] { try execute(actions, arguments: arguments) }
      if states[state.index].isFinal { completeAncestors(of: state) }
    }
    if isFinished { exitInterpreter() }
  }

  /// Runs `actions` in order: `executeContent`.
  private mutating func execute(_ actions: [Action], arguments: Arguments) throws(Fault) {
    observer.willVisit(actions.count)
    for action in actions {
      switch action {
      case .call(let call):
        observer.willCall(call)
        // An argument decides nothing unless it can't be computed.
        for argument in call.arguments where argument.canFault { observer.willEvaluate(argument) }
        reaction.calls.append(try evaluate(call, arguments: arguments))
      case .set(let assignments, _):
        observer.willSet(assignments)
        for assignment in assignments { observer.willAssign(assignment) }
        // Every right side sees the fields as they are before the first assignment.
        let evaluator = evaluator(arguments)
        for assignment in assignments {
          let value = try evaluator.value(assignment.value)
          if let fault = refusal(of: value, for: assignment) { throw fault }
          snapshot.fields[assignment.field.index] = value
        }
      case .raise(let event, _):
        observer.willRaise(event)
        internalQueue.append(.raised(event))
      case .send(let part, let events, _):
        for sent in events { try send(sent, to: part, arguments: arguments) }
      case .restart(let part, _):
        try restart(part)
      case .open(let open, _):
        try make(open, arguments: arguments)
      case .choose(let condition, let then, let otherwise, _):
        let holds = try decide(
          .choice(condition.range, in: component.part), condition, arguments: arguments)
        try execute(holds ? then : otherwise, arguments: arguments)
      }
    }
  }

  /// Returns a call with the values of its arguments.
  private func evaluate(_ call: Call, arguments: Arguments) throws(Fault) -> Reaction.MadeCall {
    let evaluator = evaluator(arguments)
    let values = try call.arguments.map { (argument) throws(Fault) in try evaluator.value(argument) }
    return Reaction.MadeCall(callback: call.callback, arguments: values, range: call.range)
  }

  /// Makes the calls of the alternative that is chosen for an action that leaves something open.
  private mutating func make(_ open: OpenCalls, arguments: Arguments) throws(Fault) {
    observer.willChoose(among: open.alternatives.count)
    let start = reaction.calls.count
    let choice = alternatives.popFirst() ?? 0
    try execute(
      open.alternatives[choice < open.alternatives.count ? choice : 0].map { .call($0) }, arguments: arguments)
    // An argument of another alternative may have no value. Then nobody can say what else is possible.
    let items = open.items.map { $0.map { try? evaluate($0, arguments: arguments) } }
    guard items.allSatisfy({ $0.allSatisfy { $0 != nil } }) else { return }
    reaction.openCalls.append(
      OpenStretch(form: open.form, range: start..<reaction.calls.count, items: items.map { $0.compactMap(\.self) }))
  }

  /// Returns the fault of an assignment to a field in whose range `value` doesn't lie; `nil` if it does.
  private func refusal(of value: Value, for assignment: Assignment) -> Fault? {
    guard let bounds = index.bounds[assignment.field.index], let number = value.number, !bounds.contains(number) else {
      return nil
    }
    let field = index.machine[assignment.field]
    // In the file of a part, the field has no path.
    let prefix = component.part.map { index.machine[$0].name.utf8.count + 1 } ?? 0
    let name = String(field.name.dropFirst(prefix))
    return fault(.outOfRange(field: name, value: value, range: field.boundsText ?? ""), at: assignment.value.range)
  }
}
