import LifelineInterpreter
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Explorations of questions that have to be answered.
final class AnswerTests: AnswerTestCase {
  func testAnAnswerThatIsAlwaysPossible() throws {
    try assertProved(
      """
      callbacks: {ask: {answeredBy: [yes, no]}, yes: , no: }
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {go: {do: ask}, stop: {to: idle, do: no}, other: far}}
        far: {on: {stop: {to: idle, do: yes}}}
      """)
  }

  func testTheEndOfTheMachineWithAnOpenQuestion() throws {
    try assertBroken(
      "`ask` is called and the machine ends without `yes` or `no`; these steps lead there: the start, `go`, `stop`",
      ["- start: []  # idle", "- go: [ask]  # open", "- stop: []  # over"],
      in: """
        callbacks: {ask: {answeredBy: [⟪yes, no⟫]}, yes: , no: }
        states:
          idle: {on: {go: {to: open, do: ⟦ask⟧}}}
          open: {on: {stop: over, other: {to: idle, do: [no, yes]}}}
          over: {final: true}
        """)
  }

  func testWhereNoAnswerIsPossibleAnyMore() throws {
    try assertBroken(
      "`ask` is called and no run from there on calls `yes`; these steps lead there: the start, `go`, `stop`",
      [
        "- start: []  # idle", "- go: [ask]  # open", "- stop: []  # lost",
        "# whatever happens now, `yes` isn't called any more",
      ],
      in: """
        callbacks: {ask: {answeredBy: ⟪yes⟫}, yes: }
        states:
          idle: {on: {go: {to: open, do: ⟦ask⟧}}}
          open: {on: {other: {to: idle, do: yes}, stop: ⟦lost⟧}}
          lost: {on: {go: alone}}
          alone: {on: {stop: lost}}
        """)
  }

  func testAnAnswerInTheSameReactionCounts() throws {
    try assertProved(
      """
      callbacks: {ask: {answeredBy: yes}, yes: }
      states: {idle: {on: {go: {to: over, do: [ask, yes]}}}, over: {final: true}}
      """)
  }

  func testAnAnswerBeforeTheQuestionIsNone() throws {
    try assertBroken(
      "`ask` is called and the machine ends without `yes`",
      ["- start: []  # idle", "- go: [yes, ask]  # over"],
      in: """
        callbacks: {ask: {answeredBy: ⟪yes⟫}, yes: }
        states: {idle: {on: {go: {to: over, do: [yes, ⟦ask⟧]}}}, over: {final: true}}
        """)
  }

  func testACallBeforeTheAnswer() throws {
    try assertBroken(
      "`save` is called after `ask`, before `yes`; these steps lead there: the start, `go`, `stop`", code: "L810",
      ["- start: []  # idle", "- go: [ask]  # open", "- stop: [save, yes]  # idle"],
      in: """
        callbacks: {ask: {answeredBy: yes, before: ⟪save⟫}, yes: , save: }
        states:
          idle: {on: {go: {to: open, do: ⟦ask⟧}, other: {do: save}}}
          open: {on: {stop: {to: idle, do: [⟦save⟧, yes]}}}
        """)
  }

  func testAStateBeforeTheAnswer() throws {
    let spec = """
      callbacks: {scan: {answeredBy: halt, before: ⟪{state: idle}⟫}, halt: }
      states:
        idle: {on: {go: {to: open, do: ⟦scan⟧}}}
        open: {on: {stop: {to: idle, do: halt}, other: ⟦idle⟧}}
      """
    try assertBroken(
      "`idle` is entered after `scan`, before `halt`; these steps lead there: the start, `go`, `other`", code: "L810",
      ["- start: []  # idle", "- go: [scan]  # open", "- other: []  # idle"], in: spec)
    // The entry of a state ends with its own entry actions.
    try assertProved(
      MarkedText(spec).text.replacing("idle: {on", with: "idle: {entry: halt, on"))
    try assertProved(MarkedText(spec).text.replacing("open: {on", with: "open: {exit: halt, on"))
  }

