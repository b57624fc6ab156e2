import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Explorations of questions that have to be answered in time.
final class AnswerTimeTests: AnswerTestCase {
  func testATimerAnswersInTime() throws {
    let spec = """
      callbacks: {ask: {answeredBy: yes, within: ⟪10s⟫}, yes: }
      states:
        idle: {on: {go: {to: open, do: ⟦ask⟧}}}
        open: {on: {stop: {to: idle, do: yes}, other: {}}, after: {10s: {to: idle, do: ⟦yes⟧}}}
      """
    try assertProved(MarkedText(spec).text)
    let proved = MarkedText(spec).text
    try assertProved(proved.replacing("{10s: {", with: "{4s: {to: later}}}\n  later: {after: {6s: {"))
    try assertIsBroken(proved.replacing("{10s: {", with: "{4s: {to: later}}}\n  later: {after: {6001ms: {"))
    try assertBroken(
      "`ask` is called and `yes` isn't called within 10s; these steps lead there: the start, `go`, a wait of 10001ms",
      code: "L810",
      ["- start: []  # idle", "- go: [ask]  # open", "- {wait: 10001ms, expect: [yes]}  # idle"],
      in: spec.replacing("after: {10s", with: "after: {10001ms"))
    try assertBroken(
      "`ask` is called and `yes` isn't called within 10s; these steps lead there: the start, `go`, a wait of 10001ms",
      code: "L810",
      ["- start: []  # idle", "- go: [ask]  # open", "- wait: 10001ms  # open"],
      in: """
        callbacks: {ask: {answeredBy: yes, within: ⟪10s⟫}, yes: }
        states:
          idle: {on: {go: {to: open, do: ⟦ask⟧}}}
          open: {on: {stop: {to: idle, do: yes}}}
        """)
  }

  /// A limit of time takes nothing from what the order breaks.
  func testALimitHidesNoOtherBreach() throws {
    for within in ["", ", within: 2s"] {
      try assertBroken(
        "`ask` is called and the machine ends without `yes`; these steps lead there: the start, a wait of 5s, `go`",
        ["- start: [ask]  # asking", "- wait: 5s  # tardy", "- go: []  # done"],
        in: """
          callbacks: {ask: {answeredBy: ⟪yes⟫\(within)}, yes: }
          states:
            asking: {entry: ⟦ask⟧, on: {stop: {to: done, do: yes}}, after: {5s: tardy}}
            tardy: {on: {go: done}}
            done: {final: true}
          """)
      try assertBroken(
        "`ask` is called and no run from there on calls `yes`; these steps lead there: the start, a wait of 5s, `go`",
        [
          "- start: [ask]  # asking", "- wait: 5s  # tardy", "- go: []  # dead",
          "# whatever happens now, `yes` isn't called any more",
        ],
        in: """
          callbacks: {ask: {answeredBy: ⟪yes⟫\(within)}, yes: }
          states:
            asking: {entry: ⟦ask⟧, on: {stop: {to: done, do: yes}}, after: {5s: tardy}}
            tardy: {on: {go: ⟦dead⟧, stop: {to: done, do: yes}}}
            dead: {on: {go: dead}}
            done: {on: {go: asking}}
          """)
    }
  }

  /// The timer begins anew with each `other`, so the host can put off the answer.
  func testATimerThatIsArmedAgainIsLate() throws {
    let text = MarkedText(
      """
      callbacks: {ask: {answeredBy: yes, within: ⟪10s⟫}, yes: }
      states:
        idle: {on: {go: {to: open, do: ⟦ask⟧}}}
        open: {on: {other: open}, after: {9s: {to: idle, do: ⟦yes⟧}}}
      """)
    let evidence = try evidence(text.text)
    XCTAssertEqual(evidence.proof.promises.map(\.verdict), [.broken])
    let found = checkReachability(in: evidence).filter { $0.kind.code == "L810" }
    XCTAssertEqual(
      found.map(\.details),
      [
        [
          "- start: []  # idle", "- go: [ask]  # open", "- wait: 8999ms  # open", "- other: []  # open",
          "- wait: 1002ms  # open",
        ]
      ])
  }

  /// Of the ways to be late, the one with the fewest steps is shown, and not the one that puts off the answer the most.
  func testAShortestLateRun() throws {
    try assertBroken(
      "`ask` is called and `yes` isn't called within 9s; these steps lead there: the start, `go`, a wait of 4s, a wait of 4s, a wait of 1001ms",
      code: "L810",
      [
        "- start: []  # idle", "- go: [ask]  # open", "- {wait: 4s, expect: [tick]}  # open",
        "- {wait: 4s, expect: [tick]}  # open", "- wait: 1001ms  # open",
      ],
      in: """
        callbacks: {ask: {answeredBy: yes, within: ⟪9s⟫}, yes: , tick: }
        states:
          idle: {on: {go: {to: open, do: ⟦ask⟧}}}
          open:
            on: {other: {to: open, do: tick}, stop: {to: idle, do: yes}}
            after: {4s: {to: open, do: tick}}
        """)
  }

