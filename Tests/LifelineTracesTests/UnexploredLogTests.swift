import LifelineInterpreter
import LifelineModel
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Logs of machines of which not everything was explored: what wasn't explored may explain them.
final class UnexploredLogTests: XCTestCase {
  /// One step leaves 24 · 24 · 24 orders open.
  private static let orders = """
    context: {modern: {default: true, fixed: true}}
    callbacks: [a1, a2, a3, a4, b1, b2, b3, b4, c1, c2, c3, c4, done]
    events: [go, stop]
    states:
      idle:
        on: {go: {to: busy, do: [{anyOrder: [a1, a2, a3, a4]}, {anyOrder: [b1, b2, b3, b4]}, {anyOrder: [c1, c2, c3, c4]}]}}
      busy: {on: {stop: {to: over, do: done}}}
      over: {final: true}
    """

  private func text(_ result: TraceResult) -> String {
    TerminalRenderer(colored: false).render(result.diagnose(), sources: [:])
  }

  private func judge(_ log: String, _ change: (inout TraceOptions) -> Void = { _ in }) throws -> TraceResult {
    try judgeLog(log, Self.orders, showing: [], change)
  }

  private func lines(_ names: String) -> String { names.replacing(" ", with: "\n") }

  func testNoOrderThatWasLeftOutIsWrong() throws {
    let first = try judge(lines("a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 done"))
    XCTAssertEqual(first.sessions.map(\.verdict), [.conforms], text(first))
    let last = try judge(lines("a4 a3 a2 a1 b4 b3 b2 b1 c4 c3 c2 c1 done"))
    XCTAssertEqual(last.sessions.map(\.verdict), [.inconclusive])
    XCTAssertEqual(last.violationCount, 0)
    XCTAssertEqual(last.sessions[0].callCount, 13)
    let report = text(last)
    XCTAssertEqual(last.diagnose().map(\.kind.code), ["L961"], report)
    XCTAssertTrue(report.contains("can come here, so the rest of its session isn't judged [L961]"), report)
    XCTAssertTrue(
      report.contains("not everything was explored: `go` in `idle` leaves more than 10,000 combinations open"), report)
    XCTAssertTrue(report.contains("that would be known if fewer actions of one step left something open"), report)
  }

  /// What is known of a session with something that wasn't explored stays open, too.
  func testWhatMayBeOtherwiseIsNotSaid() throws {
    let half = try judge(lines("a1 a2 a3 a4 b1"))
    XCTAssertEqual(half.sessions.map(\.verdict), [.inconclusive])
    XCTAssertEqual(half.sessions[0].itemsLeft, [])
    XCTAssertTrue(text(half).contains("it isn't known whether this log ends inside a step [L961]"), text(half))
    let told = try judge(lines("a4 a3 a2 a1 b4 b3 b2 b1 c4 c3 c2 c1 done")) {
      $0.keepsCalls = true
      $0.drawsSession = true
      $0.recordsCoverage = true
    }
    XCTAssertTrue(
      told.scenario.last?.contains("Nobody knows whether the machine does that: `go` in `idle`") ?? false,
      told.scenario.joined(separator: "\n"))
    XCTAssertEqual(
      told.picture?.verdict?.text,
      "inconclusive: not everything was explored: `go` in `idle` leaves more than 10,000 combinations open")
  }

  /// Whoever sees the event knows whether the step that wasn't explored was taken.
  func testAStepWithoutItsEvent() throws {
    try skipTest(below: .thorough)
    func judge(_ log: String, showing names: [String], anywhere: Bool = false) throws -> TraceResult {
      try judgeLog(log, Self.orders, showing: names) { $0.beginsAnywhere = anywhere }
    }
    for log in ["done", "event stop\ndone", "event stop\na4"] {
      XCTAssertEqual(try judge(log, showing: ["go", "stop"]).sessions.map(\.verdict), [.violation], log)
      XCTAssertEqual(try judge(log, showing: ["stop"]).sessions.map(\.verdict), [.inconclusive], log)
    }
    let late = try judge("event go\n" + lines("a4 a3 a2 a1 b4 b3 b2 b1 c4 c3 c2 c1 done"), showing: ["go"])
    XCTAssertEqual(late.sessions.map(\.verdict), [.inconclusive], text(late))
    XCTAssertTrue(text(late).contains("`go` in `idle` leaves more than 10,000 combinations open"), text(late))
    // After a violation, and from anywhere, the machine may be within that step.
    let wrong = try judge("done\ndone\ndone", showing: ["go", "stop"])
    XCTAssertEqual(wrong.violationCount, 1, text(wrong))
    XCTAssertEqual(
      try judge("done\ndone", showing: ["go", "stop"], anywhere: true).sessions.map(\.verdict), [.inconclusive])
  }

