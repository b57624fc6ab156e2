import LifelineModel

/// The reason that a machine can't have a monitor.
package struct MonitorRefusal: Error, Sendable {
  /// The number of states that the monitor would have; `nil` if there are too many to count.
  package var stateCount: Int?
  /// The number of states without each observed channel; `nil` if there are too many to count.
  package var countsWithout: [(channel: String, stateCount: Int?)]
  /// The number of states if an app chose nothing; `nil` if it has no choices, or if there are too many to count.
  package var countWithoutChoices: Int?
  /// Whether an app has so many choices that no states were counted.
  package var hasTooManyChoices = false
  /// Whether the machine has too many steps to compare arguments.
  package var hasTooManySteps = false
  /// Whether the machine has too many states and choices, or does too much, to tell stories.
  package var hasTooManyStories = false
}

/// The greatest number of states of a monitor.
package let monitorStateLimit = 4_096

/// Makes the monitor of an explored machine: an observer with all its states, of which equal ones are merged.
/// - Parameters:
///   - owed: The callbacks whose calls the monitor must get.
///   - events: The events that the monitor must get.
///   - limit: The greatest number of states.
/// - Throws: The sizes, if there are more states, or if an app has too many choices.
package func makeMonitor(
  from exploration: Exploration, owed: IDSet<Callback>, showing events: IDSet<Event> = IDSet<Event>(),
  limit: Int = monitorStateLimit
) throws(MonitorRefusal) -> MonitorTable {
  let machine = exploration.machine
  let choices = exploration.choices(machine.monitorChoices)
  guard choices.count <= MonitorTableChoices.limit else {
    throw MonitorRefusal(stateCount: nil, countsWithout: [], hasTooManyChoices: true)
  }
  let hidden = machine.monitorChoices.ignored
  var automaton = CallAutomaton.make(from: exploration, showing: events, hiding: hidden)
  var labels: CallLabels?
  let compared = machine.comparedCallbacks(besides: events.count)
  if !compared.isEmpty {
    guard let found = CallLabels.find(in: automaton, comparing: compared) else {
      throw MonitorRefusal(stateCount: nil, countsWithout: [], hasTooManySteps: true)
    }
    (labels, automaton) = (found, automaton.labelled(by: found, hiding: hidden))
  }
  let asked = AskedEvents.find(in: exploration, among: events)
  let items = IDSet(calls: owed, events: events, of: machine)
  let table = monitorTable(of: automaton, owed: items, choices: choices, labels: labels, asked)
  if var table, table.stateCount <= limit {
    guard machine.monitorChoices.tellsStories else { return table }
    guard let stories = findStories(of: table, in: automaton, owed: items, labels: labels) else {
      throw MonitorRefusal(stateCount: table.stateCount, countsWithout: [], hasTooManyStories: true)
    }
    table.stories = stories
    return table
  }
  let channels = machine.channels.filter { channel in owed.contains { machine[$0].channel == channel } }
  // All these sizes together may take half as much work as the monitor itself.
  let visitLimit = standardVisitLimit / 2 / max(1, channels.count + (choices.isEmpty ? 0 : 1))
  func stateCount(owed: IDSet<Callback>) -> Int? {
    let items = IDSet(calls: owed, events: events, of: machine)
    return monitorTable(of: automaton, owed: items, labels: labels, asked, visitLimit: visitLimit)?.stateCount
  }
  throw MonitorRefusal(
    stateCount: table?.stateCount,
    countsWithout: channels.map { channel in
      (channel, stateCount(owed: IDSet(owed.filter { machine[$0].channel != channel })))
    }, countWithoutChoices: choices.isEmpty ? nil : stateCount(owed: owed))
}

/// The number of positions that may be looked at to find a monitor's states, before they are merged. The largest machine of
/// the catalogue needs two million.
let standardVisitLimit = 10_000_000

/// Returns the smallest table with the states of an observer; `nil` if there are too many.
func monitorTable(
  of automaton: CallAutomaton, owed: IDSet<LogItem>, choices: MonitorTableChoices = MonitorTableChoices(),
  labels: CallLabels? = nil, _ asked: AskedEvents? = nil, visitLimit: Int = standardVisitLimit
) -> MonitorTable? {
  let states = MonitorStates.find(
    in: automaton, owed: owed, choices: choices, labels: labels, asked, visitLimit: visitLimit)
  return states.map(mergeEqualStates)
}

