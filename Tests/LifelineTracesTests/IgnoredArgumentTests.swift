import LifelineInterpreter
import LifelineModel
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis
@testable import LifelineTraces

/// Tests of events that the machine ignores with some arguments, and not with others.
final class IgnoredArgumentTests: XCTestCase {
  private static let level = """
    callbacks: [didRise, didReset]
    events: {report: {parameters: {level: Int}}, reset: }
    states:
      low: {on: {report: {if: level > 3, to: high, do: didRise}, reset: {do: didReset}}}
      high: {on: {reset: {to: low, do: didReset}}}
    """

  private func judge(_ log: String, _ spec: String) throws -> TraceResult {
    let machine = try readMachine(spec)
    return judgeLog(
      log, in: machine, showing: IDSet(machine.hostEvents), { $0.keepsCalls = true }, spelling: ArgumentLogTests.object)
  }

  private func assertVerdict(
    _ log: String, _ verdict: TraceVerdict, _ spec: String = level, line: UInt = #line
  ) throws {
    let result = try judge(log, spec)
    XCTAssertEqual(
      result.sessions.map(\.verdict), [verdict],
      TerminalRenderer(colored: false).render(result.diagnose(), sources: [:]), line: line)
  }

  func testArgumentsThatAreComparedWithEachOther() throws {
    let scroll = """
      callbacks: [didScrollUp, didScrollDown]
      events: {scroll: {parameters: {from: Int, to: Int}}}
      states: {a: {on: {scroll: [{if: to < from, do: didScrollUp}, {if: to > from, do: didScrollDown}]}}}
      """
    let (down, up, nothing) = (
      "event scroll \"from\": 0, \"to\": 40", "event scroll \"from\": 40, \"to\": 7",
      "event scroll \"from\": 7, \"to\": 7"
    )
    try assertVerdict("\(down)\ndidScrollDown\n\(nothing)\n\(up)\ndidScrollUp", .conforms, scroll)
    try assertVerdict("\(down)\n\(up)\ndidScrollUp", .violation, scroll)
    try assertVerdict("\(nothing)\ndidScrollUp", .violation, scroll)
  }

  func testAnEventThatTheMachineCannotIgnore() throws {
    try assertVerdict("event report \"level\": 2\nevent reset\ndidReset", .conforms)
    try assertVerdict("event report\nevent reset\ndidReset", .conforms)
    try assertVerdict("event report \"level\": 5\ndidRise\nevent reset\ndidReset", .conforms)
    try assertVerdict("event report \"level\": 5\nevent reset\ndidReset", .violation)
    try assertVerdict("event report \"level\": 2\ndidRise\nevent reset\ndidReset", .violation)
    // A number that isn't one says nothing.
    try assertVerdict("event report \"level\": \"high\"\nevent reset\ndidReset", .conforms)
    let result = try judge("event report \"level\": 5\nevent reset\ndidReset", Self.level)
    XCTAssertTrue(
      TerminalRenderer(colored: false).render(result.diagnose(), sources: [:]).contains(
        "the event `reset` came where it cannot, as the arguments before it show [L951]"))
  }

  /// The log ends where the machine owes a call, although it rests if the event is ignored.
  func testALogThatEndsBehindSuchAnEvent() throws {
    let result = try judge("event reset\ndidReset\nevent report \"level\": 5", Self.level)
    XCTAssertEqual(result.sessions.map(\.verdict), [.unfinished])
    XCTAssertTrue(
      TerminalRenderer(colored: false).render(result.diagnose(), sources: [:]).contains(
        "this log ends inside a step: `didRise` is still owed [L954]"))
    try assertVerdict("event reset\ndidReset\nevent report \"level\": 2", .conforms)
    try assertVerdict("event reset\ndidReset\nevent report", .conforms)
  }

  /// The scenario has the event with its argument, as a step that is ignored or not.
  func testTheScenarioIgnoresTheEvent() throws {
    let result = try judge("event report \"level\": 2\nevent report \"level\": 7\ndidRise", Self.level)
    XCTAssertEqual(
      result.scenario.filter { $0.hasPrefix("      -") },
      ["      - {ignored: report, with: {level: 2}}", "      - {report: [didRise], with: {level: 7}}"])
  }

