import LifelineInterpreter
import LifelineModel
import LifelineReporting
import LifelineScenarios
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Tests of logs whose calls show arguments.
final class ArgumentLogTests: XCTestCase {
  static let upload = """
    callbacks: {didStart: , didSend: {parameters: {total: Int}}}
    context: {total: {default: 0, private: true}}
    events: {resume: , progress: {parameters: {count: Int}}}
    states:
      idle: {on: {resume: {to: running, do: didStart}}}
      running: {on: {progress: {if: count > 0, do: [{set: {total: total + count}}, didSend]}}}
    """

  private func judge(
    _ log: String, _ spec: String = ArgumentLogTests.upload, showing names: [String] = [],
    _ change: (inout TraceOptions) -> Void = { _ in }
  ) throws -> TraceResult {
    try judgeLog(log, spec, showing: names, change, spelling: Self.object)
  }

  /// Returns the object for a line such as `didSend "total": 3`, or `event progress`.
  static func object(_ line: Substring) -> String {
    let words = line.split(separator: " ", maxSplits: 1)
    let (name, rest) = (words.first ?? "", words.count > 1 ? words[1] : "")
    if name == "event" {
      let parts = rest.split(separator: " ", maxSplits: 1)
      let arguments = parts.count > 1 ? #", "arguments": {\#(parts[1])}"# : ""
      return #"{"event": "\#(parts.first ?? "")"\#(arguments)}"#
    }
    return #"{"callback": "\#(name)"\#(rest.isEmpty ? "" : #", "arguments": {\#(rest)}"#)}"#
  }

  private func assertVerdict(
    _ log: String, _ verdict: TraceVerdict, line: UInt = #line, _ change: (inout TraceOptions) -> Void = { _ in }
  ) throws {
    try assertVerdict(log, Self.upload, verdict, line: line, change)
  }

  private func assertVerdict(
    _ log: String, _ spec: String, _ verdict: TraceVerdict, line: UInt = #line,
    _ change: (inout TraceOptions) -> Void = { _ in }
  ) throws {
    let result = try judge(log, spec, showing: [], change)
    XCTAssertEqual(result.sessions.map(\.verdict), [verdict], text(result), line: line)
  }

  private func text(_ result: TraceResult) -> String {
    TerminalRenderer(colored: false).render(result.diagnose(), sources: [:])
  }

  func testATotalThatOnlyGrows() throws {
    try assertVerdict("didStart\ndidSend \"total\": 3\ndidSend \"total\": 5", .conforms)
    let result = try judge("didStart\ndidSend \"total\": 3\ndidSend \"total\": 1")
    XCTAssertEqual(result.sessions.map(\.verdict), [.violation])
    let report = text(result)
    XCTAssertTrue(
      report.hasPrefix("a.log:3:1: error: `didSend` came with `total: 1`, which cannot be [L951]\n"), report)
    XCTAssertTrue(report.contains("could have been: `total: 4` or more\n"), report)
    XCTAssertFalse(report.contains("cheapest repair"), report)
    XCTAssertEqual(result.wrongArgument(in: result.sessions[0])?.name, "total")
    XCTAssertEqual(result.wrongArgument(in: result.sessions[0])?.value, "1")
    // The first total is above zero, too.
    try assertVerdict("didStart\ndidSend \"total\": 0", .violation)
    try assertVerdict("didStart\ndidSend \"total\": 3\ndidSend\ndidSend \"total\": 4", .violation)
    try assertVerdict("didStart\ndidSend \"total\": 3\ndidSend\ndidSend \"total\": 5", .conforms)
  }

