import LifelineDrawing
import LifelineInterpreter
import LifelineModel
import LifelineScenarios
import LifelineSource
import TestSupport
import XCTest

/// Pictures of runs in which an answer comes too late, or never.
final class TimedPromiseTests: XCTestCase {
  private let spec = """
    lifeline: 1
    machine: Timed
    callbacks: {ask: {answeredBy: [yes, no], within: 5s}, yes: , no: , beg: {answeredBy: yes}}
    events: {go: , reply: , slow: {answeredBy: yes, within: 1s}, stay: , beg: , end: }
    states:
      idle: {on: {go: {to: open, do: ask}, slow: quiet, stay: {to: still, do: ask}, beg: {do: beg}, end: over}}
      open: {on: {reply: {to: idle, do: yes}, end: over}, after: {8s: {to: idle, do: no}}}
      still: {on: {reply: {to: idle, do: yes}}}
      quiet: {answeredBy: yes, within: 2s, on: {reply: {to: idle, do: yes}}}
      over: {final: true}
    scenarios:
      in time: {when: [{go: ask}, {wait: 5s, expect: []}, {reply: yes}]}
      late: {when: [{go: ask}, {wait: 7s, expect: []}, {reply: yes}]}
      late by a timer: {when: [{go: ask}, {wait: 20s, expect: no}]}
      late from a given state: {given: idle, when: [{go: ask}, {wait: 7s, expect: []}, {reply: yes}]}
      an unknown question: {given: open, when: [{wait: 7s, expect: []}, {reply: yes}]}
      an event asks: {when: [{slow: []}, {wait: 1500ms, expect: []}, {reply: yes}]}
      a state asks: {when: [{slow: []}, {wait: 3s, expect: []}]}
      asked: {given: idle, when: [{stay: ask}]}
      waited: {follows: asked, when: [{wait: 4s, expect: []}]}
      answered: {follows: waited, when: [{wait: 1001ms, expect: []}, {reply: yes}]}
      overdue: {when: [{stay: ask}, {wait: 6s, expect: []}], then: still}
      owed: {when: [{stay: ask}, {wait: 5s, expect: []}], then: still}
      an end: {when: [{beg: beg}, {end: []}], then: over}
      overdue before a failure: {when: [{stay: ask}, {wait: 6s, expect: []}, {reply: no}, {go: ask}]}
    """

  private func mistakes(_ picture: LifeLine) -> [String] {
    picture.rows.compactMap { row in if case .mistake(let text) = row.content { text } else { nil } }
  }

