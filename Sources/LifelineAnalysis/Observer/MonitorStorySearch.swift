import LifelineModel

/// The number of places that may be looked at to find the stories of a monitor.
private let placeLimit = 10_000_000

/// Returns the stories of a monitor's states; `nil` if there are too many, or if it takes too much work to find them.
/// - Parameters:
///   - table: The monitor without stories.
///   - automaton: That of which the table was made.
///   - owed: The items that the monitor must get.
///   - labels: The calls with arguments, if the table compares some.
func findStories(
  of table: MonitorTable, in automaton: CallAutomaton, owed: IDSet<LogItem>, labels: CallLabels?
) -> MonitorStories? {
  guard table.beginnings.count * table.stateCount <= MonitorStories.endLimit,
    let paths = findPaths(toStatesOf: table, in: automaton, owed: owed, labels: labels)
  else { return nil }
  var writer = StoryWriter(automaton)
  let ends = paths.flatMap { $0.map { $0.map { writer.write($0) } ?? MonitorStories.anything } }
  let stories = writer.stories(endingAt: ends)
  return stories.steps.count <= MonitorStories.stepLimit ? stories : nil
}

/// Returns for each combination of choices, and for each state of a monitor, the shortest path of the machine that leads there.
///
/// A path leads to a state if its calls and events do, beginning with the start of the machine. A state to which only a monitor comes
/// that doesn't know what came before has the shortest path of which some last calls lead there. There is none to a monitor that knows
/// nothing, and to states that don't belong to the combination.
/// - Returns: The paths; `nil` if it takes too much work to find them.
func findPaths(
  toStatesOf table: MonitorTable, in automaton: CallAutomaton, owed: IDSet<LogItem>, labels: CallLabels?
) -> [[[Exploration.Occurrence]?]]? {
  let machine = automaton.machine
  var columns = Array(repeating: [Int](), count: machine.logItemCount + automaton.labels.count)
  for (column, items) in itemsOfColumns(automaton, table.arguments, labels).enumerated() {
    for item in items { columns[item.index].append(column) }
  }
  let groups = table.choices.fields.map(automaton.exploration.groupsOfNodes)
  var placeCount = 0
  var result: [[[Exploration.Occurrence]?]] = []
  for (number, beginning) in table.beginnings.enumerated() {
    let (chosen, omitted) = table.choices.combination(number)
    let given = zip(groups, chosen).filter { $0.1 > 0 }
    let first = automaton.beginnings.filter { position in given.allSatisfy { $0.0[Int(position)] == $0.1 } }
    var owed = owed
    owed.subtract(IDSet(calls: machine.monitorChoices.omitted(by: omitted), of: machine))
    let sets = PositionSets(automaton, owed: owed)
    var known: [[Exploration.Occurrence]?] = Array(repeating: nil, count: table.stateCount)
    for knowsStart in [true, false] {
      let search = StateSearch(
        table: table, automaton: automaton, columns: columns, isOwed: sets.isOwed,
        anywhere: knowsStart ? nil : beginning.anywhere)
      let state = knowsStart ? beginning.start : beginning.anywhere
      guard let found = search.find(from: first, in: state, besides: known.map { $0 != nil }, &placeCount) else {
        return nil
      }
      for (state, path) in found where knowsStart || state != beginning.anywhere { known[state] = path }
    }
    result.append(known)
  }
  return result
}

/// Writes runs down as a tree.
private struct StoryWriter {
  private let automaton: CallAutomaton
  private var steps: [MonitorStories.Step] = []
  private var numbersOfSteps: [MonitorStories.Step: Int] = [:]
  private var texts: [String] = []
  private var numbersOfTexts: [String: Int] = [:]

  init(_ automaton: CallAutomaton) {
    self.automaton = automaton
    let none = number(of: "")
    let stem = MonitorStories.Step(previous: 0, cause: none, states: none)
    steps = [stem, stem]
  }

  /// Adds the run of a path, and returns the number of its last step.
  mutating func write(_ path: [Exploration.Occurrence]) -> Int {
    let story = automaton.exploration.story(of: path)
    return story.steps.indices.reduce(MonitorStories.nothing) { previous, index in
      let step = MonitorStories.Step(
        previous: previous,
        cause: number(of: story.words(ofStep: index, in: automaton.machine).joined(separator: ", ")),
        states: number(of: story.states(afterStep: index, in: automaton.machine)))
      if let known = numbersOfSteps[step] { return known }
      numbersOfSteps[step] = steps.count
      steps.append(step)
      return steps.count - 1
    }
  }

  private mutating func number(of text: String) -> Int {
    if let known = numbersOfTexts[text] { return known }
    numbersOfTexts[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }

  func stories(endingAt ends: [Int]) -> MonitorStories { MonitorStories(steps: steps, texts: texts, ends: ends) }
}

/// A search through what the machine does and what its monitor knows meanwhile.
private struct StateSearch {
  let table: MonitorTable
  let automaton: CallAutomaton
  /// The columns of the table for each item.
  let columns: [[Int]]
  let isOwed: (ID<LogItem>) -> Bool
  /// The state of a monitor that hasn't got anything yet, if it may begin at any place.
  let anywhere: Int?

  /// Returns the shortest paths to all states behind one, besides those that are known; `nil` if there are too many places.
  /// - Parameter placeCount: The number of places that were looked at, to which this adds its own.
  func find(
    from beginnings: [CallAutomaton.Position], in first: Int, besides known: [Bool], _ placeCount: inout Int
  ) -> [(state: Int, path: [Exploration.Occurrence])]? {
    var wanted = statesBehind(first).filter { !known[$0] }
    if wanted.isEmpty { return [] }
    var ends: [AutomatonPlace] = []
    var count = placeCount
    var search = AutomatonSearch(automaton, reached: Set<UInt64>())
    _ = search.find(from: [beginnings.map { AutomatonPlace(first, at: $0) }]) { place in
      count += 1
      if wanted.remove(Int(place.number)) != nil { ends.append(place) }
      return wanted.isEmpty || count > placeLimit
    } following: { item, state, next in
      next += columns[item.index].compactMap { table.state(afterColumn: $0, in: state) }
      if !isOwed(item) || anywhere == state { next.append(state) }
    }
    placeCount = count
    if count > placeLimit { return nil }
    return ends.map { (Int($0.number), search.path(to: $0).moves.compactMap(automaton.occurrence)) }
  }

  /// Returns the states to which calls and events lead.
  private func statesBehind(_ first: Int) -> Set<Int> {
    var found: Set<Int> = [first]
    var pending = [first]
    while let state = pending.popLast() {
      for column in 0..<table.columnCount {
        if let next = table.state(afterColumn: column, in: state), found.insert(next).inserted { pending.append(next) }
      }
    }
    return found
  }
}

extension Set<UInt64>: AutomatonPlaceSet {
  func contains(_ place: AutomatonPlace) -> Bool { contains(place.key) }

  mutating func add(_ place: AutomatonPlace) -> Bool { insert(place.key).inserted }
}

extension AutomatonPlace {
  fileprivate var key: UInt64 { UInt64(number) << 32 | UInt64(position) }
}
