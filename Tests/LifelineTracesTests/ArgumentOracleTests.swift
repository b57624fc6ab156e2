import LifelineInterpreter
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Compares the verdicts on logs with arguments with a search that only uses the interpreter, and tries every number that
/// the host may send.
final class ArgumentOracleTests: XCTestCase {
  func testRandomMachines() throws {
    let seed = testSeed(default: 34)
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    let count = numberOfRandomMachines(quick: 12, thorough: 40, all: 600)
    for number in 0..<count {
      let spec = RandomArgumentSpec.make(using: &random)
      let name = "seed \(seed), machine \(number):\n\(spec)"
      // Some specs have callbacks or states that nothing uses, which is an error.
      guard let machine = try? readMachine(spec) else { continue }
      compare(machine, name, &random, &tally)
      if testRun?.failureCount ?? 0 > 0 { return }
    }
    print(tally)
    XCTAssertGreaterThan(tally.machines, count / 3)
    guard count >= 60 else { return }
    XCTAssertGreaterThan(tally.conforming, 150)
    XCTAssertGreaterThan(tally.wrongValues, 40)
    XCTAssertGreaterThan(tally.refusedByMonitors, 0)
    XCTAssertGreaterThan(tally.withEvents, tally.wrongValues / 10)
    XCTAssertLessThan(tally.missedWithEvents, tally.withEvents / 10)
    // Values that depend on each other are followed one by one, so a few wrong ones are missed.
    XCTAssertLessThan(tally.missed, tally.wrongValues / 5)
  }

  private struct Tally {
    var (machines, conforming) = (0, 0)
    /// The logs that the oracle refuses although their names fit.
    var wrongValues = 0
    /// The logs that only the oracle refuses.
    var missed = 0
    /// The logs with wrong values that show arguments of an event, and those of them that only the oracle refuses.
    var (withEvents, missedWithEvents) = (0, 0)
    /// The logs that end within a step.
    var unfinished = 0
    /// The logs with wrong values that the table of a monitor refuses.
    var refusedByMonitors = 0
  }

  /// A call or an event in a log, with the arguments that the log shows.
  struct Line {
    var item: ID<LogItem>
    var arguments: [String: Value]

