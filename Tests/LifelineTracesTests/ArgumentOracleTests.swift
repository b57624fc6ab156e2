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
    // Values that depend on each other are followed one by one, so a few wrong ones are missed.
    XCTAssertLessThan(tally.missed, tally.wrongValues / 5)
  }

  private struct Tally {
    var (machines, conforming) = (0, 0)
    /// The logs that the oracle refuses although their names fit.
    var wrongValues = 0
    /// The logs that only the oracle refuses.
    var missed = 0
    /// The logs with wrong values that the table of a monitor refuses.
    var refusedByMonitors = 0
  }

  /// A call in a log, with the arguments that the log shows.
  private struct Line {
    var callback: ID<Callback>
    var arguments: [String: Value]

    func text(in machine: Machine) -> String {
      let values = arguments.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }.joined(separator: ", ")
      let shown = values.isEmpty ? "" : ", \"arguments\": {\(values)}"
      return "{\"callback\": \"\(machine[callback].name)\"\(shown)}"
    }
  }

  private func compare(_ machine: Machine, _ name: String, _ random: inout SplitMix64, _ tally: inout Tally) {
    var machine = machine
    machine.monitorChoices.comparesArguments = true
    let index = MachineIndex.build(for: machine)
    let exploration = explore(index, limit: 2_000)
    guard exploration.isComplete, exploration.faults.isEmpty else { return }
    let owed = IDSet(machine.callbacks.indices.map { ID<Callback>($0) }.filter { _ in random.happens(75) })
    var oracle = ArgumentOracle(index, owed: owed)
    let automaton = CallAutomaton.make(from: exploration)
    // A monitor may have too many states.
    let monitor = try? makeMonitor(from: exploration, owed: owed)
    tally.machines += 1
    for _ in 0..<6 {
      let log = broken(log(of: index, owed: owed, &random), &random)
      guard !log.isEmpty else { continue }
      var set = oracle.start()
      var count = 0
      while count < log.count, !set.isEmpty {
        set = oracle.set(after: log[count].callback, with: log[count].arguments, in: set)
        count += 1
      }
      if oracle.isExhausted { return }
      let lines = log.prefix(count).map { $0.text(in: machine) }
      let shown = "\(lines.joined(separator: "\n"))\nowed \(owed.map { machine[$0].name }), \(name)"
      let isViolated = violates(lines, automaton, owed)
      let isRefused = monitor.map { refuses(log.prefix(count), $0) } ?? false
      if !set.isEmpty {
        tally.conforming += 1
        XCTAssertFalse(isViolated, "explained, but refused:\n\(shown)")
        XCTAssertFalse(isRefused, "explained, but refused by the monitor:\n\(shown)")
      } else {
        // What comes before the last line is explained.
        XCTAssertFalse(violates(lines.dropLast(), automaton, owed), "refused too early:\n\(shown)")
        let names = log.prefix(count).map { Line(callback: $0.callback, arguments: [:]).text(in: machine) }
        if violates(names, automaton, owed) {
          XCTAssertTrue(isViolated, "explained, although the names don't fit:\n\(shown)")
        } else {
          tally.wrongValues += 1
          if !isViolated { tally.missed += 1 }
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
      let compared = monitor.arguments.first { $0.callback == line.callback }
      let column = line.arguments["y"].flatMap { compared?.column(of: [$0]) } ?? line.callback.index
      guard let next = monitor.state(afterColumn: column, in: state) else { return true }
      state = next
    }
    return false
  }

  private func violates(_ lines: some Sequence<String>, _ automaton: CallAutomaton, _ owed: IDSet<Callback>) -> Bool {
    var options = TraceOptions(owed: owed)
    options.findsInconclusive = false
    var judge = TraceJudge(.make(automaton, owed: options.owed, given: options.given), options: options)
    judge.beginFile("a.log")
    for (number, line) in lines.enumerated() {
      let bytes = Array(line.utf8)
      judge.readLine(bytes, in: bytes.indices, number: number + 1)
    }
    return judge.finish().sessions.first?.verdict == .violation
  }

  /// Returns the calls of a random run, without some that aren't owed, and with some arguments.
  private func log(of index: MachineIndex, owed: IDSet<Callback>, _ random: inout SplitMix64) -> [Line] {
    var run = Interpreter(index)
    var calls = run.start().calls
    for _ in 0..<12 {
      let event = ID<Event>(random.below(index.machine.events.count))
      let arguments = index.machine[event].parameters.map { _ in random.element(ArgumentOracle.numbers) }
      calls += run.send(event, arguments: arguments).calls
    }
    return calls.prefix(24).compactMap { call in
      guard owed.contains(call.callback) || random.happens(50) else { return nil }
      let parameters = index.machine[call.callback].parameters
      let shown = zip(parameters, call.arguments).filter { _ in random.happens(60) }
      return Line(callback: call.callback, arguments: Dictionary(uniqueKeysWithValues: shown.map { ($0.name, $1) }))
    }
  }

  /// Changes an argument, drops or doubles a call, or changes nothing.
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

/// A judge of logs with arguments that only uses the interpreter.
private struct ArgumentOracle {
  /// A machine at rest, or in a step with calls that are left.
  private struct Position: Hashable {
    var snapshot: Snapshot
    var calls: [Reaction.MadeCall]
  }

  /// The numbers that matter: machines ignore events with others.
  static let numbers = (0...2).map { Value.int($0) }

  private let index: MachineIndex
  private let owed: IDSet<Callback>
  private(set) var isExhausted = false
  private var positions: [Position] = []
  private var identifiers: [Position: Int] = [:]
  private var steps: [Int: [Int]] = [:]

  init(_ index: MachineIndex, owed: IDSet<Callback>) {
    self.index = index
    self.owed = owed
  }

  mutating func start() -> Set<Int> {
    var run = Interpreter(index)
    let reaction = run.start()
    return closure(of: [identifier(of: Position(snapshot: run.snapshot, calls: reaction.calls))])
  }

  mutating func set(after callback: ID<Callback>, with arguments: [String: Value], in set: Set<Int>) -> Set<Int> {
    let parameters = index.machine[callback].parameters
    let behind = set.compactMap { number -> Position? in
      var position = positions[number]
      guard let call = position.calls.first, call.callback == callback,
        zip(parameters, call.arguments).allSatisfy({ arguments[$0.name] == nil || arguments[$0.name] == $1 })
      else { return nil }
      position.calls.removeFirst()
      return position
    }
    return closure(of: Set(behind.map { identifier(of: $0) }))
  }

  private mutating func closure(of set: Set<Int>) -> Set<Int> {
    var known = set
    var pending = Array(set)
    while let number = pending.popLast(), !isExhausted {
      var next: [Int] = []
      if let call = positions[number].calls.first {
        if !owed.contains(call.callback) {
          var behind = positions[number]
          behind.calls.removeFirst()
          next = [identifier(of: behind)]
        }
      } else {
        next = steps(from: number)
      }
      for position in next where known.insert(position).inserted { pending.append(position) }
      if known.count > 4_000 { isExhausted = true }
    }
    return known
  }

  private mutating func identifier(of position: Position) -> Int {
    if let known = identifiers[position] { return known }
    identifiers[position] = positions.count
    positions.append(position)
    return positions.count - 1
  }

  private mutating func steps(from number: Int) -> [Int] {
    if let known = steps[number] { return known }
    var result: [Int] = []
    for event in index.machine.events.indices {
      let hasParameter = !index.machine.events[event].parameters.isEmpty
      for value in hasParameter ? Self.numbers.map({ [$0] }) : [[]] {
        var run = Interpreter(index, at: positions[number].snapshot)
        let reaction = run.send(ID(event), arguments: value)
        result.append(identifier(of: Position(snapshot: run.snapshot, calls: reaction.calls)))
      }
    }
    steps[number] = result
    return result
  }
}

/// A random machine whose calls have arguments.
enum RandomArgumentSpec {
  static func make(using random: inout SplitMix64) -> String {
    let states = ["s", "t", "u"].prefix(2 + random.below(2))
    var lines = [
      "callbacks: {p: {parameters: {x: Int}}, q: {parameters: {x: Int, y: Bool}}, r: }",
      "context: {a: {default: 0, private: true}, b: {default: 1, private: true}, f: {default: false, private: true}}",
      "events: {go: {parameters: {n: Int}}, step: , back: }",
      "states:",
    ]
    for state in states {
      lines.append("  \(state):")
      if random.happens(40) { lines.append("    entry: \(call(false, &random))") }
      lines.append("    on:")
      for event in ["go", "step", "back"] where random.happens(75) || event == "go" {
        lines.append("      \(event):")
        let lastNumber = random.below(2)
        for number in 0...lastNumber {
          let hasNumber = event == "go"
          // Only a few numbers matter, so that the oracle can try all of them.
          var conditions = hasNumber ? ["n >= 0", "n <= 2"] : []
          if number < lastNumber || random.happens(40) { conditions.append("(\(condition(hasNumber, &random)))") }
          let guardText = conditions.isEmpty ? "" : "if: \(conditions.joined(separator: " and ")), "
          let target = random.happens(60) ? "to: \(random.element(Array(states))), " : ""
          let actions = (0...random.below(3)).map { _ in action(hasNumber, &random) }.joined(separator: ", ")
          lines.append("        - {\(guardText)\(target)do: [\(actions)]}")
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func action(_ hasNumber: Bool, _ random: inout SplitMix64) -> String {
    if random.happens(50) { return call(hasNumber, &random) }
    switch random.below(4) {
    case 0: return "{set: {f: \(condition(hasNumber, &random))}}"
    case 1: return "{set: {a: \(bounded(hasNumber, &random)), b: a}}"
    default: return "{set: {\(random.element(["a", "b"])): \(bounded(hasNumber, &random))}}"
    }
  }

  private static func call(_ hasNumber: Bool, _ random: inout SplitMix64) -> String {
    switch random.below(4) {
    case 0: "r"
    case 1: "{q: {x: \(number(hasNumber, &random)), y: \(condition(hasNumber, &random))}}"
    default: "{p: {x: \(number(hasNumber, &random))}}"
    }
  }

  /// Returns a number that stays small, however often it is assigned.
  private static func bounded(_ hasNumber: Bool, _ random: inout SplitMix64) -> String {
    switch random.below(hasNumber ? 6 : 4) {
    case 0: "(a + 1) % 4"
    case 1: #""min(b + 1, 3)""#
    case 2: "\(random.below(4))"
    case 3: #""max(a - 1, 0)""#
    default: "n"
    }
  }

  private static func number(_ hasNumber: Bool, _ random: inout SplitMix64) -> String {
    switch random.below(hasNumber ? 9 : 6) {
    case 0: "a"
    case 1: "b"
    case 2: "a + b"
    case 3: "2 * a - b"
    case 4: #""max(a, b) + 1""#
    case 5: "\(random.below(3))"
    case 6: "n + a"
    default: "n"
    }
  }

  private static func condition(_ hasNumber: Bool, _ random: inout SplitMix64) -> String {
    let simple = ["f", "not f", "a > 1", "b == 2", "a < 2 and b > 0", "f or a == 0"]
    return random.element(hasNumber ? simple + ["n > 0", "n == 1", "n != 2"] : simple)
  }
}
