import LifelineInterpreter
import LifelineModel

/// What a machine can come to, whatever the host does: its snapshots, and what leads from one to the next.
///
/// Snapshots that have the same future are one node, so a machine that counts without end, or waits for ever, has
/// few. It is a proof only if it ``isComplete``.
package struct Exploration: Sendable {
  /// A snapshot that was reached.
  package struct Node: Sendable {
    /// The snapshot: of those that are alike, the one that was reached first.
    package var snapshot: Snapshot
    /// What led to it first; `nil` where the machine has not started.
    package var arrival: Occurrence?
  }

  /// Something that happens in a node.
  package struct Occurrence: Hashable, Sendable {
    /// The node's place among all.
    package var node: Int
    /// What the host does.
    package var stimulus: Stimulus
  }

  /// What a stimulus leads to.
  package struct Edge: Sendable {
    /// The node in which it happens.
    package var source: Int
    /// What the host does.
    package var stimulus: Stimulus
    /// The node that it leads to; `nil` if the machine cannot go on.
    package var target: Int?
    /// The place of its callbacks among the exploration's ``traces``.
    package var trace: Int
  }

  /// How a guard came out.
  package struct Decision: Sendable {
    /// Where it held first.
    package var holds: Occurrence?
    /// Where it did not hold first.
    package var fails: Occurrence?
  }

  /// A fault, and where it was met first.
  package struct ReachedFault: Sendable {
    /// Why the machine cannot go on.
    package var fault: Fault
    /// What happened then.
    package var occurrence: Occurrence
  }

  /// Why an exploration ended before it had seen everything.
  package enum Bound: Hashable, Sendable {
    /// There are more nodes than the limit.
    case nodes
    /// More combinations of values decide what happens at once than are tried.
    case combinations
    /// The machine ran into endless loops too often; they are among the faults.
    case loops
  }

  /// How many nodes an exploration has at most unless told otherwise.
  package static let standardLimit = 100_000

  /// What may happen to the machine.
  package let stimuli: Stimuli
  /// The machine.
  package var chart: MachineIndex { stimuli.chart }
  /// What was reached, nearest first.
  package internal(set) var nodes: [Node] = []
  /// What leads from one to another, in the order of their sources; an event that is ignored leads nowhere.
  package internal(set) var edges: [Edge] = []
  /// Sequences of callbacks, each once.
  package internal(set) var traces: [[ID<Callback>]] = []
  /// What it ended at first; `nil` if everything that can be reached was.
  package internal(set) var bound: Bound?
  /// Whether everything that can be reached was; otherwise what was not found may still exist.
  package var isComplete: Bool { bound == nil }
  /// By transition: where it was taken first.
  package internal(set) var taken: [Occurrence?]
  /// How guards came out.
  package internal(set) var decisions: [Guard: Decision] = [:]
  /// The states that were active, if only for a moment.
  package internal(set) var entered = IDSet<State>()
  /// The states that were active and then were not.
  package internal(set) var left = IDSet<State>()
  /// The history pseudo-states that were recorded.
  package internal(set) var recorded: Set<ID<State>> = []
  /// The history pseudo-states that were entered while they remembered something.
  package internal(set) var recalled: Set<ID<State>> = []
  /// The timers that came to their deadlines.
  package internal(set) var firedTimers: Set<FiredTimer> = []
  /// The faults that were met, each once.
  package internal(set) var faults: [ReachedFault] = []

  /// Explores a machine up to `limit` nodes.
  package init(of chart: MachineIndex, limit: Int = Self.standardLimit) {
    var explorer = Explorer(Exploration(Stimuli(chart)), limit: limit)
    explorer.explore()
    self = explorer.exploration
  }

  private init(_ stimuli: Stimuli) {
    self.stimuli = stimuli
    taken = Array(repeating: nil, count: stimuli.chart.machine.transitionCount)
    entered = IDSet()
    left = entered
  }

  /// What leads to a node from before the start, with as few stimuli as can be.
  package func path(to node: Int) -> [Occurrence] {
    var path: [Occurrence] = []
    var next = nodes[node].arrival
    while let occurrence = next {
      path.append(occurrence)
      next = nodes[occurrence.node].arrival
    }
    return path.reversed()
  }

  /// What leads to something that happens, and that itself.
  package func path(through occurrence: Occurrence) -> [Occurrence] {
    path(to: occurrence.node) + [occurrence]
  }
}

/// Walks through a machine breadth first.
private struct Explorer {
  var exploration: Exploration
  private let limit: Int
  private var places: [Stimuli.Identity: Int] = [:]
  private var traces: [[ID<Callback>]: Int] = [:]
  private var endlessMacrosteps = 0

  /// How often an endless macrostep is run into: each takes long, and they tend to come in numbers.
  private static let endlessLimit = 25

