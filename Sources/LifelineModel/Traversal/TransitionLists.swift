extension State {
  /// The lists of transitions that stand in the state, each tried in order.
  package var transitionLists: [[Transition]] {
    var lists: [[Transition]] = []
    forEachTransitionList { lists.append($0) }
    return lists
  }

  /// Calls `body` with every list of ``transitionLists``, without making a list of them.
  package func forEachTransitionList(_ body: ([Transition]) -> Void) {
    for list in on { body(list.transitions) }
    body(onAny)
    body(always)
    for timer in timers { body(timer.transitions) }
    body(done)
  }
}

extension State {
  /// What is done when one comes in without saying where.
  package var entranceActions: [Action] {
    switch kind {
    case .compound(let entrance), .history(_, let entrance): entrance.actions
    case .atomic, .final, .parallel: []
    }
  }
}
