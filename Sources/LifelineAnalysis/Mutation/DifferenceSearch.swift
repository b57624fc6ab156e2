import LifelineInterpreter
import LifelineModel

/// The snapshots of a machine and its mutant after the same stimuli.
struct SnapshotPair {
  var original: Snapshot
  var mutant: Snapshot
}

/// A search for a difference between a machine and its mutant, breadth first.
struct DifferenceSearch {
  private let environment: EnvironmentModel
  private let mutated: MachineIndex
  private let limit: Int
  /// A guard of which the values that are tried don't show everything.
  private let uncertainGuard: Guard?
  private var budget: WorkBudget
  /// Pairs of different snapshots.
  private var pairs: [SnapshotPair] = []
  private var known: Set<Identity> = []
  /// The number of pairs from which the search went on.
  private var next = 0
  private var leftNothingOut = true

  /// Whether the search, if it found no difference, shows that there is none.
  var isComplete: Bool { leftNothingOut && hasWorkLeft }

  /// The parts of a pair that decide its future.
  private struct Identity: Hashable {
    let original: EnvironmentModel.Identity
    let mutant: EnvironmentModel.Identity
    /// The exact timers, if they differ.
    let originalTimers: [Snapshot.ArmedTimer]
    let mutantTimers: [Snapshot.ArmedTimer]
  }

  init(
    _ environment: EnvironmentModel, mutated: MachineIndex, limit: Int, uncertainGuard: Guard?, budget: WorkBudget
  ) {
    self.environment = environment
    self.mutated = mutated
    self.limit = limit
    self.uncertainGuard = uncertainGuard
    self.budget = budget
  }

  private var hasWorkLeft: Bool { !budget.isExhausted }

  /// Searches from snapshots that both can be in, and all pairs that are reached from there.
  mutating func findsDifference(from snapshots: some Sequence<Snapshot>) -> Bool {
    for snapshot in snapshots where hasWorkLeft {
      if findsDifference(from: SnapshotPair(original: snapshot, mutant: snapshot)) { return true }
    }
    while next < pairs.count, hasWorkLeft {
      if findsDifference(from: pairs[next]) { return true }
      next += 1
    }
    return false
  }

  /// Returns whether a stimulus makes the two behave differently at once. Adds the pairs that it leads to otherwise.
  private mutating func findsDifference(from pair: SnapshotPair) -> Bool {
    var isDifferent = false
    budget.spend(environment.machine.events.count)
    let isExhaustive = environment.forEachStimulus(in: pair.original, orIn: pair.mutant) { stimulus in
      var observer = PairObserver(visitLimit: budget.visitLimit)
      for wait in waits(for: stimulus, in: pair) {
        var original = Interpreter(environment.index, at: pair.original)
        var mutant = Interpreter(mutated, at: pair.mutant)
        let reaction = original.apply(stimulus, waiting: wait, observer: &observer)
        let origins = observer.takeOrigins()
        let other = mutant.apply(stimulus, waiting: wait, observer: &observer)
        let otherOrigins = observer.takeOrigins()
        // Both reactions may have been interrupted.
        let sizes = environment.size(of: original.snapshot) + environment.size(of: mutant.snapshot)
        let work = environment.work(of: stimulus, causing: reaction, observer.observation)
        guard budget.spend(work + sizes) else { return nil }
        isDifferent =
          !reaction.isAlike(other, isWait: wait != nil)
          || (reaction.fault == nil && !original.snapshot.isAlike(mutant.snapshot))
        if isDifferent { return nil }
        // Other values than those that were tried may differ.
        if !origins.areAlike(otherOrigins, in: environment) { leftNothingOut = false }
        if reaction.fault == nil { add(SnapshotPair(original: original.snapshot, mutant: mutant.snapshot)) }
      }
      if let uncertainGuard, observer.observation.guards.contains(where: { $0.id == uncertainGuard }) {
        leftNothingOut = false
      }
      return observer.observation
    }
    leftNothingOut = leftNothingOut && isExhaustive
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
      leftNothingOut = false
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
