import XCTest

/// Tests which loops of `always` transitions without guards are errors.
final class AlwaysCycleTests: XCTestCase {
  private let message = "L410 this `always` is taken again and again without a guard: "

  func testTwoStatesThatLeadToEachOther() throws {
    try assertDiagnostics(
      [message + "`b` → `c` → `b`"], events: "go",
      in: """
        states:
          a: {on: {go: b}}
          b: {always: ⟪c⟫}
          c: {always: ⟦b⟧}
        """)
  }

  func testACycleAtTheStartIsReportedOnce() throws {
    let report = try assertDiagnostics([message + "`a` → `a`"], in: "states: {a: {always: ⟪a⟫}}")
    XCTAssertEqual(report.summary(), "Test: 1 error in the machine; no scenarios; 1 state, 1 transition, 0 callbacks")
  }

  func testScenariosHoldDespiteACycle() throws {
    let report = try assertDiagnostics(
      [message + "`b` → `b`"], events: "go",
      in: """
        states: {a: {on: {go: {}}}, b: {always: ⟪b⟫}}
        scenarios: {staying: {given: a, when: {go: []}}}
        """)
    XCTAssertEqual(
      report.summary(), "Test: 1 error in the machine; 1 scenario holds; 2 states, 2 transitions, 0 callbacks")
  }

  func testAMachineWithoutScenarios() throws {
    let report = try assertDiagnostics([], in: "states: {a: }")
    XCTAssertEqual(report.summary(), "Test: no scenarios; 1 state, 0 transitions, 0 callbacks")
  }

  func testAScenarioThatRunsIntoACycleIsNotReported() throws {
    let report = try assertDiagnostics(
      [message + "`b` → `b`"], events: "go",
      in: """
        states: {a: {on: {go: b}}, b: {always: ⟪{}⟫}}
        scenarios: {going: {given: a, when: go}}
        """)
    XCTAssertEqual(report.failedScenarios, 1)
  }

  func testAnAncestorsAlwaysLeadsInACircleToo() throws {
    try assertDiagnostics(
      [message + "`s` → `x` → `s`"], events: "go",
      in: """
        states:
          a: {on: {go: x}}
          s: {always: ⟪x⟫, states: {b: {states: {c: }}}}
          x: {always: ⟦s⟧}
        """)
  }

  func testThroughAParallelStateWithoutAlwaysInIt() throws {
    try assertDiagnostics(
      [message + "`p` → `x` → `p`"], events: "go",
      in: """
        states:
          a: {on: {go: x}}
          p: {always: ⟪x⟫, regions: {l: {states: {b: }}, r: {states: {c: , d: {on: {go: c}}}}}}
          x: {always: [⟦{to: d}⟧]}
        """)
  }

  func testInARegionThatNothingElseLeaves() throws {
    try assertDiagnostics(
      [message + "`p.l.b` → `p.l.c` → `p.l.b`"], events: "go",
      in: """
        context: {flag: true}
        states:
          a: {on: {go: p}}
          p:
            regions:
              l: {states: {b: {always: ⟪c⟫}, c: {always: ⟦b⟧}}}
              r: {states: {d: {always: {if: flag, to: e}}, e: }}
        """)
  }

  func testALineIntoACircleIsNoPartOfIt() throws {
    try assertDiagnostics(
      [message + "`c` → `d` → `c`"], events: "go",
      in: """
        states:
          a: {on: {go: b}}
          b: {always: d}
          c: {always: ⟪d⟫}
          d: {always: ⟦c⟧}
        """)
  }

  private func assertNone(_ spec: String, line: UInt = #line) throws {
    let report = try check(events: "go", spec)
    XCTAssertEqual(report.diagnostics.map(\.message), [], line: line)
  }

  func testAGuardMayEndACycle() throws {
    try assertNone(
      """
      context: {x: 0}
      states:
        a: {on: {go: b}}
        b: {always: c}
        c: {always: {if: x < 5, to: b, do: {set: {x: x + 1}}}}
      """)
    try assertNone(
      """
      context: {x: 0}
      states:
        a: {on: {go: b}}
        b: {always: [{if: x > 5, to: a}, {to: c, do: {set: {x: x + 1}}}]}
        c: {always: b}
      """)
  }

  func testADescendantsGuardMayEndACycle() throws {
    try assertNone(
      """
      context: {x: 0}
      states:
        a: {on: {go: s}}
        s:
          always: {to: s, do: {set: {x: x + 1}}}
          states: {b: {always: {if: x > 5, to: a}}}
      """)
  }

  func testAnotherRegionMayEndACycle() throws {
    try assertNone(
      """
      context: {x: 0}
      states:
        a: {on: {go: p}}
        p:
          regions:
            l: {states: {b: {always: {if: x > 5, to: a}}}}
            r: {states: {c: {always: d}, d: {always: {to: c, do: {set: {x: x + 1}}}}}}
      """)
  }

  func testARegionOfAParallelStateMayEndACycle() throws {
    try assertNone(
      """
      context: {x: 0}
      states:
        a: {on: {go: p}}
        p:
          always: {to: y, do: {set: {x: x + 1}}}
          regions: {l: {states: {b: }}, r: {states: {c: {always: {if: x > 5, to: a}}}}}
        y: {always: p}
      """)
  }

  func testRegionsOfTheRootMayEndACycle() throws {
    try assertNone(
      """
      context: {x: 0}
      regions:
        l:
          states: {a: {on: {go: {to: b, do: {set: {x: 0}}}}}, b: {always: {to: d, do: {set: {x: x + 1}}}}}
        r:
          states: {c: {always: {if: x > 5, to: e}}, d: {always: b}, e: }
      """)
  }

  func testAHistoryMayEndACycle() throws {
    try assertNone(
      """
      initial: a
      states:
        a: {on: {go: h}}
        s:
          always: x
          states: {h: {history: shallow, default: b}, b: {always: a}}
        x: {on: {go: s}}
      """)
  }

  func testTheEndOfTheMachineEndsACycle() throws {
    try assertNone("states: {a: {on: {go: b}}, b: {always: c}, c: {final: true}}")
    try assertNone(
      """
      regions:
        l: {always: c, states: {a: {on: {go: c}}, c: {final: true}}}
      """)
  }

  func testAFaultAtTheStartIsReportedOnceAtItsRange() throws {
    try assertDiagnostics(
      ["L401 starting: Test takes more than 1,000 microsteps before control returns to the host"],
      in: """
        states:
          a: {entry: {raise: next}, on: {next: ⟪{to: a}⟫}}
        scenarios:
          starting: {then: a}
        """)
  }
}