  /// An event comes at least a millisecond before the timer that it stops.
  func testATimerThatAnEventStopsInItsLastMillisecond() throws {
    let spec = """
      callbacks: {ask: {answeredBy: yes, within: ⟪3s⟫}, yes: }
      states:
        idle: {on: {go: {to: open, do: ⟦ask⟧}}}
        open: {on: {other: late}, after: {2s: {to: idle, do: yes}}}
        late: {after: {1001ms: {to: idle, do: ⟦yes⟧}}}
      """
    try assertProved(MarkedText(spec).text)
    try assertBroken(
      "`ask` is called and `yes` isn't called within 3s; these steps lead there: the start, `go`, a wait of 1999ms, `other`, a wait of 1002ms",
      code: "L810",
      [
        "- start: []  # idle", "- go: [ask]  # open", "- wait: 1999ms  # open", "- other: []  # late",
        "- {wait: 1002ms, expect: [yes]}  # idle",
      ], in: spec.replacing("1001ms", with: "1002ms"))
    // With two such events, two milliseconds are saved.
    let twice = MarkedText(spec).text.replacing("late: {after", with: "late: {on: {other: later}, after")
    try assertProved(twice.replacing("3s", with: "3999ms") + "\n  later: {after: {1s: {to: idle, do: yes}}}")
    try assertIsBroken(twice.replacing("3s", with: "3998ms") + "\n  later: {after: {1s: {to: idle, do: yes}}}")
  }

  /// Asserts that a promise is broken, wherever.
  private func assertIsBroken(_ spec: String, line: UInt = #line) throws {
    XCTAssertEqual(try evidence(spec).proof.promises.map(\.verdict), [.broken], line: line)
  }

  /// The counterexample gives lengths only to the timers that matter.
  func testALengthThatDoesNotMatterIsNotGiven() throws {
    try assertBroken(
      "`ask` is called and `yes` isn't called within 10s; these steps lead there: the start, `go`, a wait of 10001ms",
      code: "L810",
      ["given: {patience: 20s}", "- start: []  # idle", "- go: [ask]  # open", "- wait: 10001ms  # open"],
      in: """
        context:
          patience: {default: 5s, fixed: true, range: 1s...20s}
          pause: {default: 3s, fixed: true, range: 1s...4s}
        callbacks: {ask: {answeredBy: yes, within: ⟪10s⟫}, yes: }
        states:
          idle: {on: {go: {to: open, do: ⟦ask⟧}, other: away}}
          open: {after: {patience: {to: idle, do: yes}}}
          away: {after: {pause: idle}}
        """)
  }

  /// The length of the timer is up to the host, and the counterexample says which one breaks the promise.
  func testALengthThatTheHostGives() throws {
    let spec = """
      context: {patience: {default: 5s, fixed: true, range: 1s...20s}}
      callbacks: {ask: {answeredBy: yes, within: ⟪10s⟫}, yes: }
      states:
        idle: {on: {go: {to: open, do: ⟦ask⟧}}}
        open: {after: {patience: {to: idle, do: yes}}}
      """
    let message =
      "`ask` is called and `yes` isn't called within 10s; these steps lead there: the start, `go`, a wait of 10001ms"
    let steps = ["- start: []  # idle", "- go: [ask]  # open", "- wait: 10001ms  # open"]
    try assertBroken(message, code: "L810", ["given: {patience: 20s}"] + steps, in: spec)
    try assertBroken(
      message, code: "L810", ["given: {patience: 20s}"] + steps, in: spec.replacing(", fixed: true", with: ""))
    // An answer in just the last moment would be in time.
    try assertBroken(
      message, code: "L810",
      ["given: {patience: 10001ms}"] + steps.dropLast() + ["- {wait: 10001ms, expect: [yes]}  # idle"],
      in: spec.replacing(", range: 1s...20s", with: "").replacing("do: yes", with: "do: ⟦yes⟧"))
    try assertProved(MarkedText(spec).text.replacing("20s}", with: "10s}"))
  }

