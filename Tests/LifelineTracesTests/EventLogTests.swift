import LifelineInterpreter
import LifelineModel
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Tests of logs that show events, and not only calls.
final class EventLogTests: XCTestCase {
  private static let download = """
    callbacks: {began: , received: , failed: , finished: }
    events: [resume, data, cancel, end]
    states:
      ready: {on: {resume: {to: loading, do: began}}}
      loading:
        on:
          data: {do: received}
          cancel: {to: cancelled, do: failed}
          end: {to: done, do: [received, finished]}
      cancelled:
      done:
    """

  private func judge(
    _ log: String, showing names: [String] = ["resume", "data", "cancel", "end"], spec: String = EventLogTests.download,
    _ change: (inout TraceOptions) -> Void = { _ in }
  ) throws -> TraceResult {
    try judgeLog(log, spec, showing: names, change)
  }

  private func verdicts(_ result: TraceResult) -> [String] { result.sessions.map { "\($0.key) \($0.verdict)" } }

  private func text(_ result: TraceResult) -> String {
    TerminalRenderer(colored: false).render(result.diagnose(), sources: [:])
  }

  func testAnEventHappensWhereItStands() throws {
    XCTAssertEqual(verdicts(try judge("event resume\nbegan\nevent data\nreceived")), ["a.log conforms"])
    XCTAssertEqual(verdicts(try judge("event resume\nbegan\nevent cancel\nfailed")), ["a.log conforms"])
    // Without its event, a call can't come, and the other way round.
    XCTAssertEqual(verdicts(try judge("began")), ["a.log violation"])
    XCTAssertEqual(verdicts(try judge("event resume\nreceived")), ["a.log violation"])
    XCTAssertEqual(verdicts(try judge("event resume")), ["a.log unfinished"])
    XCTAssertEqual(verdicts(try judge("event resume\nbegan\nevent end\nreceived")), ["a.log unfinished"])
  }

  /// A log may begin with an event that the machine ignores, so this is no sign of another object.
  func testAnEventThatAnyLogMayBeginWith() throws {
    let lines = "event resume\nbegan\nevent data\nreceived\nevent data\n"
    XCTAssertFalse(text(try judge(lines + "event data")).contains("a log can begin with"))
    XCTAssertTrue(text(try judge(lines + "began", showing: ["data"])).contains("a log can begin with this call"))
  }

