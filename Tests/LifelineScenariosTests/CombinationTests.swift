import XCTest

/// Tests `where`, `follows` and `refuted` (section 8 of the language reference).
final class CombinationTests: XCTestCase {
  func testEveryCombinationIsPlayed() throws {
    let report = try assertDiagnostics(
      [], callbacks: "old new", events: "go",
      in: """
        context: {iOS: 9, pad: false}
        states: {a: {on: {go: [{if: iOS < 8 or pad, do: old}, {do: new}]}}}
        scenarios:
          going:
            given: a
            where: {iOS: [7, 8, 9], pad: [false, true]}
            when: {go: {if: iOS < 8 or pad, expect: old, else: new}}
        """)
    XCTAssertEqual(report.scenarios, 1)
    XCTAssertEqual(report.plays, 6)
    XCTAssertEqual(
      report.summary(), "Test: 1 scenario (6 plays) holds; 1 state, 2 transitions, 2 callbacks")
  }

  private let regions = """
    context: {n: 0}
    regions:
      l:
        states:
          a: {on: {go: {to: b, do: [one, {if: n == 2, do: two}]}}}
          b: {on: {go: {to: a, do: two}}}
      r: {states: {c: {on: {go: {if: in(s)}}}, d: , s: }}

    """

  func testTheScenarioBeginsInEachState() throws {
    let report = try assertDiagnostics(
      [], callbacks: "one two", events: "go",
      in: regions + """
        scenarios:
          going:
            given: d
            where: {n: [1, 2], state: [a, [b]]}
            when: {go: {if: in(a), expect: [one, {if: n == 2, expect: two}], else: two}}
            then: d
          back:
            follows: going
            when: {go: {if: in(b) and in(d) and not in(c), expect: [one, {optional: two}], else: two}}
          both:
            where: {state: [[a, s], [b, c]]}
            when: {go: {if: in(l.b), expect: two, else: one}}
          initial: {where: {state: b}, when: {go: two}, then: c}
        """)
    XCTAssertEqual(report.plays, 11)
  }

  func testTheStatesOfACombinationThatFails() throws {
    try assertDiagnostics(
      [
        "L402 scenario `going`: `go` makes other calls than expected (for 2 of 4 combinations, first: state: l.b, n: 1)",
        "L402 scenario `both`: `go` makes other calls than expected (for 1 of 2 combinations, first: state: [l.b, r.d])",
      ], callbacks: "one two", events: "go",
      in: regions.replacing("to: a, do: two", with: "to: a, do: ⟦⟦two⟧⟧") + """
        scenarios:
          going: {where: {state: [a, b], n: [1, 3]}, when: {⟪go⟫: one}}
          both: {where: {state: [[a, s], [b, d]]}, when: {⟪go⟫: one}}
        """)
  }

  func testCombinationsThatFailAlikeAreOneDiagnostic() throws {
    try assertDiagnostics(
      [
        "L402 scenario `going`: `go` makes other calls than expected"
          + " (for 2 of 4 combinations, first: iOS: 8, pad: false)",
        "L407 scenario `going`: at the end, `iOS` is 7 and not 8"
          + " (for 2 of 4 combinations, first: iOS: 7, pad: false)",
      ],
      callbacks: "old new", events: "go",
      in: """
        context: {iOS: 9, pad: false}
        states: {a: {on: {go: [{if: iOS < 8, do: old}, {do: ⟦new⟧}]}}}
        scenarios:
          going:
            given: a
            where: {iOS: [7, 8], pad: [false, true]}
            when: {⟪go⟫: old}
            then: {iOS: ⟪8⟫}
        """)
  }

  func testCombinationsAreAllThereAre() throws {
    try assertDiagnostics(
      [
        "L402 scenario `going`: `go` is expected to call nothing, but makes 1 call"
          + " (for 3 of 6 combinations, first: x: 2, y: 1)",
        "L402 scenario `another`: `go` is expected to call nothing, but makes 1 call"
          + " (for 2 of 6 combinations, first: x: 1, y: 3)",
      ],
      callbacks: "one two", events: "go",
      in: """
        context: {x: 0, y: 0}
        states:
          a: {on: {go: {do: {if: x == 2, do: ⟦one⟧}}}}
          b: {on: {go: {do: {if: y == 3, do: ⟦two⟧}}}}
          c: {on: {go: [{if: x == 0, to: b}, a]}}
        scenarios:
          going: {given: a, where: {x: [1, 2], y: [1, 2, 3]}, when: {⟪go⟫: []}}
          another: {given: b, where: {x: [1, 2], y: [1, 2, 3]}, when: {⟪go⟫: []}}
        """)
  }

  func testWhereAllCombinationsFail() throws {
    try assertDiagnostics(
      [
        "L403 scenario `going`: `go` is not handled: no transition takes it in `a` (for all 2 combinations, first: x: 1)"
      ],
      events: "go stay",
      in: """
        context: {x: 0}
        states: {⟦a⟧: {on: {stay: {if: x == 0, do: {set: {x: 1}}}}}, b: {on: {go: a}}}
        scenarios:
          going: {given: a, where: {x: [1, 2]}, when: {⟪go⟫: []}}
        """)
  }

  /// The condition uses the value that `where` gave, and not the current value of the field.
  func testConditionsInPatternsReadFieldsOfWhere() throws {
    try assertDiagnostics(
      [], callbacks: "one two", events: "go",
      in: """
        context: {x: 0}
        states: {a: {on: {go: [{if: x == 1, do: one}, {do: two}]}}}
        scenarios:
          going:
            given: a
            where: {x: [1, 2]}
            when: [{set: {x: 1}}, {go: one}, {set: {x: 3}}, {go: {if: x == 1, expect: two, else: two}}]
          following:
            follows: going
            when: {go: {if: x == 2, expect: [two], else: [two]}}
        """)
  }