  /// A shorter run shows that the answer is late if the host gives the timer another length, although one with the default is late
  /// as well.
  func testALengthThatMakesARunShorter() throws {
    let message =
      "`ask` is called and `yes` isn't called within 30s; these steps lead there: the start, `go`, a wait of 30001ms"
    let steps = ["- start: []  # idle", "- go: [ask]  # open", "- wait: 30001ms  # open"]
    let spec = """
      context:
        interval: {default: 1s, fixed: true, range: 1s...1min}
        pause: {default: 3s, fixed: true, range: 1s...4s}
      callbacks: {ask: {answeredBy: yes, within: ⟪30s⟫}, yes: }
      states:
        idle: {on: {go: {to: open, do: ⟦ask⟧}, other: away}}
        open: {on: {stop: {to: idle, do: yes}}, after: {interval: open}}
        away: {after: {pause: idle}}
      """
    for spec in [spec, spec.replacing(", fixed: true", with: "")] {
      try assertBroken(message, code: "L810", ["given: {interval: 1min}"] + steps, in: spec)
      // Too long a run with the default is left as it is, and a shorter one is found even so.
      try assertBroken(
        message, code: "L810", ["given: {interval: 1min}"] + steps,
        in: spec.replacing("interval: {default: 1s", with: "interval: {default: 50ms").replacing(
          "1s...1min", with: "1ms...1min"))
      // The default is long enough.
      try assertBroken(
        message, code: "L810", steps, in: spec.replacing("interval: {default: 1s", with: "interval: {default: 40s"))
    }
  }

  // MARK: Private lengths

  /// Each configuration tells how long the next timer is.
  func testALengthThatTheMachineComputes() throws {
    let spec = """
      context: {delay: {default: 1s, private: true, range: 1s...8s}}
      callbacks: {ask: {answeredBy: yes, within: ⟪15s⟫}, yes: , poll: }
      states:
        idle: {on: {go: {to: open, do: [{set: {delay: 1s}}, ⟦ask⟧]}}}
        open:
          after:
            delay:
              - {if: delay < 8s, to: open, do: [poll, {set: {delay: delay * 2}}]}
              - {to: idle, do: ⟦yes⟧}
      """
    try assertProved(MarkedText(spec).text)
    // Without a range, no length is the greatest.
    try assertProved(MarkedText(spec).text.replacing(", range: 1s...8s", with: ""))
    try assertBroken(
      "`ask` is called and `yes` isn't called within 14999ms; these steps lead there: the start, `go`, a wait of 1s, a wait of 2s, a wait of 4s, a wait of 8s",
      code: "L810",
      [
        "- start: []  # idle", "- go: [ask]  # open", "- {wait: 1s, expect: [poll]}  # open",
        "- {wait: 2s, expect: [poll]}  # open", "- {wait: 4s, expect: [poll]}  # open",
        "- {wait: 8s, expect: [yes]}  # idle",
      ], in: spec.replacing("15s", with: "14999ms"))
  }

  /// A timer keeps the length with which it was armed, whatever the field is set to then. Both ways lead to one configuration.
  func testALengthThatChangesAfterTheTimerWasArmed() throws {
    let spec = """
      context: {delay: {default: 1s, private: true}}
      callbacks: {ask: {answeredBy: yes, within: ⟪2s⟫}, yes: }
      states:
        idle: {on: {go: {to: open, do: ask}, other: {to: open, do: [⟦ask⟧, {set: {delay: 3s}}]}}}
        open:
          states: {inner: {entry: {set: {delay: 1s}}}}
          after: {delay: {to: idle, do: yes}}
      """
    try assertBroken(
      "`ask` is called and `yes` isn't called within 2s; these steps lead there: the start, `other`, a wait of 2001ms",
      code: "L810", ["- start: []  # idle", "- other: [ask]  # open.inner", "- wait: 2001ms  # open.inner"], in: spec)
    try assertProved(MarkedText(spec).text.replacing("within: 2s", with: "within: 3s"))
    try assertProved(MarkedText(spec).text.replacing("delay: 3s", with: "delay: 2s"))
  }