  init(_ exploration: Exploration, limit: Int) {
    self.exploration = exploration
    self.limit = max(1, limit)
  }

  mutating func explore() {
    if !exploration.stimuli.hasAllBeginnings { stop(at: .combinations) }
    for beginning in exploration.stimuli.beginnings { _ = place(of: beginning, arrival: nil) }
    var next = 0
    while next < exploration.nodes.count, endlessMacrosteps < Self.endlessLimit {
      let start = exploration.nodes[next].snapshot
      var outcomes = exploration.stimuli.outcomes(in: start)
      while let outcome = outcomes.next() {
        let occurrence = Exploration.Occurrence(node: next, stimulus: outcome.stimulus)
        add(outcome, at: occurrence, from: start)
      }
      if !outcomes.isExhaustive { stop(at: .combinations) }
      next += 1
    }
    if next < exploration.nodes.count { stop(at: .loops) }
  }

  private mutating func stop(at bound: Exploration.Bound) {
    exploration.bound = exploration.bound ?? bound
  }

  private mutating func add(_ outcome: Outcomes.Outcome, at occurrence: Exploration.Occurrence, from start: Snapshot) {
    let reaction = outcome.reaction
    let end = outcome.snapshot
    note(reaction, outcome.observation, at: occurrence)
    note(states: reaction.entered, from: start.configuration, to: end.configuration)
    if let fault = reaction.fault {
      if fault.kind == .endlessMacrostep { endlessMacrosteps += 1 }
      if !exploration.faults.contains(where: { $0.fault == fault }) {
        exploration.faults.append(Exploration.ReachedFault(fault: fault, occurrence: occurrence))
      }
      return append(to: nil, reaction, at: occurrence)
    }
    for history in end.history.ids where start.history[history] == nil { exploration.recorded.insert(history) }
    guard let target = place(of: end, arrival: occurrence) else {
      return stop(at: .nodes)
    }
    if target != occurrence.node || reaction.outcome != .ignored { append(to: target, reaction, at: occurrence) }
  }

  private mutating func append(to target: Int?, _ reaction: Reaction, at occurrence: Exploration.Occurrence) {
    let calls = reaction.calls.map(\.callback)
    let trace: Int
    if let known = traces[calls] {
      trace = known
    } else {
      trace = exploration.traces.count
      traces[calls] = trace
      exploration.traces.append(calls)
    }
    exploration.edges.append(
      Exploration.Edge(source: occurrence.node, stimulus: occurrence.stimulus, target: target, trace: trace))
  }

  /// The node of `snapshot`, a new one if need be; `nil` if there are too many.
  private mutating func place(of snapshot: Snapshot, arrival: Exploration.Occurrence?) -> Int? {
    let identity = exploration.stimuli.identity(of: snapshot)
    if let place = places[identity] { return place }
    guard exploration.nodes.count < limit else { return nil }
    places[identity] = exploration.nodes.count
    exploration.nodes.append(Exploration.Node(snapshot: snapshot, arrival: arrival))
    return exploration.nodes.count - 1
  }

  private mutating func note(_ reaction: Reaction, _ observation: Observation, at occurrence: Exploration.Occurrence) {
    for transition in reaction.taken where exploration.taken[transition.id.index] == nil {
      exploration.taken[transition.id.index] = occurrence
    }
    for decided in observation.guards {
      if decided.holds {
        if exploration.decisions[decided.id]?.holds == nil {
          exploration.decisions[decided.id, default: Exploration.Decision()].holds = occurrence
        }
      } else if exploration.decisions[decided.id]?.fails == nil {
        exploration.decisions[decided.id, default: Exploration.Decision()].fails = occurrence
      }
    }
    exploration.recalled.formUnion(observation.recalled)
    exploration.firedTimers.formUnion(observation.firedTimers)
  }

  /// Notes which states were active and which are not any more.
  private mutating func note(states atomic: [ID<State>], from start: IDSet<State>, to end: IDSet<State>) {
    guard start != end || !atomic.isEmpty else { return }
    var active = start
    active.formUnion(end)
    for state in atomic {
      var next: ID<State>? = state
      while let state = next, active.insert(state) { next = exploration.chart.machine.states[state.index].parent }
    }
    exploration.entered.formUnion(active)
    active.subtract(end)
    exploration.left.formUnion(active)
    // What is active again at the end may have been left for others on the way.
    guard atomic.count > 1 else { return }
    for (place, other) in atomic.enumerated() {
      for state in Set(atomic[place...]) where end.contains(state) && !exploration.left.contains(state) {
        let wasActive = start.contains(state) || atomic[..<place].contains(state)
        if wasActive, !exploration.chart.machine.canBeActiveTogether(state, other) { exploration.left.insert(state) }
      }
    }
  }
}
