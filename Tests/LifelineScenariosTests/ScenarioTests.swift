import LifelineScenarios
import TestSupport
import XCTest

/// Tests steps and the diagnostics of those that fail (section 8 of the language reference).
final class ScenarioTests: XCTestCase {
  func testScenariosThatHoldAreCounted() throws {
    let report = try check(
      callbacks: "left entered", events: "go",
      """
      states: {a: {exit: left, on: {go: b}}, b: {entry: entered}}
      scenarios:
        going:
          given: a
          when: {go: [left, entered], through: b, then: b}
          then: b
        nothing more:
          follows: going
          when: [{ignored: go}, {wait: 5s, expect: []}]
      """)
    XCTAssertEqual(report.diagnostics, [])
    XCTAssertEqual(report.scenarios, 2)
    XCTAssertEqual(report.plays, 2)
    XCTAssertEqual(report.steps, 3)
    XCTAssertEqual(report.summary(), "Test: 2 scenarios hold; 2 states, 1 transition, 2 callbacks")
  }

  func testOtherCallsAreShownSideBySide() throws {
    let report = try assertDiagnostics(
      ["L402 scenario `going`: `go` makes other calls than expected"],
      callbacks: "one two three four", events: "go",
      in: """
        states: {a: {on: {go: {do: [one, ⟦four⟧, three]}}}}
        scenarios:
          going: {given: a, when: {⟪go⟫: [one, two, three]}}
        """)
    XCTAssertEqual(
      report.diagnostics.first?.details,
      [
        "  expected  actual",
        "  one       one",
        "! two       four",
        "  three     three",
      ])
    XCTAssertEqual(report.diagnostics.first?.notes.map(\.message), ["`four` is called here"])
    XCTAssertEqual(report.failedScenarios, 1)
    XCTAssertEqual(report.summary(), "Test: 1 of 1 scenario fails; 1 state, 1 transition, 4 callbacks")
  }

  func testAMissingCallHasNoNote() throws {
    let report = try assertDiagnostics(
      ["L402 scenario `going`: `go` makes other calls than expected"],
      callbacks: "one two", events: "go",
      in: """
        states: {a: {on: {go: {do: [one]}}}}
        scenarios:
          going: {given: a, when: {⟪go⟫: [one, two]}}
        """)
    XCTAssertEqual(
      report.diagnostics.first?.details,
      ["  expected  actual", "  one       one", "! two       (none)"])
  }

  func testExpectingNothingAndCallingNothing() throws {
    let report = try assertDiagnostics(
      [
        "L402 scenario `nothing`: `go` is expected to call nothing, but makes 1 call",
        "L402 scenario `something`: `stay` calls nothing, but calls are expected",
      ],
      callbacks: "one", events: "go stay",
      in: """
        states: {a: {on: {go: {do: [⟦one⟧]}, stay: {}}}}
        scenarios:
          nothing: {given: a, when: {⟪go⟫: []}}
          something: {given: a, when: {⟪stay⟫: one}}
          holds: {given: a, when: [{stay: []}, go, stay]}
        """)
    XCTAssertEqual(
      report.diagnostics.map(\.details),
      [["  expected  actual", "! (none)    one"], ["  expected  actual", "! one       (none)"]])
    XCTAssertEqual(
      report.summary(), "Test: 2 of 3 scenarios fail; 1 state, 2 transitions, 1 callback")
  }

  func testScenariosThatFollowOneThatFails() throws {
    let report = try assertDiagnostics(
      ["L402 scenario `first`"], callbacks: "one", events: "go",
      in: """
        states: {a: {on: {go: {do: ⟦one⟧}}}}
        scenarios:
          first: {given: a, when: {⟪go⟫: []}}
          second: {follows: first, when: {go: one}}
          third: {follows: second, when: {go: one}}
          holds: {given: a, when: {go: one}}
        """)
    XCTAssertEqual(
      report.summary(),
      "Test: 3 of 4 scenarios fail, 2 of them because they follow another; 1 state, 1 transition, 1 callback")
  }