  func testWhatALogLacksStaysOpen() throws {
    for arguments in ["", "\"sum\": 1", "\"total\": null", "\"total\": {\"a\": 1}", "\"total\": [1]"] {
      try assertVerdict("didStart\ndidSend \"total\": 3\ndidSend \(arguments)", .conforms)
    }
    // The member may be something else in the log of another program.
    try assertVerdict("didStart", .conforms)
    let bytes = Array(#"{"callback": "didStart", "arguments": "total"}"#.utf8)
    var line = JSONLine(key: nil, keepsArguments: true)
    try line.read(bytes, in: bytes.indices)
    XCTAssertTrue(line.isText(.arguments))
  }

  /// After a violation, the value in the log is what is known.
  func testALogGoesOnAfterAViolation() throws {
    let log = "didStart\ndidSend \"total\": 3\ndidSend \"total\": 1\ndidSend \"total\": 2\ndidSend \"total\": 2"
    let result = try judge(log)
    XCTAssertEqual(result.reported.map(\.call.place.line), [3, 5])
  }

  private static let retry = """
    callbacks: {connect: {parameters: {attempt: Int, last: Bool}}, didFail: {parameters: {reason: Reason}}}
    types: {Reason: [lost, refused]}
    context: {attempt: {default: 0, private: true}, limit: {default: 3, fixed: true, range: 1...5}}
    events: {begin: , fail: {parameters: {reason: Reason}}}
    states:
      idle: {on: {begin: {to: busy, do: {set: {attempt: 1}}}}}
      busy:
        entry: {connect: {last: attempt == limit}}
        on:
          fail:
            - {if: attempt < limit, to: busy, do: {set: {attempt: attempt + 1}}}
            - {to: idle, do: didFail}
    """

  func testCounters() throws {
    try assertVerdict("connect \"attempt\": 1\nconnect \"attempt\": 2", Self.retry, .conforms)
    let result = try judge("connect \"attempt\": 1\nconnect \"attempt\": 3", Self.retry)
    XCTAssertTrue(text(result).contains("could have been: `attempt: 2`\n"), text(result))
    try assertVerdict("connect \"attempt\": 2", Self.retry, .violation)
  }

  /// What a log shows narrows the values of fixed fields, and with them what can come.
  func testWhatIsShownIsKnown() throws {
    try assertVerdict("connect \"last\": true\ndidFail", Self.retry, .conforms)
    try assertVerdict("connect \"last\": true\nconnect", Self.retry, .violation)
    try assertVerdict("connect \"last\": false\ndidFail", Self.retry, .violation)
    try assertVerdict("connect \"last\": false\nconnect \"last\": true\ndidFail", Self.retry, .conforms)
    let result = try judge("connect \"last\": false\ndidFail", Self.retry)
    XCTAssertTrue(text(result).contains("came where it cannot, as the arguments before it show [L951]"), text(result))
  }

  func testCases() throws {
    for value in ["\"lost\"", "\".lost\"", "\"Retry.Reason.refused\""] {
      try assertVerdict("connect\ndidFail \"reason\": \(value)", Self.retry, .conforms)
    }
    for value in ["\"slow\"", "1", "true"] {
      try assertVerdict("connect\ndidFail \"reason\": \(value)", Self.retry, .violation)
    }
  }

  func testValuesOfTypes() throws {
    let spec = """
      callbacks:
        tell: {parameters: {flag: Bool, number: Int, share: Double, text: String, delay: Duration}}
      events: [go]
      states:
        s: {on: {go: {do: {tell: {flag: true, number: -2, share: 0.5, text: "ö", delay: 2s}}}}}
      """
    for (argument, fits) in [
      ("\"flag\": true", true), ("\"flag\": false", false), ("\"flag\": 1", false), ("\"number\": -2", true),
      ("\"number\": -2.0", true), ("\"number\": \"-2\"", true), ("\"number\": 2", false), ("\"number\": -2.5", false),
      ("\"number\": \"two\"", false), ("\"share\": 0.5", true), ("\"share\": 5e-1", true), ("\"share\": 0.25", false),
      ("\"text\": \"ö\"", true), ("\"text\": \"\\u00f6\"", true), ("\"text\": \"o\"", false), ("\"text\": 1", false),
      ("\"delay\": \"2s\"", true), ("\"delay\": \"2000ms\"", true), ("\"delay\": \"2.0 seconds\"", true),
      ("\"delay\": 7", true), ("\"delay\": \"1min\"", false), ("\"delay\": \"soon\"", false),
      ("\"flag\": true, \"number\": 2", false),
    ] {
      try assertVerdict("tell \(argument)", spec, fits ? .conforms : .violation)
    }
  }

  /// A value of a type that the spec doesn't know is the same text wherever the machine carries it.
  func testCarriedValues() throws {
    let spec = """
      callbacks: {connect: {parameters: {peripheral: "UUID?"}}, didConnect: {parameters: {peripheral: "UUID?"}}}
      imports: [Foundation]
      context: {peripheral: {type: UUID, private: true}}
      events: {open: {parameters: {device: UUID}}, answer: , close: }
      states:
        idle: {on: {open: {to: busy, do: [{set: {peripheral: device}}, connect]}}}
        busy: {on: {answer: {do: didConnect}, close: {to: idle, do: {set: {peripheral: nil}}}}}
      """
    try assertVerdict("connect \"peripheral\": \"A\"\ndidConnect \"peripheral\": \"A\"", spec, .conforms)
    let result = try judge("connect \"peripheral\": \"A\"\ndidConnect \"peripheral\": \"B\"", spec)
    XCTAssertTrue(text(result).contains("with `peripheral: B`, which cannot be [L951]"), text(result))
    XCTAssertTrue(text(result).contains("could have been: `peripheral: A`\n"), text(result))
    try assertVerdict("connect \"peripheral\": \"A\"\nconnect \"peripheral\": \"B\"", spec, .conforms)
  }

  /// Two ways with the same names, and with other values.
  func testWaysThatOnlyValuesTellApart() throws {
    let spec = """
      callbacks: {tell: {parameters: {n: Int, big: Bool}}}
      events: {go: {parameters: {n: Int}}}
      states:
        s: {on: {go: [{if: n > 5, do: {tell: {big: true}}}, {do: {tell: {big: false}}}]}}
      """
    try assertVerdict("tell \"n\": 6, \"big\": true\ntell \"n\": 5, \"big\": false", spec, .conforms)
    try assertVerdict("tell \"n\": 5, \"big\": true", spec, .violation)
    try assertVerdict("tell \"n\": 6, \"big\": false", spec, .violation)
  }

  /// Arguments that a log shows late are compared as far as the last calls tell.
  func testArgumentsThatComeLate() throws {
    let few = "didStart\n" + String(repeating: "didSend\n", count: 10)
    try assertVerdict(few + "didSend \"total\": 10", .violation)
    try assertVerdict(few + "didSend \"total\": 11", .conforms)
    let many = "didStart\n" + String(repeating: "didSend\n", count: 30)
    try assertVerdict(many + "didSend \"total\": 1", .conforms)
    try assertVerdict(many + "didSend \"total\": 1\ndidSend \"total\": 1", .violation)
  }

  func testLogsFromAnywhere() throws {
    let fromAnywhere = { (options: inout TraceOptions) in options.beginsAnywhere = true }
    try assertVerdict("didSend \"total\": 0", .conforms, fromAnywhere)
    try assertVerdict("didSend \"total\": 7\ndidSend \"total\": 7", .violation, fromAnywhere)
    try assertVerdict("connect \"attempt\": 2\nconnect \"attempt\": 4", Self.retry, .violation, fromAnywhere)
  }

  /// Calls that nobody has to log may have come in between.
  func testCallsThatAreNotLogged() throws {
    let spec = """
      callbacks: {a: {parameters: {n: Int}}, b: {channel: other, parameters: {n: Int}}}
      context: {n: {default: 0, private: true}}
      events: [one, two]
      observing: [delegate]
      states:
        s: {on: {one: {do: [{set: {n: n + 1}}, a]}, two: {do: [{set: {n: n + 2}}, b]}}}
      """
    try assertVerdict("a \"n\": 1\na \"n\": 4", spec, .conforms)
    try assertVerdict("a \"n\": 1\na \"n\": 3\na \"n\": 3", spec, .violation)
    try assertVerdict("a \"n\": 100", spec, .conforms)
    try assertVerdict("b \"n\": 2\na \"n\": 2", spec, .violation)
  }

  func testEventsAndArguments() throws {
    let log = "event resume\ndidStart\nevent progress\ndidSend \"total\": 2\nevent progress\ndidSend \"total\": "
    let names = ["resume", "progress"]
    XCTAssertEqual(try judge(log + "3", showing: names).sessions.map(\.verdict), [.conforms])
    XCTAssertEqual(try judge(log + "2", showing: names).sessions.map(\.verdict), [.violation])
  }

  /// Without end, numbers grow by themselves.
  func testLoopsThatNobodySees() throws {
    let spec = """
      callbacks: {tell: {parameters: {n: Int, m: Int}}}
      context: {n: {default: 3, private: true}, m: {default: 0, private: true}}
      events: [more, say]
      states:
        s: {on: {more: {do: {set: {n: n + 1, m: m - 1}}}, say: {do: tell}}}
      """
    try assertVerdict("tell \"n\": 3, \"m\": 0\ntell \"n\": 9223372036854775807", spec, .conforms)
    try assertVerdict("tell \"n\": 2", spec, .violation)
    try assertVerdict("tell \"n\": 50, \"m\": -20\ntell \"n\": 49", spec, .violation)
    try assertVerdict("tell \"m\": 1", spec, .violation)
  }

  /// An observed event counts with the arguments that it shows.
  func testArgumentsOfEvents() throws {
    let start = "event resume\ndidStart\nevent progress \"count\": 3\n"
    func verdict(_ log: String, _ events: [String] = ["resume", "progress"]) throws -> [TraceVerdict] {
      try judge(log, showing: events).sessions.map(\.verdict)
    }
    XCTAssertEqual(try verdict(start + "didSend \"total\": 3"), [.conforms])
    XCTAssertEqual(try verdict(start + "didSend \"total\": 4"), [.violation])
    XCTAssertEqual(try verdict(start + "didSend"), [.conforms])
    XCTAssertEqual(try verdict(start + "didSend\nevent progress\ndidSend \"total\": 3"), [.violation])
    XCTAssertEqual(try verdict(start + "didSend\nevent progress\ndidSend \"total\": 4"), [.conforms])
    // A value of another type says nothing, and an event that isn't observed isn't there.
    XCTAssertEqual(
      try verdict("event resume\ndidStart\nevent progress \"count\": \"many\"\ndidSend \"total\": 9"), [.conforms])
    XCTAssertEqual(try verdict("didStart\nevent progress \"count\": 3\ndidSend \"total\": 9", []), [.conforms])
    // The machine ignores a progress of nothing.
    XCTAssertEqual(
      try verdict("event resume\ndidStart\nevent progress \"count\": 0\ndidSend"), [.violation])
    let spec = """
      callbacks: [yielded, raised]
      events: {send: {parameters: {isNone: Bool}}}
      states:
        created: {on: {send: [{if: isNone, to: running, do: yielded}, {do: raised}]}}
        running: {}
      """
    let wrong = try judge("event send \"isNone\": true\nraised", spec, showing: ["send"])
    XCTAssertEqual(wrong.sessions.map(\.verdict), [.violation])
    XCTAssertTrue(
      text(wrong).contains("`raised` came where it cannot, as the arguments before it show"), text(wrong))
    XCTAssertEqual(
      try judge("event send \"isNone\": false\nraised", spec, showing: ["send"]).sessions.map(\.verdict), [.conforms])
  }

  /// A scenario expects the arguments that the log shows, if the host can lead to them.
  func testTheScenarioHasArguments() throws {
    let log = "didStart\ndidSend \"total\": 3\ndidSend\ndidSend \"total\": 7"
    let result = try judge(log) { $0.keepsCalls = true }
    XCTAssertEqual(
      result.scenario.filter { $0.hasPrefix("      -") || $0.contains("#") },
      [
        "      - resume: [didStart]", "      - {progress: [{didSend: {total: 3}}], with: {count: 3}}",
        "      - {progress: [didSend], with: {count: 1}}",
        "      - {progress: [{didSend: {total: 7}}], with: {count: 3}}",
      ])
    let machine = try readMachine(Self.upload + "\n" + result.scenario.joined(separator: "\n"))
    XCTAssertEqual(checkScenarios(of: machine).failedScenarios, 0)
    let spec = """
      callbacks: {tell: {parameters: {level: Int, isLoud: Bool, text: String}}}
      context: {level: 2}
      events: [go]
      states: {s: {on: {go: {do: {tell: {level: level, isLoud: level > 4, text: "now"}}}}}}
      """
    let facts = try judge(
      "tell \"level\": 7, \"isLoud\": true, \"text\": \"now\"\ntell \"isLoud\": false", spec
    ) { $0.keepsCalls = true }
    let other = try readMachine(spec + "\n" + facts.scenario.joined(separator: "\n"))
    XCTAssertEqual(checkScenarios(of: other).failedScenarios, 0, facts.scenario.joined(separator: "\n"))
    XCTAssertTrue(
      facts.scenario.contains { $0.contains("{tell: {level: 7, isLoud: true, text: \"now\"}}") },
      facts.scenario.joined(separator: "\n"))
  }

  /// A state that was seen tells which values were computed.
  func testStatesTellValues() throws {
    let spec = """
      callbacks: {tell: {parameters: {n: Int}}}
      context: {n: {default: 0, private: true}}
      events: [low, high, say]
      states:
        idle: {on: {low: {to: one, do: {set: {n: 1}}}, high: {to: two, do: {set: {n: 2}}}}}
        one: {on: {say: {do: tell}}}
        two: {on: {say: {do: tell}}}
      """
    for (state, number, verdict) in [("one", 1, TraceVerdict.conforms), ("one", 2, .violation), ("two", 2, .conforms)] {
      let log = "{\"state\": \"\(state)\"}\n{\"callback\": \"tell\", \"arguments\": {\"n\": \(number)}}"
      let result = try judgeLog(log, spec, showing: [], { $0.showsStates = true })
      XCTAssertEqual(result.sessions.map(\.verdict), [verdict], log)
    }
  }

  /// A given value of a fixed field is known from the start.
  func testGivenValuesAreKnown() throws {
    for (limit, last, verdict) in [(1, true, TraceVerdict.conforms), (2, true, .violation), (2, false, .conforms)] {
      let result = try judge("connect \"attempt\": 1, \"last\": \(last)", Self.retry) {
        $0.given = [FieldValue(field: ID(1), value: .int(limit))]
      }
      XCTAssertEqual(result.sessions.map(\.verdict), [verdict], "\(limit) \(last)")
    }
  }

  /// Arguments that take too much work are left out, with a warning, and names are judged as before.
  func testTooMuchWork() throws {
    let machine = try readMachine(Self.upload)
    let automaton = CallAutomaton.make(from: explore(MachineIndex.build(for: machine)))
    let observer = Observer(automaton, owed: machine.observedItems)
    var values = ArgumentObserver(observer, workLimit: 0)
    guard case .unknown = values.follow([ID(0)], from: values.beginnings()) else { return XCTFail("it was followed") }
    var findings = LogFindings()
    findings.beginFile("a.log")
    for _ in 0..<3 {
      findings.noteUnfollowedValues(
        in: LogRecord(line: [], values: [], place: LogPlace(file: 0, line: 7)), "; tell it more")
    }
    XCTAssertTrue(findings.diagnostics.diagnostics[0].message.hasSuffix("too many values; tell it more"))
    XCTAssertEqual(findings.diagnostics.diagnostics.map(\.kind.code), ["L960"])
  }

  /// The message about them asks for fixed fields that may have several values.
  func testTheHintAsksForFixedFields() throws {
    func hint(_ fields: String, given: [Int] = []) throws -> String {
      let declared = fields.map { "\($0): {default: false, fixed: true}" }.joined(separator: ", ")
      let machine = try readMachine(
        """
        callbacks: [did]
        events: [go]
        context: {\(declared)}
        states: {s: {on: {go: {if: \(fields.map(String.init).joined(separator: " or ")), do: did}}}}
        """)
      var options = TraceOptions(owed: machine.observedCallbacks)
      options.given = given.map { FieldValue(field: ID($0), value: .bool(true)) }
      let automaton = CallAutomaton.make(from: explore(MachineIndex.build(for: machine)))
      return TraceJudge(.make(automaton, owed: options.owed, given: options.given), options: options).hintAtValues
    }
    XCTAssertEqual(try hint("ab", given: [0]), "; tell it the value of `b` with `--given`")
    XCTAssertEqual(try hint("abc"), "; tell it the values of `a`, `b`, `c` with `--given`")
    XCTAssertEqual(try hint("abcde", given: [1]), "; tell it the values of `a`, `c`, `d` and others with `--given`")
    XCTAssertEqual(try hint("a", given: [0]), "")
  }

  func testLongTexts() throws {
    let spec = """
      callbacks: {tell: {parameters: {text: String}}}
      events: [go]
      states: {s: {on: {go: {do: {tell: {text: "a"}}}}}}
      """
    let long = String(repeating: "ü", count: 450)
    let result = try judge("tell \"text\": \"\(long)\"", spec)
    XCTAssertEqual(result.sessions.map(\.verdict), [.violation])
    XCTAssertTrue(text(result).contains("ü…`, which cannot be"), text(result))
    try assertVerdict("tell \"text\": \"\(long + long)\"", spec, .conforms)
    XCTAssertTrue(text(try judge("tell \"text\": \"\\u001b[31m\"", spec)).contains("`text: \\u{1B}[31m`"))
  }
}
