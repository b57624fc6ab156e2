import LifelineModel
import LifelineReporting
import LifelineScenarios
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Stories, pictures and scenarios of logs that show arguments: they have those of the log.
final class ArgumentStoryTests: XCTestCase {
  private func judge(
    _ log: String, _ spec: String = ArgumentLogTests.upload, showing names: [String] = [],
    _ change: (inout TraceOptions) -> Void = { _ in }
  ) throws -> TraceResult {
    try judgeLog(log, spec, showing: names, change, spelling: ArgumentLogTests.object)
  }

  /// The story in the report of the first violation.
  private func story(_ result: TraceResult) -> String? {
    let text = TerminalRenderer(colored: false).render(result.diagnose(), sources: [:])
    return text.split(separator: "\n").first { $0.contains("shortest story so far: ") }?
      .split(separator: ": ", maxSplits: 1).last.map(String.init)
  }

  /// The rows of a picture with events, calls and mistakes, with their numbers and arguments.
  private func rows(_ result: TraceResult) throws -> [String] {
    try XCTUnwrap(result.picture).rows.compactMap { row in
      let number = (row.number.map { "\($0)" } ?? "-") + (row.isWrong ? "!" : "")
      return switch row.content {
      case .call(let call): ([number, call.name] + call.arguments).joined(separator: " ")
      case .stimulus(let stimulus): ([number, stimulus.name] + stimulus.arguments).joined(separator: " ")
      case .mistake(let text): "\(number) \(text)"
      default: nil
      }
    }
  }

  private func steps(_ result: TraceResult) -> [String] {
    result.scenario.filter { $0.hasPrefix("      -") || $0.contains("#") }
  }

  /// Asserts that the scenario of a log holds.
  private func assertHolds(_ result: TraceResult, _ spec: String, line: UInt = #line) throws {
    let machine = try readMachine(spec + "\n" + result.scenario.joined(separator: "\n"))
    XCTAssertEqual(
      checkScenarios(of: machine).failedScenarios, 0, result.scenario.joined(separator: "\n"), line: line)
  }

  private static let observed = """
    event resume
    didStart
    event progress "count": 3
    didSend "total": 3
    event progress "count": 2

    """

  func testTheStoryHasTheArgumentsOfTheLog() throws {
    let unseen = try judge("didStart\ndidSend \"total\": 3\ndidSend \"total\": 1")
    // The last event makes the call with another argument.
    XCTAssertEqual(story(unseen), "resume, progress {count: 3}, progress {count: 1}  # running")
    let seen = try judge(Self.observed + "didSend \"total\": 6", showing: ["resume", "progress"])
    XCTAssertEqual(story(seen), "resume, progress {count: 3}, progress {count: 2}  # running")
  }

  func testThePictureHasTheArgumentsOfTheLog() throws {
    let result = try judge(Self.observed + "didSend \"total\": 6", showing: ["resume", "progress"]) {
      $0.drawsSession = true
    }
    XCTAssertEqual(
      try rows(result),
      [
        "- start", "1 resume", "2 didStart", "3 progress count: 3", "4 didSend total: 3", "5 progress count: 2",
        "6! didSend total: 6", "-! could have been: `total: 5`",
      ])
    XCTAssertEqual(
      result.picture?.verdict?.text, "violates: `didSend` in line 6 came with `total: 6`, which cannot be")
  }

  /// The story of a call with a wrong argument ends in the step that makes the call.
  func testTheStoryEndsInTheStepOfTheWrongCall() throws {
    let spec = """
      callbacks: {yielded: {parameters: {total: Int}}, raised: , returned: }
      context: {total: {default: 0, private: true}}
      events: {send: {parameters: {number: Int}}}
      states:
        open:
          on:
            send:
              - {if: number < 0, to: over, do: raised}
              - {if: number == 0, to: over, do: returned}
              - {do: [{set: {total: total + number}}, yielded]}
        over: {final: true}
      """
    let result = try judge(
      "event send\nyielded \"total\": 4\nevent send\nyielded \"total\": 4", spec, showing: ["send"]
    ) {
      $0.drawsSession = true
    }
    XCTAssertEqual(story(result), "send {number: 4}, send {number: 1}  # open")
    XCTAssertEqual(
      try rows(result).suffix(3),
      ["3 send number: 1", "4! yielded total: 4", "-! could have been: `total: 5` or more"])
  }

