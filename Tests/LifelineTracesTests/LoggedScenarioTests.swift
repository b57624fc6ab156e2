import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Scenarios of logs: each is one that `lifeline check` accepts, and it says what the log shows.
final class LoggedScenarioTests: XCTestCase {
  private struct Tally {
    var (machines, logs, ignored, cut, arguments) = (0, 0, 0, 0, 0)
  }

  /// A line of a log, with the arguments that it shows.
  private struct Line {
    var item: ID<LogItem>
    var values: [Value]
    var shown: [Bool]

    func text(in machine: Machine) -> String {
      let (member, name) =
        switch machine.item(item) {
        case .call(let callback): ("callback", machine[callback].name)
        case .event(let event): ("event", machine[event].name)
        case .state(let state): ("state", machine[state].path)
        }
      let texts = zip(machine.parameters(of: item), zip(values, shown)).filter { $1.1 }.map { parameter, value in
        if case .opaque(let text) = value.0 { return "\"\(parameter.name)\": \"\(text)\"" }
        return "\"\(parameter.name)\": \(value.0)"
      }
      let arguments = texts.isEmpty ? "" : ", \"arguments\": {\(texts.joined(separator: ", "))}"
      return "{\"\(member)\": \"\(name)\"\(arguments)}"
    }
  }

  func testRandomMachines() throws {
    let seed = testSeed(default: 41)
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    let count = numberOfRandomMachines(quick: 4, thorough: 20, all: 200)
    for number in 0..<count {
      let hasGuards = random.happens(40)
      let spec = RandomSpec.makeSpec(using: &random, hasGuards: hasGuards, leavesOpen: !hasGuards && random.happens(60))
      func machine(_ scenario: String) throws -> Machine {
        try readMachine(callbacks: spec.callbacks, events: "a b c", spec.text + "\n" + scenario)
      }
      check(machine, "seed \(seed), machine \(number):\n\(spec.text)", &random, &tally)
    }
    print(tally)
    XCTAssertGreaterThan(tally.machines, count / 3)
    XCTAssertGreaterThan(tally.ignored, count)
  }

  func testRandomMachinesWithArguments() throws {
    let seed = testSeed(default: 42)
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    let count = numberOfRandomMachines(quick: 12, thorough: 24, all: 200)
    for number in 0..<count {
      let spec = RandomArgumentSpec.make(using: &random)
      check(
        { try readMachine(spec + "\n" + $0) }, "seed \(seed), machine \(number):\n\(spec)", &random, &tally)
    }
    print(tally)
    XCTAssertGreaterThan(tally.arguments, count)
  }

  func testRandomMachinesWithParts() throws {
    try skipTest(below: .thorough)
    let seed = testSeed(default: 43)
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    let count = numberOfRandomMachines(quick: 8, thorough: 12, all: 100)
    for number in 0..<count {
      let spec = RandomPartSpec.makeSpec(using: &random)
      check(
        { try RandomPartSpec(text: spec.text + $0, parts: spec.parts).makeMachine() },
        "seed \(seed), machine \(number):\n\(spec.text)\n\(spec.parts.map(\.value).joined(separator: "\n"))", &random,
        &tally)
    }
    print(tally)
    XCTAssertGreaterThan(tally.machines, count / 3)
  }

  /// A scenario observes the channels whose calls the log has.
  func testChannels() throws {
    let spec = """
      callbacks: {a: , b: {channel: other}, c: {channel: third}}
      events: [go]
      states: {s: {on: {go: {do: [a, b, c]}}}}

      """
    func lines(_ log: String, owing owed: [Int]) throws -> [String] {
      try judgeLog(log, spec, showing: []) { ($0.keepsCalls, $0.owed) = (true, IDSet(owed.map { ID($0) })) }.scenario
    }
    XCTAssertEqual(
      try lines("a\na", owing: [0]).dropFirst(2),
      ["    observing: [delegate]", "    when:", "      - go: [a]", "      - go: [a]", "    then: s"])
    XCTAssertEqual(
      try lines("a\nb", owing: [0]).dropFirst(2),
      ["    observing: [delegate, other]", "    when:", "      - go: [a, {optional: b}]", "    then: s"])
    XCTAssertEqual(
      try lines("a\nb\nc", owing: [0, 1, 2]).dropFirst(2), ["    when:", "      - go: [a, b, c]", "    then: s"])
  }

