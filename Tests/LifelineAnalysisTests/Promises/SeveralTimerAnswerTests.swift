import LifelineInterpreter
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Explorations of questions that have to be answered where several timers may run at once.
final class SeveralTimerAnswerTests: AnswerTestCase {
  /// Two timers that change nothing lead to the same configuration without a call, and enter different states.
  func testTimersThatEnterTheirOwnStatesAgain() throws {
    let spec = """
      callbacks: [yes]
      events: {ask: {answeredBy: ⟪yes⟫}, reply: }
      states:
        both:
          regions:
            l: {states: {l1: {on: {ask: ⟦l2⟧, reply: {do: yes}}, after: {5s: l1}}, l2: {after: {5s: l2}}}}
            r: {states: {r1: {after: {3s: r1}}}}
      """
    let steps = [
      "- start: []  # both.l.l1, both.r.r1", "- ask: []  # both.l.l2, both.r.r1",
      "# whatever happens now, `yes` isn't called any more",
    ]
    for limit in ["", ", within: 10s"] {
      let limited = spec.replacing("answeredBy: ⟪yes⟫", with: "answeredBy: ⟪yes⟫\(limit)")
      try assertBroken(
        "`ask` is sent and no run from there on calls `yes`; these steps lead there: the start, `ask`", steps,
        in: limited)
      // A state asks in the same way.
      try assertBroken(
        "`both.l.l2` is entered and no run from there on calls `yes`; these steps lead there: the start, `ask`", steps,
        in: limited.replacing("ask: {answeredBy: ⟪yes⟫\(limit)}", with: "ask: ").replacing(
          "l2: {after", with: "l2: {answeredBy: ⟪yes⟫\(limit), after"))
    }
    try assertProved(MarkedText(spec).text.replacing("l2: {after", with: "l2: {on: {reply: {do: yes}}, after"))
    try assertProved(
      MarkedText(spec).text.replacing("answeredBy: yes}", with: "answeredBy: yes, within: 10s}").replacing(
        "l2: {after: {5s: l2", with: "l2: {after: {10s: {to: l1, do: yes}"))
  }

  /// The timers of a part run beside those of the machine around it.
  func testATimerOfAPart() throws {
    let machine = try machine(
      """
      lifeline: 1
      machine: Jukebox
      callbacks: [yes]
      events: {ask: {answeredBy: yes}, reply: }
      parts: {clock: Clock.yaml}
      states: {idle: {on: {ask: deaf, reply: {do: [yes, {restart: clock}]}}, after: {5s: idle}}, deaf: {after: {5s: deaf}}}
      """,
      using: ["Clock.yaml": "lifeline: 1\nmachine: Clock\nstates: {on: {after: {3s: on}}}\n"])
    let evidence = Evidence.collect(from: explore(MachineIndex.build(for: machine)))
    XCTAssertEqual(evidence.proof.promises.map(\.verdict), [.broken])
    XCTAssertEqual(checkReachability(in: evidence).filter { $0.kind.code < "L811" }.map(\.kind.code), ["L809"])
  }

  /// The timers of a state are armed together, and that of a state around it no later.
  func testTimersWhoseOrderIsKnown() throws {
    let spec = """
      callbacks: {ask: {answeredBy: ⟪yes⟫}, yes: }
      states:
        idle: {on: {go: {to: open, do: ⟦ask⟧}}}
        open: {after: {10s: {to: idle, do: yes}, 5s: open, 20s: {do: yes}}}
      """
    let message = "`ask` is called and no run from there on calls `yes`; these steps lead there: the start, `go`"
    try assertBroken(
      message,
      ["- start: []  # idle", "- go: [ask]  # open", "# whatever happens now, `yes` isn't called any more"], in: spec)
    try assertProved(MarkedText(spec).text.replacing("5s: open", with: "5s: {}"))
    try assertProved(MarkedText(spec).text.replacing("5s: open", with: "10001ms: open"))
    let nested = """
      callbacks: {ask: {answeredBy: ⟪yes⟫}, yes: }
      states:
        idle: {on: {go: {to: outer, do: ⟦ask⟧}}}
        outer: {after: {5s: outer}, states: {inner: {after: {5s: {do: yes}}}}}
      """
    try assertBroken(
      message,
      ["- start: []  # idle", "- go: [ask]  # outer.inner", "# whatever happens now, `yes` isn't called any more"],
      in: nested)
    // The lengths of fields have no order.
    try assertNotProved(
      "several timers may run at once",
      """
      context: {patience: {default: 1s, fixed: true, range: 1s...1s}}
      \(MarkedText(spec).text.replacing("5s: open", with: "patience: open"))
      """)
  }

