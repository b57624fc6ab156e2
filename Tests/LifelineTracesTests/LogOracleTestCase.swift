import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Tests that compare observers, monitors and judges of logs with an oracle that looks everything up.
class LogOracleTestCase: XCTestCase {
  /// Whether the logs of the next machine show events.
  private var showsEvents = false

  struct Tally {
    var (machines, lines, violations, unfinished) = (0, 0, 0, 0)
    /// The machines whose monitors are told values or missing calls.
    var told = 0
    /// The logs of which the observer refuses what the oracle explains.
    var missed = 0
    /// The lines that may stand for several callbacks.
    var ambiguous = 0
    /// The lines that show events.
    var events = 0
    /// The lines that show states.
    var states = 0
    /// The logs from anywhere that don't show where the machine is, and those that do.
    var (inconclusive, conclusive) = (0, 0)
  }

  /// A line of a log: the name of a callback, which may be that of several parts.
  private struct Line {
    var text: String
    var symbol: Int
  }

  /// Everything that judges the logs of a machine.
  private struct Judges {
    let automaton: CallAutomaton
    let owed: [ID<Callback>]
    let events: IDSet<Event>
    var oracle: LogOracle
    var observer: Observer
    let monitor: MonitorTable
    /// The number of what the monitor is told when it is made.
    let choice: Int
    /// The places to which logs from the start lead; `nil` if there are too many.
    var fromStart: [Set<LogOracle.Place>]?
    /// Whether several timers may run at once. Then exploration tries only some of the moments at which events may come. So the
    /// observer may now and then refuse what the oracle explains, but it never explains what the oracle refuses.
    let isPartial: Bool

    /// The calls and events.
    var monitorItems: [ID<LogItem>] { automaton.shownItems.filter { !automaton.machine.isState($0) } }

    /// Returns the column of an item in the table of the monitor.
    func column(of item: ID<LogItem>) -> Int { automaton.shownItems.firstIndex(of: item) ?? -1 }
  }

  /// Reads logs of random runs that were broken at random places with `lifeline trace`, the observer, the monitor and the
  /// oracle.
  func compare(
    _ machine: Machine, facts: [ID<Field>: [Value]], fixed: [ID<Field>: [Value]] = [:], _ name: String,
    _ random: inout SplitMix64, _ tally: inout Tally
  ) {
    showsEvents = random.happens(50)
    // Half of the monitors are told values of fixed fields and missing calls, which the others judge by themselves.
    var machine = machine
    let told = random.happens(50) ? tell(&machine, fixed, &random) : (given: [], missing: 0)
    let fixed = fixed.merging(told.given.map { ($0.field, [$0.value]) }) { $1 }
    let index = MachineIndex.build(for: machine)
    let exploration = explore(index, limit: 200)
    guard exploration.isComplete, exploration.faults.isEmpty else { return }
    let callbacks = machine.callbacks.indices.map { ID<Callback>($0) }
    let listed = callbacks.filter { _ in random.happens(70) }
    let missing = machine.monitorChoices.omitted(by: told.missing)
    let owed = listed.filter { !missing.contains($0) }
    // Half of the machines are judged by logs with events in them.
    let events = IDSet(machine.hostEvents.filter { _ in random.happens(showsEvents ? 50 : 0) })
    let showsStates = random.happens(40)
    let owedItems = IDSet(calls: IDSet(owed), events: events, of: machine)
    var oracle = LogOracle(
      index, owed: Set(owedItems), events: Set(events), showsStates: showsStates, facts: facts, fixed: fixed,
      moment: 250, limit: 1_500)
    let (start, anywhere) = (oracle.start(), oracle.anywhere())
    guard !oracle.isExhausted else { return }
    var table = SelectorTable.make(for: machine)
    let automaton = CallAutomaton.make(from: exploration, given: told.given, showing: events, showsStates: showsStates)
    let names = EventNames(of: machine, showing: events, behind: table.symbols.count)
    let states = StateNames(of: machine, areShown: showsStates, behind: table.symbols.count + names.items.count)
    let symbols = table.symbols.map { $0.map { ID<LogItem>($0) } } + (names.items + states.items).map { [$0] }
    let observer = Observer(automaton, owed: owedItems, symbols: symbols, stateLimit: 8)
    // A few machines have too many states for a monitor.
    guard let monitor = try? makeMonitor(from: exploration, owed: IDSet(listed), showing: events) else { return }
    let choice = monitor.choices.number(
      ofGroups: zip(monitor.choices.fields, told.given).map { $0.group(of: $1.value) }, omitted: told.missing)
    if choice > 0 { tally.told += 1 }
    tally.machines += 1
    // A search through all logs takes long.
    let fromStart =
      anywhere.count > 300 || exploration.environment.timers.isContested
      ? nil : oracle.placesOfLogsFromStart(symbols, in: exploration.environment, limit: 60)
    var judges = Judges(
      automaton: automaton, owed: owed, events: events, oracle: oracle, observer: observer, monitor: monitor,
      choice: choice, fromStart: fromStart,
      isPartial: exploration.environment.timers.isContested)
    for number in 0..<8 {
      let items = self.log(
        of: index, owed: Set(owed), events: events, showsStates: showsStates, facts: facts, fixed: fixed, &random)
      let log = broken(items, automaton.shownItems, &random).map { item in
        switch machine.item(item) {
        case .call(let call):
          // Some lines don't say which part they are of.
          let text = machine[call].name
          return line(
            number % 2 == 0 && random.happens(50) ? text.split(separator: ".").last.map(String.init) ?? text : text,
            &table)
        case .event(let event): return line(ofEvent: machine[event].name, names)
        case .state(let state):
          let bytes = Array(machine[state].path.utf8)
          return Line(text: "state \(machine[state].path)", symbol: states.symbol(of: bytes, in: bytes.indices) ?? -1)
        }
      }
      let shown = "log \(log.map(\.text)), owed \(owed.map { machine[$0].name }), \(name)"
      judge(log, from: number < 4 ? start : anywhere, isFromStart: number < 4, shown, &judges, &tally)
      if testRun?.failureCount ?? 0 > 0 { return }
    }
  }

