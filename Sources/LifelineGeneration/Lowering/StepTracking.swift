import LifelineModel

/// Finds out whether a machine with regions must know, while a microstep runs, which states it has exited and entered
/// so far.
///
/// Conditions of transitions are looked at before anything is exited. Only actions can see what is in between, by
/// `in`, and mostly it follows from where they stand.
enum StepTracking {
  static func isNeeded(for machine: Machine) -> Bool {
    machine.states.contains { state in
      let here = Activity.exactly(state.id)
      var lists = [(state.entry, here), (state.exit, here)]
      switch state.kind {
      case .compound(let initial): lists.append((initial.actions, here))
      case .history(_, let standard): lists.append((standard.actions, .exactly(state.parent ?? Machine.root)))
      case .atomic, .final, .parallel: break
      }
      for transition in state.transitions where !transition.actions.isEmpty {
        let activity = machine.domain(of: transition).map { .exactly($0) } ?? Activity(of: state)
        lists.append((transition.actions, activity))
      }
      return lists.contains { actions, activity in actions.contains { $0.asks(activity, in: machine) } }
    }
  }
}

extension Action {
  /// Whether it asks for a state of which it is not known whether it is active.
  fileprivate func asks(_ activity: Activity, in machine: Machine) -> Bool {
    expressions.contains { $0.asks(activity, in: machine) }
      || nestedActions.contains { $0.asks(activity, in: machine) }
  }
}

extension Expression {
  fileprivate func asks(_ activity: Activity, in machine: Machine) -> Bool {
    contains {
      if case .isActive(let state) = $0.kind { activity.isActive(state, in: machine) == nil } else { false }
    }
  }
}
