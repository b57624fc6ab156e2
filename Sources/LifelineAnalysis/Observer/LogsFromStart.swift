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
  /// The work after which the search ends: the positions that it looks at. A set of positions may be as large as the
  /// exploration, so the number of states alone bounds nothing.
  package static let workLimit = 20_000_000

  /// Finds the states. If there are too many, those that need the most calls are left out.
  package static func find(
    for observer: Observer, limit: Int = LogsFromStart.limit, workLimit: Int = LogsFromStart.workLimit
  ) -> LogsFromStart {
    var budget = WorkBudget(workLimit)
    var sets = observer.sets
    let visitsBefore = sets.visitCount
    var visits = 0
    let automaton = observer.automaton
    var states = [sets.closure(of: automaton.beginnings)]
    var known = Set(states)
    var next = 0
    search: while next < states.count, states.count < limit {
      let state = states[next]
      for symbol in observer.symbols {
        let successor = sets.set(after: symbol, in: state)
        guard budget.spend(sets.visitCount - visitsBefore - visits) else { break search }
        visits = sets.visitCount - visitsBefore
        guard !successor.isEmpty, known.insert(successor).inserted else { continue }
        states.append(successor)
      }
      next += 1
    }
    var result = LogsFromStart(positionCount: automaton.count)
    result.isComplete = next == states.count
    // What was found is compared with as much work again.
    budget = WorkBudget(workLimit)
    for state in states.sorted(by: { $0.count > $1.count }) {
      let isContained = result.contain(state, within: &budget)
      guard !budget.isExhausted else {
        result.isComplete = false
        break
      }
      if !isContained { result.add(state) }
    }
    return result
  }

  private mutating func add(_ positions: [CallAutomaton.Position]) {
    for position in positions { holders[Int(position)].append(Int32(greatest.count)) }
    greatest.append(positions)
  }

  /// Returns whether all positions of an observer's state are in one state that a log from the start can reach.
  package func contain(_ positions: [CallAutomaton.Position]) -> Bool {
    var budget = WorkBudget(.max)
    return contain(positions, within: &budget)
  }

  private func contain(_ positions: [CallAutomaton.Position], within budget: inout WorkBudget) -> Bool {
    // Only sets with the rarest position can contain all.
    guard let rarest = positions.min(by: { holders[Int($0)].count < holders[Int($1)].count }) else { return true }
    budget.spend(positions.count)
    return holders[Int(rarest)].contains { holder in
      let candidate = greatest[Int(holder)]
      return budget.spend(candidate.count) && positions.isSubset(of: candidate)
    }
  }
}
