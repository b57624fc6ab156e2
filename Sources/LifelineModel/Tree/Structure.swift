/// Questions about the tree of states. They read single properties in place: taking a state out of `states` would
/// copy all of it.
extension Machine {
  /// Whether `state` stands in `ancestor`, at any depth; no state stands in itself.
  package func isDescendant(_ state: ID<State>, of ancestor: ID<State>) -> Bool {
    state.index > ancestor.index && state.index < states[ancestor.index].subtreeEnd
  }

  /// The states that `state` stands in, the nearest first, the root last.
  package func ancestors(of state: ID<State>) -> [ID<State>] {
    var result: [ID<State>] = []
    var next = states[state.index].parent
    while let ancestor = next {
      result.append(ancestor)
      next = states[ancestor.index].parent
    }
    return result
  }

  /// The innermost state that all of `states` stand in or are.
  package func leastCommonAncestor(_ states: [ID<State>]) -> ID<State> {
    guard let first = states.first else { return Machine.root }
    return ([first] + ancestors(of: first)).first { candidate in
      states.allSatisfy { $0 == candidate || isDescendant($0, of: candidate) }
    } ?? Machine.root
  }

  /// Whether a configuration may contain both states: one stands in the other, or they are in different regions.
  package func canBeActiveTogether(_ left: ID<State>, _ right: ID<State>) -> Bool {
    if left == right || isDescendant(left, of: right) || isDescendant(right, of: left) { return true }
    if case .parallel = states[leastCommonAncestor([left, right]).index].kind { return true }
    return false
  }

  /// The state's children without history pseudo-states.
  package func properChildren(of state: ID<State>) -> [ID<State>] {
    states[state.index].children.filter { !states[$0.index].isHistory }
  }

  /// The state inside which a transition exits and enters states, by the rules of SCXML 1.0, appendix D
  /// (`getTransitionDomain`), with the root in the place of the document; `nil` if it has no target.
  ///
  /// Where the root is parallel and a transition leads from one of its regions into another, the domain is the
  /// root and all its regions are exited; the root itself is exited and entered by nothing.
  package func domain(of transition: Transition) -> ID<State>? {
    guard !transition.targets.isEmpty else { return nil }
    let source = transition.source
    if case .compound = states[source.index].kind, !transition.reenter,
      transition.targets.allSatisfy({ isDescendant($0, of: source) })
    {
      return source
    }
    var next = states[source.index].parent
    while let ancestor = next, ancestor != Machine.root {
      if case .compound = states[ancestor.index].kind,
        transition.targets.allSatisfy({ isDescendant($0, of: ancestor) })
      {
        return ancestor
      }
      next = states[ancestor.index].parent
    }
    return Machine.root
  }
}

extension State {
  /// Whether it is a history pseudo-state.
  package var isHistory: Bool {
    if case .history = kind { true } else { false }
  }

  /// Whether its children are all active together.
  package var isParallel: Bool {
    if case .parallel = kind { true } else { false }
  }

  /// Whether reaching it completes its parent.
  package var isFinal: Bool {
    if case .final = kind { true } else { false }
  }

  /// Whether nothing stands in it and it can be active: it is atomic or final.
  package var isAtomic: Bool {
    switch kind {
    case .atomic, .final: true
    case .compound, .parallel, .history: false
    }
  }

  /// Every transition that stands in the state, in the order in which rule 2 of the language page ranks their kinds.
  package var transitions: [Transition] {
    on.flatMap(\.transitions) + onAny + always + timers.flatMap(\.transitions) + done
  }
}
