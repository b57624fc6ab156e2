import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineTraces

/// Reports about logs: what could have come, what nobody knows, and how to mend a log.
final class TraceReportTests: TraceJudgeTestCase {
  func testReportOfAMissingCall() throws {
    let log = """
      10:02:11.100 -[Detail load]
      10:02:11.102 -[Detail appear]
      10:02:11.104 -[Detail shown]
      10:02:13.870 -[Detail hidden]
      """
    XCTAssertEqual(
      text(try judge(log)),
      """
      a.log:4:23: error: `hidden` of Detail came where it cannot [L951]
          2 | 10:02:11.102 -[Detail appear]
          3 | 10:02:11.104 -[Detail shown]
          4 | 10:02:13.870 -[Detail hidden]
            |                       ^~~~~~
            |  could have come: `hide`
            |  shortest story so far: open  # on
            |  cheapest repair: `hide` is missing before line 4
            |  never logged? `--without hide`
            |  only `modern: true` explains the calls before
      Spec.yaml:2:119: note: `hidden` needs `hide`

      """)
  }

  /// Nobody sets a fixed field: a story has it as given.
  func testAStoryBeginsWithWhatIsGiven() throws {
    let report = text(try judge("load\nappear\nhide\nhidden\nload"))
    XCTAssertTrue(report.contains("shortest story so far: given {modern: false}, open, close  # away\n"), report)
  }

  /// Of several ways to the calls of a log from anywhere, a story takes the one with the fewest steps in all.
  func testAStoryTakesTheShortestWay() throws {
    let spec = """
      callbacks: {a: , b: , c: , x: }
      events: [go, next, leave, both, last]
      states:
        near: {on: {go: {to: middle, do: a}, leave: far}}
        middle: {on: {next: {to: near, do: c}}}
        far: {on: {leave: farther}}
        farther: {on: {leave: farthest}}
        farthest: {on: {both: {do: [a, c]}, last: {do: [b, x]}}}
      """
    let report = text(try judge("a\nc\nx", { $0.beginsAnywhere = true }, spec: spec))
    XCTAssertTrue(report.contains("shortest story so far: go, next  # near\n"), report)
  }

  /// Of a long story, the last twelve steps are shown.
  func testALongStoryIsCut() throws {
    let spec = """
      callbacks: {a: , b: , x: }
      events: [go, last]
      states: {s: {on: {go: {do: a}, last: {do: [b, x]}}}}
      """
    for (count, start) in [(12, ""), (13, "…, ")] {
      let report = text(try judge(String(repeating: "a\n", count: count) + "x", spec: spec))
      let steps = Array(repeating: "go", count: 12).joined(separator: ", ")
      XCTAssertTrue(report.contains("shortest story so far: \(start)\(steps)  # s\n"), report)
    }
  }

  func testRepairs() throws {
    let chatting = """
      callbacks: {a: , b: , ping: }
      events: [go, ping]
      states:
        s: {on: {go: {to: t, do: [a, b]}, ping: {do: ping}}}
        t: {on: {ping: {do: ping}}}
      """
    func repair(_ log: String, spec: String = Self.screen) throws -> String {
      let result = try judge(log, spec: spec)
      let session = try XCTUnwrap(result.sessions.first)
      return result.words(of: session.violation?.repair ?? [], in: session).joined(separator: "; ")
    }
    // The report is made where `hidden` comes, so nobody knows that `hide` follows.
    XCTAssertEqual(try repair("load\nappear\nshown\nhidden\nhide"), "`hide` is missing before line 4")
    XCTAssertEqual(try repair("load\nshown\nappear"), "`appear` is missing before line 2")
    // A swap comes before a missing call, and that before one too many.
    XCTAssertEqual(try repair("a\nping\nb", spec: chatting), "`ping` in line 2 belongs before `a` in line 1")
    XCTAssertEqual(try repair("a\nb\nb", spec: chatting), "`b` in line 2 is one too many")
    XCTAssertEqual(try repair("load\nappear\nappear"), "`appear` in line 2 is one too many")
    XCTAssertEqual(
      try repair("load\nappear\nshown\nend"), "`hide` is missing before line 4; `hidden` is missing before line 4")
    XCTAssertEqual(try repair("end"), "")
  }

  func testGoingOnAfterAViolation() throws {
    let result = try judge("load\nappear\nhidden\nend\nload\nappear\nhide\nhidden\nhide")
    // After a violation the log begins anywhere, with the call that didn't fit: with `hidden`, which `end` may follow, with the
    // second `load`, and with the last `hide`, since behind `hidden` the screen could only appear or end.
    XCTAssertEqual(result.violationCount, 3)
    XCTAssertEqual(result.sessions[0].violation?.call.place.line, 3)
    XCTAssertEqual(result.reported.map(\.call.place.line), [3, 5, 9])
    XCTAssertTrue(result.reported[1].isBeginning)
    XCTAssertEqual(try judge("load\nhide\nhide") { $0.stopsAtFirst = true }.violationCount, 1)
  }

