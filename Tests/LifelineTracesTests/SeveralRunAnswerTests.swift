import LifelineAnalysis
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineTraces

/// Promises of answers where several runs or several sessions are followed at once.
final class SeveralRunAnswerTests: XCTestCase {
  /// Sessions that go on at the same time keep their states when others are forgotten.
  func testForgottenStatesOfSessions() throws {
    let machine = try readMachine(
      """
      callbacks: [yes, no, save, ping]
      events: {ask: {answeredBy: [yes, no], before: save, within: 5s}, go: , other: }
      states:
        idle: {on: {ask: open, other: {do: save}}}
        open: {on: {go: {to: idle, do: yes}, other: {do: ping}, ask: {}}, after: {1min: {to: idle, do: [save, no]}}}
      """)
    let log = (0..<3).flatMap { _ in
      [
        "10:00:00 event ask #1", "10:00:01 event ask #2", "10:00:03 event other #1", "10:00:03 ping #1",
        "10:00:04 event go #2", "10:00:04 yes #2", "10:00:06 event go #1", "10:00:06 yes #1", "10:00:06 event other #2",
        "10:00:07 save #2", "10:00:07 event ask #3", "10:00:08 event ask #2", "10:00:09 event go #3", "10:00:09 yes #3",
        "10:00:09 event go #2", "10:00:09 yes #2", "nothing",
      ]
    }.joined(separator: "\n")
    func judge(keeping limit: Int) -> TraceResult {
      judgeLog(log, in: machine, showing: machine.hostEvents) { options in
        options.key = "#([0-9])"
        options.stateLimit = limit
      }
    }
    let expected = judge(keeping: Observer.stateLimit)
    XCTAssertEqual(expected.sessions.map(\.verdict), [.violation, .conforms, .conforms])
    for limit in 1...6 {
      let result = judge(keeping: limit)
      XCTAssertEqual(result.sessions.map(\.verdict), expected.sessions.map(\.verdict), "\(limit)")
      XCTAssertEqual(result.diagnose().map(\.message), expected.diagnose().map(\.message), "\(limit)")
    }
  }

  /// Of the questions that may be open at the end, the last one is named.
  func testOneOfSeveralQuestionsIsOpenAtTheEnd() throws {
    let machine = try readMachine(
      """
      callbacks: {ask: {answeredBy: [yes, no]}, yes: , no: , ping: }
      events: [go, answer, refuse, look]
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {go: {to: waiting, do: ask}, answer: {to: idle, do: yes}, refuse: {to: idle, do: no}, look: {do: ping}}}
        waiting: {on: {answer: {to: idle, do: yes}, look: {do: ping}}}
      """)
    let owed = IDSet(machine.observedCallbacks.filter { machine[$0].name != "no" })
    // The second `ask` joins the first in `waiting`, or `no` came before it.
    XCTAssertEqual(
      judgeLog("ask\nping\nask\nping", in: machine, { $0.owed = owed }).diagnose().map(\.message),
      ["this log ends with an open question: `ask` in line 3 has no answer `yes` or `no`"])
  }

  /// A line that doesn't fit what came before may ask, too.
  func testALineThatDoesNotFitAsks() throws {
    let machine = try readMachine(
      """
      callbacks: [yes, ping]
      events: {ask: {answeredBy: yes, within: 5s}, go: }
      states: {idle: {on: {ask: open}}, open: {on: {go: {do: ping}, ask: {to: idle, do: yes}}}}
      """)
    XCTAssertEqual(
      judgeLog(
        "10:00:00 event ask\n10:00:00 event go\n10:00:01 event ask\n10:00:09 event go", in: machine,
        showing: machine.hostEvents
      )
      .diagnose().map { "\($0.kind.code) \($0.location.range?.start.line ?? 0)" }, ["L951 3", "L959 4"])
  }
}
