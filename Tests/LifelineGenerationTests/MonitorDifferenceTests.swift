import Foundation
import LifelineAnalysis
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineTemplating
import TestSupport
import XCTest

@testable import LifelineGeneration

/// Compares generated monitors with the observer and with runs of the interpreter: random machines make random calls, of
/// which some are then dropped, swapped and doubled. Half of the monitors are told of events, and all of them of the value of a fixed field
/// and of missing calls.
///
/// The machines are always the same unless `LIFELINE_SEED` is set. `LIFELINE_MACHINES` sets their number.
final class MonitorDifferenceTests: CompilingTestCase {
  /// A machine with lists of calls and events, by their columns in the monitor's table, and what its monitor must say of
  /// each: `-` for a violation, `.` if the machine can be at rest behind it, and `+` otherwise.
  private struct Trial {
    var name: String
    var code: String
    var callbackCount: Int
    /// The arguments with which the monitor is made for each log.
    var choices: [String] = []
    var logs: [[Int]] = []
    var verdicts: [String] = []
  }

  func testRandomMachines() throws {
    let seed = testSeed(default: 1)
    var dice = SplitMix64(seed: seed)
    var trials: [Trial] = []
    var number = 0
    let wanted = numberOfRandomMachines(quick: 1, thorough: 1, all: 4)
    while trials.count < wanted {
      number += 1
      if let trial = try makeTrial("M\(number)", showingEvents: trials.count % 2 == 0, &dice) { trials.append(trial) }
    }
    try checkGeneratedMonitors(of: trials)
    let all = trials.flatMap(\.verdicts).joined()
    // A single machine of another seed may not have each verdict.
    guard wanted >= 4 || seed == 1 else { return }
    XCTAssertTrue(["-", ".", "+"].allSatisfy(all.contains))
  }

  private func makeTrial(_ name: String, showingEvents: Bool, _ dice: inout SplitMix64) throws -> Trial? {
    let source = MachineMaker.makeMachine(name: name, seed: dice.next())
    let reading = SpecReader.read(bytes: Array(source.yaml.utf8), path: "\(name).yaml")
    guard var machine = reading.machine else { return nil }
    let version = machine.fields.firstIndex { $0.isFixed && $0.name == "v" }.map { ID<Field>($0) }
    let omitted = IDSet(machine.observedCallbacks.filter { _ in dice.happens(30) })
    machine.monitorChoices = MonitorChoices(
      fields: version.map { [$0] } ?? [], omissions: [MonitorChoices.Omission(name: "rest", callbacks: omitted)])
    let exploration = explore(MachineIndex.build(for: machine), limit: 100)
    let events = IDSet(machine.hostEvents.filter { _ in showingEvents && dice.happens(60) })
    guard exploration.isComplete, events.isEmpty != showingEvents,
      let table = try? makeMonitor(from: exploration, owed: machine.observedCallbacks, showing: events),
      table.stateCount > 3
    else { return nil }
    let prepared = PreparedMachine.prepare(machine)
    let generator = try makeShortGenerator()
    let options = GenerationOptions(specName: name, specPath: "\(name).yaml")
    let code = try generator.machineFile(for: prepared, monitor: table, options: options)
    var trial = Trial(name: name, code: String(decoding: code, as: UTF8.self), callbackCount: table.callbackCount)
    for number in 0..<6 {
      let made = columns(of: machine, table, &dice)
      // A made log begins with the default, 2.
      let value = [nil, 2, dice.below(5)][number % 3]
      let given = version.flatMap { field in value.map { [FieldValue(field: field, value: .int($0))] } } ?? []
      let automaton = CallAutomaton.make(from: exploration, given: given, showing: events)
      var owed = IDSet(calls: machine.observedCallbacks, events: events, of: machine)
      if number > 2 { owed.subtract(IDSet(calls: omitted, of: machine)) }
      var observer = Observer(automaton, owed: owed, symbols: automaton.shownItems.map { [$0] })
      let group = given.isEmpty ? [] : [table.choices.fields[0].group(of: .int(value ?? 0))]
      let groups = version == nil || !given.isEmpty ? group : [0]
      let choice = table.choices.number(ofGroups: groups, omitted: number > 2 ? 1 : 0)
      // A value that wasn't tried leaves the field open, and the observer knows nothing of it.
      if given.count == 1, group == [0], !table.choices.fields[0].cases.isEmpty { continue }
      for isBroken in [false, true] {
        let log = (isBroken ? broken(made, &dice) : made).filter {
          number <= 2 || $0 >= table.callbackCount || !omitted.contains(ID($0)) || dice.happens(50)
        }
        let verdicts = verdicts(on: log, table, choice, automaton.shownItems, &observer)
        trial.choices.append(
          (given.isEmpty ? "" : "v: \(value ?? 0), ") + "without: \(number > 2 ? "[.rest]" : "[]")")
        if !isBroken, value ?? 2 == 2, !source.yaml.contains("%") {
          XCTAssertFalse(verdicts.contains("-"), "\(log.map { automaton.shownItems[$0] }) in\n\(source.yaml)")
        }
        trial.logs.append(log)
        trial.verdicts.append(verdicts)
      }
    }
    return trial
  }

