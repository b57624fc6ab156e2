import Foundation
import LifelineAnalysis
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineTemplating
import TestSupport
import XCTest

@testable import LifelineGeneration

/// Holds generated monitors against the oracle of promises: random machines with random promises make random calls, some of
/// which are then dropped, swapped, doubled and delayed.
///
/// `LIFELINE_SEED` chooses other machines, and `LIFELINE_MACHINES` their number.
final class MonitorPromiseDifferenceTests: CompilingTestCase {
  /// A call or an event.
  private struct Item {
    /// The column of the monitor's table.
    var column: Int
    /// The moment as far as a monitor sees it: of an event, the time.
    var moment: PromiseMoment
  }

  /// A machine with lists of calls, and what its monitor must say of each.
  private struct Trial {
    var name: String
    var text: String
    var code: String
    var isTimed: Bool
    var callbackCount: Int
    var logs: [[Item]] = []
    var verdicts: [String] = []
  }

  /// The number of lists in which an event asks and isn't answered in time.
  private var asked = 0

  func testRandomMachines() throws {
    try skipTest(below: .thorough)
    let seed = testSeed(default: 43)
    var random = SplitMix64(seed: seed)
    var trials: [Trial] = []
    var number = 0
    let wanted = numberOfRandomMachines(quick: 8, thorough: 12, all: 96)
    while trials.count < wanted {
      number += 1
      if let trial = try makeTrial("M\(number)", &random) { trials.append(trial) }
    }
    let found = try run(trials)
    let expected = trials.flatMap(\.verdicts)
    XCTAssertEqual(found.count, expected.count)
    var position = 0
    for trial in trials {
      for (log, verdict) in zip(trial.logs, trial.verdicts) {
        let calls = log.map { "\($0.column) at \($0.moment.time)" }
        XCTAssertEqual(found[position], verdict, "seed \(seed)\n\(trial.text)\n\(calls)")
        position += 1
      }
    }
    // Few machines of another seed may all keep their promises.
    guard wanted >= 32 || seed == 43 else { return }
    for word in ["broken", "impossible", "owed", "kept"] {
      XCTAssertTrue(expected.contains { $0.hasPrefix(word) }, "nothing is \(word)")
    }
    if wanted >= 32 { XCTAssertGreaterThan(asked, 0) }
  }

  private func makeTrial(_ name: String, _ random: inout SplitMix64) throws -> Trial? {
    var promises = RandomPromises(seed: random.next())
    let text = promises.makeSpec().replacing("machine: Test", with: "machine: \(name)")
    let machine = try XCTUnwrap(SpecReader.read(bytes: Array(text.utf8), path: "\(name).yaml").machine)
    // Half of the monitors are told of events.
    let events = random.happens(50) ? machine.hostEvents : IDSet<Event>()
    var told = machine
    told.observedEvents = events
    // A monitor follows no promises about states, and about events only those of which it is told.
    guard var promise = told.monitoredPromises.first else { return nil }
    switch promise.form {
    case .needs, .onlyAfter: return nil
    case .between: break
    case .answeredBy(var answer):
      if case .entry? = answer.before { answer.before = nil }
      promise.form = .answeredBy(answer)
    }
    let index = MachineIndex.build(for: told)
    let table = try LifelineAnalysis.makeMonitor(
      from: explore(index), owed: told.observedCallbacks, showing: events)
    let generator = try makeShortGenerator()
    let code = try generator.machineFile(
      for: PreparedMachine.prepare(told), monitor: table,
      options: GenerationOptions(specName: name, specPath: "\(name).yaml"))
    var isTimed = false
    if case .answeredBy(let answer) = promise.form { isTimed = answer.within != nil }
    var trial = Trial(
      name: name, text: text, code: String(decoding: code, as: UTF8.self), isTimed: isTimed,
      callbackCount: table.callbackCount)
    let runs = PromiseRuns(index: index)
    for _ in 0..<8 {
      let made = items(of: runs, table, &random)
      for log in [made, changed(made, table, &random)] {
        guard let verdict = verdict(on: log, promise, table, runs) else { continue }
        trial.logs.append(log)
        trial.verdicts.append(verdict)
        if promise.callback == nil { asked += verdict == "kept" ? 0 : 1 }
      }
    }
    return trial
  }

  /// Returns the calls of a random run, and the events that the monitor is told of.
  private func items(of runs: PromiseRuns, _ table: MonitorTable, _ random: inout SplitMix64) -> [Item] {
    var run = runs.beginning
    for _ in 0..<10 {
      let steps = runs.steps(after: run)
      if steps.isEmpty { break }
      run = random.element(runs.runs(run, random.element(steps)))
    }
    return run.moments.compactMap { moment in
      switch moment.kind {
      case .happening(.call(let callback)): Item(column: callback.index, moment: moment)
      case .happening(.event(let event)):
        table.events.firstIndex(of: event).map { index in
          Item(column: table.callbackCount + index, moment: PromiseMoment(.now, at: moment.time))
        }
      default: nil
      }
    }
  }

