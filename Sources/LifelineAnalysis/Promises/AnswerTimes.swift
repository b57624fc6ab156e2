import LifelineInterpreter
import LifelineModel

/// The greatest times that pass until questions are answered.
///
/// While a question is open, each running timer has a latest moment at which it elapses, counted from the question. Time
/// that passes doesn't move it; only a timer that is armed gets a new one. Nothing waits longer than until the first of
/// these moments. So these moments bound the time, whatever the host does.
struct AnswerTimes {
  /// The verdict on the time of an answer.
  enum Finding {
    /// No answer takes longer.
    case kept
    /// A run takes longer.
    case late(PromiseRun)
    /// Neither is known.
    case unknown
  }

  private typealias Deadlines = [ElapsedTimer: Int]

  /// A step that brought a place later moments than before.
  private struct Raise {
    var link: Int
    /// The step before, if the question was open then.
    var previous: Int?
  }

  private let graph: PromiseGraph
  private let letters: EdgeLetters
  private let limit: Int
  private let triesRuns: Bool
  private var deadlines: [Int: Deadlines] = [:]
  private var raises: [Raise] = []
  private var latestRaise: [Int: Int] = [:]
  private var raiseCounts: [Int: Int] = [:]

  /// The number of steps after which moments of a place that become later count as endless.
  private static let raiseLimit = 64
  /// The number of steps of a run that is tried.
  private static let runLimit = 10_000
  /// The number of steps above which no shorter run is searched.
  private static let shortRunLimit = 400
  /// The number of steps below which a run is searched if no way to a place shows one.
  private static let searchedCount = 24

  /// Finds out whether all answers come in time.
  /// - Parameters:
  ///   - letters: The letters of the edges, with entries.
  ///   - triesRuns: Whether to look for a run that takes longer. Without one, the answer is that neither is known.
  static func check(
    _ graph: PromiseGraph, _ letters: EdgeLetters, limit: Int, triesRuns: Bool = true, within budget: inout WorkBudget
  ) -> Finding {
    var times = AnswerTimes(graph: graph, letters: letters, limit: limit, triesRuns: triesRuns)
    return times.check(within: &budget)
  }

  private init(graph: PromiseGraph, letters: EdgeLetters, limit: Int, triesRuns: Bool) {
    self.graph = graph
    self.letters = letters
    self.limit = limit
    self.triesRuns = triesRuns
  }

  private var exploration: Exploration { graph.exploration }
  /// Any time that is too long.
  private var endless: Int { limit == .max ? .max : limit + 1 }

  private mutating func check(within budget: inout WorkBudget) -> Finding {
    var leaving: [Int: [Int]] = [:]
    var pending: [Int] = []
    for (number, link) in graph.links.enumerated() where graph.places[link.target].state.isOpen {
      if graph.places[link.source].state.isOpen { leaving[link.source, default: []].append(number) }
      // The question is asked on the way.
      if link.asks(in: graph) {
        raise(link.target, to: freshDeadlines(after: link), Raise(link: number, previous: nil), &pending)
      }
    }
    var late: Set<Int> = []
    var next = 0
    while next < pending.count {
      let place = pending[next]
      next += 1
      guard budget.spend(1 + (leaving[place]?.count ?? 0) * 4) else { return .unknown }
      let elapsed = latest(at: place)
      if elapsed > limit {
        guard triesRuns else { return .unknown }
        guard late.insert(place).inserted, late.count <= 16 else { continue }
        if let run = lateRun(to: place, within: &budget) { return .late(run) }
        // Later answers are late as well.
        continue
      }
      for number in leaving[place] ?? [] where !graph.links[number].answers {
        let link = graph.links[number]
        // An event comes at least a millisecond before a timer elapses.
        let isEvent = exploration.edges[link.edge].stimulus.event != nil
        let moved = deadlines(
          after: link, from: deadlines[place] ?? [:], elapsed: isEvent ? max(0, elapsed - 1) : elapsed)
        raise(link.target, to: moved, Raise(link: number, previous: latestRaise[place]), &pending)
      }
    }
    return late.isEmpty ? .kept : anyLateRun(within: &budget).map { .late($0) } ?? .unknown
  }

  /// Returns a short run in which an answer is late, wherever; `nil` if none is found.
  private func anyLateRun(within budget: inout WorkBudget) -> PromiseRun? {
    var shortest: PromiseRun?
    for lengths in triedLengths {
      let count = shortest?.run.steps.count ?? Self.searchedCount
      let run = LateRunSearch.findRun(below: count, lengths, in: graph, limit: limit, within: &budget)
      shortest = run ?? shortest
    }
    return shortest
  }

