import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Explores a machine breadth first.
/// - Parameters:
///   - limit: The number of configurations after which the exploration ends.
///   - workLimit: The work after which the exploration ends; `nil` for the work that is enough for `limit`
///     configurations of most machines.
///   - given: Values of fixed fields. Configurations with other values aren't explored.
///   - observe: A function that is called now and then with the number of configurations so far.
///   - isWanted: Returns whether somebody still wants the exploration. If not, it ends early.
package func explore(
  _ index: MachineIndex, limit: Int = Exploration.standardLimit, workLimit: Int? = nil,
  given: [FieldValue] = [], observing observe: ((Int) -> Void)? = nil, whileWanted isWanted: () -> Bool = { true }
) -> Exploration {
  explore(
    modelEnvironment(of: index).restricted(to: given), limit: limit,
    workLimit: workLimit ?? Exploration.workLimit(forNodes: limit), observing: observe, whileWanted: isWanted)
}

/// Explores the machine of an environment breadth first.
func explore(
  _ environment: EnvironmentModel, limit: Int, workLimit: Int, observing observe: ((Int) -> Void)? = nil,
  whileWanted isWanted: () -> Bool = { true }
) -> Exploration {
  var explorer = Explorer(environment, limit: limit, workLimit: workLimit)
  explorer.explore(observing: observe, whileWanted: isWanted)
  guard explorer.exploration.hasUnelapsedTimer else { return explorer.exploration }
  var closer = Explorer(environment, limit: limit, workLimit: workLimit, variantLimit: 128)
  closer.explore(observing: observe, whileWanted: isWanted)
  return closer.exploration
}

/// Explores the same machine as before, but lets any running timer elapse next.
///
/// The result contains everything that the machine can do, and may contain what it can't do. So what never happens there
/// is impossible, and a way through it isn't a counterexample.
/// - Parameters:
///   - exploration: An exploration of the machine.
///   - isWanted: Returns whether somebody still wants the exploration. If not, it ends early.
func exploreTimersInAnyOrder(
  besides exploration: Exploration, whileWanted isWanted: () -> Bool = { true }
) -> Exploration {
  var explorer = Explorer(
    exploration.environment.withTimersInAnyOrder(), limit: exploration.limit, workLimit: exploration.workLimit)
  explorer.explore(observing: nil, whileWanted: isWanted)
  return explorer.exploration
}

extension Exploration {
  /// Whether a timer that may run together with others never elapsed, although everything was explored. A state that the
  /// machine leaves at once gives its timers no time.
  fileprivate var hasUnelapsedTimer: Bool {
    guard environment.timers.isContested, isComplete else { return false }
    let resting = restingStates
    return machine.states.contains { state in
      resting.contains(state.id)
        && state.timers.indices.contains { !elapsedTimers.contains(ElapsedTimer(state: state.id, index: $0)) }
    }
  }
}

private struct Explorer {
  var exploration: Exploration
  private var indices: [EnvironmentModel.Identity: Int] = [:]
  /// The times that are left in each node, if several timers may run at once.
  private var leastTimes: [Int: LeastTimes] = [:]
  private var traces: [[ID<Callback>]: Int] = [:]
  private var knownFaults: Set<Fault> = []
  private var endlessMacrosteps = 0
  private var partTraces: [[Reaction.PartOutcome]: Int] = [:]

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

  /// The number of endless macrosteps after which the exploration ends: each of them takes long.
  private static let endlessLimit = 25

  init(_ environment: EnvironmentModel, limit: Int, workLimit: Int, variantLimit: Int = 0) {
    self.variantLimit = variantLimit
    exploration = Exploration(environment, limit: max(1, limit), workLimit: workLimit)
  }

  mutating func explore(observing observe: ((Int) -> Void)?, whileWanted isWanted: () -> Bool) {
    let environment = exploration.environment
    let workLimit = exploration.workLimit
    if !environment.hasAllBeginnings { end(at: .combinations) }
    for beginning in environment.beginnings { _ = node(for: beginning, arrival: nil) }
    while exploration.exploredCount < exploration.nodes.count, endlessMacrosteps < Self.endlessLimit {
      let next = exploration.exploredCount
      if next.isMultiple(of: 64) {
        observe?(exploration.configurationCount)
        if !isWanted() { return end(at: .work) }
      }
      let start = exploration.nodes[next].snapshot
      exploration.work += exploration.machine.events.count
      let workLeft = max(0, workLimit - exploration.work)
      let isExhaustive = environment.forEachSuccessor(of: start, workLimit: workLeft) { successor in
        exploration.work += successor.work
        guard exploration.work <= workLimit else { return false }
        add(successor, at: Exploration.Occurrence(node: next, stimulus: successor.stimulus), from: start)
        return true
      }
      if exploration.work > workLimit { return end(at: .work) }
      if !isExhaustive { end(at: .combinations) }
      exploration.exploredCount += 1
    }
    if exploration.exploredCount < exploration.nodes.count { end(at: .loops) }
  }