  func testArguments() throws {
    let report = try assertDiagnostics(
      ["L402 scenario `other`: `open` makes other calls"],
      in: """
        callbacks: {opened: {parameters: {url: String, count: Int}}}
        events: {open: {parameters: {url: String}}}
        context: {count: 2}
        states: {a: {on: {open: {do: ⟦opened⟧}}}}
        scenarios:
          any: {given: a, when: {open: opened, with: {url: "x"}}}
          one of them: {given: a, when: {open: {opened: {count: 2}}, with: {url: "x"}}}
          both: {given: a, when: {open: {opened: {count: 2, url: "x"}}, with: {url: "x"}}}
          other: {given: a, when: {⟪open⟫: {opened: {url: "y"}}, with: {url: "x"}}}
        """)
    XCTAssertEqual(
      report.diagnostics.first?.details,
      [
        "  expected          actual",
        #"! opened(url: "y")  opened(url: "x", count: 2)"#,
      ])
  }

  func testAnEventThatIsNotHandled() throws {
    try assertDiagnostics(
      [
        "L403 scenario `with calls`: `go` is not handled: no transition takes it in `b`",
        "L403 scenario `alone`: `go` is not handled: no transition takes it in `b`",
        "L403 scenario `at the end`: `go` is not handled: the machine is finished",
      ],
      events: "go stop",
      in: """
        states:
          a: {on: {go: b}}
          ⟦⟦b⟧⟧: {on: {stop: c}}
          ⟦c⟧: {final: true}
        scenarios:
          with calls: {given: b, when: {⟪go⟫: []}}
          alone: {given: b, when: ⟪go⟫}
          at the end: {given: b, when: [stop, {⟪go⟫: []}]}
        """)
  }

  func testADeferredEventCountsAsHandled() throws {
    try assertDiagnostics(
      ["L404 scenario `ignored`: `later` is expected to be ignored, but is deferred"],
      callbacks: "done", events: "later go",
      in: """
        states:
          a: {defer: ⟦later⟧, on: {go: b}}
          b: {on: {later: {do: done}}}
        scenarios:
          kept: {given: a, when: [{later: []}, later, {go: done}]}
          ignored: {given: a, when: {⟪ignored⟫: later}}
        """)
  }

  func testAnEventThatIsHandledThoughItShouldBeIgnored() throws {
    try assertDiagnostics(
      ["L404 scenario `ignoring`: `go` is expected to be ignored, but is handled"], events: "go",
      in: """
        states: {a: {on: {go: ⟦{to: a}⟧}}}
        scenarios:
          ignoring: {given: a, when: {⟪ignored⟫: go}}
        """)
  }

  func testThrough() throws {
    let report = try assertDiagnostics(
      ["L406 scenario `wrong`: `go` enters other states than `through` says"], events: "go",
      in: """
        states:
          a: {on: {go: b}}
          b: {always: s.c}
          s: {states: {c: }}
        scenarios:
          right: {given: a, when: {go: [], through: [b, c]}}
          wrong: {given: a, when: {go: [], through: ⟪[c]⟫}}
        """)
    XCTAssertEqual(
      report.diagnostics.first?.details,
      ["  expected  actual", "! (none)    b", "  s.c       s.c"])
  }

  func testThenOfAStepAndOfTheScenario() throws {
    try assertDiagnostics(
      [
        "L407 scenario `step`: after `go`, `s` is not active; active: `b`",
        "L407 scenario `end`: at the end, `x` is 1 and not 2",
        "L407 scenario `waiting`: after waiting 1min, `b` is not active; active: `s.a`",
        "L407 scenario `setting`: after setting `x`, `x` is 5 and not 6",
      ],
      events: "go",
      in: """
        context: {x: 0}
        initial: s
        states:
          s: {states: {a: {on: {go: {to: b, do: {set: {x: x + 1}}}}}}}
          b: {on: {go: s}}
        scenarios:
          step: {given: a, when: {go: [], then: ⟪s⟫}}
          end: {given: a, when: {go: []}, then: {state: b, x: ⟪2⟫}}
          waiting: {given: a, when: {wait: 1min, then: ⟪b⟫}}
          setting: {given: a, when: {set: {x: 5}, then: {x: ⟪6⟫}}}
          compound states count: {given: a, when: go, then: {state: [b], x: 1}}
        """)
  }

  func testOnlyTheFirstFailingStepIsReported() throws {
    let report = try assertDiagnostics(
      ["L402 scenario `going`"], callbacks: "one two", events: "go",
      in: """
        states: {a: {on: {go: {do: ⟦one⟧}}}}
        scenarios:
          going: {given: a, when: [{go: one}, {⟪go⟫: two}, {go: two}], then: a}
        """)
    XCTAssertEqual(report.steps, 2)
  }