  /// The lengths of timers that the host gives in runs that are tried: none, and the greatest ones, if there are any.
  private var triedLengths: [[FieldValue]] {
    let greatest = exploration.greatestLengths(besides: endless)
    return greatest.isEmpty ? [[]] : [[], greatest]
  }

  /// Returns the greatest time that can have passed in a place.
  private func latest(at place: Int) -> Int { deadlines[place]?.values.min() ?? endless }

  private func timers(at place: Int) -> [Snapshot.ArmedTimer] {
    exploration.nodes[graph.places[place].node].timers
  }

  /// Returns the greatest length of a timer that runs after a link, which may have armed it.
  private func length(of timer: Snapshot.ArmedTimer, after link: PromiseGraph.Link) -> Int {
    switch exploration.machine[timer.state].timers[timer.index].length {
    case .constant(let milliseconds): return min(milliseconds, endless)
    case .field(let field):
      let timer = ElapsedTimer(timer)
      // The field may have another value by now.
      if let known = letters.length(of: timer, armedOn: link.edge) { return min(known, endless) }
      let source = graph.places[link.source].node
      let greatest = exploration.isComplete ? letters.greatestLength(of: timer, runningIn: source) : nil
      return min(greatest ?? exploration.machine[field].bounds?.upperBound ?? endless, endless)
    }
  }

  /// Returns the latest moments of the timers that run when a question is asked on a link.
  private func freshDeadlines(after link: PromiseGraph.Link) -> Deadlines {
    Dictionary(timers(at: link.target).map { (ElapsedTimer($0), length(of: $0, after: link)) }) { max($0, $1) }
  }

  private func deadlines(after link: PromiseGraph.Link, from before: Deadlines, elapsed: Int) -> Deadlines {
    let entered = Set(letters.entered(on: link.edge))
    var result: Deadlines = [:]
    for timer in timers(at: link.target) {
      let key = ElapsedTimer(timer)
      if !entered.contains(timer.state), let moment = before[key] {
        result[key] = moment
      } else {
        let (sum, overflows) = elapsed.addingReportingOverflow(length(of: timer, after: link))
        result[key] = overflows ? endless : min(sum, endless)
      }
    }
    return result
  }

  private mutating func raise(_ place: Int, to new: Deadlines, _ raise: Raise, _ pending: inout [Int]) {
    guard let old = deadlines[place] else {
      deadlines[place] = new
      return note(raise, at: place, &pending)
    }
    var merged = old
    for (timer, moment) in new { merged[timer] = max(moment, old[timer] ?? 0) }
    guard merged != old else { return }
    raiseCounts[place, default: 0] += 1
    if raiseCounts[place, default: 0] > Self.raiseLimit {
      // The moments of other timers are still true.
      for (timer, moment) in merged where moment != old[timer] { merged[timer] = endless }
    }
    deadlines[place] = merged
    note(raise, at: place, &pending)
  }

  private mutating func note(_ raise: Raise, at place: Int, _ pending: inout [Int]) {
    latestRaise[place] = raises.count
    raises.append(raise)
    pending.append(place)
  }

  // MARK: Runs

  /// Returns a run to a place that waits there, if an answer comes too late then, or a shorter late run. Its host gives timers other
  /// lengths only where that matters.
  private func lateRun(to place: Int, within budget: inout WorkBudget) -> PromiseRun? {
    var shortest: PromiseRun?
    for lengths in triedLengths {
      guard let run = lateRun(to: place, lengths, within: &budget) else { continue }
      if let known = shortest, known.run.steps.count <= run.run.steps.count { continue }
      shortest = run
    }
    return shortest
  }

  /// - Parameter lengths: The lengths of timers that the host may give from the beginning on.
  private func lateRun(to place: Int, _ lengths: [FieldValue], within budget: inout WorkBudget) -> PromiseRun? {
    for way in RunWay.allCases {
      guard var run = shortRun(to: place, lengths, way, within: &budget) else { continue }
      var needed = lengths
      for length in lengths {
        let others = needed.filter { $0.field != length.field }
        guard let other = shortRun(to: place, others, way, within: &budget),
          other.run.steps.count <= run.run.steps.count
        else { continue }
        (run, needed) = (other, others)
      }
      return run
    }
    return nil
  }

