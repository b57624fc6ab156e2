import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Finds the callbacks that are called without what they `need` (L803), or before the first call of what they come
/// `onlyAfter` (L804).
///
/// The exploration of a part's own file proves what that file promises. If it doesn't come to its end, the calls inside
/// of this machine that break the promise are found here.
func findEarlyCalls(in exploration: Exploration, within budget: inout WorkBudget) -> EarlyCalls {
  let machine = exploration.machine
  let promises = machine.promises
  var result = EarlyCalls()
  guard !promises.isEmpty else { return result }
  let leaving = exploration.edgesByNode()
  var proved = ProvedParts(exploration: exploration)
  for promise in promises {
    let search = PromiseSearch(promise: promise, exploration: exploration, leaving: leaving)
    let path = search.counterexample(within: &budget)
    let diagnostic = path.flatMap { search.diagnostic(for: $0, within: &budget) }
    if promise.owner == nil {
      let finding: EarlyCalls.Finding =
        diagnostic != nil ? .broken : budget.isExhausted ? .unsearched : path != nil ? .unconfirmed : .kept
      result.findings.append((PromiseName(promise, in: machine), finding))
    }
    if let diagnostic, promise.owner.map({ !proved.contains($0) }) ?? true { result.diagnostics.append(diagnostic) }
  }
  return result
}

/// Returns the promises of a machine's own file that no way through an exploration breaks, which may contain more than the
/// machine can do.
func findKeptPromises(in exploration: Exploration, within budget: inout WorkBudget) -> Set<PromiseName> {
  let machine = exploration.machine
  let leaving = exploration.edgesByNode()
  var kept: Set<PromiseName> = []
  for promise in machine.promises where promise.owner == nil {
    let search = PromiseSearch(promise: promise, exploration: exploration, leaving: leaving)
    if search.counterexample(within: &budget) == nil, !budget.isExhausted {
      kept.insert(PromiseName(promise, in: machine))
    }
  }
  return kept
}

/// The findings of an exploration about the promises of a machine.
struct EarlyCalls {
  /// A verdict on a promise.
  enum Finding {
    /// No way through the exploration breaks it.
    case kept
    /// A run of the machine breaks it.
    case broken
    /// A way through the exploration breaks it, but the run doesn't.
    case unconfirmed
    /// The search was too much work.
    case unsearched
  }

  /// The calls that are made too early.
  var diagnostics: [Diagnostic] = []
  /// The finding about each promise of the machine's own file, in the order of the spec.
  var findings: [(promise: PromiseName, finding: Finding)] = []
}

/// The name of a promise: the callback that comes later, and the key that says so.
package struct PromiseName: Hashable, Sendable {
  /// The path of the callback.
  package var callback: String
  /// `needs` or `onlyAfter`.
  package var key: String
  /// The range of the list of callbacks in the spec.
  package var range: SourceRange

  fileprivate init(_ promise: Promise, in machine: Machine) {
    callback = machine[promise.callback].name
    key = promise.isUsedUp ? "needs" : "onlyAfter"
    range =
      promise.list.first.flatMap { first in
        promise.list.last.map { SourceRange(first.range.start, $0.range.end) }
      } ?? machine[promise.callback].range
  }
}

/// The parts whose own files are explored completely, with every number that matters.
private struct ProvedParts {
  let exploration: Exploration
  /// The results, by the paths of the files.
  private var results: [String: Bool] = [:]

  init(exploration: Exploration) { self.exploration = exploration }

  /// Returns whether the exploration of a part's own file comes to its end.
  mutating func contains(_ id: ID<Part>) -> Bool {
    let part = exploration.machine[id]
    if let known = results[part.path] { return known }
    let own = explore(MachineIndex.build(for: part.machine), limit: exploration.limit)
    let result = own.isComplete && own.openQuestions.isEmpty
    results[part.path] = result
    return result
  }
}

/// A promise of the spec that one of some callbacks is called before another.
private struct Promise {
  /// The callback that comes later.
  var callback: ID<Callback>
  /// The callbacks of which one comes before, in the order of the spec.
  var list: [Callback.Need]
  /// The same callbacks, for look-ups.
  var predecessors: Set<ID<Callback>>
  /// Whether each call of the callback uses up the call before it, as with `needs`. With `onlyAfter`, one call is
  /// enough for good.
  var isUsedUp: Bool
  /// The part whose file makes the promise; `nil` for the machine's own file.
  var owner: ID<Part>?
  /// The parts with which the promise begins anew: its owner, and those around that.
  var restarting: Set<ID<Part>> = []

  /// Returns whether the promise is met after some calls; `nil` if one of them breaks it.
  /// - Parameters:
  ///   - restarts: The numbers of calls after which the promise begins anew, in ascending order.
  ///   - start: Whether the promise is met before the calls.
  func isMet(after calls: [ID<Callback>], restartingAfter restarts: [Int] = [], from start: Bool) -> Bool? {
    var isMet = start
    var left = restarts[...]
    for (index, call) in calls.enumerated() {
      while left.first.map({ $0 <= index }) ?? false {
        isMet = false
        left.removeFirst()
      }
      if !note(call, &isMet) { return nil }
    }
    return isMet && left.isEmpty
  }

  /// Returns the numbers of calls of a reaction after which the promise begins anew.
  func restarts(in outcomes: [Reaction.PartOutcome]) -> [Int] {
    if restarting.isEmpty { return [] }
    return outcomes.compactMap { outcome in
      guard case .restarted(let part, let count) = outcome, restarting.contains(part) else { return nil }
      return count
    }
  }

