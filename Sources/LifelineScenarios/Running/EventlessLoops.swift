import LifelineModel
import LifelineSource

/// Finds `always` transitions that lead back to each other whatever their guards.
///
/// A state is examined if, once it is active, everything that its `always` does is known: it is atomic, or it is a
/// parallel state that contains no `always`, so that the states of its regions all select the same transition. The
/// first list of eventless transitions between it and the root decides. If the first transition of that list has no
/// guard, it is taken; otherwise nothing is known. The state that follows is known if the initial states of the target
/// are, so a target with a history ends the search. A loop of such states is never left.
///
/// A loop that may end isn't reported: a loop in a region counts only if no `always` outside the region can exit it,
/// and one that can end the machine doesn't count. Playing finds other loops by the limit on microsteps.
/// - Returns: The transitions of each loop, beginning with the first in the document.
package func findEventlessLoops(in machine: Machine) -> [[Transition]] {
  var alwaysCounts = [0]
  for state in machine.states { alwaysCounts.append(alwaysCounts[state.id.index] + state.always.count) }
  return LoopSearch(machine: machine, alwaysCounts: alwaysCounts).find()
}

private struct LoopSearch {
  /// A state and the transition that is taken when it is active.
  private struct Link {
    let state: ID<State>
    let transition: Transition
  }

  let machine: Machine
  /// The number of `always` transitions in the states before each state, in document order.
  let alwaysCounts: [Int]

  func find() -> [[Transition]] {
    var loops: [[Transition]] = []
    var isKnown = [Bool](repeating: false, count: machine.states.count)
    for start in machine.declared.states.indices where !isKnown[start] {
      var path: [Link] = []
      var next = ID<State>(start)
      while !isKnown[next.index], let (transition, target) = successor(of: next) {
        isKnown[next.index] = true
        path.append(Link(state: next, transition: transition))
        next = target
      }
      guard let first = path.firstIndex(where: { $0.state == next }) else { continue }
      let loop = Array(path[first...])
      if !canBeLeft(loop) { loops.append(rotated(loop.map(\.transition))) }
    }
    return loops
  }

  /// Returns the transition that is taken when `state` is active, and the state that decides next.
  private func successor(of state: ID<State>) -> (Transition, ID<State>)? {
    switch machine.states[state.index].kind {
    case .atomic: break
    case .final: if endsMachine(state) { return nil }
    case .parallel: if alwaysCount(in: state) > 0 { return nil }
    case .compound, .history: return nil
    }
    let line = [state] + machine.ancestors(of: state)
    guard let deciding = line.first(where: { !machine.states[$0.index].always.isEmpty }),
      let transition = machine.states[deciding.index].always.first, transition.condition == nil
    else { return nil }
    guard let domain = machine.domain(of: transition) else { return (transition, state) }
    // A transition that exits a parallel state competes with those of the other regions.
    let exited = line.dropFirst().prefix { $0 != domain }
    if exited.contains(where: isParallel) || isParallel(domain) { return nil }
    return entered(transition.targets, inside: domain).map { (transition, $0) }
  }

  /// Returns the state that decides after `targets` are entered inside `domain`.
  private func entered(_ targets: [ID<State>], inside domain: ID<State>) -> ID<State>? {
    let target = machine.leastCommonAncestor(targets)
    let line = [target] + machine.ancestors(of: target).prefix { $0 != domain }
    if let outermost = line.last(where: isParallel) { return outermost }
    switch machine.states[target.index].kind {
    case .atomic, .final: return target
    case .parallel, .history: return nil
    case .compound(let initial):
      guard targets == [target], !initial.targets.isEmpty,
        initial.targets.allSatisfy({ machine.isDescendant($0, of: target) })
      else { return nil }
      return entered(initial.targets, inside: target)
    }
  }

  /// Returns whether an `always` outside the region of the loop can exit it.
  private func canBeLeft(_ loop: [Link]) -> Bool {
    // All states of a loop are in the same regions.
    guard let first = loop.first?.state else { return true }
    let regions = ([first] + machine.ancestors(of: first)).filter { state in
      machine.states[state.index].parent.map(isParallel) ?? false
    }
    return regions.contains { region in
      machine.declared.states.contains { state in
        guard state.id != region, !machine.isDescendant(state.id, of: region) else { return false }
        return state.always.contains { transition in
          machine.domain(of: transition).map { machine.isDescendant(region, of: $0) } ?? false
        }
      }
    }
  }

  /// Returns whether entering `state`, which is final, may end the machine.
  private func endsMachine(_ state: ID<State>) -> Bool {
    machine.ancestors(of: state).dropFirst().allSatisfy(isParallel)
  }

  private func rotated(_ loop: [Transition]) -> [Transition] {
    let first = loop.indices.min { loop[$0].id < loop[$1].id } ?? 0
    return Array(loop[first...] + loop[..<first])
  }

  private func alwaysCount(in state: ID<State>) -> Int {
    alwaysCounts[machine.states[state.index].subtreeEnd] - alwaysCounts[state.index + 1]
  }

  private func isParallel(_ state: ID<State>) -> Bool { machine.states[state.index].isParallel }
}
