import LifelineModel
import LifelineSource

@testable import LifelineAnalysis
@testable import LifelineInterpreter

/// An exploration that runs each stimulus on the interpreter, and keeps snapshots. It's slow and simple, and says what an
/// exploration by the engine has to be.
struct InterpretedExploration {
  /// A snapshot that can be reached.
  struct Node {
    var snapshot: Snapshot
    var arrival: Exploration.Occurrence?
    var isVariant: Bool
  }

  let environment: EnvironmentModel
  let limit: Int
  let workLimit: Int
  private(set) var nodes: [Node] = []
  private(set) var configurationCount = 0
  private(set) var exploredCount = 0
  private(set) var work = 0
  private(set) var edges: [Exploration.Edge] = []
  private(set) var traces: [[ID<Callback>]] = [[]]
  private(set) var partTraces: [[Reaction.PartOutcome]] = []
  private(set) var bound: Exploration.Bound?
  private(set) var taken: [Exploration.Occurrence?]
  private(set) var guardOutcomes: [Guard: Exploration.FirstResults] = [:]
  private(set) var entered = IDSet<State>()
  private(set) var exited = IDSet<State>()
  private(set) var recordedHistories: Set<ID<State>> = []
  private(set) var restoredHistories: Set<ID<State>> = []
  private(set) var elapsedTimers: Set<ElapsedTimer> = []
  private(set) var faults: [Exploration.ReachedFault] = []

  private var machine: Machine { environment.machine }
  private var indices: [EnvironmentModel.Identity: Int] = [:]
  /// The times that are left in each node, if several timers may run at once.
  private var leastTimes: [Int: LeastTimes] = [:]
  private var traceIndices: [[ID<Callback>]: Int] = [[]: 0]
  private var knownFaults: Set<Fault> = []
  private var endlessMacrosteps = 0
  private var partTraceIndices: [[Reaction.PartOutcome]: Int] = [:]

  /// The least times that are left in a node and its variants.
  private struct LeastTimes {
    /// The time that is left of each timer.
    var times: [Int]
    var variantCount = 0
  }

  /// The number of variants of a node: snapshots with the same identity in which some timer has less time left than before.
  /// They have nodes of their own, because a long timer may elapse beside a short one only if that is started again several
  /// times, and each time the long one has less left.
  private let variantLimit: Int

  init(_ environment: EnvironmentModel, limit: Int, workLimit: Int, variantLimit: Int = 0) {
    self.variantLimit = variantLimit
    self.environment = environment
    self.limit = max(1, limit)
    self.workLimit = workLimit
    taken = Array(repeating: nil, count: environment.machine.transitionCount)
  }

  mutating func explore() {
    if !environment.hasAllBeginnings { end(at: .combinations) }
    for beginning in environment.beginnings { _ = node(for: beginning, arrival: nil) }
    while exploredCount < nodes.count, endlessMacrosteps < Explorer.endlessLimit {
      let next = exploredCount
      let start = nodes[next].snapshot
      work += machine.events.count
      let workLeft = max(0, workLimit - work)
      let isExhaustive = environment.forEachSuccessor(of: start, workLimit: workLeft) { successor in
        work += successor.work
        guard work <= workLimit else { return false }
        add(successor, at: Exploration.Occurrence(node: next, stimulus: successor.stimulus), from: start)
        return true
      }
      if work > workLimit { return end(at: .work) }
      if !isExhaustive { end(at: .combinations) }
      exploredCount += 1
    }
    if exploredCount < nodes.count { end(at: .loops) }
  }

  private mutating func end(at bound: Exploration.Bound) {
    self.bound = self.bound ?? bound
  }

  private mutating func add(_ successor: Successor, at occurrence: Exploration.Occurrence, from start: Snapshot) {
    let reaction = successor.reaction
    note(reaction, successor.observation, at: occurrence)
    noteStates(enteredBy: reaction, from: start.configuration, to: successor.snapshot.configuration)
    if let fault = reaction.fault {
      if fault.kind == .endlessMacrostep { endlessMacrosteps += 1 }
      if knownFaults.insert(fault).inserted {
        faults.append(Exploration.ReachedFault(fault: fault, occurrence: occurrence))
      }
      return addEdge(to: nil, reaction, at: occurrence)
    }
    for history in successor.snapshot.history.ids where start.history[history] == nil {
      recordedHistories.insert(history)
    }
    guard let target = node(for: successor.snapshot, arrival: occurrence) else { return end(at: .nodes) }
    var staysThere = target == occurrence.node
    if case .send = occurrence.stimulus.kind { staysThere = true }
    if reaction.treatment != .ignored || !staysThere { addEdge(to: target, reaction, at: occurrence) }
  }