  func testFollowingGoesOnWithStatesFieldsHistoryAndTimers() throws {
    let report = try assertDiagnostics(
      [], callbacks: "tick", events: "next out back",
      in: """
        context: {x: 0}
        initial: s
        states:
          s:
            on: {out: o}
            states:
              h: {history: shallow, default: a}
              a: {on: {next: {to: b, do: {set: {x: x + 1}}}}}
              b:
          o: {on: {back: h}, after: {10s: {do: tick}}}
        scenarios:
          third: {follows: second, when: [{wait: 1s, expect: tick}, {back: []}], then: {state: b, x: 1}}
          second: {follows: first, when: [{out: []}, {wait: 9s, expect: []}], then: o}
          first: {when: {next: []}, then: b}
        """)
    XCTAssertEqual(report.steps, 5, "each scenario's own steps are played once")
  }

  func testFollowersInheritTheCombinations() throws {
    let report = try assertDiagnostics(
      ["L402 scenario `second`: `go` makes other calls than expected (for 1 of 2 combinations, first: x: 2)"],
      callbacks: "one two", events: "go",
      in: """
        context: {x: 0}
        states: {a: {on: {go: [{if: x == 1, do: one}, {do: ⟦two⟧}]}}}
        scenarios:
          first: {given: a, where: {x: [1, 2]}, when: go}
          second: {follows: first, when: {⟪go⟫: one}}
        """)
    XCTAssertEqual(report.plays, 4)
  }

  /// A scenario that follows one that fails can't run and has no diagnostic of its own.
  func testWhereAScenarioFailsItsFollowersAreNotPlayed() throws {
    let report = try assertDiagnostics(
      ["L402 scenario `first`"], callbacks: "one two", events: "go",
      in: """
        context: {x: 0}
        states: {a: {on: {go: [{if: x == 1, do: one}, {do: ⟦two⟧}]}}}
        scenarios:
          first: {given: a, where: {x: [1, 2]}, when: {⟪go⟫: one}}
          second: {follows: first, when: {go: one}}
          third: {follows: second, when: {go: one}}
          fourth: {follows: first, when: go}
          fifth: {given: a, when: {go: two}}
        """)
    XCTAssertEqual(report.plays, 6)
    XCTAssertEqual(report.failedScenarios, 4)
  }

  func testALongChainOfFollowersIsPlayedOnce() throws {
    let scenarios = (1...600).reversed()
      .map { "  s\($0): {follows: s\($0 - 1), when: go, then: {x: \($0 + 1)}}" }
      .joined(separator: "\n")
    let report = try check(
      events: "go",
      """
      context: {x: 0}
      states: {a: {on: {go: {do: {set: {x: x + 1}}}}}}
      scenarios:
      \(scenarios)
        s0: {when: go}
      """)
    XCTAssertEqual(report.diagnostics, [])
    XCTAssertEqual(report.steps, 601)
  }

  private let refutable = """
    callbacks: {one: , two: , posted: {channel: notification}}
    context: {x: 0}
    states:
      a: {on: {go: {to: b, do: one}}}
      b: {on: {go: {do: [{if: x == 2, do: one, else: two}, posted]}}}
    observing: delegate
    scenarios:

    """

  func testARefutedScenarioFailsInItsLastStep() throws {
    try assertDiagnostics(
      [], events: "go",
      in: refutable + """
          calls: {refuted: it is not so, given: a, when: [{go: one}, {go: one}]}
          end: {refuted: it is not so, given: a, when: [{go: one}], then: a}
          never: {refuted: it is not so, given: a, when: [{go: one}, {go: two}], never: posted}
          earlier never: {refuted: it is not so, given: a, when: [{go: one}, {go: two}], never: one}
          ignored: {refuted: it is not so, given: a, when: [{ignored: go}]}
          through: {refuted: it is not so, given: a, when: {go: one, through: [a]}}
          combined: {refuted: it is not so, given: b, where: {x: [0, 1]}, when: {go: one}}
        """)
  }

  func testARefutedScenarioMustNotHold() throws {
    try assertDiagnostics(
      [
        "L408 scenario `holds`: this is refuted, but the machine behaves like that",
        "L408 scenario `partly`: this is refuted, but the machine behaves like that"
          + " (for 1 of 3 combinations, first: x: 2)",
      ],
      events: "go",
      in: refutable + """
          ⟪holds⟫: {refuted: it is not so, given: a, when: [{go: one}, {⟦go⟧: two}], then: b}
          ⟪partly⟫: {refuted: it is not so, given: b, where: {x: [1, 2, 3]}, when: {⟦go⟧: one}}
        """)
  }

  func testOfARefutedScenarioEveryStepButTheLastMustHold() throws {
    let report = try assertDiagnostics(
      ["L402 scenario `wrong`: `go` makes other calls than expected"], events: "go",
      in: refutable.replacing("{to: b, do: one}", with: "{to: b, do: ⟦one⟧}") + """
          wrong: {refuted: it is not so, given: a, when: [{⟪go⟫: two}, {go: one}]}
        """)
    XCTAssertEqual(report.failedScenarios, 1)
  }

  func testAFaultRefutesNothing() throws {
    try assertDiagnostics(
      ["L401 scenario `wrong`: `go`: Test divides by zero"], callbacks: "one", events: "go",
      in: """
        context: {x: 0}
        states: {a: {on: {go: {if: ⟦1 / x⟧ == 1, do: one}}}}
        scenarios:
          wrong: {refuted: it is not so, given: a, when: {⟪go⟫: []}}
        """)
  }
}