  /// An event of the host may lead to where only one of several timers can be the next.
  func testAnEventThatLeadsToTimersWhoseOrderIsKnown() throws {
    try assertProved(
      """
      callbacks: {ask: {answeredBy: yes}, yes: }
      states:
        idle: {on: {go: {to: asking, do: ask}}}
        asking: {on: {stop: waiting}, after: {2s: asking, 5s: {do: ask}}}
        waiting: {after: {2s: {to: idle, do: yes}, 4s: waiting, 5s: {do: ask}}}
      """)
  }

  /// What breaks the promise in orders that can't be is no answer elsewhere.
  func testNoAnswerIsPossibleWhereOtherOrdersBreakThePromise() throws {
    try assertBroken(
      "`ask` is called and no run from there on calls `yes`; these steps lead there: the start, `go`, `other`",
      [
        "- start: []  # work.l.l1, work.r.r1", "- go: [ask]  # work.l.l2, work.r.r2",
        "- other: []  # work.l.l3, work.r.r3", "# whatever happens now, `yes` isn't called any more",
      ],
      in: """
        callbacks: {ask: {answeredBy: ⟪yes⟫, before: save}, yes: , save: }
        states:
          work:
            regions:
              l: {states: {l1: {on: {go: {to: l2, do: ⟦ask⟧}}}, l2: {on: {other: l3}, after: {1s: {to: l1, do: yes}}}, l3: {after: {1s: l3}}}}
              r: {states: {r1: {on: {go: r2}}, r2: {on: {other: r3, go: r2}, after: {5s: {to: r1, do: save}}}, r3: {after: {3s: r3}}}}
        """)
  }

  /// Whoever waits where no answer may be possible any more sees that none comes in time.
  func testALateAnswerWhereNoneMayBePossible() throws {
    let spec = """
      callbacks: {ask: {answeredBy: yes, within: ⟪10s⟫}, yes: }
      context: {n: 0}
      states:
        idle: {on: {go: {to: open, do: ⟦ask⟧}}}
        open: {on: {stop: {if: n * n == 1234321, to: idle, do: yes}}, after: {4s: open}}
      """
    try assertBroken(
      "`ask` is called and `yes` isn't called within 10s; these steps lead there: the start, `go`, a wait of 4s, a wait of 4s, a wait of 2001ms",
      code: "L810",
      [
        "- start: []  # idle", "- go: [ask]  # open", "- wait: 4s  # open", "- wait: 4s  # open",
        "- wait: 2001ms  # open",
      ], in: spec)
    try assertNotProved("`n` may be any number", MarkedText(spec).text.replacing(", within: 10s", with: ""))
  }

  /// The latest moment of a timer that ran before the question is one that no run has, but another run is late.
  func testALateRunBesideOneThatCannotBe() throws {
    try assertBroken(
      "`ask` is sent and `no` isn't called within 8s; these steps lead there: …, a wait of 3999ms, `go`, a wait of 3999ms, `go`, a wait of 3ms",
      code: "L810",
      [
        "- start: []  # work", "- ask: []  # work", "- wait: 3999ms  # work", "- go: []  # work",
        "- wait: 3999ms  # work",
        "- go: []  # work", "- wait: 3ms  # work",
      ],
      in: """
        callbacks: [no]
        events: {ask: {answeredBy: no, within: ⟪8s⟫}, go: }
        states: {work: {on: {go: work, ask: ⟦{}⟧}, after: {4s: {do: no}, 6s: work}}}
        """)
  }

  /// A timer that begins again and again doesn't put off the one that answers.
  func testATimerThatIsArmedAgainBesideTheOneThatAnswers() throws {
    // The exploration itself doesn't come to the end of a timer that runs beside another for 200 times.
    for time in ["100s", "200s"] {
      try assertProved(
        """
        callbacks: [yes]
        events: {ask: {answeredBy: yes, within: \(time)}}
        states:
          work:
            regions:
              l: {states: {idle: {on: {ask: open}}, open: {after: {\(time): {to: idle, do: yes}}}}}
              r: {states: {a: {after: {1s: a}}}}
        """)
    }
  }

  /// A mutant after which no answer is possible any more is noticed beside a timer, too.
  func testAMutantWithoutAnAnswer() throws {
    func index(_ action: String) throws -> MachineIndex {
      MachineIndex.build(
        for: try readMachine(
          """
          callbacks: [yes]
          events: {ask: {answeredBy: yes}, reply: }
          regions:
            l: {states: {l1: {on: {ask: l2}}, l2: {on: {reply: {to: l1, do: \(action)}}, after: {5s: l2}}}}
            r: {states: {r1: {after: {3s: r1}}}}
          """))
    }
    let promises = try XCTUnwrap(MutantPromises.prepare(explore(try index("yes")), workLimit: 100_000))
    XCTAssertFalse(promises.areBroken(by: try index("[yes, yes]")))
    XCTAssertTrue(promises.areBroken(by: try index("[]")))
  }
}