  /// Returns a shortest late run that is found with some lengths, if one leads to a place.
  private func shortRun(
    to place: Int, _ lengths: [FieldValue], _ way: RunWay, within budget: inout WorkBudget
  ) -> PromiseRun? {
    guard let run = lateRun(to: place, lengths, way, within: &budget) else { return nil }
    if run.run.steps.count > Self.shortRunLimit { return run }
    return LateRunSearch.findRun(below: run.run.steps.count, lengths, in: graph, limit: limit, within: &budget) ?? run
  }

  /// A way to run to a place.
  private enum RunWay: CaseIterable {
    /// Events come at once.
    case hasty
    /// The run waits as long as it can before each event.
    case patient
    /// The same, and the last steps that led from the place back to it are repeated.
    case hastyInRounds
    case patientInRounds

    var isPatient: Bool { self == .patient || self == .patientInRounds }
    var hasRounds: Bool { self == .hastyInRounds || self == .patientInRounds }
  }

  /// Returns a run to a place that waits there, if an answer comes too late then.
  /// - Parameter lengths: The lengths of timers that the host gives from the beginning on.
  private func lateRun(
    to place: Int, _ lengths: [FieldValue], _ way: RunWay, within budget: inout WorkBudget
  ) -> PromiseRun? {
    var steps: [Int] = []
    /// The number of the last steps that led from the place back to it.
    var roundCount = 0
    var next = latestRaise[place]
    while let raise = next, steps.count < Self.runLimit {
      if roundCount == 0, !steps.isEmpty, graph.links[raises[raise].link].target == place { roundCount = steps.count }
      steps.append(raises[raise].link)
      next = raises[raise].previous
    }
    guard next == nil, let first = steps.last else { return nil }
    let asking = graph.links[first]
    let path = graph.path(to: asking.source) + [exploration.edges[asking.edge].occurrence]
    var run = PromiseRun.make(
      graph.automaton, along: path, of: exploration, within: limit, keeping: lengths)
    for step in steps.dropLast().reversed() where !run.isOver { follow(step, isPatient: way.isPatient, &run) }
    // The moments of a place count as endless after some rounds, of which an answer may have to take more to be late.
    var elapsed = -1
    while way.hasRounds, roundCount > 0, !run.isOver, run.state.isOpen, run.openTime > elapsed,
      mayBeLate(run, after: run.run.steps.count)
    {
      elapsed = run.openTime
      for step in steps.prefix(roundCount).reversed() where !run.isOver { follow(step, isPatient: way.isPatient, &run) }
    }
    // Nothing but timers happens now.
    var count = 0
    while !run.isOver, run.state.isOpen, mayBeLate(run, after: count) {
      count += 1
      run.wait(limit == .max ? .max : max(1, limit + 1 - run.openTime))
    }
    budget.spend(run.run.work)
    return run.isLate ? run : nil
  }

  /// Returns whether a run that goes on as before may be late after the greatest number of steps.
  private func mayBeLate(_ run: PromiseRun, after count: Int) -> Bool {
    count < 256 || count < Self.runLimit && run.openTime > limit / Self.runLimit * count
  }

  private func follow(_ link: Int, isPatient: Bool, _ run: inout PromiseRun) {
    let stimulus = exploration.edges[graph.links[link].edge].stimulus
    switch stimulus.kind {
    case .elapse: run.apply(stimulus)
    case .approach: return
    case .start, .send:
      if isPatient { waitBeforeTimer(&run) }
      if !run.isOver { run.apply(stimulus) }
    }
  }

  /// Waits until just before the next timer elapses, or until the answer is late.
  private func waitBeforeTimer(_ run: inout PromiseRun) {
    let rest = max(0, endless - run.openTime)
    let wait = run.timeToTimer.map { min($0 - 1, rest) } ?? rest
    if wait > 0 { run.wait(wait) }
  }
}

extension Exploration {
  /// The lengths of timers that the host gives, as long as they may be. Without a range, they are longer than any answer may
  /// take.
  fileprivate func greatestLengths(besides endless: Int) -> [FieldValue] {
    machine.timedFields.sorted().filter { !machine[$0].isPrivate }.map { field in
      let bounds = machine[field].bounds
      // Times are added up, so they don't get longer than they have to.
      let greatest = bounds.map { $0.upperBound < 1 << 40 ? $0.upperBound : max($0.lowerBound, endless) }
      return FieldValue(field: field, value: .duration(milliseconds: greatest ?? endless))
    }
  }
}