  /// A call that no value before it allows isn't part of the story, although its name fits.
  func testTheStoryLeavesOutACallThatNoValueAllows() throws {
    let spec = """
      callbacks: {did: {parameters: {n: Int}}, over: }
      context: {n: {default: 0, private: true}}
      events: {put: {parameters: {count: Int}}, go: }
      states:
        s: {on: {put: {do: [{set: {n: count}}, did]}, go: {if: n > 5, to: t, do: over}}}
        t: {}
      """
    let seen = try judge("event put \"count\": 3\ndid\nover", spec, showing: ["put"])
    XCTAssertEqual(story(seen), "put {count: 3}  # s")
    let open = try judge("event put\ndid\nover\nover", spec, showing: ["put"])
    XCTAssertEqual(story(open), "put {count: 6}, go  # t")
  }

  /// A picture has the log's arguments even where no run of the story has them.
  func testThePictureHasArgumentsThatTheStoryLacks() throws {
    let many = String(repeating: "didSend\n", count: 20)
    let result = try judge("didStart\n\(many)didSend \"total\": 500\ndidSend \"total\": 500") { $0.drawsSession = true }
    let rows = try rows(result)
    XCTAssertTrue(rows.contains("22 didSend total: 500"), rows.joined(separator: "\n"))
  }

  private static let choice = """
    callbacks: {yielded: , raised: {parameters: {code: Int}}, over: }
    events: {send: {parameters: {count: Int, code: Int}}, stop: }
    states:
      created: {on: {send: [{if: count > 10, to: loud, do: {raised: {code: code}}}, {to: calm}]}}
      calm: {on: {send: {to: loud, do: {raised: {code: code}}}, stop: {to: created, do: over}}}
      loud: {on: {stop: {to: created, do: over}}}
    """

  /// The names of the calls fit two ways, and the arguments of an event only one of them.
  func testTheStoryTakesTheWayThatTheArgumentsTell() throws {
    let events = ["send", "stop"]
    let log = "event send \"count\": 4, \"code\": 1\nevent stop\nover\n"
    let result = try judge(log + "over", Self.choice, showing: events)
    XCTAssertEqual(story(result), "send {count: 4, code: 1}, stop  # created")
    let unseen = try judge(
      "event send \"count\": 40\nraised \"code\": 7\nevent stop\nover", Self.choice, showing: events
    ) { $0.keepsCalls = true }
    XCTAssertEqual(
      steps(unseen),
      ["      - {send: [{raised: {code: 7}}], with: {count: 40, code: 7}}", "      - stop: [over]"])
    try assertHolds(unseen, Self.choice)
    let quiet = try judge("event send \"count\": 40\nevent stop", Self.choice, showing: events) { options in
      options.keepsCalls = true
      options.owed = IDSet()
    }
    XCTAssertEqual(
      quiet.scenario.last, "    then: created", quiet.scenario.joined(separator: "\n"))
    try assertHolds(quiet, Self.choice)
  }

  /// A scenario has the arguments of events as the log shows them, and only searches the others.
  func testTheScenarioHasTheArgumentsOfEvents() throws {
    let result = try judge(
      Self.observed + "didSend\nevent progress\ndidSend \"total\": 9", showing: ["resume", "progress"]
    ) {
      $0.keepsCalls = true
    }
    XCTAssertEqual(
      steps(result),
      [
        "      - resume: [didStart]", "      - {progress: [{didSend: {total: 3}}], with: {count: 3}}",
        "      - {progress: [didSend], with: {count: 2}}",
        "      - {progress: [{didSend: {total: 9}}], with: {count: 4}}",
      ])
    try assertHolds(result, ArgumentLogTests.upload)
    let ignored = try judge(
      "event resume\ndidStart\nevent progress \"count\": -5", showing: ["resume", "progress"]
    ) { $0.keepsCalls = true }
    XCTAssertEqual(
      steps(ignored), ["      - resume: [didStart]", "      - {ignored: progress, with: {count: -5}}"])
    try assertHolds(ignored, ArgumentLogTests.upload)
  }

  private static let sum = """
    callbacks: {tell: {parameters: {n: Int}}}
    context: {n: {default: 0, private: true}}
    events: {add: {parameters: {count: Int}}, say: }
    states: {s: {on: {add: {if: count > 0, do: {set: {n: n + count}}}, say: {do: tell}}}}
    """

