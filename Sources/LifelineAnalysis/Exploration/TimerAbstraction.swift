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
  /// Whether any running timer may elapse next, whatever its length. Then an exploration contains all orders in which timers
  /// can elapse, and others.
  private(set) var elapseInAnyOrder = false
  /// The lengths of timers in the spec, ascending. If there are many, the shortest.
  private let lengths: [Int]

  private static let lengthLimit = 16

  private init(isContested: Bool, lengths: [Int]) {
    self.isContested = isContested
    self.lengths = lengths
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
      isContested: together > 1, lengths: Array(Set(lengths).sorted().prefix(lengthLimit)))
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
