import LifelineModel

/// Finds the states that a machine only passes: it leaves each of them in the microstep after the one that enters it,
/// whatever the facts are. Nobody outside of the machine can see it in such a state, so generated code has no case for it.
///
/// Such a state is atomic and only has `always`, up to one without a condition, and its transitions lead to no cycle of
/// such states. It isn't
/// - in a machine with regions, whose microsteps can take transitions of other regions between the two,
/// - in a state with a history, which could remember it,
/// - the state in which the machine starts, since an object shows that before its start,
/// - one in which a scenario begins, or
/// - in a compound state that would have no other state.
struct PassedStates {
  private let machine: Machine
  private let planner: EntryPlanner

  /// Returns the states that a machine only passes.
  static func find(in machine: Machine) -> IDSet<State> {
    guard !machine.states.contains(where: \.isParallel) else { return IDSet() }
    return PassedStates(machine: machine, planner: EntryPlanner(machine: machine, isFresh: true)).find()
  }

  private func find() -> IDSet<State> {
    let beginnings = beginnings()
    let candidates = machine.states.filter { leadsOn($0) && !beginnings.contains($0.id) && !canBeRemembered($0) }
    // The code without an endless loop counts no microsteps.
    guard !candidates.isEmpty, candidates.count < RunLimits.microsteps else { return IDSet() }
    return withoutWholeStates(withoutCycles(candidates.map(\.id)))
  }

  private func leadsOn(_ state: State) -> Bool {
    guard case .atomic = state.kind, let end = state.always.firstIndex(where: { $0.condition == nil }) else {
      return false
    }
    return state.always[...end].allSatisfy { !$0.targets.isEmpty } && state.on.isEmpty && state.onAny.isEmpty
      && state.timers.isEmpty && state.done.isEmpty && state.deferred.isEmpty
  }

  private func canBeRemembered(_ state: State) -> Bool {
    var next = state.parent
    while let parent = next {
      if machine[parent].children.contains(where: { machine[$0].isHistory }) { return true }
      next = machine[parent].parent
    }
    return false
  }

  /// Returns the states in which the machine and its scenarios begin.
  private func beginnings() -> IDSet<State> {
    let given = machine.scenarios.flatMap { $0.givenStates + $0.addedStates.flatMap(\.states) }
    return IDSet(([Machine.root] + given).filter { machine.declares($0) }.map { planner.leaf(in: $0) })
  }

  /// Returns the states from which no transitions lead to a cycle.
  private func withoutCycles(_ candidates: [ID<State>]) -> IDSet<State> {
    var open = IDSet(candidates)
    var sources = IDMap<State, [ID<State>]>()
    // The number of transitions to states that may still lead to a cycle.
    var counts = IDMap<State, Int>()
    for state in candidates {
      let targets = machine[state].always.compactMap { $0.targets.first.map { planner.leaf(in: $0) } }.filter {
        open.contains($0)
      }
      counts[state] = targets.count
      for target in targets { sources[target, default: []].append(state) }
    }
    var result = IDSet<State>()
    var next = candidates.filter { counts[$0] == 0 }
    while let state = next.popLast() {
      result.insert(state)
      open.remove(state)
      for source in sources[state] ?? [] {
        counts[source, default: 0] -= 1
        if counts[source] == 0 { next.append(source) }
      }
    }
    return result
  }

  /// Returns `states` without those of a compound state in which there is no other atomic state.
  private func withoutWholeStates(_ states: IDSet<State>) -> IDSet<State> {
    var result = states
    for state in machine.states.reversed() where !state.isAtomic && !state.isHistory {
      let atomic = (state.id.index..<state.subtreeEnd).map { ID<State>($0) }.filter { machine[$0].isAtomic }
      guard !atomic.contains(where: { !result.contains($0) }) else { continue }
      for state in atomic { result.remove(state) }
    }
    return result
  }
}

extension EntryPlanner {
  /// Returns the atomic state that is reached by entering `state` in a machine without regions, or the state itself if
  /// that is atomic or a history decides.
  func leaf(in state: ID<State>) -> ID<State> { leaf(of: plan(in: state, to: [])) ?? state }
}
