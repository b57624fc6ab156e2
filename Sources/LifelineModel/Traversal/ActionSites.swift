/// Actions that run one after the other, and what is known while they do.
package struct ActionSite {
  package var actions: [Action]
  /// What is known about active states; `nil` for nothing.
  package var activity: Activity?
}

extension Machine {
  /// All lists of actions that are not empty, those inside others left out.
  package func actionSites() -> [ActionSite] {
    var sites: [ActionSite] = []
    func add(_ actions: [Action], _ activity: Activity?) {
      if !actions.isEmpty { sites.append(ActionSite(actions: actions, activity: activity)) }
    }
    for state in states {
      add(state.entry, .exactly(state.id))
      add(state.exit, .exactly(state.id))
      switch state.kind {
      case .compound(let initial): add(initial.actions, .exactly(state.id))
      // They run when the parent has been entered, and nothing in it yet.
      case .history(_, let entrance): add(entrance.actions, state.parent.map { .exactly($0) })
      case .atomic, .final, .parallel: break
      }
      for list in state.transitionLists {
        for transition in list where !transition.actions.isEmpty {
          add(transition.actions, activity(during: transition, of: state))
        }
      }
    }
    return sites
  }

  /// What is known while the actions of `transition` run: the states that are left have been exited.
  private func activity(during transition: Transition, of source: State) -> Activity? {
    if let domain = domain(of: transition) { return .exactly(domain) }
    // Without a target it conflicts with nothing, so a transition of another region may have exited the source.
    let isAlone = !source.isParallel && !ancestors(of: source.id).contains { states[$0.index].isParallel }
    return isAlone ? Activity(of: source) : nil
  }
}

extension [Action] {
  /// Calls `body` for each of the actions and for all that stand in them. The language bounds how deep they stand.
  package func forEachAction(_ body: (Action) -> Void) {
    for action in self {
      body(action)
      if case .choose(_, let then, let otherwise, _) = action {
        then.forEachAction(body)
        otherwise.forEachAction(body)
      }
    }
  }

  /// Calls `body` for the expressions of all these actions.
  package func forEachExpression(_ body: (Expression) -> Void) {
    forEachAction { action in
      switch action {
      case .call, .raise: break
      case .set(let assignments, _): for assignment in assignments { body(assignment.value) }
      case .choose(let condition, _, _, _): body(condition)
      }
    }
  }
}
