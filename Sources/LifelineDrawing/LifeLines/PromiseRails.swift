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

  /// The rows of a promise, and its outcome.
  private struct Span: Hashable {
    var start: Int
    var end: Int
    var outcome: LifeLine.KeptPromise.Outcome
  }

  private(set) var placed: [Placed] = []
  /// The last promise of each line.
  private var last: [(start: Int, end: Int)] = []
  private var drawn: Set<Span> = []

  /// The number of lines.
  var count: Int { last.count }

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
    guard drawn.insert(Span(start: start, end: end, outcome: promise.outcome)).inserted else { return }
    // Nothing that was placed before ends later.
    let free = last.firstIndex { $0.end <= start || $0.start == start }
    let rail = free ?? last.count
    if free == nil { last.append((start, end)) } else { last[rail] = (start, end) }
    placed.append(Placed(promise: promise, rail: rail, start: start, end: end))
  }
}
