/// Questions about the tree of all states of a machine, in document order.
extension [State] {
  package subscript(id: ID<State>) -> State { self[id.index] }

  /// Returns whether `state` is a descendant of `ancestor`. No state is a descendant of itself.
  package func isDescendant(_ state: ID<State>, of ancestor: ID<State>) -> Bool {
    state.index > ancestor.index && state.index < self[ancestor.index].subtreeEnd
  }

  /// Returns the ancestors of `state`, its parent first and the root last.
  package func ancestors(of state: ID<State>) -> [ID<State>] {
    var result: [ID<State>] = []
    var next = self[state.index].parent
    while let ancestor = next {
      result.append(ancestor)
      next = self[ancestor.index].parent
    }
    return result
  }

  /// Returns the innermost state that is, for each of `states`, the state itself or an ancestor. States of different
  /// machines have none in common, so that of the first counts.
  package func leastCommonAncestor(_ states: [ID<State>]) -> ID<State> {
    guard let first = states.first else { return Machine.root }
    return ([first] + ancestors(of: first)).first { candidate in
      states.allSatisfy { $0 == candidate || isDescendant($0, of: candidate) }
    } ?? root(of: first)
  }

  /// Returns the root of the machine, or of the part, that has `state`.
  package func root(of state: ID<State>) -> ID<State> {
    var root = state
    while let parent = self[root.index].parent { root = parent }
    return root
  }

  /// Returns whether a configuration can contain both states: one is an ancestor of the other, or they are in different
  /// regions of a parallel state, or they belong to different machines.
  package func canBeActiveTogether(_ left: ID<State>, _ right: ID<State>) -> Bool {
    if left == right || isDescendant(left, of: right) || isDescendant(right, of: left) { return true }
    let common = leastCommonAncestor([left, right])
    return self[common.index].isParallel || !isDescendant(right, of: common)
  }

  /// Returns the children of `state` without history pseudo-states.
  package func properChildren(of state: ID<State>) -> [ID<State>] {
    self[state.index].children.filter { !self[$0.index].isHistory }
  }

  /// Returns the state inside which `transition` exits and enters states (`getTransitionDomain` in appendix D of SCXML
  /// 1.0), or `nil` if it has no targets.
  ///
  /// The root takes the place of SCXML's document. If the root is parallel and a transition leads from one of its
  /// regions into another, the domain is the root: all its regions are exited, but the root itself is neither exited
  /// nor entered.
  package func domain(of transition: Transition) -> ID<State>? {
    guard !transition.targets.isEmpty else { return nil }
    func isDomain(_ state: ID<State>) -> Bool {
      guard case .compound = self[state.index].kind else { return false }
      return transition.targets.allSatisfy { isDescendant($0, of: state) }
    }
    if !transition.reenter, isDomain(transition.source) { return transition.source }
    return ancestors(of: transition.source).first(where: isDomain) ?? root(of: transition.source)
  }
}

/// The same questions about the states of a machine.
extension Machine {
  package func isDescendant(_ state: ID<State>, of ancestor: ID<State>) -> Bool {
    states.isDescendant(state, of: ancestor)
  }

  package func ancestors(of state: ID<State>) -> [ID<State>] { states.ancestors(of: state) }

  package func leastCommonAncestor(_ states: [ID<State>]) -> ID<State> { self.states.leastCommonAncestor(states) }

  package func canBeActiveTogether(_ left: ID<State>, _ right: ID<State>) -> Bool {
    states.canBeActiveTogether(left, right)
  }

  package func properChildren(of state: ID<State>) -> [ID<State>] { states.properChildren(of: state) }

  package func domain(of transition: Transition) -> ID<State>? { states.domain(of: transition) }
}