  /// Lets an app tell the monitor of a machine values of fixed fields and missing calls.
  private func tell(
    _ machine: inout Machine, _ fixed: [ID<Field>: [Value]], _ random: inout SplitMix64
  ) -> (given: [FieldValue], missing: Int) {
    let fields = fixed.keys.filter { $0.index < machine.declared.fields.count && random.happens(60) }.sorted()
    let omissions = (0..<2).map { _ in
      MonitorChoices.Omission(
        name: "some", callbacks: IDSet(machine.callbacks.indices.filter { _ in random.happens(30) }.map { ID($0) }))
    }
    machine.monitorChoices = MonitorChoices(fields: fields, omissions: omissions)
    return (fields.map { FieldValue(field: $0, value: random.element(fixed[$0] ?? [])) }, random.below(4))
  }

  private func line(_ text: String, _ table: inout SelectorTable) -> Line {
    let bytes = Array(text.utf8)
    return Line(text: text, symbol: table.symbol(of: bytes, in: bytes.indices) ?? -1)
  }

  private func line(ofEvent name: String, _ events: EventNames) -> Line {
    let bytes = Array(name.utf8)
    guard case .symbol(let symbol) = events.meaning(of: bytes, in: bytes.indices) else {
      XCTFail("\(name) isn't known")
      return Line(text: name, symbol: -1)
    }
    return Line(text: "event \(name)", symbol: symbol)
  }

  /// Compares what everybody says of a log, line by line.
  private func judge(
    _ log: [Line], from first: LogOracle.Positions, isFromStart: Bool, _ name: String, _ judges: inout Judges,
    _ tally: inout Tally
  ) {
    var set = first
    var state: Observer.State? = isFromStart ? judges.observer.start : judges.observer.anywhere()
    let beginning = judges.monitor.beginnings[judges.choice]
    var place: Int? = isFromStart ? beginning.start : beginning.anywhere
    // A monitor is told which part calls.
    var isAmbiguous = false
    for (number, line) in ([nil] + log.map { Optional($0) }).enumerated() {
      let shown = "line \(number) of \(name)"
      if let line {
        let items = judges.observer.symbols[line.symbol]
        if items.count > 1 { (isAmbiguous, tally.ambiguous) = (true, tally.ambiguous + 1) }
        switch judges.automaton.machine.item(items[0]) {
        case .call: break
        case .event: tally.events += 1
        // A monitor knows no states.
        case .state: (isAmbiguous, tally.states) = (true, tally.states + 1)
        }
        set = judges.oracle.set(after: items, in: set)
        state = state.flatMap { judges.observer.state(after: line.symbol, in: $0) }
        if !judges.automaton.machine.isState(items[0]) {
          place = place.flatMap { judges.monitor.state(afterColumn: judges.column(of: items[0]), in: $0) }
        }
      }
      tally.lines += 1
      let expected = state.map { Set(judges.observer.expected(in: $0)) } ?? []
      if !isAmbiguous {
        XCTAssertEqual(place == nil, state == nil, shown)
        let next = place.map { place in
          judges.monitorItems.filter {
            judges.monitor.state(afterColumn: judges.column(of: $0), in: place) != nil
          }
        }
        XCTAssertEqual(Set(next ?? []), expected.filter { !judges.automaton.machine.isState($0) }, shown)
        XCTAssertEqual(
          place.map(judges.monitor.isResting), state.map { judges.observer.isResting(in: $0) }, shown)
      }
      let isResting = state.map { judges.observer.isResting(in: $0) } ?? false
      let isRestingForOracle = judges.oracle.isResting(set)
      if judges.isPartial, expected != judges.oracle.expected(in: set) || isResting != isRestingForOracle {
        XCTAssertTrue(expected.isSubset(of: judges.oracle.expected(in: set)), shown)
        XCTAssertTrue(isRestingForOracle || !isResting, shown)
        tally.missed += 1
        return
      }
      XCTAssertEqual(state == nil, set.isEmpty, shown)
      XCTAssertEqual(expected, judges.oracle.expected(in: set), shown)
      if number % 4 == 0 || number == log.count || set.isEmpty {
        checkVerdict(on: log.prefix(number), in: set, isFromStart: isFromStart, shown, &judges, &tally)
      }
      guard let known = state else {
        tally.violations += 1
        return
      }
      XCTAssertEqual(isResting, isRestingForOracle, shown)
      if !isRestingForOracle {
        tally.unfinished += 1
        XCTAssertEqual(judges.observer.itemsLeft(in: known)?.count, judges.oracle.itemCountLeft(in: set), shown)
      }
      if judges.observer.isFull { state = judges.observer.forgetStates(except: [known])[known] }
      if testRun?.failureCount ?? 0 > 0 { return }
    }
  }

