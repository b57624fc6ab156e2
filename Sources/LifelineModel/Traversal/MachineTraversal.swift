extension Machine {
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
}
