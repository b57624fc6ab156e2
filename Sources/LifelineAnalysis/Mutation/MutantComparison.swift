import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// Finds out whether a mutant does the same as its machine, whatever happens. A value of this type may be used by
/// several threads at once.
///
/// Until what is changed is touched for the first time, both are in the same snapshot. So both are only looked at
/// side by side where the exploration of the machine touches it, and from there on as long as their snapshots
/// differ.
package struct MutantComparison: Sendable {
  /// What came of a comparison.
  package enum Result: Hashable, Sendable {
    /// Both behave differently somewhere.
    case different
    /// Both do the same whatever happens.
    case equivalent
    /// No difference was found, but not everything was looked at.
    case undecided
  }

  private let exploration: Exploration
  /// By what a mutant changes: the explored nodes in which something touches it, ascending.
  private var nodes: [Mutant.Site: [Int]] = [:]
  private let limit: Int

  /// Prepares to compare mutants of the machine that was explored.
  /// - Parameter limit: how many pairs of different snapshots are looked at for one mutant.
  package init(_ exploration: Exploration, limit: Int = 10_000) {
    self.exploration = exploration
    self.limit = limit
    for node in exploration.nodes.indices {
      for site in sites(in: exploration.nodes[node].snapshot) { nodes[site, default: []].append(node) }
    }
  }

  /// Compares a mutant of the machine with it.
  package func result(for mutant: Mutant) -> Result {
    // Everybody can read a default.
    if mutant.site == .anything { return .different }
    let mutated = MachineIndex(mutant.applied(to: exploration.chart.machine), sharingLookupsWith: exploration.chart)
    var walk = Walk(exploration.stimuli, mutated: mutated, limit: limit)
    for node in nodes[mutant.site] ?? [] {
      let snapshot = exploration.nodes[node].snapshot
      if walk.findsDifference(from: Walk.Pair(original: snapshot, mutant: snapshot)) { return .different }
    }
    while let pair = walk.next() {
      if walk.findsDifference(from: pair) { return .different }
    }
    return walk.isComplete && exploration.isComplete ? .equivalent : .undecided
  }

  /// What is touched by all that may happen in `snapshot`.
  private func sites(in snapshot: Snapshot) -> Set<Mutant.Site> {
    var trace = Trace()
    trace.add(snapshot.configuration)
    var outcomes = exploration.stimuli.outcomes(in: snapshot)
    while let outcome = outcomes.next() {
      trace.add(outcome.reaction, guards: outcome.observation.guards, in: exploration.chart) { _ in false }
      trace.add(outcome.snapshot.configuration)
    }
    return Set(trace.counts.keys.compactMap(Mutant.Site.init))
  }
}

/// Walks through a machine and its mutant side by side.
private struct Walk {
  /// Where both are.
  struct Pair {
    var original: Snapshot
    var mutant: Snapshot
  }

  /// What tells a pair apart from others.
  private struct Identity: Hashable {
    let original: Stimuli.Identity
    let mutant: Stimuli.Identity
    /// Exactly how long timers still run, where they do not run alike in both.
    let originalTimers: [Snapshot.ArmedTimer]
    let mutantTimers: [Snapshot.ArmedTimer]
  }

  private let stimuli: Stimuli
  private let mutated: MachineIndex
  private let limit: Int
  private var pairs: [Pair] = []
  private var nextPair = 0
  private var known: Set<Identity> = []
  /// Whether everything was looked at.
  private(set) var isComplete = true

  init(_ stimuli: Stimuli, mutated: MachineIndex, limit: Int) {
    self.stimuli = stimuli
    self.mutated = mutated
    self.limit = limit
  }

  /// A pair of different snapshots that was come to and not looked at yet.
  mutating func next() -> Pair? {
    guard nextPair < pairs.count else { return nil }
    nextPair += 1
    return pairs[nextPair - 1]
  }

  /// Whether something that may happen makes the two behave differently at once. What it leads to is looked at later.
  mutating func findsDifference(from pair: Pair) -> Bool {
    var trials = stimuli.trials(in: pair.original, orIn: pair.mutant, of: stimuli)
    while let stimulus = trials.next() {
      var observation = Observation()
      for wait in waits(for: stimulus, in: pair) {
        var original = Interpreter(stimuli.chart, at: pair.original)
        var mutant = Interpreter(mutated, at: pair.mutant)
        let reaction = original.apply(stimulus, waiting: wait, observer: &observation)
        let other = mutant.apply(stimulus, waiting: wait, observer: &observation)
        if !reaction.isAlike(other, isWait: wait != nil) { return true }
        // Both cannot go on.
        if reaction.fault != nil { continue }
        if !original.snapshot.looksLike(mutant.snapshot) { return true }
        add(Pair(original: original.snapshot, mutant: mutant.snapshot))
      }
      _ = trials.finish(observation)
    }
    isComplete = isComplete && trials.isExhaustive
    return false
  }

  /// How long a stimulus waits: as long as one of the two says, then as long as the other; `nil` for no waiting.
  private func waits(for stimulus: Stimulus, in pair: Pair) -> [Int?] {
    let original = Interpreter(stimuli.chart, at: pair.original).wait(for: stimulus)
    let mutant = Interpreter(mutated, at: pair.mutant).wait(for: stimulus)
    return original == mutant ? [original] : [original, mutant].filter { $0 != 0 }
  }

  private mutating func add(_ pair: Pair) {
    guard pair.original != pair.mutant else { return }
    let haveOwnTimers = pair.original.timers != pair.mutant.timers
    let identity = Identity(
      original: stimuli.identity(of: pair.original), mutant: stimuli.identity(of: pair.mutant),
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
  /// Does to the machine what `stimulus` says; a waiting takes so many milliseconds.
  fileprivate mutating func apply(
    _ stimulus: Stimulus, waiting milliseconds: Int?, observer: inout some InterpreterObserver
  ) -> Reaction {
    guard let milliseconds else { return apply(stimulus, observer: &observer) }
    for fact in stimulus.facts { set(fact.field, to: fact.value) }
    return advance(byMilliseconds: milliseconds, observer: &observer)
  }
}

extension Reaction {
  /// Whether a host sees no difference in what happened: it is told whether an event was handled or deferred, but not
  /// whether time made a timer elapse.
  fileprivate func isAlike(_ other: Reaction, isWait: Bool) -> Bool {
    (isWait || (outcome == .ignored) == (other.outcome == .ignored)) && (fault == nil) == (other.fault == nil)
      && calls.elementsEqual(other.calls) { $0.callback == $1.callback && $0.arguments == $1.arguments }
  }
}

extension Snapshot {
  /// Whether a host sees no difference between the two: it can ask what is active and what the fields are.
  fileprivate func looksLike(_ other: Snapshot) -> Bool {
    configuration == other.configuration && fields == other.fields && isFinished == other.isFinished
  }
}