  /// Without `before`, the second question joins the first, and one answer is enough for both.
  func testASecondQuestionBeforeTheAnswer() throws {
    let spec = """
      callbacks: {ask: {answeredBy: yes, before: ⟪ask⟫}, yes: {needs: ask}}
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {other: idle, stop: {to: idle, do: yes}}}
      """
    let text = MarkedText(spec)
    let found = checkReachability(in: try evidence(text.text)).filter { $0.kind.code == "L810" }
    XCTAssertEqual(
      found.map(\.message),
      ["`ask` is called again before `yes`; these steps lead there: the start, `go`, `other`, `go`"])
    XCTAssertEqual(found.map(\.location.range), [text.diagnostics.first])
    XCTAssertEqual(
      found.first?.details,
      ["- start: []  # idle", "- go: [ask]  # open", "- other: []  # idle", "- go: [ask]  # open"])
    XCTAssertEqual(found.first?.notes.map(\.message), ["this call asks", "this comes before the answer"])
    let joined = try evidence(text.text.replacing(", before: ask", with: ""))
    XCTAssertEqual(joined.proof.promises.map(\.verdict), [.proved, .proved])
    let mended = try evidence(text.text.replacing("other: idle", with: "other: {to: idle, do: yes}"))
    XCTAssertEqual(mended.proof.promises.map(\.verdict), [.proved, .proved])
  }

  func testAStateThatIsEnteredAgainBeforeTheAnswer() throws {
    try assertBroken(
      "`open` is entered again before `yes`; these steps lead there: the start, `go`, `other`", code: "L810",
      ["- start: []  # idle", "- go: []  # open", "- other: []  # open"],
      in: """
        callbacks: [yes]
        states:
          idle: {on: {go: ⟦open⟧}}
          open: {answeredBy: yes, before: ⟪{state: open}⟫, on: {other: ⟦open⟧, stop: {to: idle, do: yes}}}
        """)
  }

  func testEventsAndStatesAsk() throws {
    let spec = """
      callbacks: [yes, no]
      states:
        idle: {on: {request: {to: open}}}
        open: {on: {stop: {to: idle, do: no}, other: {to: away}}}
        away: {on: {go: {to: idle}}}
      """
    func machine(_ events: String, _ spec: String) throws -> Evidence {
      let machine = try readMachine(events: "", "events: {go: , stop: , other: , \(events)}\n" + spec)
      return Evidence.collect(from: explore(MachineIndex.build(for: machine)))
    }
    let proved = try machine(
      "request: {answeredBy: [yes, no]}", spec.replacing("away: {on", with: "away: {entry: yes, on"))
    XCTAssertEqual(proved.proof.promises.map(\.verdict), [.proved])
    // The next request joins the open one, so the answer is still possible.
    let joined = try machine("request: {answeredBy: [yes, no]}", spec.replacing("do: no", with: "do: [no, yes]"))
    XCTAssertEqual(joined.proof.promises.map(\.verdict), [.proved])
    let idle = "before: {state: idle}}"
    let broken = try machine(
      "request: {answeredBy: [yes, no], \(idle)", spec.replacing("do: no", with: "do: [no, yes]"))
    XCTAssertEqual(broken.proof.promises.map(\.verdict), [.broken])
    XCTAssertEqual(
      checkReachability(in: broken).filter { $0.kind.code == "L810" }.map(\.message),
      [
        "`idle` is entered after `request`, before `yes` or `no`; these steps lead there: the start, `request`, `other`, `go`"
      ])
    let asking = spec.replacing("away: {on", with: "away: {answeredBy: yes, on")
    let state = try machine("request: ", asking.replacing("do: no", with: "do: [no, yes]"))
    XCTAssertEqual(state.proof.promises.map(\.verdict), [.proved])
    let hopeless = try machine("request: ", asking)
    XCTAssertEqual(
      checkReachability(in: hopeless).filter { $0.kind.code == "L809" }.map(\.message),
      ["`away` is entered and no run from there on calls `yes`; these steps lead there: the start, `request`, `other`"])
  }