  /// A screen that isn't modern never makes `shown`, so nothing explains it, whatever came before.
  func testACallThatComesNowhereIsQuotedAndExplainsNothing() throws {
    let result = try judge("load\nappear\nshown\nhide\nhide", given: false)
    XCTAssertEqual(result.reported.map(\.call.place.line), [3, 5])
    XCTAssertEqual(result.reported[1].repair, [.extra(0)])
    XCTAssertNotNil(result.reported[1].story)
    let report = text(result)
    XCTAssertTrue(
      report.contains(
        """
        a.log:5:1: error: `hide` came where it cannot [L951]
            3 | shown
            4 | hide
            5 | hide
              | ^~~~
              |  could have come: `hidden`

        """), report)
    XCTAssertTrue(report.contains("cheapest repair: `hide` in line 4 is one too many"), report)
    // Many calls later it is as if the log had begun behind it.
    let rounds = Array(repeating: "hide\nhidden\nappear\n", count: 7).joined()
    let long = try judge("load\nshown\n\(rounds)hidden", given: false)
    XCTAssertEqual(long.reported.map(\.call.place.line), [2, 24])
    XCTAssertEqual(long.reported[1].repair, [.missing(ID(4), before: 16)])
    XCTAssertNotNil(long.reported[1].story)
    // The last call of a session may be one.
    XCTAssertEqual(try judge("shown", given: false).sessions.map(\.last.line), [1])
  }

  func testAReportThatEndedEarlyGuessesNothing() throws {
    let log = "-[B load]\n-[A load]\n-[A appear]\n-[A hidden]\n-[A hide]\n-[B appear]"
    let whole = text(try judge(log))
    XCTAssertFalse(whole.contains("never logged?"), whole)
    let first = text(try judge(log) { $0.stopsAtFirst = true })
    XCTAssertTrue(first.contains("[L951]") && first.contains("`hide` is missing"), first)
    XCTAssertFalse(first.contains("never logged?") || first.contains("[L954]"), first)
    XCTAssertTrue(text(try judge(String(log.prefix(44)))).contains("never logged?"))
  }

  func testUnknownMethodsOfObjectsWithoutAClass() throws {
    func codes(_ log: String) throws -> [String] { try judge(log).diagnose().map(\.kind.code) }
    let end = "{\"callback\": \"appear\", \"class\": \"A\"}"
    XCTAssertEqual(try codes("{\"callback\": \"load\"}\n{\"callback\": \"tap\"}\n\(end)"), [])
    XCTAssertEqual(
      try codes("{\"callback\": \"load\"}\n{\"callback\": \"tap\", \"class\": \"A\"}\n\(end)"), ["L952"])
  }

  func testUnknownMethodsOfKnownClasses() throws {
    let log = "-[A loading]\n-[B blink]\n-[A load]\n-[A loading]\nA.lode()\nA.swift: load"
    XCTAssertEqual(
      text(try judge(log)).split(separator: "\n").filter { $0.contains("warning") }.map(String.init),
      [
        "a.log:3:1: warning: the log of A ends inside a step: `appear` is still owed [L954]",
        "a.log:1:5: warning: `loading` of A is no callback of Test, so its calls are not judged [L952]",
        "a.log:5:3: warning: `lode()` of A is no callback of Test, so its calls are not judged [L952]",
      ])
  }

  func testTimesThatRunBackwards() throws {
    let log = """
      10:00:02 -[A load]
      10:00:01 -[B load]
      10:00:01 -[A appear]
      10:00:00 -[A shown]
      2026-10-31 09:00:00 -[A hide]
      """
    let result = try judge(log)
    XCTAssertEqual(verdicts(result), ["A unfinished", "B unfinished"])
    XCTAssertEqual(
      text(result).split(separator: "\n").filter { $0.contains("L953") }.map(String.init),
      [
        "a.log:3:1: warning: this call of A has an earlier time than the one before it; the log is judged in the order of its lines [L953]"
      ])
  }

  func testALogWithoutACall() throws {
    XCTAssertEqual(
      text(try judge("hello\nworld")),
      "a.log: error: no line of this log begins with a callback of Test, so there is nothing to judge [L625]\n")
  }

  func testALineOfSeveralMeaningsHasNoOrder() throws {
    let spec = """
      callbacks: {a: , x: {selector: s}, y: {selector: s}, b: }
      events: [go]
      states: {one: {on: {go: {do: [a, x, b]}}}}
      """
    func orders(_ log: String) throws -> [[Int]] {
      let result = try judge(log, { $0.recordsCoverage = true }, spec: spec)
      return try XCTUnwrap(result.shown).orders.map { [$0.first.index, $0.second.index] }.sorted { $0[0] < $1[0] }
    }
    XCTAssertEqual(try orders("a\ns\nb\na\nx\nb"), [[0, 1], [1, 3], [3, 0]])
    XCTAssertEqual(try orders("a\ns\nb"), [])
  }

  func testScenario() throws {
    XCTAssertEqual(
      try judge("-[A load]\n-[A appear]\n-[A hide]\n-[A hidden]\n-[A end]\n-[A end]") { $0.keepsCalls = true }.scenario,
      [
        "scenarios:",
        "  \"the log of A\":",
        "    given: {modern: false}",
        "    when:",
        "      - open: [load, appear]",
        "      - close: [hide, hidden]",
        "      - end: [end]",
        "    then: over",
        "    # In line 6 of a.log, `end` comes next. The machine doesn't do that.",
      ])
  }
}
