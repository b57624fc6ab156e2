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
        guard decision.isTested, successor.reaction.fault == nil, usable.canApply(successor.stimulus),
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
    var sources = [ID<State>](repeating: Machine.root, count: machine.transitionCount)
    machine.forEachTransition { sources[$0.id.index] = $0.source }
    let transitions = leaving.map { $0.map { takenTransitions(of: $0) } }
    var tested: Set<TransitionPair> = []
    for (node, edges) in leaving.enumerated() {
      for (edge, taken) in zip(edges, transitions[node]) {
        guard let middle = edge.target, let last = taken.last, count(leaving[middle].count) else { continue }
        for (second, taken) in zip(leaving[middle], transitions[middle]) {
          guard let next = taken.first,
            tested.insert(TransitionPair(first: last.id, second: next.id)).inserted
          else { continue }
          addTest(in: node, about: sources[next.id.index], at: next.range) { recorder in
            recorder.apply(edge.stimulus, isExpected: true)
            recorder.apply(second.stimulus, isExpected: true)
          }
        }
      }
    }
  }

  /// Returns the transitions that an edge takes, or none if there is no work left.
  private mutating func takenTransitions(of edge: Exploration.Edge) -> [Reaction.TakenTransition] {
    guard hasWorkLeft else { return [] }
    var run = Interpreter(exploration.index, at: exploration.nodes[edge.source].snapshot)
    var observation = Observation()
    let reaction = run.apply(edge.stimulus, observer: &observation)
    count(exploration.environment.work(of: edge.stimulus, causing: reaction, observation))
    return reaction.taken.filter { machine.declares($0.id) }
  }
}

private struct TransitionPair: Hashable {
  let first: ID<Transition>
  let second: ID<Transition>
}
