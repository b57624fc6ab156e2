import LifelineInterpreter
import LifelineModel
import LifelineScenarios

/// A search for a shortest run in which an answer is late.
///
/// It tries runs that let the next timer elapse, and runs that send an event at once or just before that. Where one timer runs
/// at a time, waits between these gain nothing.
struct LateRunSearch {
  /// A run on its way, with the place that it is at.
  private struct Run {
    var place: Int
    var run: PromiseRun
  }

  /// Everything that decides what a run can still become.
  private struct Position: Hashable {
    var place: Int
    var openTime: Int
    var timers: [Snapshot.ArmedTimer]
  }

  private let graph: PromiseGraph
  private let limit: Int
  /// The links behind each place with an open question.
  private let leaving: [Int: [PromiseGraph.Link]]
  /// The runs that are still to be continued, by their numbers of steps.
  private var pending: [[Run]] = []
  private var known: Set<Position> = []
  /// The shortest late run; `nil` as long as none is found.
  private var best: PromiseRun?

  /// The number of runs that are continued.
  private static let runLimit = 2_000

  /// Returns a late run with fewer steps than a number; `nil` if none is found.
  /// - Parameter lengths: The lengths of timers that the host gives from the beginning on.
  static func findRun(
    below count: Int, _ lengths: [FieldValue], in graph: PromiseGraph, limit: Int,
    within budget: inout WorkBudget
  ) -> PromiseRun? {
    var search = LateRunSearch(graph: graph, limit: limit)
    search.search(below: count, lengths, within: &budget)
    return search.best
  }

  private init(graph: PromiseGraph, limit: Int) {
    self.graph = graph
    self.limit = limit
    leaving = Dictionary(
      grouping: graph.links.filter { graph.places[$0.source].state.isOpen }, by: \.source)
  }

  private mutating func search(below count: Int, _ lengths: [FieldValue], within budget: inout WorkBudget) {
    pending = Array(repeating: [], count: count)
    for link in graph.links where link.asks(in: graph) {
      let path = graph.path(to: link.source) + [graph.exploration.edges[link.edge].occurrence]
      guard path.count < count, budget.spend(path.count * 16) else { continue }
      add(
        PromiseRun.make(graph.automaton, along: path, of: graph.exploration, within: limit, keeping: lengths),
        at: link.target)
    }
    var runCount = 0
    var level = 0
    // A late run that is found makes the list shorter.
    while level < pending.count {
      var next = 0
      while level < pending.count, next < pending[level].count {
        let run = pending[level][next]
        next += 1
        let position = Position(place: run.place, openTime: run.run.openTime, timers: run.run.timers)
        guard known.insert(position).inserted else { continue }
        runCount += 1
        guard runCount <= Self.runLimit, budget.spend(64 + 32 * (leaving[run.place]?.count ?? 0)) else { return }
        goOn(run)
      }
      level += 1
    }
  }

  private mutating func goOn(_ run: Run) {
    var waiting = run.run
    waiting.wait(limit == .max ? .max : limit + 1 - waiting.openTime)
    if waiting.isLate { add(waiting, at: run.place) }
    for link in leaving[run.place] ?? [] {
      let stimulus = graph.exploration.edges[link.edge].stimulus
      var after = run.run
      switch stimulus.kind {
      case .start, .approach: continue
      case .elapse: after.apply(stimulus)
      case .send:
        if link.answers { continue }
        if let left = run.run.timeToTimer, left > 1 {
          var patient = run.run
          patient.wait(left - 1)
          if !patient.isOver { patient.apply(stimulus) }
          add(patient, at: link.target)
        }
        after.apply(stimulus)
      }
      add(after, at: link.target)
    }
  }

  private mutating func add(_ run: PromiseRun, at place: Int) {
    let count = run.run.steps.count
    guard count < pending.count else { return }
    if run.isLate {
      best = run
      pending.removeLast(pending.count - count)
    } else if !run.isOver, run.state.isOpen {
      pending[count].append(Run(place: place, run: run))
    }
  }
}

extension PromiseGraph.Link {
  /// Returns whether a question is asked on the way that is open behind it.
  func asks(in graph: PromiseGraph) -> Bool {
    graph.places[target].state.isOpen && (!graph.places[source].state.isOpen || answers)
  }
}
