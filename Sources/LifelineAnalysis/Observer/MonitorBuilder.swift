import LifelineModel

/// The reason that a machine can't have a monitor.
package struct MonitorRefusal: Error, Sendable {
  /// The number of states that the monitor would have; `nil` if there are too many to count.
  package var stateCount: Int?
  /// The number of states without each observed channel; `nil` if there are too many to count.
  package var countsWithout: [(channel: String, stateCount: Int?)]
}

/// The greatest number of states of a monitor.
package let monitorStateLimit = 4_096

/// Makes the monitor of an explored machine: an observer with all its states, of which equal ones are merged.
/// - Parameters:
///   - owed: The callbacks whose calls the monitor must get.
///   - events: The events that the monitor must get.
///   - limit: The greatest number of states.
/// - Throws: The sizes, if there are more states.
package func makeMonitor(
  from exploration: Exploration, owed: IDSet<Callback>, showing events: IDSet<Event> = IDSet<Event>(),
  limit: Int = monitorStateLimit
) throws(MonitorRefusal) -> MonitorTable {
  let machine = exploration.machine
  let automaton = CallAutomaton.make(from: exploration, showing: events)
  let table = monitorTable(of: automaton, owed: IDSet(calls: owed, events: events, of: machine))
  if let table, table.stateCount <= limit { return table }
  let channels = machine.channels.filter { channel in owed.contains { machine[$0].channel == channel } }
  // All these sizes together may take half as much work as the monitor itself.
  let visitLimit = standardVisitLimit / 2 / max(1, channels.count)
  throw MonitorRefusal(
    stateCount: table?.stateCount,
    countsWithout: channels.map { channel in
      let rest = IDSet(owed.filter { machine[$0].channel != channel })
      let items = IDSet(calls: rest, events: events, of: machine)
      return (channel, monitorTable(of: automaton, owed: items, visitLimit: visitLimit)?.stateCount)
    })
}

/// The number of positions that may be looked at to find a monitor's states, before they are merged. The largest machine of
/// the catalogue needs two million.
let standardVisitLimit = 10_000_000

/// Returns the smallest table with the states of an observer; `nil` if there are too many.
func monitorTable(
  of automaton: CallAutomaton, owed: IDSet<LogItem>, visitLimit: Int = standardVisitLimit
) -> MonitorTable? {
  var sets = PositionSets(automaton, owed: owed)
  let classes = PositionClasses.find(in: automaton, sets)
  var states: [[CallAutomaton.Position]] = []
  var numbers: [[CallAutomaton.Position]: Int32] = [:]
  func number(of set: [CallAutomaton.Position]) -> Int32 {
    // Of positions with the same future, one is enough.
    let set = classes.representatives(of: set)
    if let number = numbers[set] { return number }
    let number = Int32(states.count)
    numbers[set] = number
    states.append(set)
    return number
  }
  let start = number(of: sets.closure(of: automaton.beginnings))
  let anywhere = number(of: sets.closure(of: automaton.all))
  let items = automaton.shownItems
  var transitions: [Int32] = []
  var next = 0
  while next < states.count {
    guard sets.visitCount <= visitLimit else { return nil }
    let state = states[next]
    next += 1
    for item in items {
      let set = sets.set(after: [item], in: state)
      transitions.append(set.isEmpty ? -1 : number(of: set))
    }
  }
  return mergeEqualStates(
    MonitorTable(
      callbackCount: automaton.machine.callbacks.count, events: Array(automaton.events), transitions: transitions,
      isResting: states.map(sets.isResting), start: Int(start), anywhere: Int(anywhere)))
}

/// Classes of positions with the same future.
private struct PositionClasses {
  /// For each position the first one of its class.
  private let representatives: [CallAutomaton.Position]

  /// Finds the coarsest classes in which positions have the same next item and equal classes behind it, and nodes lead to
  /// equal classes.
  static func find(in automaton: CallAutomaton, _ sets: PositionSets) -> PositionClasses {
    let positions = (0..<automaton.count).map { CallAutomaton.Position($0) }
    var predecessors = Array(repeating: [Int32](), count: automaton.count)
    for position in positions {
      if automaton.isResting(position) {
        for entry in automaton.entries(of: position) { predecessors[Int(entry)].append(position) }
      } else {
        predecessors[Int(automaton.successor(of: position))].append(position)
      }
    }
    // A node has the kind -1, and a position in a step that of its next item.
    let kinds = positions.map { automaton.item(at: $0).map { Int32($0.index) } ?? -1 }
    let classes = findClasses(of: kinds, predecessors: predecessors) { index, classes in
      let position = CallAutomaton.Position(index)
      if automaton.isResting(position) { return Set(automaton.entries(of: position).map { classes[Int($0)] }).sorted() }
      return [classes[Int(automaton.successor(of: position))]]
    }
    var first: [Int32: CallAutomaton.Position] = [:]
    let representatives = classes.enumerated().map { index, number in
      let position = first[number] ?? CallAutomaton.Position(index)
      first[number] = position
      return position
    }
    return PositionClasses(representatives: representatives)
  }

  func representatives(of set: [CallAutomaton.Position]) -> [CallAutomaton.Position] {
    Set(set.map { representatives[Int($0)] }).sorted()
  }
}

/// Returns the table with one state for all states that the same items lead to the same results.
func mergeEqualStates(_ table: MonitorTable) -> MonitorTable {
  let columns = 0..<table.columnCount
  var predecessors = Array(repeating: [Int32](), count: table.stateCount)
  for state in 0..<table.stateCount {
    for next in columns.compactMap({ table.state(afterColumn: $0, in: state) }) {
      predecessors[next].append(Int32(state))
    }
  }
  let kinds = (0..<table.stateCount).map { table.isResting(in: $0) ? Int32(1) : 0 }
  let classes = findClasses(of: kinds, predecessors: predecessors) { state, classes in
    columns.map { table.state(afterColumn: $0, in: state).map { classes[$0] } ?? -1 }
  }
  let count = classes.max().map { Int($0) + 1 } ?? 0
  var firsts = Array(repeating: -1, count: count)
  for (state, number) in classes.enumerated() where firsts[Int(number)] < 0 { firsts[Int(number)] = state }
  return MonitorTable(
    callbackCount: table.callbackCount, events: table.events,
    transitions: firsts.flatMap { state in
      columns.map { table.state(afterColumn: $0, in: state).map { classes[$0] } ?? -1 }
    },
    isResting: firsts.map(table.isResting), start: Int(classes[table.start]), anywhere: Int(classes[table.anywhere]))
}
