import LifelineSource

/// The lines at the right of a picture on which promises lead from one call to another.
///
/// A promise takes the first line that is free between its rows. They are placed in the order in which they end, so that a
/// later step moves none.
struct PromiseRails {
  /// A promise with its line.
  struct Placed {
    var promise: LifeLine.KeptPromise
    var rail: Int
    /// The rows from which and to which it leads.
    var start: Int
    var end: Int
  }

  private(set) var placed: [Placed] = []
  /// The number of lines.
  private(set) var count = 0

  static func place(_ picture: LifeLine) -> PromiseRails {
    var rails = PromiseRails()
    let ending = picture.promises.filter { $0.user != nil && ($0.supplier != nil || $0.outcome == .broken) }
    for promise in ending.enumerated().sorted(by: {
      ($0.element.user ?? 0, $0.offset) < ($1.element.user ?? 0, $1.offset)
    }) {
      rails.add(promise.element, to: promise.element.user ?? 0)
    }
    for promise in picture.promises where promise.outcome == .owed && promise.supplier != nil {
      rails.add(promise, to: picture.rows.count - 1)
    }
    return rails
  }

  private mutating func add(_ promise: LifeLine.KeptPromise, to end: Int) {
    let start = promise.supplier ?? 0
    // Two promises between the same calls share a line, as those do that begin at the same call.
    if placed.contains(where: { $0.start == start && $0.end == end && $0.promise.outcome == promise.outcome }) {
      return
    }
    var rail = 0
    while placed.contains(where: { $0.rail == rail && $0.start < end && start < $0.end && $0.start != start }) {
      rail += 1
    }
    placed.append(Placed(promise: promise, rail: rail, start: start, end: end))
    count = max(count, rail + 1)
  }
}