  /// Updates whether the promise is met.
  /// - Returns: Whether the call keeps the promise.
  func note(_ call: ID<Callback>, _ isMet: inout Bool) -> Bool {
    if call == callback {
      guard isMet else { return false }
      isMet = !isUsedUp
    }
    if predecessors.contains(call) { isMet = true }
    return true
  }
}

extension Machine {
  fileprivate var promises: [Promise] {
    let all = callbacks.enumerated().flatMap { index, callback in
      let part = part(of: ID<Callback>(index))
      let own = [(callback.needs, true, part), (callback.onlyAfter, false, part)]
      let cross = callback.crossNeeds.map { ($0.callbacks, $0.kind == .needs, $0.declaredIn) }
      return (own + cross).filter { !$0.0.isEmpty }.map { list, isUsedUp, owner in
        Promise(
          callback: ID(index), list: list, predecessors: Set(list.map(\.callback)), isUsedUp: isUsedUp, owner: owner,
          restarting: parts(around: owner))
      }
    }
    // The machine's own promises are proved here only, so they come first.
    return all.filter { $0.owner == nil } + all.filter { $0.owner != nil }
  }

  /// Returns a part and the parts around it.
  private func parts(around part: ID<Part>?) -> Set<ID<Part>> {
    var result: Set<ID<Part>> = []
    var next = part
    while let part = next {
      result.insert(part)
      next = self[part].container
    }
    return result
  }
}

/// A search that pairs the explored nodes with whether a promise is met there.
private struct PromiseSearch {
  let promise: Promise
  let exploration: Exploration
  /// The edges that leave each node.
  let leaving: Exploration.EdgesByNode
  private var machine: Machine { exploration.machine }

  /// Returns the shortest path to a call that breaks the promise; `nil` if there is none or the budget is exhausted.
  func counterexample(within budget: inout WorkBudget) -> [Exploration.Occurrence]? {
    guard budget.spend(exploration.traces.reduce(0) { $0 + 1 + $1.count }) else { return nil }
    /// Whether each trace leaves the promise met if it wasn't before, and if it was; `nil` if a call breaks it.
    let effects = exploration.traces.map { calls in
      (unmet: promise.isMet(after: calls, from: false), met: promise.isMet(after: calls, from: true))
    }
    var counterexample: [Exploration.Occurrence]?
    _ = exploration.followEdges(leaving, from: false, within: &budget) { edge, isMet, path in
      guard let next = self.isMet(after: edge, from: isMet, effects) else {
        counterexample = path()
        return false
      }
      isMet = next
      return true
    }
    return counterexample
  }

  /// Returns whether the promise is met after an edge; `nil` if a call breaks it.
  ///
  /// - Parameter effects: The results of each trace in which nothing is restarted.
  private func isMet(
    after edge: Exploration.Edge, from start: Bool, _ effects: [(unmet: Bool?, met: Bool?)]
  ) -> Bool? {
    let restarts = edge.partTrace.map { promise.restarts(in: exploration.partTraces[$0]) } ?? []
    if restarts.isEmpty { return start ? effects[edge.trace].met : effects[edge.trace].unmet }
    return promise.isMet(after: exploration.traces[edge.trace], restartingAfter: restarts, from: start)
  }

  /// Returns the diagnostic for a counterexample; `nil` if running it calls nothing too early. That can happen because
  /// snapshots that count as one node may still differ.
  func diagnostic(for path: [Exploration.Occurrence], within budget: inout WorkBudget) -> Diagnostic? {
    let run = exploration.run(path)
    budget.spend(run.work)
    if let contradiction = exploration.contradiction(of: run) { return contradiction }
    var isMet = false
    var previous: Reaction.MadeCall?
    var isRestarted = false
    for reaction in run.steps.map(\.reaction) {
      var restarts = promise.restarts(in: reaction.partOutcomes)[...]
      for (index, call) in reaction.calls.enumerated() {
        while restarts.first.map({ $0 <= index }) ?? false {
          (isMet, previous, isRestarted) = (false, nil, true)
          restarts.removeFirst()
        }
        guard promise.note(call.callback, &isMet) else {
          return diagnostic(for: run, breaking: call, previous: previous, isRestarted: isRestarted)
        }
        if call.callback == promise.callback { previous = call }
      }
      if !restarts.isEmpty { (isMet, previous, isRestarted) = (false, nil, true) }
    }
    return nil
  }

  private func diagnostic(
    for run: CounterexampleRun, breaking call: Reaction.MadeCall, previous: Reaction.MadeCall?, isRestarted: Bool
  ) -> Diagnostic? {
    guard let first = promise.list.first?.range, let last = promise.list.last?.range else { return nil }
    let names = promise.list.map { "`\(machine[$0.callback].name)`" }.joined(separator: " or ")
    let start = isRestarted ? "the restart" : "the start"
    let absence =
      promise.isUsedUp
      ? "without \(names) since \(previous == nil ? start : "its previous call")"
      : "before the first call of \(names)"
    let printer = CounterexamplePrinter(machine)
    let steps = printer.summary(of: run) + (run.steps.count == 1 ? " is" : " are")
    let notes =
      [Diagnostic.Note("this call is made too early", at: machine.location(of: call))]
      + (previous.map { [Diagnostic.Note("its previous call", at: machine.location(of: $0))] } ?? [])
    return machine.diagnostic(
      promise.isUsedUp ? .unmetNeed : .earlyCall,
      "`\(machine[promise.callback].name)` is called \(absence): \(steps) enough for that",
      at: SourceRange(first.start, last.end), details: printer.lines(of: run), in: promise.owner, located: notes)
  }
}
