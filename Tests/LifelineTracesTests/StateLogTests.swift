import LifelineModel
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Tests of logs that show the states in which the machine is.
final class StateLogTests: XCTestCase {
  private static let spec = """
    callbacks: {began: , paused: , ended: }
    events: [resume, pause, end]
    states:
      ready: {on: {resume: {to: loading, do: began}}}
      loading:
        on: {end: {to: ready, do: ended}}
        states:
          running: {on: {pause: {to: waiting, do: paused}}}
          waiting: {on: {resume: running}}
    """

  private func judge(
    _ log: String, showing names: [String] = [], _ change: (inout TraceOptions) -> Void = { $0.showsStates = true }
  ) throws -> TraceResult {
    try judgeLog(log, Self.spec, showing: names, change)
  }

  private func verdicts(_ result: TraceResult) -> [String] { result.sessions.map { "\($0.key) \($0.verdict)" } }

  private func text(_ result: TraceResult) -> String {
    TerminalRenderer(colored: false).render(result.diagnose(), sources: [:])
  }

  func testTheMachineIsInTheState() throws {
    XCTAssertEqual(verdicts(try judge("state ready\nbegan\nstate loading\nstate running")), ["a.log conforms"])
    XCTAssertEqual(
      verdicts(try judge("began\npaused\nstate loading.waiting\nstate loading.running")), ["a.log conforms"])
    XCTAssertEqual(verdicts(try judge("began\nstate ready")), ["a.log violation"])
    XCTAssertEqual(verdicts(try judge("began\nstate waiting")), ["a.log violation"])
    // Nobody resumes without the event.
    let resuming = "event resume\nbegan\npaused\nstate waiting\nstate running"
    XCTAssertEqual(verdicts(try judge(resuming)), ["a.log conforms"])
    XCTAssertEqual(verdicts(try judge(resuming, showing: ["resume"])), ["a.log violation"])
    XCTAssertEqual(
      verdicts(try judge(resuming.replacing("waiting\n", with: "waiting\nevent resume\n"), showing: ["resume"])),
      ["a.log conforms"])
  }

  /// The machine is looked at between steps.
  func testAStateInsideOfAStep() throws {
    let result = try judgeLog(
      "a\nstate s\nb", "callbacks: {a: , b: }\nevents: [go]\nstates: {s: {on: {go: {do: [a, b]}}}}", showing: []
    ) { $0.showsStates = true }
    XCTAssertEqual(verdicts(result), ["a.log violation"])
    XCTAssertTrue(text(result).contains("could have come: `b`"), text(result))
  }

  func testReports() throws {
    let result = try judge("began\npaused\nstate ready")
    let report = text(result)
    XCTAssertTrue(report.hasPrefix("a.log:3:7: error: the state `ready` was seen where it cannot be [L951]\n"), report)
    XCTAssertTrue(report.contains("could have been in: `loading.running`, `loading.waiting`\n"), report)
    XCTAssertTrue(report.contains("shortest story so far: resume, pause  # loading.waiting\n"), report)
    XCTAssertTrue(report.contains("cheapest repair: `ended` is missing before line 3\n"), report)
    XCTAssertTrue(report.contains("note: `ready` is declared here"), report)
    XCTAssertTrue(result.summary.hasSuffix("2 calls, 1 state, 0 other lines"), result.summary)
    // A look is no step of a story.
    let later = try judge("began\nstate running\npaused\nstate waiting\nbegan")
    XCTAssertTrue(text(later).contains("shortest story so far: resume, pause  # loading.waiting"), text(later))
    XCTAssertTrue(text(later).contains("could have come: `paused`, `ended`\n"), text(later))
  }

