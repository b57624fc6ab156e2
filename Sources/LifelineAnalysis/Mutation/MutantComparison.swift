import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// Compares the mutants of an explored machine with the machine.
///
/// Until the changed part is covered for the first time, both are in the same snapshot. So the comparison starts in
/// the explored nodes in which something covers it, and goes on while the two snapshots differ.
struct MutantComparison: Sendable {
  private let exploration: Exploration
  /// The explored nodes in which something covers each site, ascending.
  private let nodes: [Mutant.Site: [Int]]
  /// The number of pairs of different snapshots that are explored for one mutant.
  private let limit: Int
  /// The work that the comparison of one mutant may take.
  private let workLimit: Int

  var index: MachineIndex { exploration.index }

  /// Finds the nodes of the explored machine in which each site is covered.
  /// - Parameters:
  ///   - limit: The number of pairs of different snapshots that are explored for one mutant.
  ///   - workLimit: The work that the comparison of one mutant may take.
  static func prepare(_ exploration: Exploration, limit: Int, workLimit: Int) -> MutantComparison {
    var nodes: [Mutant.Site: [Int]] = [:]
    // Two snapshots that differ only in the time of their timers count as one here, too.
    for (index, node) in exploration.nodes.prefix(exploration.exploredCount).enumerated() where !node.isVariant {
      for site in exploration.sites(coveredIn: node.snapshot) { nodes[site, default: []].append(index) }
    }
    return MutantComparison(exploration: exploration, nodes: nodes, limit: limit, workLimit: workLimit)
  }

  /// Returns the verdict on a mutant that no scenario kills.
  func compare(_ mutated: MachineIndex, changedAt site: Mutant.Site) -> MutantVerdict {
    // The host can read the default value of a field.
    if site == .anything { return .survived }
    var search = DifferenceSearch(
      exploration.environment, mutated: mutated, limit: limit, budget: WorkBudget(workLimit))
    for node in nodes[site] ?? [] where search.hasWorkLeft {
      let snapshot = exploration.nodes[node].snapshot
      if search.findsDifference(from: SnapshotPair(original: snapshot, mutant: snapshot)) { return .survived }
    }
    if search.findsDifferenceInReachedPairs() { return .survived }
    return search.isComplete && search.hasWorkLeft && exploration.isComplete ? .equivalent : .undecided
  }
}

extension Exploration {
  /// Returns the sites that are covered by anything that may happen in `snapshot`.
  fileprivate func sites(coveredIn snapshot: Snapshot) -> Set<Mutant.Site> {
    var profile = CoverageProfile()
    profile.add(snapshot.configuration)
    _ = environment.forEachSuccessor(of: snapshot) { successor in
      profile.add(successor.reaction, successor.observation.guards, in: index.machine) { _ in false }
      profile.add(successor.snapshot.configuration)
      return true
    }
    return Set(profile.counts.keys.compactMap(Mutant.Site.init))
  }
}

/// The snapshots of a machine and its mutant after the same stimuli.
private struct SnapshotPair {
  var original: Snapshot
  var mutant: Snapshot
}

/// A search for a difference between a machine and its mutant, breadth first.
private struct DifferenceSearch {
  private let environment: EnvironmentModel
  private let mutated: MachineIndex
  private let limit: Int
  private var budget: WorkBudget
  /// Pairs of different snapshots.
  private var pairs: [SnapshotPair] = []
  private var known: Set<Identity> = []
  /// Whether nothing was left out while there was work left.
  private(set) var isComplete = true

  /// The parts of a pair that decide its future.
  private struct Identity: Hashable {
    let original: EnvironmentModel.Identity
    let mutant: EnvironmentModel.Identity
    /// The exact timers, if they differ.
    let originalTimers: [Snapshot.ArmedTimer]
    let mutantTimers: [Snapshot.ArmedTimer]
  }

  init(_ environment: EnvironmentModel, mutated: MachineIndex, limit: Int, budget: WorkBudget) {
    self.environment = environment
    self.mutated = mutated
    self.limit = limit
    self.budget = budget
  }

  var hasWorkLeft: Bool { !budget.isExhausted }

