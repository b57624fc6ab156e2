import LifelineInterpreter
import LifelineModel
import LifelineSource

extension DiagnosticKind {
  static let brokenNeed = DiagnosticKind(
    "L803", .error, "a callback without what it needs before it",
    explanation: """
      `needs` promises that, whatever happens, one of the callbacks listed is called between the previous call of this \
      one (or the start) and each call of it. Exploration has found a way on which that is not so. It is shown as the \
      steps of a scenario, and there is none with fewer steps.

        callbacks:
          didStart:
          didStop: {needs: didStart}
        states:
          off: {on: {start: on, stop: {do: didStop}}}   # stop, before anything has started

      Either the machine is wrong: take the call out, or add the one that is missing. Or more callbacks are good \
      enough before this one: add them to `needs`. Facts that the machine never assigns may be anything at any time.
      """)
}

/// Decides every `needs`, by following for each callback whether what it needs has been called.
struct NeedsProof {
  private let exploration: Exploration
  private var machine: Machine { exploration.chart.machine }
  /// By node: where its edges begin.
  private let firstEdge: [Int]

  init(_ exploration: Exploration) {
    self.exploration = exploration
    var firstEdge = [Int](repeating: 0, count: exploration.nodes.count + 1)
    for edge in exploration.edges { firstEdge[edge.source + 1] += 1 }
    for index in firstEdge.indices.dropFirst() { firstEdge[index] += firstEdge[index - 1] }
    self.firstEdge = firstEdge
  }

  func findings() -> [Diagnostic] {
    machine.callbacks.indices.compactMap { index in
      machine.callbacks[index].needs.isEmpty ? nil : finding(for: ID(index))
    }
  }

  /// What a sequence of calls does to what is needed: nothing, or it leaves it given or not, or breaks it.
  private struct Effect {
    /// What is so afterwards, if before it was not given, and if it was; `nil` where the need is broken.
    var after: (missing: Bool?, given: Bool?)
  }

  private func effect(of calls: [ID<Callback>], on callback: ID<Callback>, needs: Set<ID<Callback>>) -> Effect {
    func end(from start: Bool) -> Bool? {
      var isGiven = start
      for call in calls {
        if call == callback {
          if !isGiven { return nil }
          isGiven = false
        }
        if needs.contains(call) { isGiven = true }
      }
      return isGiven
    }
    return Effect(after: (end(from: false), end(from: true)))
  }

  private func finding(for callback: ID<Callback>) -> Diagnostic? {
    let needs = Set(machine[callback].needs.map(\.callback))
    let effects = exploration.traces.map { effect(of: $0, on: callback, needs: needs) }
    // A place is a node, twice: with what is needed missing, and with it given.
    var arrivals = [Int?](repeating: nil, count: exploration.nodes.count * 2)
    var isKnown = [Bool](repeating: false, count: exploration.nodes.count * 2)
    var pending: [Int] = []
    for (index, node) in exploration.nodes.enumerated() where node.arrival == nil {
      isKnown[index * 2] = true
      pending.append(index * 2)
    }
    var next = 0
    while next < pending.count {
      let place = pending[next]
      next += 1
      for edge in firstEdge[place / 2]..<firstEdge[place / 2 + 1] {
        let after = effects[exploration.edges[edge].trace].after
        guard let isGiven = place % 2 == 0 ? after.missing : after.given else {
          let path = path(to: place, arrivals) + [occurrence(edge)]
          if let diagnostic = diagnostic(callback, needs, path) { return diagnostic }
          continue
        }
        guard let target = exploration.edges[edge].target else { continue }
        let end = target * 2 + (isGiven ? 1 : 0)
        if isKnown[end] { continue }
        isKnown[end] = true
        arrivals[end] = edge * 2 + place % 2
        pending.append(end)
      }
    }
    return nil
  }

  private func path(to place: Int, _ arrivals: [Int?]) -> [Exploration.Occurrence] {
    var path: [Exploration.Occurrence] = []
    var next = place
    while let arrival = arrivals[next] {
      path.append(occurrence(arrival / 2))
      next = exploration.edges[arrival / 2].source * 2 + arrival % 2
    }
    return path.reversed()
  }

  private func occurrence(_ edge: Int) -> Exploration.Occurrence {
    Exploration.Occurrence(
      node: exploration.edges[edge].source, stimulus: exploration.edges[edge].stimulus)
  }

  /// The finding that `path` breaks the need; `nil` if going it again does not, because snapshots that are alike
  /// were not alike enough.
  private func diagnostic(
    _ callback: ID<Callback>, _ needs: Set<ID<Callback>>, _ path: [Exploration.Occurrence]
  ) -> Diagnostic? {
    let replay = Replay(of: path, in: exploration)
    var isGiven = false
    var previous: Reaction.MadeCall?
    for call in replay.steps.flatMap(\.reaction.calls) {
      if call.callback == callback {
        if !isGiven { return diagnostic(callback, replay, breaking: call, previous: previous) }
        isGiven = false
        previous = call
      }
      if needs.contains(call.callback) { isGiven = true }
    }
    return nil
  }

  private func diagnostic(
    _ callback: ID<Callback>, _ replay: Replay, breaking call: Reaction.MadeCall, previous: Reaction.MadeCall?
  ) -> Diagnostic? {
    let needs = machine[callback].needs
    guard let first = needs.first?.range, let last = needs.last?.range else { return nil }
    let names = needs.map { "`\(machine[$0.callback].name)`" }.joined(separator: " or ")
    let since = previous == nil ? "the start" : "its previous call"
    let path = PathText(machine)
    var notes = [("the call that is made too early", call.range)]
    if let previous { notes.append(("its previous call", previous.range)) }
    let way = path.summary(of: replay) + (replay.steps.count == 1 ? " is" : " are")
    return machine.finding(
      .brokenNeed, "`\(machine[callback].name)` is called without \(names) since \(since): \(way) enough for that",
      at: SourceRange(first.start, last.end), details: path.lines(of: replay), notes: notes)
  }
}