    func text(in machine: Machine) -> String {
      let values = arguments.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }.joined(separator: ", ")
      let shown = values.isEmpty ? "" : ", \"arguments\": {\(values)}"
      let name =
        switch machine.item(item) {
        case .call(let callback): machine[callback].name
        case .event(let event): machine[event].name
        case .state(let state): machine[state].path
        }
      return "{\"\(machine.lineKind(of: [item]) == .event ? "event" : "callback")\": \"\(name)\"\(shown)}"
    }
  }

  private func compare(_ machine: Machine, _ name: String, _ random: inout SplitMix64, _ tally: inout Tally) {
    var machine = machine
    machine.monitorChoices.comparesArguments = true
    let index = MachineIndex.build(for: machine)
    let exploration = explore(index, limit: 2_000)
    guard exploration.isComplete, exploration.faults.isEmpty else { return }
    let owed = IDSet(machine.callbacks.indices.map { ID<Callback>($0) }.filter { _ in random.happens(75) })
    // Half of the machines are judged by logs with events in them.
    let showsEvents = random.happens(50)
    let events = IDSet(machine.hostEvents.filter { _ in random.happens(showsEvents ? 70 : 0) })
    var oracle = ArgumentOracle(index, owed: owed, showing: events)
    let automaton = CallAutomaton.make(from: exploration, showing: events)
    // A monitor may have too many states.
    let monitor = events.isEmpty ? try? makeMonitor(from: exploration, owed: owed) : nil
    tally.machines += 1
    for _ in 0..<6 {
      let log = broken(log(of: index, owed: owed, showing: events, &random), &random)
      guard !log.isEmpty else { continue }
      var set = oracle.start()
      var count = 0
      while count < log.count, !set.isEmpty {
        set = oracle.set(after: log[count], in: set)
        count += 1
      }
      if oracle.isExhausted { return }
      let lines = log.prefix(count).map { $0.text(in: machine) }
      let shown =
        "\(lines.joined(separator: "\n"))\nowed \(owed.map { machine[$0].name }), events \(events.map { machine[$0].name }), "
        + name
      let verdict = verdict(on: lines, automaton, owed)
      let isViolated = verdict == .violation
      let isRefused = monitor.map { refuses(log.prefix(count), $0) } ?? false
      if !set.isEmpty {
        tally.conforming += 1
        XCTAssertFalse(isViolated, "explained, but refused:\n\(shown)")
        XCTAssertFalse(isRefused, "explained, but refused by the monitor:\n\(shown)")
        if verdict == .unfinished {
          tally.unfinished += 1
          XCTAssertFalse(oracle.isResting(set), "the log may end here:\n\(shown)")
        }
      } else {
        // What comes before the last line is explained.
        XCTAssertNotEqual(
          self.verdict(on: lines.dropLast(), automaton, owed), .violation, "refused too early:\n\(shown)")
        let names = log.prefix(count).map { Line(item: $0.item, arguments: [:]).text(in: machine) }
        if self.verdict(on: names, automaton, owed) == .violation {
          XCTAssertTrue(isViolated, "explained, although the names don't fit:\n\(shown)")
        } else {
          tally.wrongValues += 1
          if !isViolated { tally.missed += 1 }
          let showsEvents = log.prefix(count).contains {
            machine.lineKind(of: [$0.item]) == .event && !$0.arguments.isEmpty
          }
          if showsEvents { tally.withEvents += 1 }
          if showsEvents, !isViolated { tally.missedWithEvents += 1 }
          if isRefused { tally.refusedByMonitors += 1 }
        }
      }
      if testRun?.failureCount ?? 0 > 0 { return }
    }
  }

  /// Returns whether the table of a monitor, which compares `y`, refuses a call of a log.
  private func refuses(_ log: some Sequence<Line>, _ monitor: MonitorTable) -> Bool {
    var state = monitor.start
    for line in log {
      let compared = monitor.arguments.first { ID($0.callback) == line.item }
      let column = line.arguments["y"].flatMap { compared?.column(of: [$0]) } ?? line.item.index
      guard let next = monitor.state(afterColumn: column, in: state) else { return true }
      state = next
    }
    return false
  }

  private func verdict(
    on lines: some Sequence<String>, _ automaton: CallAutomaton, _ owed: IDSet<Callback>
  ) -> TraceVerdict? {
    var options = TraceOptions(owed: owed)
    options.events = automaton.events
    options.findsInconclusive = false
    var judge = TraceJudge(.make(automaton, owed: options.owed, given: options.given), options: options)
    judge.beginFile("a.log")
    for (number, line) in lines.enumerated() {
      let bytes = Array(line.utf8)
      judge.readLine(bytes, in: bytes.indices, number: number + 1)
    }
    return judge.finish().sessions.first?.verdict
  }

  /// Returns the calls and events of a random run, without some that aren't owed, and with some arguments.
  private func log(
    of index: MachineIndex, owed: IDSet<Callback>, showing events: IDSet<Event>, _ random: inout SplitMix64
  ) -> [Line] {
    var run = Interpreter(index)
    var items = ArgumentOracle.items(of: run.start())
    for _ in 0..<12 {
      let event = ID<Event>(random.below(index.machine.events.count))
      // A log that is broken shows the numbers beside them.
      let arguments = index.machine[event].parameters.map { _ in Value.int(random.below(4)) }
      if events.contains(event) {
        items.append(ArgumentOracle.Item(item: index.machine.id(of: .event(event)), arguments: arguments))
      }
      items += ArgumentOracle.items(of: run.send(event, arguments: arguments))
    }
    return items.prefix(24).compactMap { item in
      if case .call(let callback) = index.machine.item(item.item), !owed.contains(callback), random.happens(50) {
        return nil
      }
      let shown = zip(index.machine.parameters(of: item.item), item.arguments).filter { _ in random.happens(60) }
      return Line(item: item.item, arguments: Dictionary(uniqueKeysWithValues: shown.map { ($0.name, $1) }))
    }
  }

  /// Changes an argument, drops or doubles a line, or changes nothing.
  private func broken(_ log: [Line], _ random: inout SplitMix64) -> [Line] {
    var log = log
    guard log.count > 1, random.happens(75) else { return log }
    let place = random.below(log.count)
    switch random.below(6) {
    case 0: log.remove(at: place)
    case 1: log.insert(log[place], at: place)
    default:
      guard !log[place].arguments.isEmpty else { break }
      let name = random.element(log[place].arguments.keys.sorted())
      guard let value = log[place].arguments[name] else { break }
      log[place].arguments[name] =
        switch value {
        case .bool(let truth): .bool(!truth)
        case .int(let number): .int(number + (random.happens(50) ? 1 : -1))
        default: value
        }
    }
    return log
  }
}
