import LifelineModel

/// Computes sets of positions, closed under everything that a log doesn't show.
///
/// A set is a sorted list, so equal sets are equal lists. Positions at rest come first.
struct PositionSets {
  typealias Position = CallAutomaton.Position

  let automaton: CallAutomaton
  /// Whether each item must be in a log. Others may be missing.
  private let isOwed: [Bool]
  /// For each position another one that stands for it; empty if each stands for itself.
  private let representatives: [Position]
  /// The last round in which each position was reached.
  private var rounds: [UInt32]
  private var round: UInt32 = 0
  /// The number of positions that were looked at so far.
  private(set) var visitCount = 0

  /// Creates sets.
  /// - Parameter classes: The classes of which one position stands for all; `nil` to tell all positions apart.
  init(_ automaton: CallAutomaton, owed: IDSet<LogItem>, merging classes: PositionClasses? = nil) {
    self.automaton = automaton
    representatives = classes?.representatives ?? []
    isOwed =
      (0..<automaton.machine.logItemCount).map { owed.contains(ID($0)) }
      + automaton.labels.map { owed.contains(ID<LogItem>($0)) }
    rounds = Array(repeating: 0, count: automaton.count)
  }

  func isOwed(_ item: ID<LogItem>) -> Bool { isOwed[item.index] }

  /// Returns the positions in which a machine may be that was in one of `positions`, although nothing was logged.
  mutating func closure(of positions: some Sequence<Position>) -> [Position] {
    startRound()
    var reached: [Position] = []
    for position in positions { add(position, to: &reached) }
    var next = 0
    while next < reached.count {
      let position = reached[next]
      next += 1
      if let item = automaton.item(at: position) {
        if !isOwed[item.index] { add(automaton.successor(of: position), to: &reached) }
      } else {
        for entry in automaton.entries(of: position) { add(entry, to: &reached) }
      }
    }
    visitCount += reached.count
    // To look at all positions takes less time than to sort many of them.
    if reached.count < rounds.count / 16 { return reached.sorted() }
    return rounds.indices.lazy.filter { [rounds, round] in rounds[$0] == round }.map { Position($0) }
  }

  /// Returns the positions right behind one of `items`, each once.
  mutating func positions(in set: [Position], behind items: [ID<LogItem>]) -> [Position] {
    startRound()
    visitCount += set.count
    var reached: [Position] = []
    for position in set {
      guard let item = automaton.item(at: position), items.contains(item) else { continue }
      add(automaton.successor(of: position), to: &reached)
    }
    return reached
  }

  /// Returns the closed set after one of `items`; empty if none of them can come.
  mutating func set(after items: [ID<LogItem>], in set: [Position]) -> [Position] {
    closure(of: positions(in: set, behind: items))
  }

  /// Returns the items that can come next.
  func expected(in set: [Position]) -> IDSet<LogItem> {
    var result = IDSet<LogItem>()
    for position in set { if let item = automaton.item(at: position) { result.insert(item) } }
    return result
  }

  /// Returns whether a log may end in a closed set.
  func isResting(_ set: [Position]) -> Bool { set.first.map(automaton.isResting) ?? false }

  private mutating func startRound() {
    if round == .max {
      rounds = Array(repeating: 0, count: rounds.count)
      round = 0
    }
    round += 1
  }

  private mutating func add(_ position: Position, to reached: inout [Position]) {
    let position = representatives.isEmpty ? position : representatives[Int(position)]
    guard rounds[Int(position)] != round else { return }
    rounds[Int(position)] = round
    reached.append(position)
  }
}

extension Sequence<Int32> where Self: RandomAccessCollection {
  /// Returns whether all elements of a sorted list are in `other`, which is sorted, too.
  func isSubset(of other: some RandomAccessCollection<Int32>) -> Bool {
    guard count <= other.count else { return false }
    var candidate = other.startIndex
    for element in self {
      while candidate < other.endIndex, other[candidate] < element { candidate = other.index(after: candidate) }
      guard candidate < other.endIndex, other[candidate] == element else { return false }
    }
    return true
  }
}