  private mutating func end(at bound: Exploration.Bound) {
    exploration.bound = exploration.bound ?? bound
  }

  private mutating func add(_ successor: Successor, at occurrence: Exploration.Occurrence, from start: Snapshot) {
    let reaction = successor.reaction
    note(reaction, successor.observation, at: occurrence)
    noteStates(enteredBy: reaction, from: start.configuration, to: successor.snapshot.configuration)
    if let fault = reaction.fault {
      if fault.kind == .endlessMacrostep { endlessMacrosteps += 1 }
      if knownFaults.insert(fault).inserted {
        exploration.faults.append(Exploration.ReachedFault(fault: fault, occurrence: occurrence))
      }
      return addEdge(to: nil, reaction, at: occurrence)
    }
    for history in successor.snapshot.history.ids where start.history[history] == nil {
      exploration.recordedHistories.insert(history)
    }
    guard let target = node(for: successor.snapshot, arrival: occurrence) else { return end(at: .nodes) }
    if target != occurrence.node || reaction.treatment != .ignored { addEdge(to: target, reaction, at: occurrence) }
  }

  private mutating func addEdge(to target: Int?, _ reaction: Reaction, at occurrence: Exploration.Occurrence) {
    let calls = reaction.calls.map(\.callback)
    let trace = traces[calls] ?? exploration.traces.count
    if trace == exploration.traces.count {
      traces[calls] = trace
      exploration.traces.append(calls)
    }
    exploration.edges.append(
      Exploration.Edge(
        source: occurrence.node, stimulus: occurrence.stimulus, target: target, trace: trace,
        partTrace: partTrace(of: reaction)))
  }

  /// Returns the index of the outcomes for parts, which are added if they're missing; `nil` if there are none.
  private mutating func partTrace(of reaction: Reaction) -> Int? {
    let outcomes = reaction.partOutcomes
    if outcomes.isEmpty { return nil }
    if let index = partTraces[outcomes] { return index }
    partTraces[outcomes] = exploration.partTraces.count
    exploration.partTraces.append(outcomes)
    return exploration.partTraces.count - 1
  }

  /// Returns the index of the node for `snapshot`, which is added if it's missing; `nil` if there are too many. Those
  /// in which the machine hasn't started aren't counted: nobody sees them as configurations, and they have a limit of
  /// their own.
  private mutating func node(for snapshot: Snapshot, arrival: Exploration.Occurrence?) -> Int? {
    let identity = exploration.environment.identity(of: snapshot)
    if let index = indices[identity] {
      guard isCloser(snapshot, than: index) else { return index }
    }
    if arrival != nil {
      guard exploration.configurationCount < exploration.limit else { return nil }
      exploration.configurationCount += 1
    }
    let known = indices[identity]
    let index = known ?? exploration.nodes.count
    indices[identity] = index
    noteTimes(snapshot, at: index)
    exploration.work += exploration.environment.size(of: snapshot)
    exploration.nodes.append(Exploration.Node(snapshot: snapshot, arrival: arrival, isVariant: known != nil))
    return exploration.nodes.count - 1
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
    for transition in reaction.taken where exploration.taken[transition.id.index] == nil {
      exploration.taken[transition.id.index] = occurrence
    }
    for decided in observation.guards {
      exploration.guardOutcomes[decided.id, default: Exploration.FirstResults()].note(decided.holds, at: occurrence)
    }
    exploration.restoredHistories.formUnion(observation.restoredHistories)
    exploration.elapsedTimers.formUnion(observation.elapsedTimers)
  }

  /// Notes the states that were entered or left between two configurations.
  private mutating func noteStates(enteredBy reaction: Reaction, from start: IDSet<State>, to end: IDSet<State>) {
    let atomic = reaction.entered
    guard start != end || !atomic.isEmpty else { return }
    let machine = exploration.machine
    var active = start
    active.formUnion(end)
    for state in atomic {
      var next: ID<State>? = state
      while let state = next, active.insert(state) { next = machine.states[state.index].parent }
    }
    exploration.entered.formUnion(active)
    active.subtract(end)
    exploration.exited.formUnion(active)
    // A state that is active in the end may have been left in between.
    if atomic.count > 1 { exploration.exited.formUnion(machine.statesLeft(by: atomic, from: start)) }
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
