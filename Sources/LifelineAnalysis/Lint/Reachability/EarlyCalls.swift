import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Finds the callbacks that are called without what they `need` (L803), or before the first call of what they come
/// `onlyAfter` (L804).
func findEarlyCalls(in exploration: Exploration, within budget: inout WorkBudget) -> Counterexamples {
  let promises = exploration.machine.promises
  guard !promises.isEmpty else { return Counterexamples() }
  let leaving = exploration.edgesByNode()
  let beginnings = exploration.beginnings
  var result = Counterexamples()
  var omitted: Set<ID<Callback>> = []
  for promise in promises {
    let search = PromiseSearch(promise: promise, exploration: exploration, leaving: leaving, beginnings: beginnings)
    let path = search.counterexample(within: &budget)
    if budget.isExhausted { omitted.insert(promise.callback) }
    if let diagnostic = path.flatMap({ search.diagnostic(for: $0, within: &budget) }) {
      result.diagnostics.append(diagnostic)
    }
  }
  result.omittedCount = omitted.count
  return result
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

  /// Returns whether the promise is met after some calls; `nil` if one of them breaks it.
  /// - Parameter start: Whether the promise is met before the calls.
  func isMet(after calls: [ID<Callback>], from start: Bool) -> Bool? {
    var isMet = start
    for call in calls where !note(call, &isMet) { return nil }
    return isMet
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
    callbacks.enumerated().flatMap { index, callback in
      // The promises of a part's own file are proved there.
      let own = index < ownCallbacks.count ? [(callback.needs, true), (callback.onlyAfter, false)] : []
      let cross = callback.crossNeeds.filter { $0.declaredIn == nil }.map { ($0.callbacks, $0.kind == .needs) }
      return (own + cross).filter { !$0.0.isEmpty }.map { list, isUsedUp in
        Promise(callback: ID(index), list: list, predecessors: Set(list.map(\.callback)), isUsedUp: isUsedUp)
      }
    }
  }
}

/// A breadth-first search, which pairs the explored nodes with whether the promise is met there.
private struct PromiseSearch {
  let promise: Promise
  let exploration: Exploration
  /// The edges that leave each node.
  let leaving: [[Exploration.Edge]]
  /// The nodes in which the machine hasn't started.
  let beginnings: [Int]
  private var machine: Machine { exploration.machine }

  /// A node together with whether the promise is met there.
  private struct Position: Hashable {
    var node: Int
    var isMet: Bool
  }

  init(promise: Promise, exploration: Exploration, leaving: [[Exploration.Edge]], beginnings: [Int]) {
    self.promise = promise
    self.exploration = exploration
    self.leaving = leaving
    self.beginnings = beginnings
  }

  /// Returns the shortest path to a call that breaks the promise; `nil` if there is none or the budget is exhausted.
  func counterexample(within budget: inout WorkBudget) -> [Exploration.Occurrence]? {
    guard budget.spend(exploration.traces.reduce(0) { $0 + 1 + $1.count }) else { return nil }
    /// Whether each trace leaves the promise met if it wasn't before, and if it was; `nil` if a call breaks it.
    let effects = exploration.traces.map { calls in
      (unmet: promise.isMet(after: calls, from: false), met: promise.isMet(after: calls, from: true))
    }
    var pending = beginnings.map { Position(node: $0, isMet: false) }
    var known = Set(pending)
    var arrivals: [Position: (from: Position, edge: Exploration.Edge)] = [:]
    var next = 0
    while next < pending.count {
      let position = pending[next]
      next += 1
      guard budget.spend(1 + leaving[position.node].count) else { return nil }
      for edge in leaving[position.node] {
        let effect = effects[edge.trace]
        guard let isMet = position.isMet ? effect.met : effect.unmet else {
          var path = [edge.occurrence]
          var end = position
          while let arrival = arrivals[end] {
            path.append(arrival.edge.occurrence)
            end = arrival.from
          }
          return path.reversed()
        }
        guard let target = edge.target else { continue }
        let end = Position(node: target, isMet: isMet)
        guard known.insert(end).inserted else { continue }
        arrivals[end] = (position, edge)
        pending.append(end)
      }
    }
    return nil
  }

  /// Returns the diagnostic for a counterexample; `nil` if running it calls nothing too early. That can happen because
  /// snapshots that count as one node may still differ.
  func diagnostic(for path: [Exploration.Occurrence], within budget: inout WorkBudget) -> Diagnostic? {
    let run = exploration.run(path)
    budget.spend(run.work)
    var isMet = false
    var previous: Reaction.MadeCall?
    for call in run.steps.flatMap(\.reaction.calls) {
      guard promise.note(call.callback, &isMet) else { return diagnostic(for: run, breaking: call, previous: previous) }
      if call.callback == promise.callback { previous = call }
    }
    return nil
  }

  private func diagnostic(
    for run: CounterexampleRun, breaking call: Reaction.MadeCall, previous: Reaction.MadeCall?
  ) -> Diagnostic? {
    guard let first = promise.list.first?.range, let last = promise.list.last?.range else { return nil }
    let names = promise.list.map { "`\(machine[$0.callback].name)`" }.joined(separator: " or ")
    let absence =
      promise.isUsedUp
      ? "without \(names) since \(previous == nil ? "the start" : "its previous call")"
      : "before the first call of \(names)"
    let printer = CounterexamplePrinter(machine)
    let steps = printer.summary(of: run) + (run.steps.count == 1 ? " is" : " are")
    let notes =
      [Diagnostic.Note("this call is made too early", at: machine.location(of: call))]
      + (previous.map { [Diagnostic.Note("its previous call", at: machine.location(of: $0))] } ?? [])
    return machine.diagnostic(
      promise.isUsedUp ? .unmetNeed : .earlyCall,
      "`\(machine[promise.callback].name)` is called \(absence): \(steps) enough for that",
      at: SourceRange(first.start, last.end), details: printer.lines(of: run), located: notes)
  }
}
