import LifelineModel

/// A position of an automaton on a way there, with a number for what else the way has changed: how many items of a log it explains,
/// or the state of a monitor.
struct AutomatonPlace {
  var number: Int32
  var position: CallAutomaton.Position
  /// The index of the place before this one; -1 at the beginning.
  fileprivate var origin: Int32 = -1
  /// The move that leads here; -1 if this place is in the same step as the one before.
  fileprivate var move: Int32 = -1

  init(_ number: Int, at position: CallAutomaton.Position) {
    self.number = Int32(number)
    self.position = position
  }

  fileprivate init(_ number: Int32, at position: CallAutomaton.Position, behind origin: Int, by move: Int32 = -1) {
    self.number = number
    self.position = position
    self.origin = Int32(origin)
    self.move = move
  }
}

/// A set of places in a search.
protocol AutomatonPlaceSet {
  func contains(_ place: AutomatonPlace) -> Bool
  /// Adds a place.
  /// - Returns: Whether it wasn't in the set before.
  mutating func add(_ place: AutomatonPlace) -> Bool
}

/// A search for the shortest ways through an automaton, by the number of steps.
struct AutomatonSearch<Reached: AutomatonPlaceSet> {
  private let automaton: CallAutomaton
  private var reached: Reached
  /// The places that were reached, by the shortest ways there.
  private var places: [AutomatonPlace] = []

  init(_ automaton: CallAutomaton, reached: Reached) {
    self.automaton = automaton
    self.reached = reached
  }

  /// Returns the first place at which the search ends; `nil` if there is none.
  /// - Parameters:
  ///   - starts: The places at which a way may begin, by the number of steps that lead there.
  ///   - ends: Returns whether to end at a place. Each place is asked about once, the nearest first.
  ///   - follow: Adds the numbers with which the way may go on behind an item.
  mutating func find(
    from starts: [[AutomatonPlace]], until ends: (AutomatonPlace) -> Bool,
    following follow: (_ item: ID<LogItem>, _ number: Int, _ next: inout [Int]) -> Void
  ) -> AutomatonPlace? {
    var stepCount = 0
    var later: [AutomatonPlace] = []
    var numbers: [Int] = []
    while stepCount < starts.count || !later.isEmpty {
      var level = stepCount < starts.count ? starts[stepCount] + later : later
      later = []
      var next = 0
      while next < level.count {
        let place = level[next]
        next += 1
        guard reached.add(place) else { continue }
        if ends(place) { return place }
        let origin = places.count
        places.append(place)
        if let item = automaton.item(at: place.position) {
          let successor = automaton.successor(of: place.position)
          numbers.removeAll(keepingCapacity: true)
          follow(item, Int(place.number), &numbers)
          for number in numbers { level.append(AutomatonPlace(Int32(number), at: successor, behind: origin)) }
        } else {
          for index in automaton.entryIndices(of: place.position) {
            let entry = AutomatonPlace(
              place.number, at: automaton.entries[index], behind: origin, by: automaton.entryMoves[index])
            if !reached.contains(entry) { later.append(entry) }
          }
        }
      }
      stepCount += 1
    }
    return nil
  }

  /// Returns where the way to a place begins, and its moves.
  func path(to last: AutomatonPlace) -> (first: CallAutomaton.Position, moves: [Int]) {
    var moves: [Int] = []
    var place = last
    while place.origin >= 0 {
      if place.move >= 0 { moves.append(Int(place.move)) }
      place = places[Int(place.origin)]
    }
    return (place.position, moves.reversed())
  }
}
