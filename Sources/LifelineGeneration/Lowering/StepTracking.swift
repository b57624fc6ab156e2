import LifelineModel

/// Decides whether a machine with regions must store, during a microstep, which states it has exited and entered so
/// far.
///
/// Conditions of transitions are evaluated before anything is exited. Only actions can see intermediate states, by
/// `in`, and mostly the answer is known from the position of the action.
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
  /// Returns whether the action asks whether a state is active, and the answer isn't known.
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
