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
        open: {on: {go: {to: waiting, do: ask}, answer: {to: idle, do: yes}, refuse: {to: refused, do: no}, look: {do: ping}}}
        refused: {on: {go: {to: late, do: ask}}}
        waiting: {on: {answer: {to: idle, do: yes}, look: {do: ping}}}
        late: {on: {answer: {to: idle, do: yes}, look: {do: ping}}}
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
    let found = judgeLog(
      "10:00:00 event ask\n10:00:00 event go\n10:00:01 event ask\n10:00:09 event go", in: machine,
      showing: machine.hostEvents
    ).diagnose()
    XCTAssertEqual(
      found.map { "\($0.kind.code) \($0.location.range?.start.line ?? 0)" }, ["L951 3", "L959 4"])
    XCTAssertEqual(
      found.last?.message, "`ask` in line 3 has no answer `yes` within 5s: this event comes 8s after it")
  }

  private static let deaf = """
    callbacks: [yes, no, save, ping]
    events: {ask: {answeredBy: [yes, no], before: save, within: 5s}, go: , other: }
    states:
      idle: {on: {ask: open, go: deaf}}
      open: {on: {go: {to: idle, do: yes}, other: {do: ping}, ask: {}}, after: {1min: {to: idle, do: [save, no]}}}
      deaf: {on: {other: {do: ping}}}
    """

  private func brokenLines(_ log: String) throws -> [Int?] {
    let machine = try readMachine(Self.deaf)
    return judgeLog(log, in: machine, showing: machine.hostEvents).diagnose().map { $0.location.range?.start.line }
  }

  /// Of a question that was late, nothing more is said until its answer.
  func testALateQuestionIsReportedOnce() throws {
    let late = "10:00:00 event ask\n10:00:06 event other\n10:00:06 ping\n"
    XCTAssertEqual(try brokenLines(late + "10:01:00 save\n10:01:00 no"), [2])
    XCTAssertEqual(try brokenLines(late + "10:00:07 event ask\n10:00:14 event go\n10:00:14 yes"), [2])
  }

  /// An event that the machine may have ignored, since nobody knows where it was, is no open question.
  func testAnEventAtTheBeginningOfALogFromAnywhere() throws {
    let machine = try readMachine(Self.deaf)
    let result = judgeLog("event ask", in: machine, showing: machine.hostEvents) { $0.beginsAnywhere = true }
    XCTAssertEqual(result.sessions.map(\.questions.count), [0])
    // The same is true behind a call that no run makes.
    let other = try readMachine(Self.deaf.replacing("save, ping]", with: "save, ping, never]"))
    let found = judgeLog(
      "never\n10:00:00 event ask\n10:00:09 event other\n10:00:09 ping", in: other, showing: other.hostEvents)
    XCTAssertEqual(found.diagnose().map(\.kind.code).filter { $0.hasPrefix("L95") }, ["L951"])
  }

  /// An ignored event asks nothing, and takes nothing from the time that a long timer has run beside a short one.
  func testAnIgnoredEventBesideALongTimer() throws {
    let machine = try readMachine(
      """
      callbacks: [tick, yes, over]
      events: {ask: {answeredBy: yes}, other: }
      states:
        work:
          regions:
            l:
              states:
                l1: {on: {other: l2}, after: {1s: {to: l1, do: tick}}}
                l2: {on: {other: l1}, after: {1s: {to: l2, do: tick}}}
            r: {states: {r1: {on: {ask: {if: in(l2), do: yes}}, after: {5s: {to: r2, do: over}}}, r2: {on: {ask: {do: yes}}}}}
      """)
    let log = "tick\nevent ask\ntick\ntick\ntick\ntick\nover\ntick"
    let result = judgeLog(log, in: machine, showing: machine.hostEvents)
    XCTAssertEqual(result.diagnose().map(\.message), [])
    XCTAssertEqual(result.sessions.map(\.verdict), [.conforms])
  }

  /// A line may come too late for each of several questions.
  func testSeveralLateQuestions() throws {
    let machine = try readMachine(
      """
      callbacks: {ask: {answeredBy: [yes, no], within: 5s}, yes: , no: , ping: }
      events: [go, answer, refuse, look]
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {go: {to: waiting, do: ask}, answer: {to: idle, do: yes}, refuse: {to: refused, do: no}}}
        refused: {on: {go: {to: late, do: ask}}}
        waiting: {on: {answer: {to: idle, do: yes}, look: {do: ping}}}
        late: {on: {answer: {to: idle, do: yes}, look: {do: ping}}}
      """)
    let owed = IDSet(machine.observedCallbacks.filter { machine[$0].name != "no" })
    XCTAssertEqual(
      judgeLog("10:00:00 ask\n10:00:01 ask\n10:00:09 ping", in: machine, { $0.owed = owed }).diagnose().map(\.message),
      ["`ask` in line 2 has no answer `yes` or `no` within 5s: this call comes 8s after it"])
  }

  /// Of several questions that a line overtakes, each in another run, the last one is named.
  func testSeveralQuestionsThatALineOvertakes() throws {
    let machine = try readMachine(
      """
      callbacks: {ask: {answeredBy: [yes, no], before: save}, yes: , no: , save: }
      events: [go, answer, refuse, look]
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {go: {to: waiting, do: ask}, answer: {to: idle, do: yes}, refuse: {to: refused, do: no}}}
        refused: {on: {go: {to: late, do: ask}}}
        waiting: {on: {answer: {to: idle, do: yes}, look: {do: save}}}
        late: {on: {answer: {to: idle, do: yes}, look: {do: save}}}
      """)
    let owed = IDSet(machine.observedCallbacks.filter { machine[$0].name != "no" })
    XCTAssertEqual(
      judgeLog("ask\nask\nsave", in: machine, { $0.owed = owed }).diagnose().map(\.message),
      ["`save` comes too early: `ask` in line 2 has no answer `yes` or `no` yet"])
  }

  /// The same place in a step may be reached from the line, and from a step that begins after it with a call that nobody logs.
  func testAPlaceThatIsReachedWithAndWithoutAQuestion() throws {
    let machine = try readMachine(
      """
      callbacks: {ask: {answeredBy: yes, within: 5s}, yes: , ping: }
      events: [go, look]
      states:
        idle: {on: {go: {do: [ask, ping]}, look: {to: open, do: ask}}}
        open: {on: {go: {to: idle, do: [yes, ping]}}}
      """)
    let owed = IDSet(machine.observedCallbacks.filter { machine[$0].name != "yes" })
    func messages(_ log: String) -> [String] {
      judgeLog(log, in: machine, { $0.owed = owed }).diagnose().map(\.message)
    }
    XCTAssertEqual(messages("10:00:00 ask\n10:00:09 ping"), [])
    XCTAssertEqual(
      messages("10:00:00 ask\n10:00:01 ping\n10:00:09 ask\n10:00:09 ping"), [])
  }

  // MARK: Between lines

  private func found(_ log: String, _ spec: String, showing events: Bool = false) throws -> [String] {
    let machine = try readMachine(spec)
    let result = judgeLog(log, in: machine, showing: events ? machine.hostEvents : IDSet())
    return result.diagnose().flatMap { diagnostic in
      ["\(diagnostic.kind.code) \(diagnostic.location.range?.start.line ?? 0) \(diagnostic.message)"]
        + diagnostic.details
    }
  }

  /// The start of a machine may break a promise before it makes any call.
  func testThePromiseIsBrokenBeforeTheFirstLine() throws {
    let spec = """
      callbacks: [yes, ping]
      events: [go, answer]
      states:
        outer: {answeredBy: yes, before: {state: inner}, on: {answer: {do: yes}}, states: {inner: {on: {go: {do: ping}}}}}
      """
    let message =
      "the state `outer.inner` is entered too early: the state `outer`, entered by line 1, has no answer `yes` yet"
    XCTAssertEqual(try found("ping\nping", spec), ["L959 1 before this line, \(message)"])
    XCTAssertEqual(
      try found("event go\nping\nevent answer\nyes\nevent go\nping", spec, showing: true),
      ["L959 1 before this line, \(message)"])
    XCTAssertEqual(
      try found(
        "ping",
        spec.replacing("inner: {on", with: "inner: {exit: yes, on").replacing("before: {state: inner}, ", with: "")),
      [
        "L954 1 this log ends with an open question: the state `outer`, entered by line 1, has no answer `yes`"
      ])
  }

  /// Only some runs ask and break the promise before the first line. The lines show whether it was one of these.
  func testSomeRunsBreakThePromiseBeforeTheFirstLine() throws {
    let spec = """
      callbacks: [yes, ping, pong, tick]
      events: {ask: {answeredBy: yes, before: {state: open}}, go: , look: }
      states:
        idle: {on: {ask: open, go: other}}
        open: {on: {go: {do: pong}, look: {do: tick}, ask: {to: idle, do: yes}}}
        other: {on: {go: {do: ping}, look: {do: tick}}}
      """
    let message = "the state `open` is entered too early: `ask`, sent by line 1, has no answer `yes` yet"
    XCTAssertEqual(try found("ping", spec), [])
    XCTAssertEqual(try found("pong", spec), ["L959 1 before this line, \(message)"])
    XCTAssertEqual(try found("tick\nping", spec), [])
    XCTAssertEqual(
      try found("tick\ntick\npong", spec),
      ["L959 3 \(message)", "no run that keeps the promise goes on with this call"])
    // From anywhere, nobody knows what was asked before.
    let machine = try readMachine(spec)
    XCTAssertEqual(judgeLog("pong", in: machine, { $0.beginsAnywhere = true }).diagnose().map(\.kind.code), [])
    // The times of the lines are those of what came before them.
    let timed = spec.replacing("before: {state: open}}", with: "within: 5s}")
    XCTAssertEqual(
      try found("10:00:00 tick\n10:00:09 pong", timed),
      ["L959 2 `ask`, sent by line 1, has no answer `yes` within 5s: this call comes 9s after it"])
  }

  /// What no line shows happened after the line before, so that line didn't ask.
  func testThePromiseIsBrokenBetweenTwoLines() throws {
    let spec = """
      callbacks: {ask: {answeredBy: yes, before: {state: open}}, yes: , ping: , pong: }
      events: [go, look]
      states:
        idle: {on: {go: {do: ping}, look: asking}}
        asking: {answeredBy: yes, before: {state: open}, on: {look: open}}
        open: {on: {go: {do: pong}, look: {to: idle, do: [yes, ask, yes]}}}
      """
    XCTAssertEqual(
      try found("ping\npong\nyes\nask\nyes\nping", spec),
      [
        "L959 2 before this line, the state `open` is entered too early: the state `asking`, entered by line 2, has no answer `yes` yet"
      ])
    // A line may be the question that another one, which nobody logs, has overtaken.
    let machine = try readMachine(
      """
      callbacks: {ask: {answeredBy: yes, before: ask}, yes: , ping: }
      events: [go, answer]
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {go: {do: [ask, ping]}, answer: {to: idle, do: yes}}}
      """)
    let owed = IDSet(machine.observedCallbacks.filter { machine[$0].name != "ask" })
    XCTAssertEqual(
      judgeLog("ask\nping", in: machine, { $0.owed = owed }).diagnose().map(\.message),
      ["before this line, `ask` comes again too early: `ask` in line 1 has no answer `yes` yet"])
    XCTAssertEqual(
      judgeLog("ping", in: machine, { $0.owed = owed }).diagnose().map(\.message),
      ["before this line, `ask` comes again too early: `ask`, called by line 1, has no answer `yes` yet"])
  }

  /// After a line that doesn't fit and breaks the promise, too, the next question counts again.
  func testALineThatDoesNotFitBreaksThePromise() throws {
    let spec = """
      callbacks: {ask: {answeredBy: yes, before: {state: deaf}}, yes: , ping: }
      events: [go, answer]
      states:
        idle: {on: {go: {to: ready, do: ping}}}
        ready: {on: {go: {to: deaf, do: ask}}}
        deaf: {on: {answer: {to: idle, do: yes}}}
      """
    let machine = try readMachine(spec)
    let found = judgeLog("ask\nyes\nping\nask\nyes", in: machine).diagnose()
    XCTAssertEqual(found.map { "\($0.kind.code) \($0.location.range?.start.line ?? 0)" }, ["L951 1", "L959 4"])
  }
}
