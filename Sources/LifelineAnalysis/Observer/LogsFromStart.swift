import LifelineModel

/// The observer states that logs from the start of a machine can reach.
///
/// A log that was read from anywhere shows where the machine is only if its state is contained in one of these.
package struct LogsFromStart {
  /// The greatest sets of positions; no set is part of another.
  private var greatest: [[CallAutomaton.Position]] = []
  /// For each position, the sets that contain it.
  private var holders: [[Int32]]
  /// Whether all states were found.
  package private(set) var isComplete = true

  private init(positionCount: Int) { holders = Array(repeating: [], count: positionCount) }

  /// The number of states after which the search ends.
  package static let limit = 20_000
  /// The number of positions in all states after which the search ends.
  private static let positionLimit = 20_000_000

  /// Finds the states. If there are too many, those that need the most calls are left out.
  package static func find(for observer: Observer, limit: Int = LogsFromStart.limit) -> LogsFromStart {
    var sets = observer.sets
    let automaton = observer.automaton
    var states = [sets.closure(of: automaton.beginnings)]
    var known = Set(states)
    var positionCount = states[0].count
    var next = 0
    while next < states.count, states.count < limit, positionCount < positionLimit {
      let state = states[next]
      next += 1
      for symbol in observer.symbols {
        let successor = sets.set(after: symbol, in: state)
        guard !successor.isEmpty, known.insert(successor).inserted else { continue }
        states.append(successor)
        positionCount += successor.count
      }
    }
    var result = LogsFromStart(positionCount: automaton.count)
    result.isComplete = next == states.count
    for state in states.sorted(by: { $0.count > $1.count }) where !result.contain(state) { result.add(state) }
    return result
  }

  private mutating func add(_ positions: [CallAutomaton.Position]) {
    for position in positions { holders[Int(position)].append(Int32(greatest.count)) }
    greatest.append(positions)
  }

  /// Returns whether all positions of an observer's state are in one state that a log from the start can reach.
  package func contain(_ positions: [CallAutomaton.Position]) -> Bool {
    // Only sets with the rarest position can contain all.
    guard let rarest = positions.min(by: { holders[Int($0)].count < holders[Int($1)].count }) else { return true }
    return holders[Int(rarest)].contains { positions.isSubset(of: greatest[Int($0)]) }
  }
}
