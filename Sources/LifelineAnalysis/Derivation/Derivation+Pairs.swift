import LifelineInterpreter
import LifelineModel

// The tests that `DerivationExtent.pairs` adds.

extension Derivation {
  /// Adds a test of every decision. A guard of several parts, and a guard that several states share, has more of them
  /// than its two outcomes.
  mutating func addDecisions(_ leaving: Exploration.EdgesByNode) {
    let exploration = exploration
    var decided: Set<Decision> = []
    var targets: [Exploration.Occurrence: Int] = [:]
    for edge in exploration.edges { targets[edge.occurrence] = edge.target }
    for (node, snapshot) in exploration.nodes.prefix(exploration.exploredCount).map(\.snapshot).enumerated() {
      _ = exploration.environment.forEachSuccessor(of: snapshot) { successor in
        guard count(successor.work) else { return false }
        let occurrence = Exploration.Occurrence(node: node, stimulus: successor.stimulus)
        let decision = Decision.extract(from: successor, of: snapshot, in: exploration)
        guard successor.stimulus.alternatives.isEmpty, decision.isTested, successor.reaction.fault == nil,
          usable.canApply(successor.stimulus),
          decided.insert(decision).inserted
        else { return true }
        // A recalled event must be gone when the next event comes.
        var following: Stimulus?
        if successor.snapshot.deferredEvents.count < snapshot.deferredEvents.count, let target = targets[occurrence] {
          following = leaving[target].map(\.stimulus).first(where: usable.canApply)
        }
        guard covered.insert(occurrence).inserted || following != nil else { return true }
        let state = decision.state ?? firstAtomicState(in: node)
        let range =
          successor.reaction.taken.first { machine.declares($0.id) }?.range ?? machine[state].range
        addTest(of: occurrence, about: state, at: range, followedBy: following)
        return true
      }
    }
  }

  /// Adds a test of every two transitions that can be taken one after the other.
  mutating func addPairs(_ leaving: Exploration.EdgesByNode) {
    var transitions: [ID<Transition>: Transition] = [:]
    machine.forEachOwnTransition { transitions[$0.id] = $0 }
    var run = EngineRun(of: exploration, in: 0)
    // A test runs the first alternatives and allows the others.
    let taken = leaving.map { edges in
      edges.map { $0.stimulus.alternatives.isEmpty ? takenTransitions(of: $0, by: &run) : [] }
    }
    var tested: Set<TransitionPair> = []
    for (node, edges) in leaving.enumerated() {
      for (edge, first) in zip(edges, taken[node]) {
        guard let middle = edge.target, let last = first.last, count(leaving[middle].count) else { continue }
        for (nextEdge, second) in zip(leaving[middle], taken[middle]) {
          guard let next = second.first, tested.insert(TransitionPair(first: last, second: next)).inserted,
            let transition = transitions[next]
          else { continue }
          addTest(in: node, about: transition.source, at: transition.range) { recorder in
            recorder.apply(edge.stimulus, isExpected: true)
            recorder.apply(nextEdge.stimulus, isExpected: true)
          }
        }
      }
    }
  }

  /// Returns the transitions of the machine itself that an edge takes, or none if there is no work left.
  private mutating func takenTransitions(of edge: Exploration.Edge, by run: inout EngineRun) -> [ID<Transition>] {
    guard hasWorkLeft else { return [] }
    run.go(to: edge.source)
    run.apply(edge.stimulus)
    count(run.workOfReaction(factCount: edge.stimulus.facts.count))
    return run.taken.filter(machine.declares)
  }
}

private struct TransitionPair: Hashable {
  let first: ID<Transition>
  let second: ID<Transition>
}