  /// Searches all pairs that have been reached, and those that can be reached from them.
  mutating func findsDifferenceInReachedPairs() -> Bool {
    var next = 0
    while next < pairs.count, hasWorkLeft {
      if findsDifference(from: pairs[next]) { return true }
      next += 1
    }
    return false
  }

  /// Returns whether a stimulus makes the two behave differently at once. Adds the pairs that it leads to otherwise.
  mutating func findsDifference(from pair: SnapshotPair) -> Bool {
    var isDifferent = false
    budget.spend(environment.machine.events.count)
    let isExhaustive = environment.forEachStimulus(in: pair.original, orIn: pair.mutant) { stimulus in
      var observation = Observation(visitLimit: budget.visitLimit)
      for wait in waits(for: stimulus, in: pair) {
        var original = Interpreter(environment.index, at: pair.original)
        var mutant = Interpreter(mutated, at: pair.mutant)
        let reaction = original.apply(stimulus, waiting: wait, observer: &observation)
        let other = mutant.apply(stimulus, waiting: wait, observer: &observation)
        // Both reactions may have been interrupted.
        let sizes = environment.size(of: original.snapshot) + environment.size(of: mutant.snapshot)
        guard budget.spend(environment.work(of: stimulus, causing: reaction, observation) + sizes) else { return nil }
        isDifferent =
          !reaction.isAlike(other, isWait: wait != nil)
          || (reaction.fault == nil && !original.snapshot.isAlike(mutant.snapshot))
        if isDifferent { return nil }
        if reaction.fault == nil { add(SnapshotPair(original: original.snapshot, mutant: mutant.snapshot)) }
      }
      return observation
    }
    isComplete = isComplete && isExhaustive
    return isDifferent
  }

  /// Returns the milliseconds for which a stimulus waits, in the machine and, if that differs, in the mutant; `nil` if
  /// it isn't a wait.
  private func waits(for stimulus: Stimulus, in pair: SnapshotPair) -> [Int?] {
    let original = Interpreter(environment.index, at: pair.original).wait(for: stimulus)
    let mutant = Interpreter(mutated, at: pair.mutant).wait(for: stimulus)
    return original == mutant ? [original] : [original, mutant].filter { $0 != 0 }
  }

  private mutating func add(_ pair: SnapshotPair) {
    guard pair.original != pair.mutant else { return }
    let haveOwnTimers = pair.original.timers != pair.mutant.timers
    let identity = Identity(
      original: environment.identity(of: pair.original), mutant: environment.identity(of: pair.mutant),
      originalTimers: haveOwnTimers ? pair.original.timers : [],
      mutantTimers: haveOwnTimers ? pair.mutant.timers : [])
    guard !known.contains(identity) else { return }
    guard pairs.count < limit else {
      isComplete = false
      return
    }
    known.insert(identity)
    pairs.append(pair)
  }
}

extension Interpreter {
  /// Applies a stimulus; a wait takes the given number of milliseconds.
  fileprivate mutating func apply(
    _ stimulus: Stimulus, waiting milliseconds: Int?, observer: inout some InterpreterObserver
  ) -> Reaction {
    guard let milliseconds else { return apply(stimulus, observer: &observer) }
    for fact in stimulus.facts { set(fact.field, to: fact.value) }
    return advance(byMilliseconds: milliseconds, observer: &observer)
  }
}

extension Reaction {
  /// Returns whether a host can't distinguish two reactions. It learns whether an event was ignored, but not whether
  /// a wait made a timer elapse. An event that a part doesn't take is an error.
  fileprivate func isAlike(_ other: Reaction, isWait: Bool) -> Bool {
    (isWait || (treatment == .ignored) == (other.treatment == .ignored)) && (fault == nil) == (other.fault == nil)
      && untaken.isEmpty == other.untaken.isEmpty
      && calls.elementsEqual(other.calls) { $0.callback == $1.callback && $0.arguments == $1.arguments }
  }
}

extension Snapshot {
  /// Returns whether a host can't distinguish two snapshots: it can read the active states and the fields.
  fileprivate func isAlike(_ other: Snapshot) -> Bool {
    configuration == other.configuration && fields == other.fields && finished == other.finished
  }
}
