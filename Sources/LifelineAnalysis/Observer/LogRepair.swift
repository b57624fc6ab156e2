import LifelineModel

/// An edit of a log.
package enum LogEdit: Hashable, Sendable {
  /// The calls at a place and behind it change places.
  case swap(first: Int)
  /// A call is missing before the one at a place.
  case missing(ID<Callback>, before: Int)
  /// The call at a place is one too many.
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
  package func repair(_ symbols: [Int], from state: State) -> [LogEdit]? {
    var search = RepairSearch(observer: self, calls: symbols.map { self.symbols[$0] })
    return search.find(from: positions(of: state))
  }
}

/// A search for the cheapest way through some calls, some of which are edited.
private struct RepairSearch {
  /// A position behind some calls.
  struct Place: Hashable {
    /// The number of calls before the place.
    var call: Int
    /// Whether the next call was already read, before the one that is read next.
    var isInSwap = false
    var position: CallAutomaton.Position
  }

  let observer: Observer
  let calls: [[ID<Callback>]]
  private var costs: [Place: Int] = [:]
  private var arrivals: [Place: (from: Place, edit: LogEdit?)] = [:]
  private var queue = PriorityQueue<Place>()

  init(observer: Observer, calls: [[ID<Callback>]]) {
    self.observer = observer
    self.calls = calls
  }

  private static let costOfEdit = 1_000_000

  private func cost(of edit: LogEdit) -> Int {
    switch edit {
    case .swap(let place): Self.costOfEdit + calls.count - place
    case .missing(_, let place): Self.costOfEdit + 1_000 + calls.count - place
    case .extra(let place): Self.costOfEdit + 2_000 + calls.count - place
    }
  }

  mutating func find(from positions: [CallAutomaton.Position]) -> [LogEdit]? {
    for position in positions {
      let place = Place(call: 0, position: position)
      costs[place] = 0
      queue.add(place, cost: 0)
    }
    while let (cost, place) = queue.popFirst() {
      if place.call == calls.count { return edits(to: place) }
      if costs[place] == cost { follow(place, cost) }
    }
    return nil
  }

  private mutating func follow(_ place: Place, _ cost: Int) {
    let automaton = observer.automaton
    guard let call = automaton.call(at: place.position) else {
      for entry in automaton.entries(of: place.position) { add(place, moved: entry, cost) }
      return skip(place, cost)
    }
    let successor = automaton.successor(of: place.position)
    if !observer.owed.contains(call) { add(place, moved: successor, cost) }
    if calls[place.call].contains(call) {
      add(Place(call: place.call + (place.isInSwap ? 2 : 1), position: successor), from: place, nil, cost)
    }
    if place.isInSwap { return }
    if place.call + 1 < calls.count, calls[place.call + 1].contains(call) {
      let swapped = Place(call: place.call, isInSwap: true, position: successor)
      add(swapped, from: place, .swap(first: place.call), cost)
    }
    if observer.owed.contains(call) {
      add(Place(call: place.call, position: successor), from: place, .missing(call, before: place.call), cost)
    }
    skip(place, cost)
  }

  /// Adds the place behind the next call, if that is one too many.
  private mutating func skip(_ place: Place, _ cost: Int) {
    guard !place.isInSwap, place.call + 1 < calls.count else { return }
    add(Place(call: place.call + 1, position: place.position), from: place, .extra(place.call), cost)
  }

  private mutating func add(_ place: Place, moved position: CallAutomaton.Position, _ cost: Int) {
    add(Place(call: place.call, isInSwap: place.isInSwap, position: position), from: place, nil, cost)
  }

  private mutating func add(_ place: Place, from origin: Place, _ edit: LogEdit?, _ cost: Int) {
    let total = cost + (edit.map(self.cost) ?? 0)
    guard total < (editLimit + 1) * Self.costOfEdit, total < costs[place] ?? .max else { return }
    costs[place] = total
    arrivals[place] = (origin, edit)
    queue.add(place, cost: total)
  }

  private func edits(to place: Place) -> [LogEdit] {
    var edits: [LogEdit] = []
    var place = place
    while let arrival = arrivals[place] {
      if let edit = arrival.edit { edits.append(edit) }
      place = arrival.from
    }
    return edits.reversed()
  }
}