  func testNeverCountsEveryChannel() throws {
    try assertDiagnostics(
      ["L405 scenario `wrong`: `go` calls `posted`, which the scenario's `never` rules out"],
      events: "go",
      in: """
        callbacks: {posted: {channel: notification}, called: }
        states: {a: {on: {go: {do: [called, ⟦posted⟧]}}}}
        observing: delegate
        scenarios:
          right: {given: a, when: {go: called}}
          both: {observing: [delegate, notification], given: a, when: {go: [called, posted]}}
          only one: {observing: notification, given: a, when: {go: posted}}
          wrong: {given: a, when: [{⟪go⟫: called}], never: posted}
        """)
  }

  func testStarting() throws {
    let report = try assertDiagnostics(
      [
        "L402 scenario `silent`: starting (without a `start` step) is expected to call nothing",
        "L402 scenario `wrong`: starting makes other calls",
      ],
      callbacks: "began other",
      in: """
        states: {a: {entry: ⟦⟦began⟧⟧, after: {1s: {do: other}}}}
        scenarios:
          right: {when: [{start: began, through: a, then: a}, {wait: 1s, expect: other}, {wait: 1s}]}
          ⟪silent⟫: {when: {wait: 1s}}
          wrong: {when: {⟪start⟫: other}}
        """)
    XCTAssertEqual(report.plays, 3)
  }

  func testTheCallsOfAWaitAreCheckedOnlyIfExpected() throws {
    try assertDiagnostics(
      ["L402 scenario `wrong`: waiting 2s makes other calls"], callbacks: "tick other",
      in: """
        states: {a: {after: {1s: {do: ⟦tick⟧}, 1h: {do: other}}}}
        scenarios:
          unchecked: {given: a, when: {wait: 2s}}
          right: {given: a, when: [{wait: 999ms, expect: []}, {wait: 1ms, expect: tick}]}
          wrong: {given: a, when: {⟪wait⟫: 2s, expect: other}}
        """)
  }

  func testGivenStatesMustBeAConfiguration() throws {
    // Reading the spec reports most of these mistakes. Running the scenario reports the rest.
    let machine = try readMachine(
      "states: {a: {on: {\"*\": b}}, b: }\nscenarios:\n  x: {given: a, then: a}")
    var broken = machine
    broken.scenarios[0].beginning = .states([machine.states[1].id, machine.states[2].id])
    let report = checkScenarios(of: broken)
    XCTAssertEqual(
      report.diagnostics.map(\.message), ["scenario `x`: `a`, `b` cannot be active together"])
    XCTAssertEqual(report.diagnostics.map(\.kind.code), ["L409"])
  }

  func testAFaultIsAFailureAtItsStep() throws {
    try assertDiagnostics(
      [
        "L401 scenario `adding`: `go`: Test computes a number that does not fit into 64 bits (see Expressions)",
        "L401 scenario `arming`: `go`: Test arms a timer with 0ms, which is not above zero",
      ],
      events: "go",
      in: """
        context: {x: 9223372036854775807, limit: 1s}
        states:
          a: {on: {go: {do: {set: {x: ⟦x + 1⟧}}}}}
          b: {on: {go: {to: c, do: {set: {limit: limit - 1s}}}}}
          c: {after: {⟦limit⟧: a}}
        scenarios:
          adding: {given: a, when: [{⟪go⟫: []}]}
          arming: {given: b, when: ⟪go⟫}
          armed: {given: {state: b, limit: 2s}, when: [go, {wait: 1s, then: a}]}
        """)
  }

  func testAFieldThatLeavesItsRangeIsAFailureAtItsStep() throws {
    try assertDiagnostics(
      ["L401 scenario `twice`: `go`: Test sets `x` to 2, outside of 0...1 (see Context)"], events: "go",
      in: """
        context: {x: {default: 0, range: 0...1}}
        states: {a: {on: {go: {do: {set: {x: ⟦x + 1⟧}}}}}}
        scenarios:
          once: {given: a, when: go, then: {x: 1}}
          twice: {given: {state: a, x: 1}, when: ⟪go⟫}
        """)
  }
}