  private mutating func addEdge(to target: Int?, _ reaction: Reaction, at occurrence: Exploration.Occurrence) {
    let calls = reaction.calls.map(\.callback)
    let trace = traceIndices[calls] ?? traces.count
    if trace == traces.count {
      traceIndices[calls] = trace
      traces.append(calls)
    }
    edges.append(
      Exploration.Edge(
        source: occurrence.node, stimulus: occurrence.stimulus, target: target, trace: trace,
        partTrace: partTrace(of: reaction)))
  }

  /// Returns the index of the outcomes for parts, which are added if they're missing; `nil` if there are none.
  private mutating func partTrace(of reaction: Reaction) -> Int? {
    let outcomes = reaction.partOutcomes
    if outcomes.isEmpty { return nil }
    if let index = partTraceIndices[outcomes] { return index }
    partTraceIndices[outcomes] = partTraces.count
    partTraces.append(outcomes)
    return partTraces.count - 1
  }

  /// Returns the index of the node for `snapshot`, which is added if it's missing; `nil` if there are too many. Those
  /// in which the machine hasn't started aren't counted: nobody sees them as configurations, and they have a limit of
  /// their own.
  private mutating func node(for snapshot: Snapshot, arrival: Exploration.Occurrence?) -> Int? {
    let identity = environment.identity(of: snapshot)
    if let index = indices[identity] {
      guard isCloser(snapshot, than: index) else { return index }
    }
    if arrival != nil {
      guard configurationCount < limit else { return nil }
      configurationCount += 1
    }
    let known = indices[identity]
    let index = known ?? nodes.count
    indices[identity] = index
    noteTimes(snapshot, at: index)
    work += environment.size(of: snapshot)
    nodes.append(Node(snapshot: snapshot, arrival: arrival, isVariant: known != nil))
    return nodes.count - 1
  }

  /// Returns whether a timer has less time left than in all snapshots of a node and its variants.
  private func isCloser(_ snapshot: Snapshot, than node: Int) -> Bool {
    guard let least = leastTimes[node], least.variantCount < variantLimit else { return false }
    return zip(snapshot.timers, least.times).contains { $0.remaining < $1 }
  }

  private mutating func noteTimes(_ snapshot: Snapshot, at node: Int) {
    guard variantLimit > 0 else { return }
    let times = snapshot.timers.map(\.remaining)
    if let least = leastTimes[node] {
      leastTimes[node] = LeastTimes(
        times: zip(times, least.times).map { min($0, $1) }, variantCount: least.variantCount + 1)
    } else {
      leastTimes[node] = LeastTimes(times: times)
    }
  }

  private mutating func note(_ reaction: Reaction, _ observation: Observation, at occurrence: Exploration.Occurrence) {
    for transition in reaction.taken where taken[transition.id.index] == nil {
      taken[transition.id.index] = occurrence
    }
    for decided in observation.guards {
      var results = guardOutcomes[decided.id] ?? Exploration.FirstResults()
      if decided.holds {
        results.holds = results.holds ?? occurrence
      } else {
        results.fails = results.fails ?? occurrence
      }
      guardOutcomes[decided.id] = results
    }
    restoredHistories.formUnion(observation.restoredHistories)
    elapsedTimers.formUnion(observation.elapsedTimers)
  }

  /// Notes the states that were entered or left between two configurations.
  private mutating func noteStates(enteredBy reaction: Reaction, from start: IDSet<State>, to end: IDSet<State>) {
    let atomic = reaction.entered
    guard start != end || !atomic.isEmpty else { return }
    var active = start
    active.formUnion(end)
    for state in atomic {
      var next: ID<State>? = state
      while let state = next, active.insert(state) { next = machine.states[state.index].parent }
    }
    entered.formUnion(active)
    active.subtract(end)
    exited.formUnion(active)
    // A state that is active in the end may have been left in between.
    if atomic.count > 1 { exited.formUnion(machine.statesLeft(by: atomic, from: start)) }
  }
}

extension Machine {
  /// Returns the states that are left for others, which exclude them, while atomic states are entered one after the
  /// other.
  fileprivate func statesLeft(by entered: [ID<State>], from start: IDSet<State>) -> IDSet<State> {
    var left = IDSet<State>()
    var active = start
    /// The active child of each compound state.
    var children: [ID<State>: ID<State>] = [:]
    for state in start { if let parent = self[state].parent { children[parent] = state } }
    for state in entered {
      var child = state
      while let parent = self[child].parent {
        if !self[parent].isParallel, let other = children.updateValue(child, forKey: parent), other != child {
          for state in active.members(in: other.index..<self[other].subtreeEnd) {
            active.remove(state)
            left.insert(state)
          }
        }
        child = parent
      }
      active.insert(state)
    }
    return left
  }
}
