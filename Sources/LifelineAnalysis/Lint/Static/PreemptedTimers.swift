import LifelineModel
import LifelineSource

/// Returns the diagnostics of timers that another timer always stops before they elapse (L856).
func preemptedTimers(in machine: Machine) -> [Diagnostic] {
  /// The timer that leaves each state first, among its own timers and those of its ancestors.
  var earliest: [LeavingTimer?] = []
  var diagnostics: [Diagnostic] = []
  for state in machine.declared.states {
    var first = state.parent.flatMap { earliest[$0.index] }
    for (index, timer) in state.timers.enumerated() {
      guard case .constant(let length) = timer.length, timer.alwaysLeaves(state.id, in: machine) else { continue }
      // Of two that elapse at once, the outer and then the earlier in the document comes first.
      if length < first?.length ?? .max {
        first = LeavingTimer(length: length, state: state.id, index: index, range: timer.range)
      }
    }
    earliest.append(first)
    guard let first else { continue }
    for (index, timer) in state.timers.enumerated() {
      guard case .constant(let length) = timer.length, length >= first.length else { continue }
      if length == first.length, first.state == state.id, first.index >= index { continue }
      diagnostics.append(
        machine.diagnostic(
          .preemptedTimer, "this timer never elapses: another timer always leaves the state before",
          at: timer.range, notes: [("this timer leaves the state", first.range)]))
    }
  }
  return diagnostics
}

/// A timer that always leaves its state when it elapses.
private struct LeavingTimer {
  var length: Int
  var state: ID<State>
  var index: Int
  var range: SourceRange
}

extension Timer {
  /// Returns whether the state is always exited when the timer elapses: the last transition has no guard, and every
  /// transition leaves the state.
  fileprivate func alwaysLeaves(_ state: ID<State>, in machine: Machine) -> Bool {
    guard let last = transitions.last, last.condition == nil else { return false }
    return transitions.allSatisfy { transition in
      machine.domain(of: transition).map { machine.isDescendant(state, of: $0) } ?? false
    }
  }
}
