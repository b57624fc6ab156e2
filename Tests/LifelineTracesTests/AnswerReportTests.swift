import LifelineAnalysis
import LifelineModel
import TestSupport
import XCTest

@testable import LifelineTraces

/// Reports on promises of answers in logs that say less than others: lines that may be several calls, and machines of which not
/// everything is known.
final class AnswerReportTests: XCTestCase {
  private func messages(_ result: TraceResult) -> [String] {
    result.diagnose().map { "\($0.kind.code) \($0.message)" }
  }

  // MARK: Several calls

  private static let music = """
    lifeline: 1
    machine: Music
    callbacks: [ask, yes]
    events: [play, allow]
    states: {idle: {on: {play: {do: ask}, allow: {do: yes}}}}
    """

  /// A line may be the answer or a call of a part, and then nobody knows whether the question is open.
  func testALineThatMayBeTheAnswer() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: House
      parts: {music: Music.yaml}
      callbacks: {knock: {answeredBy: yes}, yes: , ping: }
      events: [visit, open, play, allow, look]
      states:
        on:
          on: {visit: {do: knock}, open: {do: yes}, play: {do: {music: play}}, allow: {do: {music: allow}}, look: {do: ping}}
      """, using: ["Music.yaml": Self.music])
    XCTAssertEqual(judgeLog("knock\nyes", in: machine).sessions.map(\.verdict), [.conforms])
    XCTAssertEqual(
      messages(judgeLog("knock\nyes\nknock\nask\nping", in: machine)),
      ["L954 this log ends with an open question: `knock` in line 3 has no answer `yes`"])
  }

  /// Only the lines after it show which call asked.
  func testALineThatMayBeTheQuestion() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: House
      parts: {music: Music.yaml}
      callbacks: {ask: {answeredBy: stop, before: {state: idle}}, stop: , ping: }
      events: [go, halt, look, play, allow]
      initial: idle
      states:
        idle: {on: {go: {to: busy, do: ask}, play: {do: {music: play}}, allow: {do: {music: allow}}}}
        busy: {on: {look: {do: ping}, halt: {to: idle, do: stop}}}
      """, using: ["Music.yaml": Self.music])
    XCTAssertEqual(messages(judgeLog("ask", in: machine)), [])
    XCTAssertEqual(
      messages(judgeLog("ask\nping", in: machine)),
      ["L954 this log ends with an open question: `ask`, called by line 1, has no answer `stop`"])
  }

  /// A question that nobody logs may be certain all the same.
  func testAQuestionThatNobodyLogs() throws {
    let machine = try readMachine(
      """
      callbacks: {ask: {channel: quiet, answeredBy: yes}, yes: }
      events: [go, answer]
      observing: delegate
      states: {idle: {on: {go: {to: open, do: ask}}}, open: {on: {answer: {to: idle, do: yes}}}}
      """)
    XCTAssertEqual(
      messages(judgeLog("event go", in: machine, showing: machine.hostEvents)),
      ["L954 this log ends with an open question: `ask`, called by line 1, has no answer `yes`"])
    XCTAssertEqual(messages(judgeLog("event go\nevent answer\nyes", in: machine, showing: machine.hostEvents)), [])
  }

  // MARK: Several promises

  /// Of some questions the calls say everything, and of others only runs.
  func testQuestionsAreToldInTheOrderOfTheSpec() throws {
    let machine = try readMachine(
      """
      callbacks: {start: {answeredBy: stop, before: {state: idle}}, stop: , ask: {answeredBy: yes}, yes: }
      events: [go, halt, question, answer]
      initial: idle
      states:
        idle: {on: {go: {to: busy, do: start}}}
        busy: {on: {halt: {to: idle, do: stop}, question: {do: ask}, answer: {do: yes}}}
      """)
    let result = judgeLog("start\nask", in: machine)
    XCTAssertEqual(result.sessions.map { $0.questions.map(\.promise) }, [[0, 1]])
    XCTAssertEqual(
      messages(result),
      ["L954 this log ends with an open question: `start` in line 1 has no answer `stop`, and so has 1 other question"]
    )
  }

  func testTheFirstViolationIsTheOneOfTheSession() throws {
    let machine = try readMachine(
      """
      callbacks: {ask: {answeredBy: yes, before: save}, yes: , save: }
      events: [go, other]
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {go: {to: idle, do: yes}, other: {do: save}}}
      """)
    let answers = judgeLog("ask\nsave\nyes\nask\nsave\nyes", in: machine)
    XCTAssertEqual(messages(answers).count, 2)
    XCTAssertEqual(answers.sessions.map(\.brokenAnswer?.place.line), [2])
    let misfit = judgeLog("yes\nask\nsave", in: machine)
    XCTAssertEqual(messages(misfit).map { $0.prefix(4) }, ["L951", "L959"])
    XCTAssertEqual(misfit.sessions.map(\.brokenAnswer?.place.line), [nil])
  }

  /// Times may break a promise that each run keeps, and no log shows what the machine sends to a part.
  func testPromisesThatNeedNotBeFollowed() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: House
      parts: {music: Music.yaml}
      callbacks: [open]
      events: {visit: {answeredBy: open}, knock: {answeredBy: open, within: 5s}, play: , allow: }
      states: {on: {on: {visit: {do: open}, knock: {do: open}, play: {do: {music: play}}, allow: {do: {music: allow}}}}}
      """, using: ["Music.yaml": Self.music.replacing("[play, allow]", with: "{play: {answeredBy: ask}, allow: }")])
    func subjects(besides kept: Set<PromiseName>) -> [String] {
      SessionAnswers.Promises.find(in: machine, logged: machine.observedCallbacks, besides: kept).hidden
        .map { machine.name(of: $0.automaton.promise.subject) }
    }
    XCTAssertEqual(machine.promises.count, 3)
    XCTAssertEqual(subjects(besides: []), ["visit", "knock"])
    XCTAssertEqual(subjects(besides: Set(machine.promises.map { PromiseName($0, in: machine) })), ["knock"])
  }

  // MARK: Machines that aren't known completely

  /// Without a question, nobody needs times.
  func testTimesOfNoQuestion() throws {
    let machine = try readMachine(
      """
      callbacks: [yes, save]
      events: {ask: {answeredBy: yes, within: 5s}, other: }
      states: {idle: {on: {ask: {do: yes}, other: {do: save}}}}
      """)
    XCTAssertEqual(judgeLog("event other\nsave", in: machine, showing: machine.hostEvents).unjudgedLines, [])
  }

  func testAMachineThatIsTooLarge() throws {
    let machine = try readMachine(
      """
      callbacks: {yes: }
      events: {ask: {answeredBy: yes}, answer: }
      states: {idle: {on: {ask: open}}, open: {on: {answer: {to: idle, do: yes}}}}
      """)
    var options = TraceOptions(owed: machine.observedCallbacks)
    options.events = machine.hostEvents
    let automaton = CallAutomaton.make(from: explore(.build(for: machine)), showing: options.events)
    var judge = TraceJudge(
      .make(automaton, owed: options.owed, given: [], findingLetters: { _ in nil }), options: options)
    judge.beginFile("a.log")
    let line = Array("event ask".utf8)
    judge.readLine(line, in: line.indices, number: 1)
    let result = judge.finish()
    XCTAssertEqual(result.sessions.map(\.verdict), [.conforms])
    XCTAssertEqual(
      result.unjudgedLines, ["the `answeredBy` of `ask` isn't judged: Test is too large for that"])
  }

  /// A run that wasn't explored may keep the promise.
  func testRunsThatWereNotExplored() throws {
    try skipTest(below: .thorough)
    let machine = try readMachine(
      """
      callbacks: [a1, a2, a3, a4, b1, b2, b3, b4, c1, c2, c3, c4, done, yes]
      events: {ask: {answeredBy: yes, before: done}, go: , stop: , reply: }
      states:
        idle: {on: {ask: asked}}
        asked:
          on:
            reply: {to: idle, do: yes}
            go: {to: busy, do: [{anyOrder: [a1, a2, a3, a4]}, {anyOrder: [b1, b2, b3, b4]}, {anyOrder: [c1, c2, c3, c4]}]}
        busy: {on: {stop: {to: over, do: done}}}
        over: {final: true}
      """)
    func judge(_ log: String) -> TraceResult {
      judgeLog(
        log.replacing(" ", with: "\n").replacing("event\n", with: "event "), in: machine, showing: machine.hostEvents)
    }
    let unjudged = ["the `answeredBy` of `ask` isn't judged: Test is too large for that"]
    let asked = judge("event ask")
    XCTAssertEqual(asked.sessions.map(\.questions.count), [1])
    XCTAssertEqual(asked.unjudgedLines, [])
    let open = judge("event ask event go a1")
    XCTAssertEqual(open.sessions.map(\.questions.count), [0])
    XCTAssertEqual(open.unjudgedLines, unjudged)
    let broken = judge("event ask event go a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 event stop done")
    XCTAssertFalse(messages(broken).contains { $0.hasPrefix("L959") })
    XCTAssertEqual(broken.unjudgedLines, unjudged)
  }

  /// Another order of timers, which nobody tried, may keep the promise.
  func testOrdersOfTimersThatWereNotTried() throws {
    let machine = try readMachine(
      """
      callbacks: [out, q, q2, arm]
      events: {a: , b: {answeredBy: q, before: q2}}
      states:
        w:
          regions:
            p: {states: {p2: {exit: out, after: {5s: p0}}, p0: {on: {b: {do: q2}}}}}
            r: {states: {r2: {on: {a: {to: r0, do: arm}}}, r0: {after: {2s: {to: r0, do: q}}}}}
      """)
    let found = judgeLog("out\nevent b\nq2", in: machine, showing: machine.hostEvents).diagnose()
    XCTAssertEqual(found.map(\.kind.code), ["L959"])
    XCTAssertEqual(found.first?.details.filter { $0.hasPrefix("not everything was tried") }.count, 1)
  }
}