  func testAnEventThatIsIgnoredAsksNothing() throws {
    try assertProved(
      """
      callbacks: {ask: {answeredBy: yes}, yes: }
      states: {idle: {on: {go: {do: [ask, yes]}}}}
      """)
    let machine = try readMachine(
      events: "",
      """
      callbacks: [yes]
      events: {request: {answeredBy: yes}, go: }
      states: {idle: {on: {request: {do: yes}, go: deaf}}, deaf: }
      """)
    let proof = Evidence.collect(from: explore(MachineIndex.build(for: machine))).proof
    XCTAssertEqual(proof.promises.map(\.verdict), [.proved])
  }

  /// Where several timers may run at once, their order doesn't matter to what a single event or every order brings.
  func testSeveralTimers() throws {
    // Each timer runs from the question on.
    try assertProved(
      """
      callbacks: {ask: {answeredBy: [yes, no], within: 5s}, yes: , no: , warn: }
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {stop: {to: idle, do: yes}}, after: {2s: {do: warn}, 5s: {to: idle, do: no}}}
      """)
    // A timer around states with a timer of their own.
    let nested = """
      callbacks: {ask: {answeredBy: [yes, no], within: 30s}, yes: , no: }
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open:
          after: {30s: {to: idle, do: no}}
          on: {stop: {to: idle, do: yes}}
          states: {x: {on: {other: y}}, y: {after: {10s: x}}}
      """
    try assertProved(nested)
    try assertProved(nested.replacing(", within: 30s", with: ""))
    // A region ticks beside the question.
    let ticking = """
      callbacks: {ask: {answeredBy: yes, within: 10s}, yes: , tick: }
      states:
        both:
          regions:
            left: {states: {l1: {on: {go: {to: l2, do: ask}}}, l2: {after: {10s: {to: l1, do: yes}}}}}
            right: {states: {r1: {after: {3s: {to: r2, do: tick}}}, r2: {after: {4s: {to: r1, do: tick}}}}}
      """
    try assertProved(ticking)
    try assertProved(ticking.replacing(", within: 10s", with: ""))
    try assertProved(
      ticking.replacing("ask: {answeredBy: yes, within: 10s}", with: "ask: ").replacing(
        "l2: {after", with: "l2: {answeredBy: yes, within: 10s, after"))
    // An event answers whatever the timers do.
    try assertProved(
      """
      callbacks: {ask: {answeredBy: yes}, yes: }
      states:
        work:
          regions:
            l: {states: {l1: {on: {go: {to: l2, do: ask}}}, l2: {on: {stop: {to: l1, do: yes}}}}}
            r: {states: {r1: {after: {5s: r2}}, r2: {after: {1s: r1}}}}
            s: {states: {s1: {after: {5s: s2}}, s2: {after: {1s: s1}}}}
      """)
    // Which of two timers elapses first may decide whether an answer is possible.
    try assertNotProved(
      "several timers may run at once",
      """
      callbacks: {ask: {answeredBy: yes}, yes: }
      states:
        work:
          regions:
            l: {states: {l1: {on: {go: {to: l2, do: ask}}}, l2: {after: {2s: {if: in(r2), to: l1, do: yes}}}}}
            r: {states: {r1: {after: {1s: r2}, on: {other: r1}}, r2: {}}}
      """)
  }

  func testNoOrderOfTimersLeadsToAnAnswer() throws {
    try assertBroken(
      "`ask` is called and no run from there on calls `yes`; these steps lead there: the start, `go`, `other`",
      [
        "- start: []  # work.l.l1, work.r.r1", "- go: [ask]  # work.l.l2, work.r.r1",
        "- other: []  # work.l.l2, work.r.r3", "# whatever happens now, `yes` isn't called any more",
      ],
      in: """
        callbacks: {ask: {answeredBy: ⟪yes⟫}, yes: }
        states:
          work:
            regions:
              l: {states: {l1: {on: {go: {to: l2, do: ⟦ask⟧}}}, l2: {after: {1s: l3}}, l3: {on: {stop: {if: in(r2), to: l1, do: yes}}}}}
              r: {states: {r1: {after: {5s: r2}, on: {other: ⟦r3⟧}}, r2: {on: {go: r1}}, r3: {}}}
        """)
  }