  /// Each transition that may take the event counts, whatever else it depends on.
  func testConditionsOfAllKinds() throws {
    let spec = """
      callbacks: [did, opened]
      events: {report: {parameters: {level: Int}}, open: , other: }
      context: {isOpen: {default: false, private: true}, limit: {default: 3}, isLoud: {default: false, fixed: true}}
      states:
        all:
          on:
            open: {do: [{set: {isOpen: true}}, opened]}
          regions:
            one:
              states:
                a:
                  on: {report: {if: level > 10 and in(all.two.c), do: did}, other: {to: b}}
                b: {on: {report: {if: level > limit, do: did}}}
            two:
              states:
                c: {on: {report: {if: isOpen and level > 5, to: d, do: did}}}
                d: {on: {report: {if: isLoud or level < 0, do: did}}}
      """
    // `isOpen` is false, and the machine is in `c`.
    try assertVerdict("event report \"level\": 7", .conforms, spec)
    try assertVerdict("event report \"level\": 11", .unfinished, spec)
    try assertVerdict("event open\nopened\nevent report \"level\": 7", .unfinished, spec)
    try assertVerdict("event open\nopened\nevent report \"level\": 4", .conforms, spec)
    // The host may set `limit` at any time, and nobody knows `isLoud`.
    try assertVerdict("event other\nevent report \"level\": 4\nopened", .violation, spec)
    try assertVerdict("event other\nevent report \"level\": 4\nevent open\nopened", .conforms, spec)
    let loud = "event open\nopened\nevent report \"level\": 7\ndid\nevent report \"level\": "
    try assertVerdict(loud + "4\nevent open\nopened", .conforms, spec)
    try assertVerdict(loud + "-1\nevent open\nopened", .violation, spec)
    // What the machine ignores with one argument tells what it does with another.
    try assertVerdict(loud + "4\nevent report \"level\": 4\ndid", .violation, spec)
  }

  /// What a log has shown before decides, too.
  func testValuesThatWereShownBefore() throws {
    let spec = """
      callbacks: {did: {parameters: {best: Int}}}
      events: {report: {parameters: {level: Int}}, other: }
      context: {best: {default: 0, private: true, range: 0...20}}
      states:
        s: {on: {report: {if: level > best and level < 20, do: [{set: {best: level}}, did]}, other: {do: did}}}
      """
    let log = "event other\ndid \"best\": 0\nevent report \"level\": 4\ndid\n"
    try assertVerdict(log + "event report \"level\": 4\nevent other\ndid", .conforms, spec)
    try assertVerdict(log + "event report \"level\": 5\nevent other\ndid", .violation, spec)
    // It is ignored, so the number before it was as great.
    let open = "event report\ndid\nevent report \"level\": 7\nevent other\ndid \"best\": "
    try assertVerdict(open + "7", .conforms, spec)
    try assertVerdict(open + "6", .violation, spec)
  }

  /// Nobody knows what the machine does with numbers that weren't tried.
  func testNumbersThatWereNotTried() throws {
    let spec = """
      callbacks: [did, other]
      events: {report: {parameters: {level: Int}}, go: }
      states: {s: {on: {report: {if: level * level == 1522756, do: did}, go: {do: other}}}}
      """
    try assertVerdict("event report \"level\": 1234\nevent go\nother", .conforms, spec)
    try assertVerdict("event report \"level\": 7\nevent go\nother", .conforms, spec)
  }

  /// Nothing follows a failure. The event that leads there isn't reported because of its argument.
  func testAnEventWithWhichTheMachineFails() throws {
    let spec = """
      callbacks: {did: {parameters: {share: Int}}}
      events: {report: {parameters: {level: Int}}, go: }
      states: {s: {on: {report: {if: level < 3, do: {did: {share: 6 / level}}}, go: {do: {did: {share: 1}}}}}}
      """
    try assertVerdict("event report \"level\": 2\nevent go\ndid", .violation, spec)
    try assertVerdict("event report \"level\": 3\nevent go\ndid \"share\": 1", .conforms, spec)
  }

  /// A field that no call has remembers what an event shows, and a later event depends on it.
  func testFieldsThatOnlyGuardsRead() throws {
    let spec = """
      callbacks: [did, other]
      types: {Mode: [slow, fast]}
      events: {choose: {parameters: {chosen: Mode, new: Int}}, go: }
      context: {mode: {type: Mode, default: slow, private: true}, level: {default: 0, private: true}}
      states:
        s:
          on:
            choose: {do: {set: {mode: chosen, level: new}}}
            go: [{if: mode == fast and level > 3, do: did}, {if: level > 1, do: other}]
      """
    func log(_ mode: String, _ level: Int, _ rest: String) -> String {
      "event choose \"chosen\": \"\(mode)\", \"new\": \(level)\nevent go\n" + rest
    }
    for (mode, level, call) in [
      ("fast", 4, "did"), ("fast", 3, "other"), ("slow", 4, "other"), ("slow", 1, "event go"),
    ] {
      for other in ["did", "other", "event go"] {
        try assertVerdict(log(mode, level, other + "\nevent choose"), other == call ? .conforms : .violation, spec)
      }
    }
    // What isn't shown may be anything, but only one thing at a time.
    let open = "event choose \"new\": 7\nevent go\n"
    try assertVerdict(open + "did\nevent go\ndid", .conforms, spec)
    try assertVerdict(open + "other\nevent go\nother", .conforms, spec)
    try assertVerdict(open + "did\nevent go\nother", .violation, spec)
    try assertVerdict(open + "event go", .violation, spec)
  }
}
