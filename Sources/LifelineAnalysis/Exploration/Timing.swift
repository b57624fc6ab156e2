import LifelineInterpreter
import LifelineModel

/// Which moments exploration looks at, and which of them it tells apart.
///
/// Where only one timer can run at a time, all that matters is whether it elapses. Where several can, what counts
/// is which is first, now and after any of them has been armed anew; so the distances between deadlines are
/// compared with the lengths that the spec mentions, and so are the moments at which events are sent.
struct Timing: Sendable {
  /// Whether several timers may run at once.
  let isContested: Bool
  /// The lengths of timers in the spec, in order; of many, the shortest.
  private let lengths: [Int]

  private static let limit = 16

  init(_ machine: Machine) {
    // How many timers may run at once in each state, from the last state to the root.
    var counts = machine.states.map(\.timers.count)
    for state in machine.states.reversed() {
      let below = state.children.lazy.map { counts[$0.index] }
      if case .parallel = state.kind {
        counts[state.id.index] += below.reduce(0, +)
      } else {
        counts[state.id.index] += below.max() ?? 0
      }
    }
    isContested = (counts.first ?? 0) > 1
    var lengths: Set<Int> = []
    for timer in machine.states.lazy.flatMap(\.timers) {
      switch timer.length {
      case .constant(let milliseconds): lengths.insert(milliseconds)
      case .field(let field):
        if let number = machine[field].defaultValue.number { lengths.insert(number) }
      }
    }
    self.lengths = Array(lengths.sorted().prefix(Self.limit))
  }

  /// Lengths for a timer whose length the host decides, so that it is the first and the last to elapse.
  var telling: [Int] {
    guard isContested, let longest = lengths.last, longest < Int.max else { return [] }
    return [1, longest + 1]
  }

  /// How far from the next deadline time may stop, beside at once and at the deadline.
  func stops(before remaining: Int) -> [Int] {
    guard isContested else { return [] }
    return Set([1] + lengths.map { $0 - 1 }).filter { $0 > 0 && $0 < remaining }.sorted()
  }

  /// What tells running timers apart from others, in the order in which they fire.
  func classes(of timers: [Snapshot.ArmedTimer]) -> [Int] {
    var result = timers.flatMap { [$0.state.index, $0.index] }
    guard isContested, let first = timers.first else { return result }
    result.append(place(of: first.remaining))
    // The distances between all pairs; of many timers, those of neighbours.
    let reach = timers.count > 6 ? 1 : timers.count
    for (place, timer) in timers.enumerated() {
      for other in timers[(place + 1)...].prefix(reach) {
        result.append(self.place(of: other.remaining - timer.remaining))
      }
    }
    return result
  }

  /// Where a length stands among those of the spec: an even number between two of them, an odd one at one.
  private func place(of length: Int) -> Int {
    guard length > 0 else { return -1 }
    let place = lengths.firstIndex { $0 >= length } ?? lengths.count
    return place < lengths.count && lengths[place] == length ? 2 * place + 1 : 2 * place
  }
}
