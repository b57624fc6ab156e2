import LifelineInterpreter
import LifelineModel

/// The states and transitions of a machine that logs show for certain: every explanation of a call has them.
package struct LogEvidence: Sendable {
  private let automaton: CallAutomaton
  /// For each position in a step, the edges that lead through it.
  private let edges: [[Int]]
  /// The transitions of edges, as far as they were needed.
  private var transitionsOfEdges: [Int: Set<ID<Transition>>] = [:]
  /// The states in which the machine rested.
  package private(set) var states = IDSet<State>()
  /// The transitions that were taken.
  package private(set) var transitions: Set<ID<Transition>> = []

  /// Creates the evidence of no log.
  package static func make(for automaton: CallAutomaton) -> LogEvidence {
    var edges = Array(repeating: [Int](), count: automaton.count - automaton.nodeCount)
    for (index, entry) in automaton.edgeEntries.enumerated() where entry >= 0 {
      var position = entry
      while !automaton.isResting(position) {
        edges[Int(position) - automaton.nodeCount].append(index)
        position = automaton.successor(of: position)
      }
    }
    return LogEvidence(automaton: automaton, edges: edges)
  }

  private init(automaton: CallAutomaton, edges: [[Int]]) {
    self.automaton = automaton
    self.edges = edges
  }

  /// Adds what a call shows that comes in a state of an observer.
  package mutating func note(_ symbol: Int, in state: Observer.State, of observer: Observer) {
    let callbacks = observer.symbols[symbol]
    let origins = observer.positions(of: state).filter { position in
      automaton.call(at: position).map(callbacks.contains) ?? false
    }
    let nodes = origins.map { automaton.successor(of: $0) }
    if nodes.allSatisfy(automaton.isResting), let first = nodes.first {
      states.formUnion(
        nodes.dropFirst().reduce(configuration(of: first)) { $0.intersection(configuration(of: $1)) })
    }
    var common: Set<ID<Transition>>?
    for edge in origins.flatMap({ edges[Int($0) - automaton.nodeCount] }) {
      let taken = transitions(of: edge)
      common = common?.intersection(taken) ?? taken
      if common?.isEmpty ?? false { return }
    }
    transitions.formUnion(common ?? [])
  }

  private func configuration(of node: CallAutomaton.Position) -> IDSet<State> {
    automaton.exploration.nodes[Int(node)].snapshot.configuration
  }

  private mutating func transitions(of edge: Int) -> Set<ID<Transition>> {
    if let known = transitionsOfEdges[edge] { return known }
    let exploration = automaton.exploration
    var run = Interpreter(exploration.index, at: exploration.nodes[exploration.edges[edge].source].snapshot)
    var observer = NoObserver()
    let taken = Set(run.apply(exploration.edges[edge].stimulus, observer: &observer).taken.map(\.id))
    transitionsOfEdges[edge] = taken
    return taken
  }
}
