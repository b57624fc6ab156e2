import LifelineSource

/// The lines at the right of a picture on which promises lead from one call to another.
///
/// A promise takes the first line that is free between its rows, or that has a promise of its kind from the same call. They are
/// placed in the order in which they end, so that a later step moves none.
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

  /// The last promise of a line.
  private struct Last {
    var start: Int
    var end: Int
    var kind: LifeLine.KeptPromise.Kind
    var outcome: LifeLine.KeptPromise.Outcome

    /// Whether another promise, which doesn't end before this one, can take the line without lying on a bracket of another look.
    /// A broken one has a gap, which has to stay open.
    func leavesRoom(for other: Last) -> Bool {
      end <= other.start
        || start == other.start && kind == other.kind && outcome == other.outcome && outcome != .broken
    }
  }

  private(set) var placed: [Placed] = []
  private var last: [Last] = []
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
    // Two promises between the same calls share a bracket.
    guard drawn.insert(Span(start: start, end: end, outcome: promise.outcome)).inserted else { return }
    let added = Last(start: start, end: end, kind: promise.kind, outcome: promise.outcome)
    let free = last.firstIndex { $0.leavesRoom(for: added) }
    let rail = free ?? last.count
    if free == nil { last.append(added) } else { last[rail] = added }
    placed.append(Placed(promise: promise, rail: rail, start: start, end: end))
  }
}