  func testScenariosTellHowLongAnswersTake() throws {
    let machine = try machine(spec)
    let broken: [String: [String]] = [
      "late": ["too late: 7s after ask"],
      "late by a timer": ["too late: 8s after ask"],
      "late from a given state": ["too late: 7s after ask"],
      "an event asks": ["too late: 1500ms after slow"],
      "a state asks": [
        "no answer for 3s: slow answeredBy yes within 1s", "no answer for 3s: quiet answeredBy yes within 2s",
      ],
      "answered": ["too late: 5001ms after ask"],
      "overdue": ["no answer for 6s: ask answeredBy yes or no within 5s"],
      "an end": ["the machine ends, and beg has no answer: answeredBy yes"],
    ]
    for scenario in machine.scenarios where scenario.name != "overdue before a failure" {
      let picture = try picture(of: scenario.name, in: machine)
      let expected = broken[scenario.name] ?? []
      XCTAssertEqual(mistakes(picture), expected, scenario.name)
      XCTAssertEqual(
        picture.verdict,
        LifeLine.Verdict(holds: expected.isEmpty, text: expected.isEmpty ? "holds" : "holds, but breaks a promise"),
        scenario.name)
      XCTAssertEqual(picture.rows.contains(where: \.isWrong), !expected.isEmpty, scenario.name)
      XCTAssertEqual(
        picture.formatSVG().contains(#"class="bad-line""#), expected.contains { !$0.contains("no answer for") },
        scenario.name)
      XCTAssertEqual(picture.formatSVG().contains("owed at the end"), picture.promises.contains { $0.outcome == .owed })
    }
    let failing = try picture(of: "overdue before a failure", in: machine)
    XCTAssertEqual(mistakes(failing), ["too late: 6s after ask"])
    XCTAssertEqual(failing.verdict?.text.prefix(4), "L402")
  }

  func testAnswersInTimeAreKept() throws {
    let machine = try machine(spec)
    let outcomes = try ["in time", "late", "an unknown question", "an end"].map { name in
      try picture(of: name, in: machine).promises.map(\.outcome)
    }
    XCTAssertEqual(outcomes, [[.kept], [.broken], [], [.broken]])
  }

  /// Within one wait, each timer elapses at its own time.
  func testTheTimesOfTimersCount() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: Timers
      callbacks: {ask: {answeredBy: yes, within: 5s}, yes: }
      events: [go]
      states:
        idle: {on: {go: {do: []}}, after: {10s: {to: open, do: ask}}}
        open: {after: {5s: {to: rest, do: yes}}}
        rest: {after: {1s: {to: slow, do: ask}}}
        slow: {after: {5001ms: {to: idle, do: yes}}}
      scenarios:
        a long wait: {when: [{wait: 15s, expect: [ask, yes]}]}
        a longer wait: {when: [{wait: 30s, expect: [ask, yes, ask, yes]}]}
      """)
    XCTAssertEqual(try picture(of: "a long wait", in: machine).promises.map(\.outcome), [.kept])
    let longer = try picture(of: "a longer wait", in: machine)
    XCTAssertEqual(longer.promises.map(\.outcome), [.kept, .broken])
    XCTAssertEqual(mistakes(longer), ["too late: 5001ms after ask"])
  }

  /// The end of the machine isn't the one of its part.
  func testAPartOwesNothingAtTheEnd() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: Outer
      parts: {inner: Inner.yaml}
      callbacks: [left]
      events: [open, leave]
      states:
        on: {on: {open: {do: {inner: go}}, leave: {to: off, do: left}}}
        off: {final: true}
      scenarios:
        a question of a part: {when: [open, {leave: left}]}
      """,
      using: [
        "Inner.yaml": """
        lifeline: 1
        machine: Inner
        callbacks: {ask: {answeredBy: yes}, yes: }
        events: [go, reply]
        states: {idle: {on: {go: {do: ask}, reply: {do: yes}}}}
        """
      ])
    let picture = try picture(of: "a question of a part", in: machine)
    XCTAssertEqual(picture.promises.map(\.outcome), [.owed])
    XCTAssertEqual(mistakes(picture), [])
  }

  func testSessionsTellHowLongAnswersTake() throws {
    let machine = try machine(spec)
    let index = MachineIndex.build(for: machine)
    func event(_ name: String) throws -> SimulationSession.Stimulus {
      .send(ID(try XCTUnwrap(machine.events.firstIndex { $0.name == name })), arguments: [])
    }
    var session = try SimulationSession.begin(index)
    try session.perform(event("stay"))
    try session.perform(.wait(milliseconds: 7_000))
    XCTAssertEqual(mistakes(drawSession(session)), ["no answer for 7s: ask answeredBy yes or no within 5s"])
    try session.perform(event("reply"))
    XCTAssertEqual(mistakes(drawSession(session)), ["too late: 7s after ask"])
    XCTAssertEqual(drawSession(session).promises.map(\.outcome), [.broken])
    try session.perform(event("beg"))
    try session.perform(event("end"))
    XCTAssertEqual(
      mistakes(drawSession(session)),
      ["too late: 7s after ask", "the machine ends, and beg has no answer: answeredBy yes"])
    try session.perform(.begin(.init(states: [ID(try XCTUnwrap(machine.states.firstIndex { $0.name == "open" }))])))
    try session.perform(.wait(milliseconds: 7_000))
    try session.perform(event("reply"))
    XCTAssertEqual(mistakes(drawSession(session)), [])
  }
}
