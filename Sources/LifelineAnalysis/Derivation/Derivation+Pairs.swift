import LifelineModel

// The tests that `DerivationExtent.pairs` adds.

extension Derivation {
  /// Adds a test of every decision. A guard of several parts, and a guard that several states share, has more of them
  /// than its two outcomes.
  mutating func addDecisions(_ leaving: Exploration.EdgesByNode) {
    var explorer = Explorer(visiting: exploration)
    var search = DecisionSearch(in: exploration.environment, using: usable)
    let ranges = ownTransitions.mapValues(\.range)
    for node in 0..<exploration.exploredCount {
      let before = explorer.work
      explorer.workLimit = before + limits.work - work
      explorer.visit(node) { search.look(at: &$0) }
      guard count(explorer.work - before) else { return }
      for decision in search.found {
        let occurrence = Exploration.Occurrence(node: node, stimulus: decision.stimulus)
        let following = decision.recallsEvents ? stimulus(after: occurrence, leaving) : nil
        guard covered.insert(occurrence).inserted || following != nil else { continue }
        let state = decision.state ?? firstAtomicState(in: node)
        let range = decision.transition.flatMap { ranges[$0] } ?? machine[state].range
        addTest(of: occurrence, about: state, at: range, followedBy: following)
      }
      search.found.removeAll()
    }
  }

  /// Returns a stimulus after an occurrence that recalls an event. The event must be gone when the next one comes.
  private func stimulus(after occurrence: Exploration.Occurrence, _ leaving: Exploration.EdgesByNode) -> Stimulus? {
    let edge = leaving[occurrence.node].first { $0.stimulus == occurrence.stimulus }
    guard let target = edge?.target else { return nil }
    return leaving[target].lazy.map(\.stimulus).first(where: usable.canApply)
  }

  /// The transitions of the machine itself.
  private var ownTransitions: [ID<Transition>: Transition] {
    var result: [ID<Transition>: Transition] = [:]
    machine.forEachOwnTransition { result[$0.id] = $0 }
    return result
  }

  /// Adds a test of every two transitions that can be taken one after the other.
  mutating func addPairs(_ leaving: Exploration.EdgesByNode) {
    let transitions = ownTransitions
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
