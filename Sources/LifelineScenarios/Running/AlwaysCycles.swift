import LifelineModel
import LifelineSource

/// Finds `always` transitions that lead back to each other whatever the guards of the spec say.
///
/// A state is looked at if, once it is active, all that its `always` does is known: it is atomic, or it is a
/// parallel state in which no `always` stands, so that its regions' states all select the same transition. The
/// first list on the way from it to the root decides. If the first transition of that list has no guard, it is
/// taken; if it has one, nothing is known. Where the target's initial states are known too (no history), there
/// is one state that follows; a circle of such states is never left.
///
/// Nothing is reported that may end: a circle in a region counts only if no `always` outside the region can leave
/// it, and one that can end the machine does not count. What this does not see, playing finds by the limit on
/// microsteps.
package struct AlwaysCycles {
  private let machine: Machine
  /// How many `always` transitions stand in the states before each, in document order.
  private let alwaysBefore: [Int]

  package init(_ machine: Machine) {
    self.machine = machine
    var counts = [0]
    counts.reserveCapacity(machine.states.count + 1)
    for state in machine.states { counts.append((counts.last ?? 0) + state.always.count) }
    alwaysBefore = counts
  }

  /// A state, and the transition that is taken when it is active.
  private struct Link {
    let state: ID<State>
    let transition: Transition
  }

  /// The transitions of each circle, from the first in the document on.
  package func find() -> [[Transition]] {
    guard machine.states.contains(where: { $0.always.first.map { $0.condition == nil } ?? false }) else {
      return []
    }
    var cycles: [[Transition]] = []
    var isKnown = [Bool](repeating: false, count: machine.states.count)
    for start in machine.states.indices where !isKnown[start] {
      var way: [Link] = []
      var placeOnWay: [Int: Int] = [:]
      var next: Int? = start
      while let state = next, !isKnown[state], let (transition, target) = successor(of: ID(state)) {
        isKnown[state] = true
        placeOnWay[state] = way.count
        way.append(Link(state: ID(state), transition: transition))
        next = target.index
      }
      if let state = next, let place = placeOnWay[state] {
        let cycle = Array(way[place...])
        if !canBeLeft(cycle) { cycles.append(rotated(cycle.map(\.transition))) }
      }
    }
    return cycles
  }

  /// The transition that is taken when `state` is active, and the state that is so afterwards.
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
    // A transition that leaves a parallel state competes with those of the other regions.
    let left = line.dropFirst().prefix { $0 != domain }
    if left.contains(where: isParallel) || isParallel(domain) { return nil }
    return entered(transition.targets, inside: domain).map { (transition, $0) }
  }

  /// The state that decides after `targets` are entered inside `domain`.
  private func entered(_ targets: [ID<State>], inside domain: ID<State>) -> ID<State>? {
    var targets = targets
    var domain = domain
    while true {
      let target = machine.leastCommonAncestor(targets)
      let way = [target] + machine.ancestors(of: target).prefix { $0 != domain }
      if let outermost = way.last(where: isParallel) { return outermost }
      switch machine.states[target.index].kind {
      case .atomic, .final: return target
      case .parallel, .history: return nil
      case .compound(let initial):
        // Initial states stand inside their state; where they would not, nothing is known.
        guard targets == [target], initial.targets.allSatisfy({ machine.isDescendant($0, of: target) }),
          !initial.targets.isEmpty
        else { return nil }
        (targets, domain) = (initial.targets, target)
      }
    }
  }

  /// Whether something else may end a circle: it stands in regions, and an `always` outside its own region leads
  /// out of them.
  private func canBeLeft(_ cycle: [Link]) -> Bool {
    // All states of a circle stand in the same regions.
    guard let first = cycle.first?.state else { return true }
    let regions = ([first] + machine.ancestors(of: first)).filter { state in
      machine.states[state.index].parent.map(isParallel) ?? false
    }
    return regions.contains { region in
      machine.states.contains { state in
        guard state.id != region, !machine.isDescendant(state.id, of: region) else { return false }
        return state.always.contains { transition in
          machine.domain(of: transition).map { machine.isDescendant(region, of: $0) } ?? false
        }
      }
    }
  }

  /// Whether entering `state`, which is final, may be the machine's end.
  private func endsMachine(_ state: ID<State>) -> Bool {
    guard let parent = machine.states[state.index].parent else { return true }
    return machine.ancestors(of: parent).allSatisfy(isParallel)
  }

  private func rotated(_ cycle: [Transition]) -> [Transition] {
    let first = cycle.indices.min { cycle[$0].id < cycle[$1].id } ?? 0
    return Array(cycle[first...] + cycle[..<first])
  }

  private func alwaysCount(in state: ID<State>) -> Int {
    alwaysBefore[machine.states[state.index].subtreeEnd] - alwaysBefore[state.index + 1]
  }

  private func isParallel(_ state: ID<State>) -> Bool {
    machine.states[state.index].isParallel
  }
}

extension DiagnosticKind {
  package static let endlessAlways = DiagnosticKind(
    "L410", .error, "a circle of 'always' without a guard",
    explanation: """
      These `always` transitions have no `if` and lead back to each other, so a machine that comes there \
      never gives control back. A transition without a target and without an `if` is such a circle by \
      itself.

          sorting: {always: checking}
          checking: {always: sorting}        # {if: isUnsorted, to: sorting}

      Give one of them a guard that does not hold for ever, or another target.
      """)
}
