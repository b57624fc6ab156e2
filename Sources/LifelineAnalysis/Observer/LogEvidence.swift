import LifelineInterpreter
import LifelineModel

/// The states and transitions of a machine that logs show for certain: every explanation of a call has them.
///
/// To look at every explanation takes much work if there are many, so calls beyond a limit of work show nothing.
package struct LogEvidence: Sendable {
  /// The work after which calls aren't looked at any more.
  package static let workLimit = 20_000_000

  private let automaton: CallAutomaton
  /// For each position in a step, the edges that lead through it.
  private let edges: [[Int]]
  /// The transitions of edges, as far as they were needed.
  private var transitionsOfEdges: [Int: Set<ID<Transition>>] = [:]
  /// The states in which the machine rested.
  package private(set) var states = IDSet<State>()
  /// The transitions that were taken.
  package private(set) var transitions: Set<ID<Transition>> = []
  private var budget: WorkBudget

  /// Whether all calls were looked at.
  package var isComplete: Bool { !budget.isExhausted }

  /// Creates the evidence of no log.
  package static func make(for automaton: CallAutomaton, workLimit: Int = LogEvidence.workLimit) -> LogEvidence {
    var edges = Array(repeating: [Int](), count: automaton.count - automaton.nodeCount)
    for (index, entry) in automaton.edgeEntries.enumerated() where entry >= 0 {
      var position = entry
      while !automaton.isResting(position) {
        edges[Int(position) - automaton.nodeCount].append(index)
        position = automaton.successor(of: position)
      }
    }
    return LogEvidence(automaton: automaton, edges: edges, budget: WorkBudget(workLimit))
  }

  private init(automaton: CallAutomaton, edges: [[Int]], budget: WorkBudget) {
    self.automaton = automaton
    self.edges = edges
    self.budget = budget
  }

  /// Adds what any log shows that begins with the start of the machine: the states in which it rests then, if the start shows
  /// nothing that has to be in a log.
  package mutating func noteStart(of observer: Observer) {
    var common: IDSet<State>?
    for (index, edge) in automaton.exploration.edges.flat.enumerated()
    where automaton.exploration.nodes[Int(edge.source)].isBeginning {
      let entry = automaton.edgeEntries[index]
      if entry < 0 { continue }
      let rest = automaton.rest(of: entry)
      if rest.items.contains(where: observer.owed.contains) { return }
      let states = configuration(of: rest.node)
      common = common?.intersection(states) ?? states
    }
    states.formUnion(common ?? IDSet())
  }

  /// Adds what a call shows that comes in a state of an observer.
  package mutating func note(_ symbol: Int, in state: Observer.State, of observer: Observer) {
    let positions = observer.positions(of: state)
    guard budget.spend(positions.count) else { return }
    let items = observer.symbols[symbol]
    let origins = positions.filter { automaton.item(at: $0).map(items.contains) ?? false }
    let nodes = origins.map { automaton.successor(of: $0) }
    if nodes.allSatisfy(automaton.isResting), let first = nodes.first {
      states.formUnion(
        nodes.dropFirst().reduce(configuration(of: first)) { $0.intersection(configuration(of: $1)) })
    }
    var common: Set<ID<Transition>>?
    for origin in origins {
      // An event that is ignored takes no transition.
      if edges[Int(origin) - automaton.nodeCount].isEmpty { return }
      for edge in edges[Int(origin) - automaton.nodeCount] {
        guard let taken = transitions(of: edge) else { return }
        common = common?.intersection(taken) ?? taken
        if common?.isEmpty ?? false { return }
      }
    }
    transitions.formUnion(common ?? [])
  }

  private func configuration(of node: CallAutomaton.Position) -> IDSet<State> {
    automaton.exploration.nodes[Int(node)].snapshot.configuration
  }

  /// Returns the transitions that are taken along an edge; `nil` if that takes too much work.
  private mutating func transitions(of edge: Int) -> Set<ID<Transition>>? {
    if let known = transitionsOfEdges[edge] { return budget.spend(8) ? known : nil }
    let exploration = automaton.exploration
    let stimulus = exploration.edges[edge].stimulus
    var run = Interpreter(exploration.index, at: exploration.nodes[exploration.edges[edge].source].snapshot)
    var observation = Observation(visitLimit: budget.visitLimit)
    let reaction = run.apply(stimulus, observer: &observation)
    let work =
      exploration.environment.work(of: stimulus, causing: reaction, observation)
      + exploration.environment.size(of: run.snapshot)
    guard budget.spend(work) else { return nil }
    let taken = Set(reaction.taken.map(\.id))
    transitionsOfEdges[edge] = taken
    return taken
  }
}