  /// The report has the arguments of events as the log has them, whatever they are.
  func testTheStoryHasArgumentsThatTheMachineCannotHave() throws {
    let result = try judge("event add \"count\": \"a\\u001bb\"\ntell \"n\": -1", Self.sum, showing: ["add"]) {
      $0.drawsSession = true
    }
    XCTAssertEqual(story(result), "add {count: a\\u{1B}b}, say  # s")
    let rows = try rows(result)
    XCTAssertTrue(rows.contains("1 add count: a\\u{1B}b"), rows.joined(separator: "\n"))
  }

  /// An event that nobody has logged leads to the arguments of a later step.
  func testAnEarlierEventLeadsToAnArgument() throws {
    let result = try judge("tell \"n\": 3\ntell \"n\": 3", Self.sum) { $0.keepsCalls = true }
    XCTAssertEqual(
      steps(result),
      ["      - {add: [], with: {count: 3}}", "      - say: [{tell: {n: 3}}]", "      - say: [{tell: {n: 3}}]"])
    try assertHolds(result, Self.sum)
  }

  /// A comment names the arguments to which no way was found.
  func testTheScenarioNamesOtherArguments() throws {
    let spec = Self.sum.replacing("count > 0", with: "count == 1")
    let result = try judge("tell \"n\": 300\ntell \"n\": 300", spec) { $0.keepsCalls = true }
    try assertHolds(result, spec)
    XCTAssertEqual(
      result.scenario.filter { $0.contains("#") },
      ["    # Line 1 of a.log has another `n`: 300.", "    # Line 2 of a.log has another `n`: 300."])
    let many = try judge("event add \"count\": \"many\"", Self.sum, showing: ["add"]) { $0.keepsCalls = true }
    XCTAssertEqual(
      many.scenario.filter { $0.contains("#") }, ["    # Line 1 of a.log has another `count`: many."])
  }

  /// Nothing compares these numbers, so the exploration tries those with which computing fails. Their sum does.
  func testNumbersThatNothingCompares() throws {
    let spec = """
      callbacks: {did: {parameters: {x: Int}}}
      events: {put: {parameters: {v: Int}}, go: }
      context: {total: {default: 0, private: true}, last: {default: 0, private: true}}
      states: {s: {on: {put: {do: [{set: {total: total + v, last: v - 1}}, {did: {x: last}}]}, go: s}}}
      """
    let log = """
      event put "v": 5
      did "x": 4
      event put "v": 7
      did "x": 6
      """
    let result = try judge(log, spec, showing: ["put", "go"]) { ($0.keepsCalls, $0.drawsSession) = (true, true) }
    XCTAssertEqual(
      steps(result),
      ["      - {put: [{did: {x: 4}}], with: {v: 5}}", "      - {put: [{did: {x: 6}}], with: {v: 7}}"])
    try assertHolds(result, spec)
    XCTAssertEqual(try rows(result), ["- start", "1 put v: 5", "2 did x: 4", "3 put v: 7", "4 did x: 6"])
    // Numbers that a log doesn't show are small ones.
    let open = try judge("event put\ndid\nevent put\ndid", spec, showing: ["put", "go"]) {
      ($0.keepsCalls, $0.drawsSession) = (true, true)
    }
    XCTAssertEqual(steps(open), Array(repeating: "      - {put: [did], with: {v: 0}}", count: 2))
    try assertHolds(open, spec)
    XCTAssertEqual(try rows(open), ["- start", "1 put v: 0", "2 did x: -1", "3 put v: 0", "4 did x: -1"])
  }

  /// A step that does nothing looks like an event that is ignored, and only the values tell them apart.
  func testStepsThatLookLikeNothing() throws {
    let spec = """
      callbacks: [did]
      events: {put: {parameters: {v: Int}}}
      states: {s: {on: {put: [{if: v < 1, do: did}, {if: v > 3, to: s}]}}}
      """
    let log = "event put \"v\": 2\nevent put \"v\": 7\nevent put \"v\": 0\ndid\nevent put \"v\": 5"
    let result = try judge(log, spec, showing: ["put"]) { $0.keepsCalls = true }
    XCTAssertEqual(
      steps(result),
      [
        "      - {ignored: put, with: {v: 2}}", "      - {put: [], with: {v: 7}}",
        "      - {put: [did], with: {v: 0}}", "      - {put: [], with: {v: 5}}",
      ])
    try assertHolds(result, spec)
    // The last line decides on its step, although nothing comes after it.
    let last = try judge("event put \"v\": 3\nevent put \"v\": 0", spec, showing: ["put"]) { $0.keepsCalls = true }
    XCTAssertEqual(steps(last), ["      - {ignored: put, with: {v: 3}}", "      - {put: [did], with: {v: 0}}"])
  }
}