/// Returns the items for which each column of a monitor's table stands.
func itemsOfColumns(
  _ automaton: CallAutomaton, _ compared: [MonitorArguments], _ labels: CallLabels?
) -> [[ID<LogItem>]] {
  automaton.shownItems.map { item in
    if let labels, case .call = automaton.machine.item(item) { labels.items(ofColumn: item.index) } else { [item] }
  }
    + compared.flatMap { arguments in
      (0..<arguments.count).map { labels?.items(ofColumn: arguments.firstColumn + $0) ?? [] }
    }
}

/// The states of a monitor, in the order in which they are found.
private struct MonitorStates {
  private let classes: PositionClasses
  /// The sets of positions, for each list of items that may be missing.
  private var sets: [PositionSets]
  /// The positions of each state, and the number of what may be missing there.
  private var states: [State] = []
  private var numbers: [State: Int32] = [:]

  private struct State: Hashable {
    var positions: [CallAutomaton.Position]
    var omitted: Int
  }

  private var visitCount: Int { sets.reduce(0) { $0 + $1.visitCount } }

  private mutating func number(of set: [CallAutomaton.Position], omitted: Int) -> Int32 {
    // Of positions with the same future, one is enough.
    let state = State(positions: classes.representatives(of: set), omitted: omitted)
    if let number = numbers[state] { return number }
    let number = Int32(states.count)
    numbers[state] = number
    states.append(state)
    return number
  }

  /// Returns a table with a line for each state.
  static func find(
    in automaton: CallAutomaton, owed: IDSet<LogItem>, choices: MonitorTableChoices, labels: CallLabels?,
    _ asked: AskedEvents?, visitLimit: Int
  ) -> MonitorTable? {
    let machine = automaton.machine
    let sets = (0..<1 << choices.omissions.count).map { mask in
      var owed = owed
      owed.subtract(IDSet(calls: machine.monitorChoices.omitted(by: mask), of: machine))
      return PositionSets(automaton, owed: owed)
    }
    var found = MonitorStates(classes: .find(in: automaton, asked), sets: sets)
    let groups = choices.fields.map(automaton.exploration.groupsOfNodes)
    var beginnings: [MonitorTable.Beginning] = []
    for number in 0..<choices.count {
      guard found.visitCount <= visitLimit else { return nil }
      let (chosen, omitted) = choices.combination(number)
      let given = zip(groups, chosen).filter { $0.1 > 0 }
      func beginning(_ positions: [CallAutomaton.Position]) -> Int {
        let possible =
          given.isEmpty
          ? positions
          : positions.filter { position in given.allSatisfy { $0.0[Int(automaton.end(of: position))] == $0.1 } }
        return Int(found.number(of: found.sets[omitted].closure(of: possible), omitted: omitted))
      }
      beginnings.append(
        MonitorTable.Beginning(start: beginning(automaton.beginnings), anywhere: beginning(automaton.all)))
    }
    let compared = labels == nil ? [] : machine.comparedCallbacks(besides: automaton.events.count)
    let columns = itemsOfColumns(automaton, compared, labels)
    let ignored = Set(machine.monitorChoices.ignored.map(\.index))
    var transitions: [Int32] = []
    var next = 0
    while next < found.states.count {
      guard found.visitCount <= visitLimit else { return nil }
      let state = found.states[next]
      defer { next += 1 }
      for (column, items) in columns.enumerated() {
        // A call that the monitor doesn't look at changes nothing.
        if ignored.contains(column) {
          transitions.append(Int32(next))
          continue
        }
        let set = found.sets[state.omitted].set(after: items, in: state.positions)
        transitions.append(set.isEmpty ? -1 : found.number(of: set, omitted: state.omitted))
      }
    }
    return MonitorTable(
      callbackCount: machine.callbacks.count, events: Array(automaton.events), transitions: transitions,
      isResting: found.states.map { found.sets[$0.omitted].isResting($0.positions) }, arguments: compared,
      choices: choices, beginnings: beginnings, askingEvents: asked?.events ?? [],
      asks: found.states.map { state in asked?.flags(of: state.positions.filter(automaton.isResting)) ?? 0 })
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
  var known: [[UInt64]: Int32] = [:]
  let kinds = (0..<table.stateCount).map { state in
    let kind = [table.isResting(in: state) ? 1 : 0, table.flags(in: state)]
    let number = known[kind] ?? Int32(known.count)
    known[kind] = number
    return number
  }
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
    isResting: firsts.map(table.isResting), arguments: table.arguments, choices: table.choices,
    beginnings: table.beginnings.map { beginning in
      MonitorTable.Beginning(start: Int(classes[beginning.start]), anywhere: Int(classes[beginning.anywhere]))
    }, askingEvents: table.askingEvents, asks: firsts.map(table.flags))
}
