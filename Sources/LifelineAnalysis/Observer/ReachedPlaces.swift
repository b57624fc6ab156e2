/// A set of places in a log: positions behind a number of items.
struct ReachedPlaces {
  private let positionCount: Int
  /// For each number of items one bit for each position; empty until one of them is reached.
  private var rows: [[UInt64]]

  /// Creates the empty set.
  /// - Parameters:
  ///   - itemCount: The greatest number of items before a place.
  ///   - positionCount: The number of positions of the automaton.
  init(itemCount: Int, positionCount: Int) {
    self.positionCount = positionCount
    rows = Array(repeating: [], count: itemCount + 1)
  }

  /// Adds the places of some positions behind some items.
  /// - Returns: Whether one of them wasn't in the set before.
  mutating func insert(_ positions: some Sequence<CallAutomaton.Position>, behind items: Int) -> Bool {
    var row: [UInt64] = []
    swap(&row, &rows[items])
    if row.isEmpty { row = Array(repeating: 0, count: positionCount >> 6 + 1) }
    var hasNew = false
    for position in positions {
      let (word, bit) = (Int(position) >> 6, UInt64(1) << UInt64(position & 63))
      if row[word] & bit == 0 {
        row[word] |= bit
        hasNew = true
      }
    }
    swap(&row, &rows[items])
    return hasNew
  }
}

extension ReachedPlaces: AutomatonPlaceSet {
  func contains(_ place: AutomatonPlace) -> Bool {
    let row = rows[Int(place.number)]
    return !row.isEmpty && row[Int(place.position) >> 6] & (1 << (place.position & 63)) != 0
  }

  mutating func add(_ place: AutomatonPlace) -> Bool {
    insert(CollectionOfOne(place.position), behind: Int(place.number))
  }
}
