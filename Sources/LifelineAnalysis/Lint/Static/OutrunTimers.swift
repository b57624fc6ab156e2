import LifelineModel
import LifelineSource

extension DiagnosticKind {
  static let outrunTimer = DiagnosticKind(
    "L856", .warning, "a timer that never elapses",
    explanation: """
      Another timer of the same state, or of a state around it, is due earlier (or at the same time and stands before \
      it), and its transitions always leave the state, which disarms this one.

          connecting:
            after:
              10s: failed
              1min: {do: didWait}   # after 10s, nobody is connecting any more

      Shorten this time, give the other one a guard, or leave this one out. If the longer time is to count from an \
      earlier moment, it belongs to a state around the two.
      """)
}

/// Finds timers that are disarmed before they are due, whatever happens.
struct OutrunTimers {
  private let machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  /// A timer of which it is certain that the state is left when it is due, if not before.
  private struct Bound {
    var length: Int
    var state: ID<State>
    var place: Int
    var range: SourceRange
  }

  func find() -> [Diagnostic] {
    /// By state: of its timers and those of the states around it, the one that leaves earliest.
    var earliest: [Bound?] = []
    earliest.reserveCapacity(machine.states.count)
    var result: [Diagnostic] = []
    for state in machine.states {
      var first = state.parent.flatMap { earliest[$0.index] }
      for (place, timer) in state.timers.enumerated() {
        guard case .constant(let length) = timer.length, alwaysLeaves(state.id, timer) else { continue }
        // Of two that are due at once, the outer and then the earlier in the document comes first.
        if length < first?.length ?? .max {
          first = Bound(length: length, state: state.id, place: place, range: timer.range)
        }
      }
      earliest.append(first)
      guard let first else { continue }
      for (place, timer) in state.timers.enumerated() {
        guard case .constant(let length) = timer.length, length >= first.length else { continue }
        if length == first.length, first.state == state.id, first.place >= place { continue }
        result.append(
          machine.finding(
            .outrunTimer, "this timer never elapses: another one has left the state before",
            at: timer.range, notes: [("the state is left at the latest when this time is over", first.range)]))
      }
    }
    return result
  }

  /// Whether firing always exits `state`: the transition that is taken at last has no guard, and each one leaves.
  private func alwaysLeaves(_ state: ID<State>, _ timer: Timer) -> Bool {
    guard timer.transitions.last?.condition == nil, !timer.transitions.isEmpty else { return false }
    return timer.transitions.allSatisfy { transition in
      machine.domain(of: transition).map { machine.isDescendant(state, of: $0) } ?? false
    }
  }
}