  /// A name with a control character is another name.
  func testControlCharactersInNames() throws {
    for ending in ["\u{7F}", "\u{1B}[0m", "\u{1}now"] {
      let result = try judge("event resume\(ending)\nbegan")
      XCTAssertEqual(verdicts(result), ["a.log violation"], ending.debugDescription)
      XCTAssertEqual(result.findings.unknownCalls.events.map(\.name), ["resume\(ending)"])
      XCTAssertFalse(text(result).unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 127 })
    }
    XCTAssertEqual(verdicts(try judge("event resume\t\u{7F}\nbegan")), ["a.log conforms"])
  }

  func testAnEventThatNobodyObservesMayHappenAnywhere() throws {
    XCTAssertEqual(verdicts(try judge("began\nevent cancel\nfailed", showing: ["cancel"])), ["a.log conforms"])
    XCTAssertEqual(verdicts(try judge("began\nfailed", showing: ["cancel"])), ["a.log violation"])
    XCTAssertEqual(verdicts(try judge("began\nfailed", showing: [])), ["a.log conforms"])
    // Such a line is like any other that is no call.
    let result = try judge("event resume\nbegan\nfailed", showing: [])
    XCTAssertEqual(verdicts(result), ["a.log conforms"])
    XCTAssertEqual(result.findings.otherCount, 1)
  }

  /// Who forgets to say that events are observed learns it from the summary.
  func testTheSummaryCountsEventsThatAreNotObserved() throws {
    func others(_ result: TraceResult) -> Substring { result.summary.drop { $0 != ";" }.dropFirst(2) }
    XCTAssertEqual(
      others(try judge("event resume\nbegan\nevent nothing\nevent cancel\nfailed", showing: [])),
      "2 calls, 3 other lines (2 of them show an event that isn't observed, the first in a.log:1; "
        + "`--observing-events resume` observes it)")
    XCTAssertEqual(
      others(try judge(#"{"event": "data"}"# + "\n" + #"{"callback": "began"}"#, showing: ["cancel"])),
      "1 call, 1 other line (1 of them shows an event that isn't observed, the first in a.log:1; "
        + "`--observing-events data` observes it)")
    XCTAssertEqual(others(try judge(#"{"event": "no", "callback": "began"}"#, showing: [])), "1 call, 0 other lines")
  }

  func testAListOfEventsHasEight() throws {
    func report(_ count: Int) throws -> String {
      let names = (1...count).map { "e\($0)" }
      let moves = names.map { "\($0): {do: a}" }.joined(separator: ", ")
      return text(
        try judge(
          "event e1\na\na", showing: names,
          spec: "callbacks: [a]\nevents: [\(names.joined(separator: ", "))]\nstates: {s: {on: {\(moves)}}}"))
    }
    let seven = "could have come: the events `e1`, `e2`, `e3`, `e4`, `e5`, `e6`, `e7`, "
    XCTAssertTrue(try report(8).contains(seven + "`e8`\n"))
    XCTAssertTrue(try report(10).contains(seven + "and 3 others\n"))
  }

  /// A system that goes on after `cancel` conforms to its calls alone.
  func testASystemThatIgnoresAnEvent() throws {
    let log = "event resume\nbegan\nevent cancel\nevent data\nreceived"
    XCTAssertEqual(verdicts(try judge(log, showing: ["resume", "data"])), ["a.log conforms"])
    let result = try judge(log)
    XCTAssertEqual(verdicts(result), ["a.log violation"])
    let report = text(result)
    XCTAssertTrue(report.hasPrefix("a.log:4:7: error: the event `data` came where it cannot [L951]\n"), report)
    XCTAssertTrue(report.contains("could have come: `failed`\n"), report)
    XCTAssertTrue(report.contains("shortest story so far: resume, cancel  # cancelled\n"), report)
    XCTAssertTrue(report.contains("cheapest repair: `failed` is missing before line 4\n"), report)
    XCTAssertTrue(report.contains("note: `data` is declared here"), report)
  }

  func testAnEventThatTheMachineIgnoresChangesNothing() throws {
    let log = "event data\nevent resume\nbegan\nevent resume\nevent cancel\nfailed\nevent data\nevent end"
    let result = try judge(log) { $0.keepsCalls = true }
    XCTAssertEqual(verdicts(result), ["a.log conforms"])
    XCTAssertEqual(
      result.summary, "sessions: 1 conforms, 0 violate, 0 unfinished, 0 inconclusive; 2 calls, 6 events, 0 other lines")
    XCTAssertEqual(
      result.scenario,
      [
        "scenarios:", "  \"the log of a.log\":", "    when:", "      - ignored: data", "      - resume: [began]",
        "      - ignored: resume", "      - cancel: [failed]", "      - ignored: data", "      - ignored: end",
        "    then: cancelled",
      ])
  }

  func testARepairNamesEvents() throws {
    let result = try judge("event resume\nbegan\nfailed")
    XCTAssertTrue(text(result).contains("cheapest repair: the event `cancel` is missing before line 3"), text(result))
    XCTAssertFalse(text(result).contains("never logged"), text(result))
  }

  func testObjects() throws {
    let log = """
      {"event":"resume","session":"1"}
      {"event":"resume","session":"2"}
      {"callback":"began","session":"2"}
      {"callback":"began","session":"1"}
      {"event":"cancel","session":"1","callback":null}
      {"callback":"failed","session":"1"}
      {"event":"end","callback":"received","session":"2"}
      """
    let result = try judge(log)
    XCTAssertEqual(verdicts(result), ["1 conforms", "2 violation"])
    XCTAssertEqual(result.sessions.map(\.eventCount), [2, 1])
    XCTAssertEqual(result.sessions.map(\.callCount), [2, 2])
  }

  func testLinesOfText() throws {
    for line in [
      "<A: 0x1> event resume", "event resume <A: 0x1>", "10:02:11.350 <A: 0x1> event resume",
      "2026-10-31 10:02:11.102 Demo[41:7] <A: 0x1>: event resume",
    ] {
      let result = try judge("\(line)\n<A: 0x1> began")
      XCTAssertEqual(verdicts(result), ["A 0x1 conforms"], line)
      XCTAssertEqual(result.sessions.first?.eventCount, 1, line)
    }
    let ofClass = try judge("event App.Screen.resume\n-[App.Screen began]\nevent -[App.Screen cancel]")
    XCTAssertEqual(verdicts(ofClass), ["App.Screen conforms"])
    XCTAssertEqual(ofClass.sessions[0].eventCount, 1)
    // The word alone, and another word, are no events.
    XCTAssertEqual(try judge("event \nevents resume\nevent\n").findings.otherCount, 4)
  }

  func testAPatternOfEvents() throws {
    let log = "INFO sent resume to the task\nbegan\nsent cancel\nfailed\nsent nothing"
    let result = try judge(log) { $0.eventPattern = "sent ([a-z]+)" }
    XCTAssertEqual(verdicts(result), ["a.log conforms"])
    XCTAssertEqual(result.sessions[0].eventCount, 2)
    // The usual form doesn't count beside a pattern.
    XCTAssertEqual(
      verdicts(try judge("event resume\nbegan") { $0.eventPattern = "sent ([a-z]+)" }), ["a.log violation"])
    XCTAssertTrue(text(result).contains("`nothing` is no event of Test, so it is not judged"), text(result))
  }

  /// A line in which the pattern finds nothing, or an empty name, is no event.
  func testAPatternThatFindsNoName() throws {
    let result = try judge("sent \nsent resume\nbegan\nnothing") { $0.eventPattern = "sent ?([a-z]*)" }
    XCTAssertEqual(verdicts(result), ["a.log conforms"])
    XCTAssertEqual(result.findings.otherCount, 2)
    XCTAssertEqual(result.findings.unknownCalls.events.map(\.name), [])
  }

  /// The message of `log show` may be an event.
  func testAnEventInAMessage() throws {
    let result = try judge(#"{"eventMessage": "event resume"}"# + "\n" + #"{"eventMessage": "began"}"#)
    XCTAssertEqual(verdicts(result), ["a.log conforms"])
    XCTAssertEqual(result.sessions.map(\.eventCount), [1])
  }

  func testAPatternOfCalls() throws {
    let log = "10:02:11 INFO [ui] lifecycle: began\nlifecycle: -[A began]\nbegan\nlifecycle: \nlifecycle: end"
    let result = try judge(log, showing: []) { $0.callPattern = "lifecycle: (.*)" }
    XCTAssertEqual(verdicts(result), ["a.log conforms", "A conforms"])
    XCTAssertEqual(result.callCount, 2)
    XCTAssertEqual(result.findings.otherCount, 3)
    // The group says where the call ends.
    let cut = try judge("<beganned>\nlast: <began>", showing: []) { $0.callPattern = "<(began).*>" }
    XCTAssertEqual(cut.callCount, 2)
  }

  func testUnknownEventsAreReportedOnce() throws {
    let result = try judge("event resume\nbegan\nevent dat\nevent dat\nevent data\nreceived")
    XCTAssertEqual(verdicts(result), ["a.log conforms"])
    XCTAssertEqual(text(result).components(separatedBy: "`dat` is no event of").count, 2, text(result))
    XCTAssertTrue(text(result).contains("did you mean `data`?"), text(result))
  }

  func testLogsFromAnywhere() throws {
    func verdict(_ log: String) throws -> [String] { verdicts(try judge(log) { $0.beginsAnywhere = true }) }
    XCTAssertEqual(try verdict("event data\nreceived"), ["a.log conforms"])
    // Nobody knows whether the machine has ignored it.
    XCTAssertEqual(try verdict("event data"), ["a.log inconclusive"])
    XCTAssertEqual(try verdict("event data\nfinished"), ["a.log violation"])
  }

  func testGuardsDecideWhetherAnEventIsIgnored() throws {
    let spec = """
      context: {on: false}
      callbacks: {rang: }
      events: [knock]
      states:
        one: {on: {knock: {if: on, do: rang}}}
      """
    for log in ["event knock", "event knock\nrang", "event knock\nevent knock\nrang\nevent knock"] {
      XCTAssertEqual(verdicts(try judge(log, showing: ["knock"], spec: spec)), ["a.log conforms"], log)
    }
    XCTAssertEqual(verdicts(try judge("event knock\nrang\nrang", showing: ["knock"], spec: spec)), ["a.log violation"])
  }

  /// An event that is deferred is not ignored: its calls come later, and the event is where it was sent.
  func testDeferredEvents() throws {
    let spec = """
      callbacks: {did: , ready: }
      events: [work, free]
      states:
        busy: {defer: work, on: {free: {to: idle, do: ready}}}
        idle: {on: {work: {do: did}}}
      """
    XCTAssertEqual(
      verdicts(try judge("event work\nevent free\nready\ndid", showing: ["work", "free"], spec: spec)),
      ["a.log conforms"])
    XCTAssertEqual(
      verdicts(try judge("event work\nevent free\nready", showing: ["work", "free"], spec: spec)), ["a.log unfinished"])
    XCTAssertEqual(
      verdicts(try judge("event free\nready\ndid", showing: ["work", "free"], spec: spec)), ["a.log violation"])
  }

  func testHostileNames() throws {
    let long = String(repeating: "n", count: 100_000)
    let result = try judge("event \(long)\nevent \u{1B}[2J\nevent \u{FFFD}\n{\"event\": 7}\nevent resume\nbegan")
    XCTAssertEqual(verdicts(result), ["a.log conforms"])
    XCTAssertEqual(
      verdicts(try judge("{\"event\":\"\(long)\"}\n{\"event\":[]}\n{\"event\":\"resume\"}")), ["a.log unfinished"])
  }
}