  private static let chain = """
    callbacks: {a: , b: , c: {parameters: {n: Int}}}
    context: {n: {default: 0, private: true}}
    events: [go]
    states:
      s0: {on: {go: {to: s1, do: a}}}
      s1: {on: {go: {to: s2, do: [a, {set: {n: 1}}, c]}}}
      s2: {on: {go: {to: s3, do: a}}}
      s3: {on: {go: {to: s4, do: a}}}
      s4: {on: {go: {to: s0, do: b}}}
    """

  /// Judges the log of a machine of which only some configurations were explored.
  private func judge(_ log: String, limit: Int) throws -> TraceResult {
    let machine = try readMachine(Self.chain)
    let automaton = CallAutomaton.make(from: explore(MachineIndex.build(for: machine), limit: limit))
    let options = TraceOptions(owed: machine.observedCallbacks)
    var judge = TraceJudge(.make(automaton, owed: options.owed, given: []), options: options)
    judge.beginFile("a.log")
    for (number, line) in log.split(separator: "\n").enumerated() {
      let bytes = Array(line.utf8)
      judge.readLine(bytes, in: bytes.indices, number: number + 1)
    }
    return judge.finish()
  }

  func testAnExplorationThatEndsEarly() throws {
    for limit in 3...5 {
      let result = try judge("a\na\nc\na\na\nb\na", limit: limit)
      XCTAssertEqual(result.sessions.map(\.verdict), [limit == 5 ? .conforms : .inconclusive], "\(limit)")
    }
    let early = try judge("a\na\nc\na\na\nb", limit: 3)
    XCTAssertTrue(
      text(early).contains("not everything was explored: the exploration ended after 3 configurations"), text(early))
    XCTAssertTrue(text(early).contains("`limit` in `lifeline.yaml` was greater"), text(early))
    // What was left out is far away.
    XCTAssertEqual(try judge("b", limit: 3).sessions.map(\.verdict), [.violation])
    XCTAssertEqual(try judge("a\na\nc\nb", limit: 3).sessions.map(\.verdict), [.inconclusive])
    XCTAssertEqual(try judge("a\na\nc\nb", limit: 5).sessions.map(\.verdict), [.violation])
  }

  /// A wrong argument may be right in a run that wasn't explored.
  func testArgumentsThatMayBeRight() throws {
    try skipTest(below: .thorough)
    let spec = Self.orders
      .replacing("c4, done]", with: "c4, done, tell]").replacing("[go, stop]", with: "[go, stop, say]")
      .replacing("on: {go: {to: busy", with: "on: {say: {do: {tell: {n: 1}}}, go: {to: busy")
      .replacing(
        "callbacks: [a1, a2, a3, a4, b1, b2, b3, b4, c1, c2, c3, c4, done, tell]",
        with: "callbacks: {a1: , a2: , a3: , a4: , b1: , b2: , b3: , b4: , c1: , c2: , c3: , c4: , done: , "
          + "tell: {parameters: {n: Int}}}")
    let log = "{\"callback\": \"tell\", \"arguments\": {\"n\": 2}}"
    XCTAssertEqual(try judgeLog(log, spec, showing: [], { _ in }).sessions.map(\.verdict), [.inconclusive])
    let small = spec.replacing(", {anyOrder: [c1, c2, c3, c4]}", with: ", c1, c2, c3, c4")
    XCTAssertEqual(try judgeLog(log, small, showing: [], { _ in }).sessions.map(\.verdict), [.violation])
  }
}
