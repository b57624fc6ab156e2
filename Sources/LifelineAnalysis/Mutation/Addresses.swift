import LifelineModel

/// The position of a transition in a machine.
struct TransitionAddress: Hashable, Sendable {
  /// One of a state's lists of transitions.
  enum List: Hashable, Sendable {
    case event(Int)
    case anyEvent
    case always
    case timer(Int)
    case done
  }

  var state: ID<State>
  var list: List
  var index: Int
}

/// The position of a list of actions in a machine.
struct ActionListAddress: Hashable, Sendable {
  /// The part of a machine that a list belongs to.
  enum Owner: Hashable, Sendable {
    case entry(ID<State>)
    case exit(ID<State>)
    case entrance(ID<State>)
    case transition(TransitionAddress)

    /// The state that contains the list.
    var state: ID<State> {
      switch self {
      case .entry(let state), .exit(let state), .entrance(let state): state
      case .transition(let transition): transition.state
      }
    }
  }

  /// A branch of a conditional action.
  struct Branch: Hashable, Sendable {
    var action: Int
    var isThen: Bool
  }

  var owner: Owner
  /// The branches that lead from the owner's list to this list.
  var branches: [Branch] = []

  /// Returns the address of a list in an action of this list.
  func branch(_ action: Int, isThen: Bool) -> ActionListAddress {
    ActionListAddress(owner: owner, branches: branches + [Branch(action: action, isThen: isThen)])
  }
}

extension State {
  /// Returns the state's transitions with their addresses and triggers.
  func listTransitionAddresses() -> [(address: TransitionAddress, transition: TriggeredTransition)] {
    var events: [Int: Int] = [:]
    for (index, list) in on.enumerated() { events[list.event.index] = index }
    var counts: [TransitionAddress.List: Int] = [:]
    return triggeredTransitions.map { transition in
      let list: TransitionAddress.List =
        switch transition.trigger {
        case .event(let event): .event(events[event.index] ?? 0)
        case .anyEvent: .anyEvent
        case .always: .always
        case .timer(let timer): .timer(timer)
        case .done: .done
        }
      let index = counts[list, default: 0]
      counts[list] = index + 1
      return (TransitionAddress(state: id, list: list, index: index), transition)
    }
  }
}

extension Machine {
  /// Returns the transition at an address.
  func transition(at address: TransitionAddress) -> Transition? {
    let state = states[address.state.index]
    let list: [Transition] =
      switch address.list {
      case .event(let list): state.on[list].transitions
      case .anyEvent: state.onAny
      case .always: state.always
      case .timer(let list): state.timers[list].transitions
      case .done: state.done
      }
    return list.indices.contains(address.index) ? list[address.index] : nil
  }

  /// Returns the list of actions at an address.
  func actions(at address: ActionListAddress) -> [Action] {
    let list: [Action] =
      switch address.owner {
      case .entry(let state): states[state.index].entry
      case .exit(let state): states[state.index].exit
      case .entrance(let state): states[state.index].entranceActions
      case .transition(let transition): self.transition(at: transition)?.actions ?? []
      }
    return address.branches.reduce(list) { actions, branch in
      guard case .choose(_, let yes, let no, _) = actions[branch.action] else { return [] }
      return branch.isThen ? yes : no
    }
  }

  mutating func editTransition(at address: TransitionAddress, _ edit: (inout Transition) -> Void) {
    let (state, index) = (address.state.index, address.index)
    switch address.list {
    case .event(let list): edit(&states[state].on[list].transitions[index])
    case .anyEvent: edit(&states[state].onAny[index])
    case .always: edit(&states[state].always[index])
    case .timer(let list): edit(&states[state].timers[list].transitions[index])
    case .done: edit(&states[state].done[index])
    }
  }

  mutating func editEntrance(of state: ID<State>, _ edit: (inout State.Entrance) -> Void) {
    states[state.index].editEntrance(edit)
  }

  mutating func editActions(at address: ActionListAddress, _ edit: (inout [Action]) -> Void) {
    func apply(_ actions: inout [Action]) { editBranch(of: &actions, address.branches[...], edit) }
    switch address.owner {
    case .entry(let state): apply(&states[state.index].entry)
    case .exit(let state): apply(&states[state.index].exit)
    case .entrance(let state): editEntrance(of: state) { apply(&$0.actions) }
    case .transition(let transition): editTransition(at: transition) { apply(&$0.actions) }
    }
  }
}

private func editBranch(
  of actions: inout [Action], _ branches: ArraySlice<ActionListAddress.Branch>, _ edit: (inout [Action]) -> Void
) {
  guard let branch = branches.first else { return edit(&actions) }
  guard case .choose(let condition, var yes, var no, let range) = actions[branch.action] else { return }
  if branch.isThen {
    editBranch(of: &yes, branches.dropFirst(), edit)
  } else {
    editBranch(of: &no, branches.dropFirst(), edit)
  }
  actions[branch.action] = .choose(condition, then: yes, else: no, range: range)
}
