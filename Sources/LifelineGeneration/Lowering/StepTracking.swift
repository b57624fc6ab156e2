import LifelineModel

/// Decides whether a machine with regions must store, during a microstep, which states it has exited and entered so
/// far.
///
/// Conditions of transitions are evaluated before anything is exited. Only actions can see intermediate states, by
/// `in`, and mostly the answer is known from the position of the action.
enum StepTracking {
  static func isNeeded(for machine: Machine) -> Bool {
    machine.actionSites().contains { site in site.actions.contains { $0.asks(site.activity, in: machine) } }
  }
}

extension Action {
  /// Returns whether the action asks whether a state is active, and the answer isn't known.
  fileprivate func asks(_ activity: Activity?, in machine: Machine) -> Bool {
    expressions.contains { $0.asks(activity, in: machine) }
      || nestedActions.contains { $0.asks(activity, in: machine) }
  }
}

extension Expression {
  fileprivate func asks(_ activity: Activity?, in machine: Machine) -> Bool {
    contains {
      // A part is at rest between actions.
      guard case .isActive(let state) = $0.kind, state.index < machine.states.count else { return false }
      return activity?.isActive(state, in: machine) == nil
    }
  }
}
