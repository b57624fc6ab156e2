// The language bounds the depth of actions, so these functions recurse.
extension Action {
  /// The actions of both branches of a choice, or the calls of an action that leaves something open; empty for other
  /// actions.
  package var nestedActions: [Action] {
    switch self {
    case .choose(_, let then, let otherwise, _): then + otherwise
    case .open(let open, _): open.items.flatMap { $0.map { .call($0) } }
    case .call, .set, .raise, .send, .restart: []
    }
  }

  /// The expressions that the action itself evaluates, those of nested actions excluded.
  package var expressions: [Expression] {
    switch self {
    case .call(let call): call.arguments
    case .raise, .restart, .open: []
    case .send(_, let events, _): events.flatMap(\.arguments)
    case .set(let assignments, _): assignments.map(\.value)
    case .choose(let condition, _, _, _): [condition]
    }
  }

  /// Whether the action, or an action in it, reads a parameter of the event that is handled.
  package var readsParameters: Bool {
    expressions.contains(where: \.readsParameters) || nestedActions.contains(where: \.readsParameters)
  }
}

extension [Action] {
  /// Calls `body` with each action and each action in it, a choice before its branches.
  package func forEachAction(_ body: (Action) -> Void) {
    for action in self {
      body(action)
      action.nestedActions.forEachAction(body)
    }
  }

  /// Calls `body` with each expression that the actions evaluate, those of nested actions included.
  package func forEachExpression(_ body: (Expression) -> Void) {
    forEachAction { $0.expressions.forEach(body) }
  }
}