  /// Of a timer that ran before the question, the greatest length counts with which the machine arms it.
  func testAComputedLengthOfATimerThatRanBeforeTheQuestion() throws {
    let spec = """
      context: {delay: {default: 2s, private: true}}
      callbacks: {ask: {answeredBy: yes, within: 2s}, yes: }
      states:
        open: {on: {go: {do: ask}}, after: {delay: {to: open, do: [yes, {set: {delay: 1s}}]}}}
      """
    try assertProved(spec)
    try assertIsBroken(spec.replacing("within: 2s", with: "within: 1999ms"))
    // It counts only where the timer may have that length.
    let backOff = """
      context: {delay: {default: 1s, private: true}}
      callbacks: {ask: {answeredBy: yes, within: 15s}, yes: }
      states:
        idle: {on: {other: {to: open, do: {set: {delay: 1s}}}}}
        open:
          on: {go: {if: delay == 1s, do: ask}}
          after: {delay: [{if: delay < 8s, to: open, do: {set: {delay: delay * 2}}}, {to: idle, do: yes}]}
      """
    try assertProved(backOff)
    try assertIsBroken(backOff.replacing("15s", with: "14999ms"))
    try assertProved(backOff.replacing("delay == 1s", with: "delay == 2s").replacing("15s", with: "14s"))
    // The field may have another value than the one with which the timer was armed.
    let changed = backOff.replacing(
      "go: {if: delay == 1s, do: ask}",
      with: "go: {if: delay == 3s, do: ask}, stop: {if: delay == 8s, do: {set: {delay: 3s}}}")
    try assertProved(changed.replacing("15s", with: "26s"))
    try assertIsBroken(changed.replacing("15s", with: "25999ms"))
  }

  /// A length that comes from the host, even on a detour, stands for others, which may be greater.
  func testAPrivateLengthThatComesFromTheHost() throws {
    let spec = """
      events: {go: , learn: {parameters: {d: Duration}}}
      context: {delay: {default: 1s, private: true}, kept: {default: 1s, private: true}}
      callbacks: {ask: {answeredBy: yes, within: 10s}, yes: }
      states:
        idle: {on: {learn: {if: d >= 1ms, do: {set: {kept: d}}}, go: {to: open, do: [{set: {delay: kept}}, ask]}}}
        open: {after: {delay: {to: idle, do: yes}}}
      """
    try assertNotProved("no timer was found", spec)
    try assertProved(
      spec.replacing("private: true}, kept", with: "private: true, range: 1ms...10s}, kept").replacing(
        "d >= 1ms", with: "d >= 1ms and d <= 10s"))
    // A fact and a fixed field.
    for role in ["", ", fixed: true"] {
      try assertNotProved(
        "no timer was found",
        """
        context: {delay: {default: 1s, private: true}, base: {default: 1s\(role)}}
        callbacks: {ask: {answeredBy: yes, within: 10s}, yes: }
        states:
          idle: {on: {go: {if: base >= 1ms, to: open, do: [{set: {delay: base}}, ask]}}}
          open: {after: {delay: {to: idle, do: yes}}}
        """)
    }
  }

  /// A state that is entered again and again until the time is over.
  func testATimerThatIsArmedAgainVeryOften() throws {
    let spec = """
      callbacks: {ask: {answeredBy: yes, within: ⟪1h⟫}, yes: }
      states:
        idle: {on: {go: {to: open, do: ⟦ask⟧}}}
        open: {on: {stop: {to: idle, do: yes}}, after: {5s: open}}
      """
    try assertBroken(
      "`ask` is called and `yes` isn't called within 1h; these steps lead there: …, a wait of 5s, a wait of 5s, a wait of 5s, a wait of 5s, a wait of 1ms",
      code: "L810",
      [
        "- start: []  # idle", "- go: [ask]  # open", "- wait: 5s  # open", "# this step 719 more times",
        "- wait: 1ms  # open",
      ], in: spec)
  }

  /// A run that needs most of the steps that are tried isn't given up.
  func testATimerThatIsArmedAgainThousandsOfTimes() throws {
    try assertIsBroken(
      """
      callbacks: {ask: {answeredBy: yes, within: 1min}, yes: }
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {stop: {to: idle, do: yes}}, after: {7ms: open}}
      """)
  }

  /// An event that comes just before the timer puts off its answer again and again.
  func testATimerThatAnEventArmsAgainVeryOften() throws {
    let spec = """
      callbacks: {ask: {answeredBy: yes, within: ⟪1h⟫}, yes: }
      states:
        idle: {on: {go: {to: open, do: ⟦ask⟧}}}
        open: {on: {other: near}, after: {5s: {to: idle, do: yes}}}
        near: {on: {other: open}, after: {4s: {to: idle, do: yes}}}
      """
    let evidence = try evidence(MarkedText(spec).text)
    XCTAssertEqual(evidence.proof.promises.map(\.verdict), [.broken])
    let details = checkReachability(in: evidence).first { $0.kind.code == "L810" }?.details ?? []
    XCTAssertEqual(
      Array(details[1...6]),
      [
        "- go: [ask]  # open", "- wait: 4999ms  # open", "- other: []  # near", "- wait: 3999ms  # near",
        "- other: []  # open", "# these 4 steps 399 more times",
      ])
    XCTAssertEqual(details.last?.hasPrefix("- wait:"), true, "\(details)")
  }
}