  private func changed(_ items: [Item], _ table: MonitorTable, _ random: inout SplitMix64) -> [Item] {
    var items = items
    // The machine may ignore an event.
    for place in items.indices.reversed() where random.happens(30) && !table.events.isEmpty {
      let column = table.callbackCount + random.below(table.events.count)
      items.insert(Item(column: column, moment: PromiseMoment(.now, at: items[place].moment.time)), at: place)
    }
    for _ in 0..<2 where items.count > 1 {
      let place = random.below(items.count - 1)
      switch random.below(4) {
      case 0: items.remove(at: place)
      case 1:
        items.swapAt(place, place + 1)
        (items[place].moment.time, items[place + 1].moment.time) = (
          items[place + 1].moment.time, items[place].moment.time
        )
      case 2: items.insert(items[place], at: place)
      default:
        let delay = random.number(1...10)
        for index in place..<items.count { items[index].moment.time += delay }
      }
    }
    return items
  }

  /// Returns what a monitor must say: the first call that breaks the promise or that can't come, or what is owed at the end;
  /// `nil` if there are too many runs to say it.
  private func verdict(on log: [Item], _ promise: Promise, _ table: MonitorTable, _ runs: PromiseRuns) -> String? {
    var explaining = ExplainingRuns(runs, promise, showing: IDSet(table.events))
    var moments: [PromiseMoment] = []
    var state = table.start
    var impossible: Int?
    for (index, item) in log.enumerated() {
      var moment = item.moment
      if item.column < table.callbackCount {
        if promise.callback == nil {
          explaining.follow(ExplainingRuns.Line(.happening(.call(ID(item.column))), at: moment.time))
        }
      } else {
        let event = table.events[item.column - table.callbackCount]
        // An event asks if the machine can't ignore it.
        if promise.callback == nil, explaining.mustTake(event) { moment.kind = .happening(.event(event)) }
        if promise.callback == nil {
          explaining.follow(ExplainingRuns.Line(.happening(.event(event)), at: moment.time))
        }
      }
      if promise.callback == nil, explaining.isTooLarge { return nil }
      moments.append(moment)
      guard let next = table.state(afterColumn: item.column, in: state) else {
        impossible = index
        break
      }
      state = next
    }
    let judged = judge(promise, moments)
    if let broken = judged.brokenAt, broken <= impossible ?? broken { return "broken \(broken)" }
    if let impossible { return "impossible \(impossible)" }
    return judged.owedSince == nil ? "kept" : "owed"
  }

  private func run(_ trials: [Trial]) throws -> [String] {
    var program = """
      struct Finding { var index: Int, isBroken: Bool }
      func report(_ finding: Finding?, _ isOwed: Bool) {
        guard let finding else { return print(isOwed ? "owed" : "kept") }
        print(finding.isBroken ? "broken" : "impossible", finding.index)
      }

      """
    for trial in trials {
      try write(trial.code, to: "\(trial.name).swift")
      let logs = trial.logs.map { log in
        "[" + log.map { "(\($0.column), \($0.moment.time))" }.joined(separator: ", ") + "]"
      }
      let time = trial.isTimed ? ", at: .milliseconds(time)" : ""
      let finish = trial.code.contains("func finish()") ? "monitor.finish() != nil && monitor.finish() == nil" : "false"
      let call = "monitor.observe(\(trial.name).CallbackName.allCases[item]\(time))"
      let observation =
        trial.code.contains("func send(_ event: EventName")
        ? "item < \(trial.callbackCount) ? \(call) : monitor.send(.allCases[item - \(trial.callbackCount)]\(time))"
        : call
      program += """
        for log in [\(logs.joined(separator: ",\n"))] as [[(Int, Int)]] {
          var monitor = \(trial.name)Monitor()
          var finding: Finding?
          for (index, (item, \(trial.isTimed ? "time" : "_"))) in log.enumerated() {
            let violation = \(observation)
            if finding == nil, let violation { finding = Finding(index: index, isBroken: violation.brokenPromise != nil) }
          }
          report(finding, \(finish))
        }

        """
    }
    try write(program, to: "main.swift")
    try compile(["main.swift"] + trials.map { "\($0.name).swift" }, ["-o", "program"])
    let output = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
    return output.split(separator: "\n").map(String.init)
  }
}
