import LifelineModel

/// An edit of a log.
package enum LogEdit: Hashable, Sendable {
  /// The items at a place and behind it change places.
  case swap(first: Int)
  /// An item is missing before the one at a place.
  case missing(ID<LogItem>, before: Int)
  /// The item at a place is one too many.
  case extra(Int)
}

/// The greatest number of edits of a repair.
private let editLimit = 3

extension Observer {
  /// Returns the fewest edits of some calls after which the last of them fits; `nil` if more than three are needed.
  ///
  /// Of equally few edits, swaps are preferred to missing calls, these to extra ones, and those near the end to others. Only
  /// calls that are owed can be missing, and the last call isn't taken away.
  /// - Parameters:
  ///   - symbols: The calls, of which the last one doesn't fit.
  ///   - state: The state before the first call.
  package mutating func repair(_ symbols: [Int], from state: State) -> [LogEdit]? {
    var search = RepairSearch(symbols: symbols, positionCount: automaton.count)
    return search.find(from: state, by: &self)
  }
}

/// A search for the cheapest way through some calls, some of which are edited.
///
/// It moves through the states of an observer, which keeps what follows from them. So later searches, whose calls are mostly
/// the same, find it there.
private struct RepairSearch {
  /// A state behind some calls.
  struct Place {
    /// The number of calls before the place.
    var call: Int
    var state: Observer.State
    /// The move that leads here; `nil` at the beginning.
    var arrival: Move?
  }

  /// A move from a place.
  struct Move {
    /// The index of the place.
    var origin: Int
    /// The edit; `nil` if the next call fits as it is.
    var edit: LogEdit?
  }

  let symbols: [Int]
  private var places: [Place] = []
  /// The positions of all places. Costs only grow, so a place without new positions leads to no cheaper repair.
  private var reached: ReachedPlaces
  private var queue = PriorityQueue<Move>()

  init(symbols: [Int], positionCount: Int) {
    self.symbols = symbols
    reached = ReachedPlaces(itemCount: symbols.count, positionCount: positionCount)
  }

  private static let costOfEdit = 1_000_000

  private func cost(of edit: LogEdit) -> Int {
    switch edit {
    case .swap(let place): Self.costOfEdit + symbols.count - place
    case .missing(_, let place): Self.costOfEdit + 1_000 + symbols.count - place
    case .extra(let place): Self.costOfEdit + 2_000 + symbols.count - place
    }
  }

  mutating func find(from state: Observer.State, by observer: inout Observer) -> [LogEdit]? {
    follow(Place(call: 0, state: state, arrival: nil), cost: 0, observer)
    while let (cost, move) = queue.popFirst() {
      // Most moves are never needed, so this is the time to see where one leads.
      guard let place = place(behind: move, &observer) else { continue }
      if place.call == symbols.count { return edits(to: place) }
      follow(place, cost: cost, observer)
    }
    return nil
  }

  private func place(behind move: Move, _ observer: inout Observer) -> Place? {
    let (call, state) = (places[move.origin].call, places[move.origin].state)
    switch move.edit {
    case nil:
      return observer.state(after: symbols[call], in: state)
        .map { Place(call: call + 1, state: $0, arrival: move) }
    case .swap:
      return observer.state(after: symbols[call + 1], in: state)
        .flatMap { observer.state(after: symbols[call], in: $0) }
        .map { Place(call: call + 2, state: $0, arrival: move) }
    case .missing(let item, _):
      return observer.state(after: item, in: state).map { Place(call: call, state: $0, arrival: move) }
    case .extra:
      return Place(call: call + 1, state: state, arrival: move)
    }
  }

  /// Adds the moves from a place.
  private mutating func follow(_ place: Place, cost: Int, _ observer: Observer) {
    let call = place.call
    guard reached.insert(observer.positions(of: place.state), behind: call) else { return }
    places.append(place)
    let expected = observer.expected(in: place.state)
    if observer.symbols[symbols[call]].contains(where: expected.contains) { add(nil, cost) }
    let hasNext = call + 1 < symbols.count
    if hasNext, observer.symbols[symbols[call + 1]].contains(where: expected.contains) { add(.swap(first: call), cost) }
    for item in expected where observer.owed.contains(item) { add(.missing(item, before: call), cost) }
    if hasNext { add(.extra(call), cost) }
  }

  /// Adds a move from the last place.
  private mutating func add(_ edit: LogEdit?, _ cost: Int) {
    let total = cost + (edit.map(self.cost) ?? 0)
    guard total < (editLimit + 1) * Self.costOfEdit else { return }
    queue.add(Move(origin: places.count - 1, edit: edit), cost: total)
  }

  private func edits(to last: Place) -> [LogEdit] {
    var edits: [LogEdit] = []
    var place = last
    while let arrival = place.arrival {
      if let edit = arrival.edit { edits.append(edit) }
      place = places[arrival.origin]
    }
    return edits.reversed()
  }
}