  /// YAML reads some words as no value, a key has at most 1,024 characters, and some values can't be in a spec.
  func testNamesAndValuesThatAreHardToWrite() throws {
    let spec = """
      callbacks: {null: , tell: {parameters: {text: String, level: Double}}}
      events: {say: {parameters: {text: String, level: Double}}, null: }
      states:
        first: {on: {say: {do: tell}, null: {to: "null", do: "null"}}}
        null:

      """
    let log = #"""
      {"event": "say", "arguments": {"text": "\u0000\u001b\u2028\"\\ {a: b}, # é", "level": 1e-7}, "session": KEY}
      {"callback": "tell", "arguments": {"text": "\u0000\u001b\u2028\"\\ {a: b}, # é", "level": 1e-7}, "session": KEY}
      {"event": "null", "session": KEY}
      {"callback": "null", "session": KEY}
      {"event": "null", "session": KEY}
      """#
    let late = #"{"event": "say", "arguments": {"level": "inf"}, "session": KEY}"# + "\n" + log
    for (log, key, rest) in [
      (log, "1", ""), (log, String(repeating: "\\u0001\\\\", count: 150), ""),
      (log, String(repeating: "é", count: 490), ""),
      (late, "1", "    # The rest needs the value inf, which a host can have and a scenario can't."),
    ] {
      let result = try judgeLog(log.replacing("KEY", with: "\"\(key)\""), spec, showing: ["say", "null"]) { options in
        options.keepsCalls = true
      }
      let text = result.scenario.joined(separator: "\n")
      let told = try readMachine(spec + text + "\n")
      XCTAssertEqual(checkScenarios(of: told).diagnostics.map(\.message), [], text)
      XCTAssertEqual(told.scenarios.count, 1)
      XCTAssertEqual(told.scenarios[0].steps.count, rest.isEmpty ? 3 : 0, text)
      XCTAssertEqual(result.scenario.filter { $0.contains("#") && $0.contains("rest") }, rest.isEmpty ? [] : [rest])
    }
  }

  /// Checks the scenarios of a few logs of a machine.
  /// - Parameter read: Reads the machine with more lines behind its spec.
  private func check(
    _ read: (String) throws -> Machine, _ name: String, _ random: inout SplitMix64, _ tally: inout Tally
  ) {
    if testRun?.failureCount ?? 0 > 0 { return }
    // Some specs have callbacks or states that nothing uses, which is an error.
    guard let machine = try? read("") else { return }
    let index = MachineIndex.build(for: machine)
    let exploration = explore(index, limit: 300)
    guard exploration.isComplete, exploration.faults.isEmpty else { return }
    tally.machines += 1
    let callbacks = machine.callbacks.indices.map { ID<Callback>($0) }
    var options = TraceOptions(owed: IDSet(callbacks.filter { _ in random.happens(75) }))
    options.events = IDSet(machine.hostEvents.filter { _ in random.happens(60) })
    options.keepsCalls = true
    let automaton = CallAutomaton.make(from: exploration, showing: options.events)
    for number in 0..<6 {
      options.beginsAnywhere = number == 5
      let log = broken(log(of: index, options, &random), &random)
      guard !log.isEmpty else { continue }
      let lines = log.map { $0.text(in: machine) }
      let result = judge(lines, automaton, options)
      let text = result.scenario.joined(separator: "\n")
      let shown = "\(lines.joined(separator: "\n"))\n\(text)\nowed \(options.owed.map { machine[$0].name }), \(name)"
      do {
        let told = try read(text + "\n")
        // An event that a part doesn't take is a mistake of the machine.
        let messages = checkScenarios(of: told).diagnostics.map(\.message).filter { !$0.contains("doesn't take it in") }
        XCTAssertEqual(messages, [], shown)
        guard let story = result.story, let scenario = told.scenarios.last, told.scenarios.count == 1 else {
          XCTFail("no scenario:\n\(shown)")
          return
        }
        tally.logs += 1
        tally.ignored += scenario.steps.count { if case .ignored = $0.kind { true } else { false } }
        if story.misfit != nil { tally.cut += 1 }
        if number == 5 { continue }
        let hasOthers = text.contains(" has another ")
        var reading = LogReading(
          machine: told, events: options.events,
          lines: log.prefix(story.callCount).map { ($0.item, $0.values, $0.shown) })
        XCTAssertTrue(reading.matches(scenario, comparingEvents: !hasOthers), "another log:\n\(shown)")
        tally.arguments += reading.argumentCount
      } catch {
        XCTFail("\(error)\n\(shown)")
      }
      if testRun?.failureCount ?? 0 > 0 { return }
    }
  }

  private func judge(_ lines: [String], _ automaton: CallAutomaton, _ options: TraceOptions) -> TraceResult {
    var judge = TraceJudge(.make(automaton, owed: options.owed, given: []), options: options)
    judge.beginFile("a.log")
    for (number, line) in lines.enumerated() {
      let bytes = Array(line.utf8)
      judge.readLine(bytes, in: bytes.indices, number: number + 1)
    }
    return judge.finish()
  }

  /// Returns the calls and events of a random run, without some that aren't owed.
  private func log(of index: MachineIndex, _ options: TraceOptions, _ random: inout SplitMix64) -> [Line] {
    let machine = index.machine
    var lines: [Line] = []
    func add(_ item: ID<LogItem>, _ values: [Value], _ random: inout SplitMix64) {
      lines.append(Line(item: item, values: values, shown: values.map { _ in random.happens(70) }))
    }
    func add(_ reaction: Reaction, _ random: inout SplitMix64) {
      for call in reaction.makeCalls(using: &random) where options.owed.contains(call.callback) || random.happens(50) {
        add(ID(call.callback), call.arguments, &random)
      }
    }
    var run = Interpreter(index)
    add(run.start(), &random)
    for _ in 0..<12 {
      for (field, declared) in machine.fields.enumerated() where !declared.isFixed && !declared.isPrivate {
        if random.happens(30), declared.type == .bool { run.set(ID(field), to: .bool(random.happens(50))) }
      }
      if random.happens(25) {
        add(run.advance(byMilliseconds: 500 * (1 + random.below(6))), &random)
        continue
      }
      let event = random.element(Array(machine.hostEvents))
      let arguments = machine[event].parameters.map { parameter -> Value in
        parameter.type == .int ? .int(random.below(4)) : .opaque("token")
      }
      let reaction = run.send(event, arguments: arguments)
      if reaction.fault != nil { break }
      if options.events.contains(event) { add(machine.id(of: .event(event)), arguments, &random) }
      add(reaction, &random)
    }
    return Array(lines.prefix(40))
  }

  /// Drops, doubles or swaps lines, changes an argument, or does nothing.
  private func broken(_ log: [Line], _ random: inout SplitMix64) -> [Line] {
    var log = log
    guard log.count > 2, random.happens(50) else { return log }
    let place = random.below(log.count - 1)
    switch random.below(4) {
    case 0: log.remove(at: place)
    case 1: log.insert(log[place], at: place)
    case 2: log.swapAt(place, place + 1)
    default:
      if case .int(let number)? = log[place].values.first { log[place].values[0] = .int(number + 1) }
    }
    return log
  }
}

/// Reads the lines of a log with a scenario, as a regular expression reads a text.
private struct LogReading {
  let machine: Machine
  /// The events that logs show.
  let events: IDSet<Event>
  let lines: [(item: ID<LogItem>, values: [Value], shown: [Bool])]
  /// The number of arguments that the scenario expects.
  private(set) var argumentCount = 0

  init(machine: Machine, events: IDSet<Event>, lines: [(item: ID<LogItem>, values: [Value], shown: [Bool])]) {
    self.machine = machine
    self.events = events
    self.lines = lines
  }

  /// Returns whether the steps of a scenario show the lines. In the last step, they may end early.
  /// - Parameter comparesEvents: Whether the arguments of events are those that the lines show.
  mutating func matches(_ scenario: Scenario, comparingEvents comparesEvents: Bool) -> Bool {
    var places: Set<Int> = [0]
    for (number, step) in scenario.steps.enumerated() {
      if let event = step.sentEvent, events.contains(event) {
        let values =
          switch step.kind {
          case .send(_, let arguments, _), .ignored(_, let arguments): arguments
          case .start, .wait, .set: [Value]()
          }
        places = Set(
          places.filter { place in
            place < lines.count && lines[place].item == machine.id(of: .event(event))
              && (!comparesEvents
                || lines[place].shown.indices.allSatisfy { index in
                  !lines[place].shown[index] || lines[place].values[index] == values[index]
                })
          }.map { $0 + 1 })
      }
      guard let pattern = step.expectedCalls else { continue }
      let isLast = number == scenario.steps.count - 1
      places = places.reduce(into: []) { $0.formUnion(ends(of: pattern, from: $1, mayEndEarly: isLast)) }
    }
    return places.contains(lines.count)
  }

  private mutating func ends(of pattern: CallPattern, from start: Int, mayEndEarly: Bool) -> Set<Int> {
    func each(_ pattern: CallPattern, _ starts: Set<Int>) -> Set<Int> {
      starts.reduce(into: []) { $0.formUnion(ends(of: pattern, from: $1, mayEndEarly: mayEndEarly)) }
    }
    switch pattern {
    case .call(let callback, let arguments, _):
      guard start < lines.count else { return mayEndEarly ? [start] : [] }
      argumentCount += arguments.count
      let line = lines[start]
      guard line.item == ID<LogItem>(callback),
        arguments.allSatisfy({ line.shown[$0.parameter] && line.values[$0.parameter] == $0.value })
      else { return [] }
      return [start + 1]
    case .sequence(let parts): return parts.reduce([start]) { each($1, $0) }
    case .optional(let part): return each(part, [start]).union([start])
    case .oneOf(let parts): return parts.reduce(into: []) { $0.formUnion(each($1, [start])) }
    case .anyOrder(let parts):
      if parts.isEmpty { return [start] }
      return parts.indices.reduce(into: []) { result, index in
        var others = parts
        let part = others.remove(at: index)
        result.formUnion(each(.anyOrder(others), each(part, [start])))
      }
    case .interleaved, .repeated, .choose: return []
    }
  }
}
