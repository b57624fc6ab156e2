import LifelineInterpreter
import LifelineModel

/// What ``Derivation/Extent/pairs`` adds.
extension Derivation {
  // MARK: - Decisions

  /// A test for every way in which facts, parameters and what the machine remembers decide what it does in a state. A
  /// guard of several parts, and one that several states share, has more of them than two outcomes.
  mutating func addDecisions(_ leaving: [[Exploration.Edge]]) {
    var covered: Set<Decision> = []
    var targets: [Exploration.Occurrence: Int] = [:]
    for edge in exploration.edges {
      targets[Exploration.Occurrence(node: edge.source, stimulus: edge.stimulus)] = edge.target
    }
    for node in exploration.nodes.indices {
      let snapshot = exploration.nodes[node].snapshot
      var outcomes = exploration.stimuli.outcomes(in: snapshot)
      while let outcome = outcomes.next() {
        let reaction = outcome.reaction
        let occurrence = Exploration.Occurrence(node: node, stimulus: outcome.stimulus)
        let decision = Decision(outcome, to: occurrence.stimulus, in: snapshot, of: exploration)
        guard decision.isOne, reaction.fault == nil, canApply(occurrence.stimulus), covered.insert(decision).inserted
        else { continue }
        // An event that is set free must not be there any more when the next one comes.
        var following: Stimulus?
        if outcome.snapshot.deferredEvents.count < snapshot.deferredEvents.count, let target = targets[occurrence] {
          following = leaving[target].map(\.stimulus).first(where: canApply)
        }
        guard reached.insert(occurrence).inserted || following != nil else { continue }
        let state = decision.state ?? snapshot.configuration.first { machine[$0].isAtomic } ?? Machine.root
        add(occurrence, about: state, at: reaction.taken.first?.range ?? machine[state].range, followedBy: following)
      }
    }
  }

  private func canApply(_ stimulus: Stimulus) -> Bool {
    guard case .send(let event, let arguments) = stimulus.kind else { return true }
    return usable.missing(among: arguments, of: event) == nil
  }

  // MARK: - Pairs

  /// What leads somewhere from each node.
  var edgesByNode: [[Exploration.Edge]] {
    var leaving: [[Exploration.Edge]] = Array(repeating: [], count: exploration.nodes.count)
    for edge in exploration.edges where edge.target != nil { leaving[edge.source].append(edge) }
    return leaving
  }

  /// A test for every two transitions that are taken one after the other, which no earlier one has.
  mutating func addPairs(_ leaving: [[Exploration.Edge]]) {
    var sources = [ID<State>](repeating: Machine.root, count: machine.transitionCount)
    machine.forEachTransition { sources[$0.id.index] = $0.source }
    let transitions = leaving.map { $0.map { taken(by: $0.stimulus, in: $0.source) } }
    var covered: Set<Pair> = []
    for (node, edges) in leaving.enumerated() {
      for (place, first) in edges.enumerated() {
        guard let middle = first.target, let last = transitions[node][place].last else { continue }
        for (second, taken) in zip(leaving[middle], transitions[middle]) {
          guard let next = taken.first, covered.insert(Pair(first: last.id, second: next.id)).inserted
          else { continue }
          addTest(through: node, about: sources[next.id.index], at: next.range) { run in
            run.apply(first.stimulus, isExpected: true)
            run.apply(second.stimulus, isExpected: true)
          }
        }
      }
    }
  }

  private struct Pair: Hashable {
    let first: ID<Transition>
    let second: ID<Transition>
  }

  private func taken(by stimulus: Stimulus, in node: Int) -> [Reaction.TakenTransition] {
    var run = Interpreter(exploration.chart, at: exploration.nodes[node].snapshot)
    var observation = Observation()
    return run.apply(stimulus, observer: &observation).taken
  }
}
