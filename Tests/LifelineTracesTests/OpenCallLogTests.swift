import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineScenarios
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Logs of machines that leave the order of calls open, or which of them are made.
final class OpenCallLogTests: XCTestCase {
  private static let spec = """
    callbacks: {will: , did: , note: , over: }
    events: [go, end]
    states:
      idle: {on: {go: {to: busy, do: [{anyOrder: [will, did]}, {optional: note}]}}}
      busy: {on: {end: {to: idle, do: {oneOf: [over, [], [note, over]]}}}}
    """

  private func judge(_ log: String, _ change: (inout TraceOptions) -> Void = { _ in }) throws -> TraceResult {
    try judgeLog(log, Self.spec, showing: [], change)
  }

  func testEveryAlternativeConforms() throws {
    for log in [
      "will\ndid\nnote\nover", "did\nwill\nnote\nover", "did\nwill\nover", "will\ndid\nnote\nnote\nover",
      "did\nwill\ndid\nwill", "will\ndid\nover\ndid\nwill\nnote",
    ] {
      XCTAssertEqual(try judge(log).sessions.map(\.verdict), [.conforms], log)
    }
    XCTAssertEqual(try judge("did").sessions.map(\.verdict), [.unfinished])
    for log in ["will\nwill", "will\nnote", "note", "will\ndid\nnote\nnote\nnote"] {
      XCTAssertEqual(try judge(log).sessions.map(\.verdict), [.violation], log)
    }
  }

  /// The scenario of a log runs with what generated code does, so it expects patterns.
  func testTheScenarioOfALogHolds() throws {
    let result = try judge("did\nwill\nover\nwill\ndid\nnote\nnote\nover\ndid\nwill") { $0.keepsCalls = true }
    XCTAssertEqual(
      result.scenario.filter { $0.hasPrefix("      -") },
      [
        "      - go: [{anyOrder: [will, did]}, {optional: note}]", "      - end: [{oneOf: [over, [], [note, over]]}]",
        "      - go: [{anyOrder: [will, did]}, {optional: note}]", "      - end: [{oneOf: [over, [], [note, over]]}]",
        "      - go: [{anyOrder: [will, did]}, {optional: note}]",
      ])
    let machine = try readMachine(Self.spec + "\n" + result.scenario.joined(separator: "\n"))
    XCTAssertEqual(checkScenarios(of: machine).diagnostics.map(\.message), [])
  }

  /// A call that nobody logs isn't expected.
  func testTheScenarioOfALogWithoutSomeCalls() throws {
    let result = try judge("will\nover") { options in
      options.keepsCalls = true
      options.owed.remove(ID(1))
    }
    XCTAssertEqual(
      result.scenario.filter { $0.hasPrefix("      -") },
      [
        "      - go: [{anyOrder: [will, {optional: did}]}, {optional: note}]",
        "      - end: [{oneOf: [over, [], [note, over]]}]",
      ])
  }

  func testTheArgumentsOfEveryAlternative() throws {
    let spec = """
      context: {n: {default: 0, private: true}}
      callbacks: {a: {parameters: {n: Int}}, b: {parameters: {n: Int}}}
      events: [go]
      states:
        s: {on: {go: {do: [{set: {n: n + 1}}, {anyOrder: [a, {b: {n: n * 2}}]}]}}}
      """
    func verdict(_ calls: [(String, Int)]) throws -> TraceVerdict? {
      let lines = calls.map { #"{"callback": "\#($0.0)", "arguments": {"n": \#($0.1)}}"# }
      return try judgeLog(lines.joined(separator: "\n"), spec, showing: [], { _ in }, spelling: String.init)
        .sessions.first?.verdict
    }
    XCTAssertEqual(try verdict([("a", 1), ("b", 2), ("b", 4), ("a", 2)]), .conforms)
    XCTAssertEqual(try verdict([("b", 2), ("a", 1)]), .conforms)
    XCTAssertEqual(try verdict([("b", 1), ("a", 1)]), .violation)
    XCTAssertEqual(try verdict([("b", 2), ("a", 2)]), .violation)
  }
}