  func testFormsOfLines() throws {
    for log in [
      #"{"callback": "began"}\#n{"state": "running", "session": null}"#,
      "10:02:11.002 Loader.began\n10:02:11.003 state Loader.running",
      "<Loader: 0x1> began\n<Loader: 0x1> state loading.running",
    ] {
      let result = try judge(log)
      XCTAssertEqual(result.sessions.map(\.verdict), [.conforms], log)
      XCTAssertEqual(result.sessions.map(\.stateCount), [1], log)
    }
    let pattern = try judge("began\nnow in running\nstate running") {
      ($0.showsStates, $0.statePattern) = (true, "now in ([a-z.]+)")
    }
    XCTAssertEqual(pattern.sessions.map(\.stateCount), [1])
    // Without the option, such a line is like any other.
    let other = try judge("began\nstate ready") { _ in }
    XCTAssertEqual(verdicts(other), ["a.log conforms"])
    XCTAssertEqual(other.findings.otherCount, 1)
    let objects = try judge(
      "{\"callback\": \"began\"}\n{\"state\": \"running\"}\n{\"state\": \"no\"}\n{\"state\": \"loading\"}"
    ) {
      _ in
    }
    XCTAssertTrue(
      objects.summary.hasSuffix(
        "3 other lines (2 of them show a state, and states aren't observed, the first in a.log:2; `--observing-states` "
          + "observes them)"), objects.summary)
    let unknown = try judge("began\nstate runing\nstate \u{7F}")
    XCTAssertTrue(text(unknown).contains("`runing` is no state of"), text(unknown))
    XCTAssertEqual(unknown.findings.unknownCalls.states.count, 2)
    XCTAssertEqual(verdicts(unknown), ["a.log conforms"])
  }

  /// A line in which the pattern finds nothing, or an empty name, shows no state.
  func testAPatternThatFindsNoState() throws {
    let result = try judge("began\nnow in \nnow in running\nnothing") {
      ($0.showsStates, $0.statePattern) = (true, "now in ?([a-z.]*)")
    }
    XCTAssertEqual(verdicts(result), ["a.log conforms"])
    XCTAssertEqual(result.findings.otherCount, 2)
    XCTAssertEqual(result.findings.unknownCalls.states.count, 0)
  }

  func testAStateInAMessage() throws {
    let result = try judge(#"{"eventMessage": "began"}"# + "\n" + #"{"eventMessage": "state waiting"}"#)
    XCTAssertEqual(verdicts(result), ["a.log violation"])
  }

  func testPicturesAndScenarios() throws {
    let result = try judge("began\nstate running\npaused\nstate ready") {
      ($0.showsStates, $0.drawsSession, $0.keepsCalls) = (true, true, true)
    }
    XCTAssertNotNil(result.picture)
    XCTAssertTrue(result.scenario.joined(separator: "\n").contains("- resume: [began]\n      - pause: [paused]"))
  }

  /// A bare name is a state's if no other state has it.
  func testBareNames() throws {
    let spec = """
      callbacks: {began: , ended: }
      events: [go, stop]
      states:
        a: {on: {go: {to: b.on, do: began}}, states: {on: {}, off: {}}}
        b: {on: {stop: {to: a, do: ended}}, states: {on: {}, last: {}}}
      """
    func judged(_ log: String) throws -> TraceResult {
      try judgeLog(log, spec, showing: []) { $0.showsStates = true }
    }
    let result = try judged("state a.on\nstate off\nbegan\nstate b.on\nstate on\nstate last")
    XCTAssertEqual(result.findings.unknownCalls.states.map(\.name), ["on"])
    XCTAssertEqual(result.reported.map(\.call.name), ["off", "last"])
    XCTAssertEqual(verdicts(try judged("state a\nbegan\nstate on\nended\nstate on")), ["a.log conforms"])
  }

  /// A call behind a look at a state is still the call of its own line.
  func testThePictureHasTheLinesOfCalls() throws {
    let result = try judge("state ready\nbegan\nstate running\nstate loading\npaused\nstate waiting\nended") {
      ($0.showsStates, $0.drawsSession) = (true, true)
    }
    let calls = try XCTUnwrap(result.picture).rows.compactMap { row in
      if case .call(let call) = row.content { "\(call.name) \(row.number ?? 0)" } else { nil }
    }
    XCTAssertEqual(calls, ["began 2", "paused 5", "ended 7"])
  }

  /// What could come next are calls and events, since the machine can be looked at at any time.
  func testAStateIsNotExpected() throws {
    let result = try judge("began\nstate running")
    XCTAssertEqual(result.sessions.map(\.verdict), [.conforms])
    XCTAssertFalse(result.sessions[0].expected.isEmpty)
    XCTAssertFalse(result.sessions[0].expected.contains(where: result.machine.isState))
  }

  /// A state shows where a machine is that was seen from anywhere.
  func testALogFromAnywhere() throws {
    func verdict(_ log: String) throws -> [TraceVerdict] {
      try judge(log) { ($0.showsStates, $0.beginsAnywhere) = (true, true) }.sessions.map(\.verdict)
    }
    XCTAssertEqual(try verdict("state waiting\nbegan"), [.violation])
    XCTAssertEqual(try verdict("state waiting\nended"), [.conforms])
  }
}