  /// Another number may lead to an answer, in every order of timers.
  func testNoOrderOfTimersLeadsToAnAnswerWithTheNumbersThatWereTried() throws {
    try assertNotProved(
      "`n` may be any number",
      """
      callbacks: {ask: {answeredBy: yes}, yes: }
      context: {n: 0}
      states:
        work:
          regions:
            l: {states: {l1: {on: {go: {to: l2, do: ask}}}, l2: {after: {1s: l3}}, l3: {on: {stop: {if: in(r2), to: l1, do: yes}}}}}
            r: {states: {r1: {after: {5s: r2}, on: {other: r3}}, r2: {on: {go: r1}}, r3: {on: {go: {if: n * n == 1234321, to: r2}}}}}
      """)
  }

  /// In some order the answer never comes, although it does with the lengths of these timers.
  func testTimersThatLeadToTheAnswerInSomeOrdersOnly() throws {
    try assertNotProved(
      "several timers may run at once",
      """
      callbacks: {ask: {answeredBy: yes}, yes: }
      states:
        work:
          regions:
            l:
              states:
                l1: {on: {go: {to: l2, do: ask}}}
                l2: {after: {2s: l3}}
                l3: {after: {2s: [{if: in(r2), to: l1, do: yes}, l2]}}
            r: {states: {r1: {after: {3s: r2}}, r2: {after: {3s: r1}}}}
      """)
  }

  /// After an event, a timer that runs alone elapses for sure, although several may run elsewhere.
  func testATimerThatRunsAlone() throws {
    try assertProved(
      """
      callbacks: {ask: {answeredBy: yes}, yes: }
      states:
        both:
          on: {go: {to: asking, do: ask}}
          regions:
            l: {states: {l1: {after: {2s: l2}}, l2: {after: {2s: l1}}}}
            r: {states: {r1: {after: {3s: r2}}, r2: {after: {3s: r1}}}}
        asking: {on: {stop: waiting}}
        waiting: {after: {2s: {to: both, do: yes}}}
      """)
  }

  /// A timer that traps may be the next one, and then nothing answers. An event of the host that traps needn't come.
  func testATrapBesideSeveralTimers() throws {
    func proof(_ timer: String, _ event: String, _ answer: String) throws -> [Proof.Verdict] {
      try evidence(
        """
        callbacks: {ask: {answeredBy: yes}, yes: }
        context: {n: {default: 1, fixed: true, range: 0...1}, m: {default: 0, private: true, range: 0...9}}
        states:
          work:
            regions:
              l: {states: {l1: {on: {go: {to: l2, do: ask}}}, l2: {\(answer)}}}
              r: {states: {r1: {on: {other: \(event)}, after: {3s: {to: r2, do: \(timer)}}}, r2: {on: {other: {do: {set: {m: 2}}}}, after: {1s: r1}}}}
        """
      ).proof.promises.map(\.verdict)
    }
    let trap = "{set: {m: 1 / n}}"
    let byEvent = "on: {stop: {to: l1, do: yes}}"
    let byTimer = "after: {2s: {to: l1, do: yes}}"
    XCTAssertEqual(try proof("[]", "{}", byEvent), [.proved])
    XCTAssertEqual(try proof(trap, "{}", byEvent), [.proved])
    XCTAssertEqual(try proof("[]", "{do: \(trap)}", byEvent), [.proved])
    XCTAssertEqual(try proof("[]", "{}", byTimer), [.proved])
    XCTAssertNotEqual(try proof(trap, "{}", byTimer), [.proved])
    XCTAssertEqual(try proof("[]", "{do: \(trap)}", byTimer), [.proved])
  }

  func testWhatCannotBeDecided() throws {
    try assertNotProved(
      "`n` may be any number",
      """
      callbacks: {ask: {answeredBy: yes}, yes: }
      context: {n: 0}
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {stop: {if: n * n == 1234321, to: idle, do: yes}}}
      """)
  }
}