  /// Compares the verdict of `lifeline trace` with that of the oracle, whose set after the log is `set`.
  private func checkVerdict(
    on log: ArraySlice<Line>, in set: LogOracle.Positions, isFromStart: Bool, _ name: String, _ judges: inout Judges,
    _ tally: inout Tally
  ) {
    // A log without calls has no verdict.
    guard !log.isEmpty else { return }
    var options = TraceOptions(owed: IDSet(judges.owed))
    options.beginsAnywhere = !isFromStart
    options.showsStates = judges.automaton.showsStates
    options.findsInconclusive = judges.fromStart != nil
    var judge = TraceJudge(.make(judges.automaton, owed: options.owed, given: []), options: options)
    judge.beginFile("a.log")
    for (number, line) in log.enumerated() {
      let bytes = Array(line.text.utf8)
      judge.readLine(bytes, in: bytes.indices, number: number + 1)
    }
    let verdict = judge.finish().sessions.first?.verdict
    if set.isEmpty { return XCTAssertEqual(verdict, .violation, name) }
    if !judges.oracle.isResting(set) { return XCTAssertEqual(verdict, .unfinished, name) }
    if isFromStart { return XCTAssertEqual(verdict, .conforms, name) }
    guard let fromStart = judges.fromStart else { return XCTAssertEqual(verdict, .conforms, name) }
    let places = judges.oracle.places(of: set, in: judges.automaton.exploration.environment)
    let isConclusive = fromStart.contains(where: places.isSubset)
    XCTAssertEqual(verdict, isConclusive ? .conforms : .inconclusive, name)
    if isConclusive { tally.conclusive += 1 } else { tally.inconclusive += 1 }
  }

  /// Returns the calls and events of a random run, without some that aren't owed.
  private func log(
    of index: MachineIndex, owed: Set<ID<Callback>>, events shown: IDSet<Event>, showsStates: Bool,
    facts: [ID<Field>: [Value]], fixed: [ID<Field>: [Value]], _ random: inout SplitMix64
  ) -> [ID<LogItem>] {
    var run = Interpreter(index)
    for (field, values) in fixed.sorted(by: { $0.key < $1.key }) { run.set(field, to: random.element(values)) }
    var items = run.start().makeCalls(using: &random).map { ID<LogItem>($0.callback) }
    let events = index.machine.declared.events.indices.filter { !index.machine.events[$0].isInternal }
    for _ in 0..<20 {
      for (field, values) in facts.sorted(by: { $0.key < $1.key }) { run.set(field, to: random.element(values)) }
      let event = random.happens(25) ? nil : ID<Event>(random.element(events))
      let reaction =
        event.map { run.send($0, arguments: index.machine.tokens(for: $0)) }
        ?? run.advance(byMilliseconds: 250 * (1 + random.below(12)))
      if reaction.fault != nil { break }
      if let event, shown.contains(event) { items.append(index.machine.id(of: .event(event))) }
      items += reaction.makeCalls(using: &random).map { ID($0.callback) }
      let states = run.snapshot.configuration.filter { index.machine[$0].parent != nil }
      if showsStates, random.happens(25), !states.isEmpty {
        items.append(index.machine.id(of: .state(random.element(states))))
      }
    }
    return Array(
      items.filter { item in
        if case .call(let callback) = index.machine.item(item) {
          owed.contains(callback) || random.happens(50)
        } else {
          true
        }
      }.prefix(60))
  }

  /// Drops, doubles, swaps or inserts a few items, or none.
  private func broken(
    _ log: [ID<LogItem>], _ items: [ID<LogItem>], _ random: inout SplitMix64
  ) -> [ID<LogItem>] {
    var log = log
    for _ in 0..<random.below(3) where log.count > 2 {
      let place = random.below(log.count - 1)
      switch random.below(4) {
      case 0: log.remove(at: place)
      case 1: log.insert(log[place], at: place)
      case 2: log.swapAt(place, place + 1)
      default: log.insert(random.element(items), at: place)
      }
    }
    return log
  }
}
