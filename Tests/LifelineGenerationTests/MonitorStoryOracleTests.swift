import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// The shortest runs that lead to the states of monitors, held against a plain search through the reactions of the exploration.
///
/// The machines are always the same unless `LIFELINE_SEED` is set. `LIFELINE_MACHINES` sets their number.
final class MonitorStoryOracleTests: XCTestCase {
  func testRandomMachines() throws {
    try skipTest(below: .thorough)
    var random = SplitMix64(seed: testSeed(default: 17))
    var (machines, states, longest) = (0, 0, 0)
    let count = numberOfRandomMachines(quick: 20, thorough: 60, all: 300)
    for _ in 0..<count {
      let source = RandomSpec.makeSpec(using: &random)
      guard var machine = try? readMachine(callbacks: source.callbacks, events: "a b c", source.text) else { continue }
      let version = machine.fields.firstIndex(where: \.isFixed).map { ID<Field>($0) }
      let omitted = IDSet(machine.observedCallbacks.filter { _ in random.happens(30) })
      machine.monitorChoices = MonitorChoices(
        fields: version.map { [$0] } ?? [], omissions: [MonitorChoices.Omission(name: "rest", callbacks: omitted)])
      let exploration = explore(.build(for: machine), limit: 100)
      let events = IDSet(machine.hostEvents.filter { _ in random.happens(40) })
      guard exploration.isComplete, exploration.faults.isEmpty,
        let table = try? makeMonitor(from: exploration, owed: machine.observedCallbacks, showing: events)
      else { continue }
      let owed = IDSet(calls: machine.observedCallbacks, events: events, of: machine)
      let automaton = CallAutomaton.make(from: exploration, showing: events)
      let paths = try XCTUnwrap(findPaths(toStatesOf: table, in: automaton, owed: owed, labels: nil))
      XCTAssertEqual(paths.count, table.choices.count)
      machines += 1
      for (choice, paths) in paths.enumerated() {
        let search = PlainSearch(exploration, table, owed: owed, events: events, choice: choice)
        let known = search.lengths(from: table.beginnings[choice].start, isAnywhere: false)
        let others = search.lengths(from: table.beginnings[choice].anywhere, isAnywhere: true)
        for (state, path) in paths.enumerated() {
          let shown = "state \(state) of choice \(choice) in\n\(source.text)"
          guard let path else {
            XCTAssertNil(known[state], shown)
            XCTAssertTrue(others[state] == nil || state == table.beginnings[choice].anywhere, shown)
            continue
          }
          states += 1
          longest = max(longest, path.count)
          XCTAssertEqual(path.count, known[state] ?? others[state], shown)
          XCTAssertTrue(search.leads(path, to: state, isAnywhere: known[state] == nil), shown)
        }
      }
      if testRun?.failureCount ?? 0 > 0 { return }
    }
    print("\(machines) machines, \(states) stories of at most \(longest) steps")
    XCTAssertGreaterThan(states, count * 2)
    XCTAssertGreaterThan(longest, 3)
  }

  /// Runs that begin alike share their steps, and equal texts are one.
  func testTheTree() throws {
    let stories = try stories(
      callbacks: "a b c", events: "go on back",
      """
      context: {fast: {default: false, fixed: true}}
      states:
        s: {on: {go: {to: t, do: a}}}
        t: {on: {on: [{if: fast, to: u, do: [b, c]}, {to: u, do: c}], back: {to: s, do: b}}}
        u: {}
      """)
    func text(_ end: Int) -> String {
      if end == MonitorStories.anything { return "anything" }
      var (step, causes): (Int, [String]) = (end, [])
      while step > 0 {
        causes.insert(stories.texts[stories.steps[step].cause], at: 0)
        step = stories.steps[step].previous
      }
      return causes.joined(separator: ",") + "#" + stories.texts[stories.steps[end].states]
    }
    XCTAssertEqual(
      Set(stories.ends.map(text)),
      ["#", ",go#t", ",go,on#u", ",go,back#s", "anything"])
    XCTAssertEqual(Set(stories.texts).count, stories.texts.count)
    XCTAssertEqual(Set(stories.steps.dropFirst(2)).count, stories.steps.count - 2)
  }

  /// A monitor without stories is the same, and stories of too many choices are refused.
  func testOnlyIfAsked() throws {
    let machine = try readMachine(
      callbacks: "a", events: "go",
      """
      observing: {stories: true}
      states: {s: {on: {go: {do: a}}}}
      """)
    var silent = machine
    silent.monitorChoices.tellsStories = false
    let exploration = explore(.build(for: machine))
    var told = try makeMonitor(from: exploration, owed: machine.observedCallbacks)
    let plain = try makeMonitor(from: explore(.build(for: silent)), owed: machine.observedCallbacks)
    XCTAssertNil(plain.stories)
    XCTAssertNotNil(told.stories)
    told.stories = nil
    XCTAssertEqual(told, plain)
  }

