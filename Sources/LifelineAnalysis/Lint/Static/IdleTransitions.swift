import LifelineModel
import LifelineSource

extension DiagnosticKind {
  static let idleReenter = DiagnosticKind(
    "L859", .warning, "a `reenter` that changes nothing",
    explanation: """
      `reenter: true` is for a transition from a compound state to a state inside it: it exits and enters the outer \
      state as well, which would else stay active. Any other transition with a target exits its state anyway, and one \
      without `to` exits nothing.

          playing:
            on:
              restart: {to: playing, reenter: true}   # to itself: out and in again without it
              skip: {do: didSkip, reenter: true}      # without `to` nothing is exited

      Leave `reenter` out, or give the transition the target that was meant.
      """)
  static let idleDone = DiagnosticKind(
    "L860", .warning, "a `done` that nothing completes",
    explanation: """
      `done` is taken when the active child of a state is a final state, or when that is so in each of its regions. \
      This state has no final child, or one of its regions none, so it is never completed.

          transfer:
            done: finished
            states:
              sending: {on: {finish: complete}}
              complete:                        # `complete: {final: true}`

      Make the child final that ends it, or remove `done`.
      """)
}

/// Finds keys of transitions and states that have no effect where they stand.
struct IdleTransitions {
  private let machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  func find() -> [Diagnostic] {
    machine.states.flatMap { state in
      var result = state.transitionLists.flatMap { $0.compactMap(idleReenter) }
      if let done = state.done.first, let obstacle = obstacle(to: state.id) {
        result.append(
          machine.finding(
            .idleDone, "this is never taken: no state directly in \(machine[obstacle].title) is final",
            at: done.range, notes: [("this is what would have to be completed", machine[obstacle].range)]))
      }
      return result
    }
  }

  private func idleReenter(_ transition: Transition) -> Diagnostic? {
    guard transition.reenter else { return nil }
    var other = transition
    other.reenter = false
    guard machine.domain(of: transition) == machine.domain(of: other) else { return nil }
    let reason =
      transition.targets.isEmpty ? "without `to` nothing is exited" : "the state is exited anyway"
    return machine.finding(.idleReenter, "`reenter` changes nothing here: \(reason)", at: transition.range)
  }

  /// The state, or the part of it, that can never be complete. The depth of states bounds the recursion.
  private func obstacle(to state: ID<State>) -> ID<State>? {
    let children = machine.properChildren(of: state)
    if machine.states[state.index].isParallel { return children.lazy.compactMap(obstacle).first }
    return children.contains { machine.states[$0.index].isFinal } ? nil : state
  }
}