  /// Returns the calls of a random run and the events that the monitor is told of, as columns of its table.
  private func columns(of machine: Machine, _ table: MonitorTable, _ dice: inout SplitMix64) -> [Int] {
    var interpreter = Interpreter(MachineIndex.build(for: machine))
    var columns = interpreter.start().makeCalls(using: &dice).map(\.callback.index)
    let events = machine.events.indices.filter { index in
      !machine.events[index].isInternal && machine.events[index].parameters.isEmpty
    }
    for _ in 0..<30 {
      var copy = interpreter
      let event = dice.happens(30) || events.isEmpty ? nil : ID<Event>(dice.element(events))
      let reaction =
        event.map { copy.send($0) } ?? copy.advance(byMilliseconds: dice.pick([50, 100, 250, 1000], else: 0))
      // Nothing follows a fault.
      guard reaction.fault == nil else { continue }
      interpreter = copy
      columns += event.flatMap(table.events.firstIndex).map { [table.callbackCount + $0] } ?? []
      columns += reaction.makeCalls(using: &dice).map(\.callback.index)
    }
    return Array(columns.prefix(200))
  }

  private func broken(_ calls: [Int], _ dice: inout SplitMix64) -> [Int] {
    var calls = calls
    for _ in 0..<3 where calls.count > 1 {
      let place = dice.below(calls.count - 1)
      switch dice.below(3) {
      case 0: calls.remove(at: place)
      case 1: calls.swapAt(place, place + 1)
      default: calls.insert(calls[place], at: place)
      }
    }
    return calls
  }

  /// Returns what a table says of each call and event, which must be what the observer says.
  private func verdicts(
    on log: [Int], _ table: MonitorTable, _ choice: Int, _ items: [ID<LogItem>], _ observer: inout Observer
  ) -> String {
    var state = table.beginnings[choice].start
    var observed = observer.start
    var result = ""
    for column in log {
      let expected = items.indices.filter { table.state(afterColumn: $0, in: state) != nil }.map { items[$0] }
      XCTAssertEqual(expected, Array(observer.expected(in: observed)))
      let next = table.state(afterColumn: column, in: state)
      let nextObserved = observer.state(after: column, in: observed)
      XCTAssertEqual(next == nil, nextObserved == nil)
      state = next ?? table.state(afterViolationAt: column, choice: choice)
      let anywhere = observer.anywhere()
      observed = nextObserved ?? observer.state(after: column, in: anywhere) ?? anywhere
      XCTAssertEqual(table.isResting(in: state), observer.isResting(in: observed))
      result += next == nil ? "-" : table.isResting(in: state) ? "." : "+"
    }
    return result
  }

  private func checkGeneratedMonitors(of trials: [Trial]) throws {
    var program = "struct Token: Hashable, Sendable { var name: String }\n"
    for trial in trials {
      try write(trial.code, to: "\(trial.name).swift")
      let call = "monitor.observe(\(trial.name).CallbackName.allCases[item])"
      let observation =
        trial.code.contains("func send(_ event: EventName")
        ? "item < \(trial.callbackCount) ? \(call) : monitor.send(.allCases[item - \(trial.callbackCount)])" : call
      program += """
        for (log, begun) in zip(\(trial.logs) as [[Int]], [\(trial.choices.map { "\(trial.name)Monitor(\($0))" }.joined(separator: ", "))]) {
          var monitor = begun
          var verdicts = ""
          for item in log {
            let violation = \(observation)
            verdicts += violation != nil ? "-" : monitor.isResting ? "." : "+"
          }
          print(verdicts)
        }

        """
    }
    try write(program, to: "main.swift")
    try compile(["main.swift"] + trials.map { "\($0.name).swift" }, ["-o", "program"])
    let output = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    XCTAssertEqual(lines, trials.flatMap(\.verdicts))
  }
}
