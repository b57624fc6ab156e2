extension Machine {
  /// Calls `body` with each transition of the machine itself, state by state in document order.
  package func forEachOwnTransition(_ body: (Transition) -> Void) {
    for state in declared.states { state.transitions.forEach(body) }
  }

  /// Calls `body` with each action of the machine itself, nested actions included.
  package func forEachOwnAction(_ body: (Action) -> Void) {
    for site in actionSites() { site.actions.forEachAction(body) }
  }

  /// Calls `body` with each argument of a call.
  package func forEachCallArgument(_ body: (Expression) -> Void) {
    forEachAction { action in
      if case .call(let call) = action { call.arguments.forEach(body) }
    }
  }

  /// Calls `body` with each argument of a sent event, and the parameter that it is for.
  package func forEachSentArgument(_ body: (Parameter, Expression) -> Void) {
    forEachAction { action in
      guard case .send(_, let events, _) = action else { return }
      for sent in events { zip(self[sent.event].parameters, sent.arguments).forEach(body) }
    }
  }

  /// Calls `body` with each transition, state by state in document order.
  package func forEachTransition(_ body: (Transition) -> Void) {
    for state in states { state.transitions.forEach(body) }
  }

  /// Calls `body` with each list of actions, in no particular order.
  package func forEachActionList(_ body: ([Action]) -> Void) {
    for state in states {
      body(state.entry)
      body(state.exit)
      body(state.entranceActions)
    }
    forEachTransition { body($0.actions) }
  }

  /// Calls `body` with each action, nested actions included.
  package func forEachAction(_ body: (Action) -> Void) {
    forEachActionList { $0.forEachAction(body) }
  }

  /// Calls `body` with each condition of a transition or an action.
  package func forEachCondition(_ body: (Expression) -> Void) {
    forEachTransition { transition in
      if let condition = transition.condition { body(condition) }
    }
    forEachAction { action in
      if case .choose(let condition, _, _, _) = action { body(condition) }
    }
  }

  /// Calls `body` with each assignment.
  package func forEachAssignment(_ body: (Assignment) -> Void) {
    forEachAction { action in
      if case .set(let assignments, _) = action { assignments.forEach(body) }
    }
  }

  /// The callbacks that only other alternatives call than those that generated code takes.
  package var callbacksOfOtherAlternatives: IDSet<Callback> {
    var (open, taken) = (IDSet<Callback>(), IDSet<Callback>())
    func visit(_ actions: [Action]) {
      for action in actions {
        switch action {
        case .call(let call): taken.insert(call.callback)
        case .open(let calls, _):
          for call in calls.items.joined() { open.insert(call.callback) }
          visit(calls.alternatives[0].map { .call($0) })
        case .choose, .set, .raise, .send, .restart: visit(action.nestedActions)
        }
      }
    }
    forEachActionList(visit)
    return IDSet(open.filter { !taken.contains($0) })
  }
}
