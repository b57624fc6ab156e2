import LifelineInterpreter
import LifelineModel
import LifelineSource

/// Finds the callbacks that are called without what they `need` (L803).
///
/// For each callback, a breadth-first search pairs the explored nodes with whether the need is met, that is, whether
/// one of the needed callbacks has been called since the last call.
func findUnmetNeeds(in exploration: Exploration, within budget: inout WorkBudget) -> Counterexamples {
  let callbacks = exploration.machine.callbacks.indices.filter { !exploration.machine.callbacks[$0].needs.isEmpty }
  guard !callbacks.isEmpty else { return Counterexamples() }
  var leaving: [[Exploration.Edge]] = Array(repeating: [], count: exploration.nodes.count)
  for edge in exploration.edges { leaving[edge.source].append(edge) }
  let beginnings = exploration.nodes.indices.filter { exploration.nodes[$0].arrival == nil }
  var result = Counterexamples()
  for index in callbacks {
    let search = NeedSearch(callback: ID(index), exploration: exploration, leaving: leaving, beginnings: beginnings)
    let path = search.counterexample(within: &budget)
    if budget.isExhausted { result.omittedCount += 1 }
    if let diagnostic = path.flatMap({ search.diagnostic(for: $0, within: &budget) }) {
      result.diagnostics.append(diagnostic)
    }
  }
  return result
}

private struct NeedSearch {
  let callback: ID<Callback>
  let exploration: Exploration
  /// The edges that leave each node.
  let leaving: [[Exploration.Edge]]
  /// The nodes in which the machine hasn't started.
  let beginnings: [Int]
  private var machine: Machine { exploration.machine }

  /// A node together with whether the need is met there.
  private struct Position: Hashable {
    var node: Int
    var isMet: Bool
  }

  init(callback: ID<Callback>, exploration: Exploration, leaving: [[Exploration.Edge]], beginnings: [Int]) {
    self.callback = callback
    self.exploration = exploration
    self.leaving = leaving
    self.beginnings = beginnings
  }

  /// Returns the shortest path to a call whose need isn't met; `nil` if there is none or the budget is exhausted.
  func counterexample(within budget: inout WorkBudget) -> [Exploration.Occurrence]? {
    guard budget.spend(exploration.traces.reduce(0) { $0 + 1 + $1.count }) else { return nil }
    let needs = Set(machine[callback].needs.map(\.callback))
    /// Whether each trace leaves the need met if it wasn't before, and if it was; `nil` if a call breaks it.
    let effects = exploration.traces.map { calls in
      (unmet: isMet(after: calls, needs: needs, from: false), met: isMet(after: calls, needs: needs, from: true))
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
          var path = [Exploration.Occurrence(edge)]
          var end = position
          while let arrival = arrivals[end] {
            path.append(Exploration.Occurrence(arrival.edge))
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

  private func isMet(after calls: [ID<Callback>], needs: Set<ID<Callback>>, from start: Bool) -> Bool? {
    var isMet = start
    for call in calls {
      if call == callback {
        guard isMet else { return nil }
        isMet = false
      }
      if needs.contains(call) { isMet = true }
    }
    return isMet
  }

  /// Returns the diagnostic for a counterexample; `nil` if running it calls nothing too early. That can happen because
  /// snapshots that count as one node may still differ.
  func diagnostic(for path: [Exploration.Occurrence], within budget: inout WorkBudget) -> Diagnostic? {
    let run = exploration.run(path)
    budget.spend(run.work)
    let needs = machine[callback].needs
    var isMet = false
    var previous: Reaction.MadeCall?
    for call in run.steps.flatMap(\.reaction.calls) {
      if call.callback == callback {
        guard isMet else { return diagnostic(for: run, breaking: call, previous: previous) }
        isMet = false
        previous = call
      }
      if needs.contains(where: { $0.callback == call.callback }) { isMet = true }
    }
    return nil
  }

  private func diagnostic(
    for run: CounterexampleRun, breaking call: Reaction.MadeCall, previous: Reaction.MadeCall?
  ) -> Diagnostic? {
    let needs = machine[callback].needs
    guard let first = needs.first?.range, let last = needs.last?.range else { return nil }
    let names = needs.map { "`\(machine[$0.callback].name)`" }.joined(separator: " or ")
    let since = previous == nil ? "the start" : "its previous call"
    let printer = CounterexamplePrinter(machine)
    let steps = printer.summary(of: run) + (run.steps.count == 1 ? " is" : " are")
    let notes =
      [("this call is made too early", call.range)] + (previous.map { [("its previous call", $0.range)] } ?? [])
    return machine.diagnostic(
      .unmetNeed, "`\(machine[callback].name)` is called without \(names) since \(since): \(steps) enough for that",
      at: SourceRange(first.start, last.end), details: printer.lines(of: run), notes: notes)
  }
}

extension Exploration.Occurrence {
  fileprivate init(_ edge: Exploration.Edge) { self.init(node: edge.source, stimulus: edge.stimulus) }
}
