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
///   - limit: The greatest number of states.
/// - Throws: The sizes, if there are more states.
package func makeMonitor(
  from exploration: Exploration, owed: IDSet<Callback>, limit: Int = monitorStateLimit
) throws(MonitorRefusal) -> MonitorTable {
  let automaton = CallAutomaton.make(from: exploration)
  let table = monitorTable(of: automaton, owed: owed)
  if let table, table.stateCount <= limit { return table }
  let machine = exploration.machine
  let channels = machine.channels.filter { channel in owed.contains { machine[$0].channel == channel } }
  throw MonitorRefusal(
    stateCount: table?.stateCount,
    countsWithout: channels.map { channel in
      (channel, monitorTable(of: automaton, owed: IDSet(owed.filter { machine[$0].channel != channel }))?.stateCount)
    })
}

/// The numbers of states and of positions in them up to which a monitor's states are found, before they are merged.
private let completionLimit = (states: 100_000, positions: 100_000_000)

/// Returns the smallest table with the states of an observer; `nil` if there are too many.
func monitorTable(of automaton: CallAutomaton, owed: IDSet<Callback>) -> MonitorTable? {
  var sets = PositionSets(automaton, owed: owed)
  let classes = PositionClasses.find(in: automaton, sets)
  var states: [[CallAutomaton.Position]] = []
  var numbers: [[CallAutomaton.Position]: Int32] = [:]
  var positionCount = 0
  func number(of set: [CallAutomaton.Position]) -> Int32 {
    // Of positions with the same future, one is enough.
    let set = classes.representatives(of: set)
    if let number = numbers[set] { return number }
    let number = Int32(states.count)
    numbers[set] = number
    states.append(set)
    positionCount += set.count
    return number
  }
  let start = number(of: sets.closure(of: automaton.beginnings))
  let anywhere = number(of: sets.closure(of: automaton.all))
  let callbackCount = automaton.machine.callbacks.count
  var transitions: [Int32] = []
  var next = 0
  while next < states.count {
    guard states.count <= completionLimit.states, positionCount <= completionLimit.positions else { return nil }
    let state = states[next]
    next += 1
    for callback in 0..<callbackCount {
      let set = sets.set(after: [ID(callback)], in: state)
      transitions.append(set.isEmpty ? -1 : number(of: set))
    }
  }
  return mergeEqualStates(
    MonitorTable(
      callbackCount: callbackCount, transitions: transitions, isResting: states.map(sets.isResting),
      start: Int(start), anywhere: Int(anywhere)))
}

/// Classes of positions with the same future.
private struct PositionClasses {
  /// For each position the first one of its class.
  private let representatives: [CallAutomaton.Position]

  /// Finds the coarsest classes in which positions have the same next call and equal classes behind it, and nodes lead to
  /// equal classes.
  static func find(in automaton: CallAutomaton, _ sets: PositionSets) -> PositionClasses {
    var classes = (0..<automaton.count).map { automaton.isResting(Int32($0)) ? Int32(0) : Int32(1) }
    var count = 0
    while true {
      var numbers: [[Int32]: Int32] = [:]
      let next = (0..<automaton.count).map { index -> Int32 in
        let position = CallAutomaton.Position(index)
        // The own class comes first, so classes are only split.
        var signature = [classes[index]]
        if let call = automaton.call(at: position) {
          signature += [Int32(call.index), classes[Int(automaton.successor(of: position))]]
        } else {
          signature += Set(automaton.entries(of: position).map { classes[Int($0)] }).sorted()
        }
        let number = numbers[signature] ?? Int32(numbers.count)
        numbers[signature] = number
        return number
      }
      classes = next
      if numbers.count == count { break }
      count = numbers.count
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

/// Returns the table with one state for all states that the same calls lead to the same results.
func mergeEqualStates(_ table: MonitorTable) -> MonitorTable {
  let callbacks = (0..<table.callbackCount).map { ID<Callback>($0) }
  var classes = (0..<table.stateCount).map { table.isResting(in: $0) ? Int32(1) : 0 }
  var count = 0
  while true {
    var numbers: [[Int32]: Int32] = [:]
    let next = (0..<table.stateCount).map { state in
      let behind = callbacks.map { table.state(after: $0, in: state).map { classes[$0] } ?? -1 }
      let signature = [classes[state]] + behind
      let number = numbers[signature] ?? Int32(numbers.count)
      numbers[signature] = number
      return number
    }
    classes = next
    if numbers.count == count { break }
    count = numbers.count
  }
  var firsts = Array(repeating: -1, count: count)
  for (state, number) in classes.enumerated() where firsts[Int(number)] < 0 { firsts[Int(number)] = state }
  return MonitorTable(
    callbackCount: table.callbackCount,
    transitions: firsts.flatMap { state in
      callbacks.map { table.state(after: $0, in: state).map { classes[$0] } ?? -1 }
    },
    isResting: firsts.map(table.isResting), start: Int(classes[table.start]), anywhere: Int(classes[table.anywhere]))
}