  private func stories(callbacks: String, events: String, _ rest: String) throws -> MonitorStories {
    var machine = try readMachine(callbacks: callbacks, events: events, rest)
    machine.monitorChoices.tellsStories = true
    let table = try makeMonitor(from: explore(.build(for: machine)), owed: machine.observedCallbacks)
    return try XCTUnwrap(table.stories)
  }
}

/// A search that follows every reaction of an exploration, with every state that the monitor may have meanwhile.
private struct PlainSearch {
  let exploration: Exploration
  let table: MonitorTable
  let owed: Set<ID<LogItem>>
  let events: IDSet<Event>
  let columns: [ID<LogItem>: Int]
  let beginnings: [Int]
  let start: Int
  let anywhere: Int

  private struct Place: Hashable {
    var node: Int
    var state: Int
  }

  init(
    _ exploration: Exploration, _ table: MonitorTable, owed: IDSet<LogItem>, events: IDSet<Event>, choice: Int
  ) {
    self.exploration = exploration
    self.table = table
    self.events = events
    let machine = exploration.machine
    let (groups, omitted) = table.choices.combination(choice)
    var all = owed
    all.subtract(IDSet(calls: machine.monitorChoices.omitted(by: omitted), of: machine))
    self.owed = Set(all)
    let items = machine.callbacks.indices.map { ID<LogItem>($0) } + events.map { machine.id(of: .event($0)) }
    columns = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1, $0) })
    beginnings = exploration.nodes.indices.filter { node in
      exploration.nodes[node].isBeginning
        && zip(table.choices.fields, groups).allSatisfy { field, group in
          group == 0 || field.group(of: exploration.nodes[node][field.field]) == group
        }
    }
    (start, anywhere) = (table.beginnings[choice].start, table.beginnings[choice].anywhere)
  }

  /// Returns the states that a monitor may have behind some items of a step, those in the middle included.
  private func states(after items: [ID<LogItem>], from state: Int, isAnywhere: Bool) -> (ends: Set<Int>, all: Set<Int>)
  {
    var (current, all): (Set<Int>, Set<Int>) = ([state], [])
    for item in items {
      var next: Set<Int> = []
      for state in current {
        if let column = columns[item], let other = table.state(afterColumn: column, in: state) { next.insert(other) }
        if !owed.contains(item) || isAnywhere && state == anywhere { next.insert(state) }
      }
      current = next
      all.formUnion(next)
    }
    return (current, all)
  }

  private func items(of edge: Exploration.Edge) -> [ID<LogItem>] {
    let calls = exploration.traces[edge.trace].map { ID<LogItem>($0) }
    guard case .send(let event, _) = edge.stimulus.kind, events.contains(event) else { return calls }
    return [exploration.machine.id(of: .event(event))] + calls
  }

  /// Returns the number of stimuli of the shortest run to each state.
  func lengths(from first: Int, isAnywhere: Bool) -> [Int: Int] {
    var result = [first: 0]
    var reached = Set(beginnings.map { Place(node: $0, state: first) })
    if reached.isEmpty { return [:] }
    var level = Array(reached)
    var count = 0
    let edges = Dictionary(grouping: exploration.edges.indices.map { exploration.edges[$0] }, by: \.source)
    while !level.isEmpty {
      count += 1
      var next: [Place] = []
      for place in level {
        var moves = (edges[place.node] ?? []).compactMap { edge in edge.target.map { (items(of: edge), $0) } }
        for event in events where exploration.ignoredEvents.contains(event, in: place.node) {
          moves.append(([exploration.machine.id(of: .event(event))], place.node))
        }
        for (items, target) in moves {
          let (ends, all) = states(after: items, from: place.state, isAnywhere: isAnywhere)
          for state in all where result[state] == nil { result[state] = count }
          for state in ends where reached.insert(Place(node: target, state: state)).inserted {
            next.append(Place(node: target, state: state))
          }
        }
      }
      level = next
    }
    return result
  }

  /// Returns whether the calls and events of a run of the interpreter lead a monitor to a state.
  func leads(_ path: [Exploration.Occurrence], to state: Int, isAnywhere: Bool) -> Bool {
    guard let first = path.first else { return true }
    var run = Interpreter(exploration.index, at: exploration.nodes[first.node].snapshot)
    var current: Set<Int> = [isAnywhere ? anywhere : start]
    var last: Set<Int> = []
    for occurrence in path {
      var observation = Observation()
      let reaction = run.apply(occurrence.stimulus, observer: &observation)
      var items = reaction.calls.map { ID<LogItem>($0.callback) }
      if case .send(let event, _) = occurrence.stimulus.kind, events.contains(event) {
        items.insert(exploration.machine.id(of: .event(event)), at: 0)
      }
      let found = current.map { states(after: items, from: $0, isAnywhere: isAnywhere) }
      current = found.reduce(into: []) { $0.formUnion($1.ends) }
      last = found.reduce(into: current) { $0.formUnion($1.all) }
    }
    return last.contains(state)
  }
}
