import LifelineInterpreter
import LifelineModel

/// The moments and intervals of time that exploration distinguishes.
///
/// If only one timer can run at a time, it matters only whether it elapses. If several can, it matters which of them
/// is first, now and after any of them has been started again. So the distances between deadlines are compared with
/// the lengths in the spec, and so are the moments at which the host sends events.
struct TimerAbstraction: Sendable {
  /// Whether several timers may run at once.
  let isContested: Bool
  /// Whether any running timer may elapse next, but for those that run behind others for sure. Then an exploration contains all orders
  /// in which timers can elapse, and others.
  private(set) var elapseInAnyOrder = false
  /// For each timer those that elapse before it, if they run at the same time.
  private let earlier: [ElapsedTimer: [ElapsedTimer]]
  /// The lengths of timers in the spec, ascending. If there are many, the shortest.
  private let lengths: [Int]

  private static let lengthLimit = 16

  private init(isContested: Bool, lengths: [Int], earlier: [ElapsedTimer: [ElapsedTimer]]) {
    self.isContested = isContested
    self.lengths = lengths
    self.earlier = earlier
  }

  /// Returns the same timers, if any of them may elapse next.
  func inAnyOrder() -> TimerAbstraction {
    var timers = self
    timers.elapseInAnyOrder = true
    return timers
  }

  /// Finds the lengths of a machine's timers, and whether several can run at once.
  static func make(for machine: Machine) -> TimerAbstraction {
    /// The number of timers that may run at once in each state and its descendants.
    var counts = machine.states.map(\.timers.count)
    for state in machine.states.reversed() {
      let below = state.children.map { counts[$0.index] }
      counts[state.id.index] += state.isParallel ? below.reduce(0, +) : below.max() ?? 0
    }
    let lengths = machine.states.flatMap(\.timers).compactMap { timer in
      switch timer.length {
      case .constant(let milliseconds): milliseconds
      case .field(let field): machine[field].defaultValue.number
      }
    }
    let together = machine.states.lazy.filter { $0.parent == nil }.reduce(0) { $0 + counts[$1.id.index] }
    return TimerAbstraction(
      isContested: together > 1, lengths: Array(Set(lengths).sorted().prefix(lengthLimit)),
      earlier: together > 1 ? machine.earlierTimers : [:])
  }

  /// Returns the positions of those among some running timers that may elapse next, if their order is open.
  func positionsThatMayBeNext(among running: [ElapsedTimer]) -> [Int] {
    if earlier.isEmpty { return Array(running.indices) }
    let all = Set(running)
    return running.indices.filter { !(earlier[running[$0]]?.contains(where: all.contains) ?? false) }
  }

  /// Lengths for a timer whose length is a field, so that it is the first and the last to elapse.
  var distinctLengths: [Int] {
    guard isContested, let longest = lengths.last, longest < Int.max else { return [] }
    return [1, longest + 1]
  }

  /// Returns the distances from the next deadline at which the host may stop waiting.
  func approachDistances(before remaining: Int) -> [Int] {
    guard isContested, !elapseInAnyOrder else { return [] }
    return Set([1] + lengths.map { $0 - 1 }).filter { $0 > 0 && $0 < remaining }.sorted()
  }

  /// The distances of ``approachDistances(before:)`` for any length of time, ascending.
  var allApproachDistances: [Int] { approachDistances(before: .max) }

  /// Returns what distinguishes running timers, which are in the order in which they elapse.
  func classes(of timers: [Snapshot.ArmedTimer]) -> [Int] {
    if elapseInAnyOrder {
      return timers.sorted { ($0.state, $0.index) < ($1.state, $1.index) }.flatMap { [$0.state.index, $0.index] }
    }
    var result = timers.flatMap { [$0.state.index, $0.index] }
    guard isContested, let first = timers.first else { return result }
    result.append(rank(of: first.remaining))
    // The distances between all pairs; if there are many timers, those of neighbors.
    let reach = timers.count > 6 ? 1 : timers.count
    for (index, timer) in timers.enumerated() {
      for other in timers[(index + 1)...].prefix(reach) {
        result.append(rank(of: other.remaining - timer.remaining))
      }
    }
    return result
  }

  /// Returns the rank of a length among those of the spec: even between two of them, odd at one.
  private func rank(of length: Int) -> Int {
    guard length > 0 else { return -1 }
    let index = lengths.firstIndex { $0 >= length } ?? lengths.count
    return index < lengths.count && lengths[index] == length ? 2 * index + 1 : 2 * index
  }
}

extension Machine {
  /// For each timer some that elapse before it, if they run at the same time: of each state, the last one.
  ///
  /// A state arms its timers together, so of two constant lengths, the shorter is over first. A state around it was entered no later. Of
  /// equal ends, that of the outer state comes first, and then that of the timer in front.
  fileprivate var earlierTimers: [ElapsedTimer: [ElapsedTimer]] {
    /// The timers of each state with their constant lengths, the first to elapse first.
    let sorted = states.map { state in
      state.timers.indices.compactMap { index in
        if case .constant(let length) = state.timers[index].length { (length: length, index: index) } else { nil }
      }.sorted { ($0.length, $0.index) < ($1.length, $1.index) }
    }
    var result: [ElapsedTimer: [ElapsedTimer]] = [:]
    for state in states {
      for (place, timer) in sorted[state.id.index].enumerated() {
        var earlier: [ElapsedTimer] = []
        if place > 0 { earlier.append(ElapsedTimer(state: state.id, index: sorted[state.id.index][place - 1].index)) }
        var outer = state.parent
        while let ancestor = outer {
          if let last = sorted[ancestor.index].last(where: { $0.length <= timer.length }) {
            earlier.append(ElapsedTimer(state: ancestor, index: last.index))
          }
          outer = self[ancestor].parent
        }
        if !earlier.isEmpty { result[ElapsedTimer(state: state.id, index: timer.index)] = earlier }
      }
    }
    return result
  }
}
