import LifelineInterpreter
import LifelineModel

/// The snapshots that a machine can reach, whatever the host does, and the reactions that lead from one to another.
///
/// Snapshots that nothing distinguishes for the future are one node, so a machine that counts or waits without end has few.
/// The nodes in which the machine has started are its configurations. What an exploration doesn't contain is impossible
/// only if the exploration ``isComplete``, and only for the numbers and the orders of timers that it tries.
package struct Exploration: Sendable {
  /// The default for the number of configurations.
  package static let standardLimit = 1_000_000
  /// The number of bytes of nodes, edges and what belongs to them after which an exploration ends.
  static let memoryLimit = 1 << 30
  /// The work that an exploration may do for each configuration of its limit.
  package static let workPerNode = 1_000
  /// The least limit of configurations by which the work is bounded.
  private static let leastWorkNodes = 10_000

  /// Returns the work that an exploration may do if it ends at a limit of configurations.
  static func workLimit(forNodes limit: Int) -> Int {
    let (work, overflows) = max(limit, leastWorkNodes).multipliedReportingOverflow(by: workPerNode)
    return overflows ? .max : work
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
    var holds: Occurrence?
    var fails: Occurrence?
  }

  /// A fault with its first occurrence.
  struct ReachedFault: Sendable {
    var fault: Fault
    var occurrence: Occurrence
  }

  /// Combinations that weren't tried in a node.
  struct Omission: Sendable {
    /// The event of which they are; `nil` for the start, or a wait.
    var event: ID<Event>?
    /// Whether they are combinations of calls that stay open, perhaps among others. If not, they are those of values.
    var isOfCalls: Bool
  }

  /// A reason to end an exploration early.
  package enum Bound: String, Hashable, CaseIterable, Sendable {
    /// There are more configurations than the limit.
    case nodes = "configurations"
    /// The work exceeds its limit.
    case work
    /// The nodes, the edges and what belongs to them take more memory than the limit.
    case memory
    /// There are too many combinations of values.
    case combinations
    /// There are too many endless loops.
    case loops
  }

  let environment: EnvironmentModel
  /// The number of configurations after which the exploration ends.
  package let limit: Int
  /// The work after which the exploration ends. What follows from the exploration may take as much again.
  let workLimit: Int
  /// The nodes, nearest first.
  let nodes: Nodes
  /// The number of configurations: of the nodes in which the machine has started.
  package let configurationCount: Int
  /// The number of nodes in which stimuli were tried. The others come after them. Something is left out in these only if
  /// there were too many combinations of values or, near the end, too many configurations.
  let exploredCount: Int
  /// The number of nodes of which everything but ``omissions`` was tried. The others come after them.
  let wholeCount: Int
  /// The combinations that were left out in nodes, because there were too many, once for each kind of stimulus.
  let omissions: [Int: [Omission]]
  /// The work that was done.
  let work: Int
  /// The edges in the order of their sources. There's none for an event that is ignored.
  let edges: Edges
  /// The positions of the timers in the sources of the edges that were the next to elapse, if timers elapse in any order.
  let nextTimers: [Int32]
  /// The events that the machine ignores in each explored node.
  let ignoredEvents: IgnoredEvents
  /// Sequences of callbacks, each once.
  let traces: Traces
  /// Sequences of outcomes for parts, each once.
  let partTraces: PartTraces
  /// The first reason to end early; `nil` if everything was explored.
  package let bound: Bound?
  /// Whether nobody wanted the exploration any more, so that it ended early. Its findings mean nothing then.
  let isAbandoned: Bool
  /// The first occurrence in which each transition was taken.
  let taken: [Occurrence?]
  /// The results of all evaluated guards.
  let guardOutcomes: [Guard: FirstResults]
  /// The states that were active at some time.
  let entered: IDSet<State>
  /// The states that were exited at some time.
  let exited: IDSet<State>
  /// The histories that remembered states at some time.
  let recordedHistories: Set<ID<State>>
  /// The histories that were entered while they remembered states.
  let restoredHistories: Set<ID<State>>
  /// The timers that elapsed.
  let elapsedTimers: Set<ElapsedTimer>
  /// The faults, each once.
  let faults: [ReachedFault]

  var index: MachineIndex { environment.index }
  var machine: Machine { index.machine }
  /// Whether everything that can be reached was explored.
  package var isComplete: Bool { bound == nil && !isAbandoned }
}

extension Exploration {
  /// Whether a timer that may run together with others never elapsed, although everything was explored. A state that the
  /// machine leaves at once gives its timers no time.
  var hasUnelapsedTimer: Bool {
    guard environment.timers.isContested, isComplete else { return false }
    let resting = restingStates
    return machine.states.contains { state in
      resting.contains(state.id)
        && state.timers.indices.contains { !elapsedTimers.contains(ElapsedTimer(state: state.id, index: $0)) }
    }
  }
}
