import LifelineInterpreter
import LifelineModel

/// The snapshots that a machine can reach, whatever the host does, and the reactions that lead from one to another.
///
/// Snapshots with the same future are one node, so a machine that counts or waits without end has few. What an
/// exploration doesn't contain is impossible only if the exploration ``isComplete``.
package struct Exploration: Sendable {
  /// The default for the number of nodes.
  package static let standardLimit = 100_000
  /// The work that an exploration may do for each node of its limit.
  package static let workPerNode = 1_000
  /// The least limit of nodes by which the work is bounded.
  private static let leastWorkNodes = 10_000

  /// Returns the work that an exploration may do if it ends at a limit of nodes.
  static func workLimit(forNodes limit: Int) -> Int {
    let (work, overflows) = max(limit, leastWorkNodes).multipliedReportingOverflow(by: workPerNode)
    return overflows ? .max : work
  }

  /// A snapshot that can be reached.
  struct Node: Sendable {
    /// The first of the snapshots that count as this node.
    var snapshot: Snapshot
    /// The occurrence that led to the node first; `nil` if the machine hasn't started.
    var arrival: Occurrence?
    /// Whether an earlier node has the same identity, and only the timers have less time left here.
    var isVariant = false
  }

  /// A stimulus in a node.
  struct Occurrence: Hashable, Sendable {
    /// The index of the node.
    var node: Int
    var stimulus: Stimulus
  }

  /// A reaction that leads from one node to another.
  struct Edge: Sendable {
    /// The index of the node in which the stimulus happens.
    var source: Int
    var stimulus: Stimulus
    /// The index of the node to which the reaction leads; `nil` after a fault.
    var target: Int?
    /// The index of the called callbacks in ``Exploration/traces``.
    var trace: Int
    /// The index of the outcomes for parts in ``Exploration/partTraces``; `nil` if there are none.
    var partTrace: Int?

    var occurrence: Occurrence { Occurrence(node: source, stimulus: stimulus) }
  }

  /// The first occurrences in which a guard held and failed.
  struct FirstResults: Sendable {
    private(set) var holds: Occurrence?
    private(set) var fails: Occurrence?

    /// Notes a result, unless the guard has had it before.
    mutating func note(_ result: Bool, at occurrence: Occurrence) {
      switch result {
      case true: if holds == nil { holds = occurrence }
      case false: if fails == nil { fails = occurrence }
      }
    }
  }

  /// A fault with its first occurrence.
  struct ReachedFault: Sendable {
    var fault: Fault
    var occurrence: Occurrence
  }

  /// A reason to end an exploration early.
  package enum Bound: Hashable, Sendable {
    /// There are more nodes than the limit.
    case nodes
    /// The work exceeds its limit.
    case work
    /// There are too many combinations of values.
    case combinations
    /// There are too many endless loops.
    case loops
  }

  let environment: EnvironmentModel
  /// The number of configurations after which the exploration ends.
  let limit: Int
  /// The work after which the exploration ends. What follows from the exploration may take as much again.
  let workLimit: Int
  /// The nodes, nearest first.
  var nodes: [Node] = []
  /// The number of configurations: of the nodes in which the machine has started.
  package internal(set) var configurationCount = 0
  /// The number of nodes whose successors were all tried. The others come after them.
  var exploredCount = 0
  /// The work that was done.
  var work = 0
  /// The edges in the order of their sources. There's none for an event that is ignored.
  var edges: [Edge] = []
  /// Sequences of callbacks, each once.
  var traces: [[ID<Callback>]] = []
  /// Sequences of outcomes for parts, each once.
  var partTraces: [[Reaction.PartOutcome]] = []
  /// The first reason to end early; `nil` if everything was explored.
  package internal(set) var bound: Bound?
  /// The first occurrence in which each transition was taken.
  var taken: [Occurrence?]
  /// The results of all evaluated guards.
  var guardOutcomes: [Guard: FirstResults] = [:]
  /// The states that were active at some time.
  var entered = IDSet<State>()
  /// The states that were exited at some time.
  var exited = IDSet<State>()
  /// The histories that remembered states at some time.
  var recordedHistories: Set<ID<State>> = []
  /// The histories that were entered while they remembered states.
  var restoredHistories: Set<ID<State>> = []
  /// The timers that elapsed.
  var elapsedTimers: Set<ElapsedTimer> = []
  /// The faults, each once.
  var faults: [ReachedFault] = []

  var index: MachineIndex { environment.index }
  var machine: Machine { index.machine }
  /// Whether everything that can be reached was explored.
  package var isComplete: Bool { bound == nil }

  init(_ environment: EnvironmentModel, limit: Int, workLimit: Int) {
    self.environment = environment
    self.limit = limit
    self.workLimit = workLimit
    taken = Array(repeating: nil, count: environment.machine.transitionCount)
  }

  /// Returns the edges that leave each node.
  func edgesByNode(where isIncluded: (Edge) -> Bool = { _ in true }) -> [[Edge]] {
    var result: [[Edge]] = Array(repeating: [], count: nodes.count)
    for edge in edges where isIncluded(edge) { result[edge.source].append(edge) }
    return result
  }

  /// The nodes in which the machine hasn't started.
  var beginnings: [Int] { nodes.indices.filter { nodes[$0].arrival == nil } }

  /// Returns the shortest path to a node from a node in which the machine hasn't started.
  func path(to node: Int) -> [Occurrence] {
    var path: [Occurrence] = []
    var next = nodes[node].arrival
    while let occurrence = next {
      path.append(occurrence)
      next = nodes[occurrence.node].arrival
    }
    return path.reversed()
  }
}
