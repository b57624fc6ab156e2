/// A list of actions that run one after the other.
package struct ActionSite {
  package var actions: [Action]
  /// The states that are known to be active meanwhile, if any.
  package var activity: Activity?
}

extension Machine {
  /// The lists of actions in the machine itself that aren't empty, without those nested in other actions.
  package func actionSites() -> [ActionSite] {
    var sites: [ActionSite] = []
    func add(_ actions: [Action], _ activity: Activity?) {
      if !actions.isEmpty { sites.append(ActionSite(actions: actions, activity: activity)) }
    }
    for state in declared.states {
      add(state.entry, .exactly(state.id))
      add(state.exit, .exactly(state.id))
      switch state.kind {
      case .compound(let initial): add(initial.actions, .exactly(state.id))
      // These run when the parent has been entered and none of its children has.
      case .history(_, let entrance): add(entrance.actions, state.parent.map { .exactly($0) })
      case .atomic, .final, .parallel: break
      }
      for transition in state.transitions {
        add(transition.actions, transition.actions.isEmpty ? nil : activity(during: transition))
      }
    }
    return sites
  }

  /// Returns the states that are known to be active while the actions of `transition` run, after the exits.
  package func activity(during transition: Transition) -> Activity? {
    if let domain = domain(of: transition) { return .exactly(domain) }
    // A targetless transition doesn't conflict with others, so one of another region may have exited its source.
    let source = self[transition.source]
    let isInRegion = ([source.id] + ancestors(of: source.id)).contains { self[$0].isParallel }
    return isInRegion ? nil : Activity(of: source)
  }
}
