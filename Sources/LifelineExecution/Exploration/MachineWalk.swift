import LifelineModel

extension Machine {
  /// Calls `body` with every list of actions in the machine, in no order that means anything.
  func forEachActionList(_ body: ([Action]) -> Void) {
    for state in states {
      body(state.entry)
      body(state.exit)
      switch state.kind {
      case .compound(let entrance), .history(_, let entrance): body(entrance.actions)
      case .atomic, .final, .parallel: break
      }
    }
    forEachTransition { body($0.actions) }
  }

  /// Calls `body` with every transition, state by state in document order.
  func forEachTransition(_ body: (Transition) -> Void) {
    for index in states.indices {
      for list in states[index].on { list.transitions.forEach(body) }
      states[index].onAny.forEach(body)
      states[index].always.forEach(body)
      for timer in states[index].timers { timer.transitions.forEach(body) }
      states[index].done.forEach(body)
    }
  }

  /// Calls `body` with every action, those inside of others included.
  func forEachAction(_ body: (Action) -> Void) {
    forEachActionList { Self.visit($0, body) }
  }

  private static func visit(_ actions: [Action], _ body: (Action) -> Void) {
    for action in actions {
      body(action)
      if case .choose(_, let yes, let no, _) = action {
        visit(yes, body)
        visit(no, body)
      }
    }
  }

  /// Calls `body` with every condition of a transition or of an action.
  func forEachCondition(_ body: (Expression) -> Void) {
    forEachTransition { transition in
      if let condition = transition.condition { body(condition) }
    }
    forEachAction { action in
      if case .choose(let condition, _, _, _) = action { body(condition) }
    }
  }

  /// Calls `body` with every assignment.
  func forEachAssignment(_ body: (Assignment) -> Void) {
    forEachAction { action in
      if case .set(let assignments, _) = action { assignments.forEach(body) }
    }
  }
}
