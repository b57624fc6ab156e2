import LifelineInterpreter
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineAnalysis

final class ReachabilityCheckTests: XCTestCase {
  private func diagnostics(
    callbacks: String = "", events: String = "", limit: Int = Exploration.standardLimit, _ rest: String
  ) throws -> [Diagnostic] {
    let machine = try readMachine(callbacks: callbacks, events: events, rest)
    return checkReachability(in: explore(MachineIndex.build(for: machine), limit: limit))
  }

  private func assert(
    _ expected: String..., callbacks: String = "", events: String = "", in marked: String, line: UInt = #line
  ) throws {
    let text = MarkedText(marked)
    let found = try diagnostics(callbacks: callbacks, events: events, text.text)
    XCTAssertEqual(differences(of: found, from: expected, markedIn: text), [], line: line)
  }

  // MARK: Loops and faults

  func testALoopWithGuardsThatIsReached() throws {
    let spec = """
      context: {flag: false}
      states:
        a: {on: {go: b}}
        b: {always: ⟪{if: flag, to: c}⟫, on: {go: a}}
        c: {always: ⟦b⟧}
      """
    try assert("L801 this is taken in an endless loop, after the start, `go` with flag: true", events: "go", in: spec)
    let diagnostic = try XCTUnwrap(try diagnostics(events: "go", MarkedText(spec).text).first)
    XCTAssertEqual(diagnostic.details, ["- start: []  # a", "- set: {flag: true}", "- go: []"])
  }

  func testALoopOfRaisedEvents() throws {
    try assert(
      "L801", events: "go",
      in: """
        states:
          a: {on: {go: {to: b, do: {raise: next}}}}
          b: {on: {next: ⟪{to: b, do: {raise: next}}⟫, go: a}}
        """)
  }

  func testALoopThatEndsIsNotReported() throws {
    try assert(
      events: "go",
      in: """
        context: {x: 0}
        states:
          a: {on: {go: {to: b, do: {set: {x: 0}}}}}
          b: {always: [{if: x < 5, to: b, do: {set: {x: x + 1}}}, a]}
        """)
  }

  func testACycleWithoutGuardsIsReportedByTheScenarioCheck() throws {
    try assert(events: "go", in: "states: {a: {on: {go: b}}, b: {always: c}, c: {always: b}}")
  }

  func testAFieldThatLeavesItsRange() throws {
    let spec = """
      context: {n: {default: 0, private: true, range: 0...2}}
      states: {a: {on: {go: {do: {set: {n: ⟪n + 1⟫}}}, come: {if: n > 1, to: a}}}}
      """
    try assert(
      "L807 Test sets `n` to 3, outside of 0...2 (see Context), after the start, `go`, `go`, `go`", events: "go come",
      in: spec)
    XCTAssertEqual(
      try diagnostics(events: "go come", MarkedText(spec).text).map(\.kind.severity), [.error])
    try assert(
      events: "go come",
      in: """
        context: {n: {default: 0, private: true, range: 0...2}}
        states: {a: {on: {go: {if: n < 2, do: {set: {n: n + 1}}}, come: {if: n > 1, to: a}}}}
        """)
  }

  func testRepeatedStepsOfACounterexampleAreFolded() throws {
    let found = try diagnostics(
      events: "turn back",
      """
      context: {count: {default: 0, range: 0...40, private: true}}
      states:
        even: {on: {turn: {to: odd, do: {set: {count: count + 1}}}}}
        odd: {on: {back: even}}
      """)
    XCTAssertEqual(
      found.first?.details,
      ["- start: []  # even", "- turn: []  # odd", "- back: []  # even", "# these 2 steps 39 more times", "- turn: []"])
  }

  func testADivisionByWhatTheHostMaySetToZero() throws {
    try assert(
      "L802 divides by zero", events: "go",
      in: """
        context: {x: 1}
        states: {a: {on: {go: {if: ⟪10 / x⟫ > 2, to: b}}}, b: {on: {go: a}}}
        """)
    try assert(
      events: "go",
      in: """
        context: {x: 1}
        states: {a: {on: {go: {if: x > 0 and 10 / x > 2, to: b}}}, b: {on: {go: a}}}
        """)
  }

  // MARK: States

  func testAStateThatNothingLeadsTo() throws {
    try assert(
      "L811 the machine never enters `c`", events: "go",
      in: """
        states:
          a: {on: {go: b}}
          b: {on: {go: a}}
          ⟪c⟫: {on: {go: a}, states: {d: {on: {go: a}}}}
        """)
  }

  func testAStateThatIsPassedThroughIsReached() throws {
    try assert(events: "go", in: "states: {a: {on: {go: b}}, b: {always: c}, c: {on: {go: a}}}")
  }

  func testAStateThatCannotBeLeft() throws {
    try assert(
      "L813 nothing makes the machine leave `b`", events: "go", in: "states: {a: {on: {go: b}}, ⟪b⟫: {on: {go: {}}}}")
    try assert(
      "L813 nothing makes the machine leave `b`", events: "go", in: "states: {a: {on: {go: b}}, ⟪b⟫: {on: {go: b}}}")
    try assert(
      "L813 nothing makes the machine leave `c`", events: "go",
      in: "states: {a: {on: {go: b}}, b: {always: c}, ⟪c⟫: {on: {go: {}}}}")
    try assert(events: "go", in: "states: {a: {on: {go: b}}, b: {final: true}}")
    try assert(
      events: "go", in: "states: {a: {on: {go: s}}, s: {on: {go: a}, states: {b: {always: c}, c: }}}")
  }

  func testAStateThatIsAloneIsNoTrap() throws {
    try assert(events: "go", in: "states: {a: {on: {go: {}}}}")
    try assert(
      events: "go", in: "regions: {l: {on: {go: {}}}, r: {states: {b: {on: {go: c}}, c: {on: {go: b}}}}}")
  }

  // MARK: Histories and beginnings

  func testAHistoryThatIsNeverRecorded() throws {
    try assert(
      "L817 `s` is never left", events: "go back",
      in: """
        states:
          o: {on: {go: h}}
          s: {on: {back: {}}, states: {⟪h⟫: {history: shallow, default: a}, a: {on: {go: b}}, b: {on: {go: a}}}}
        """)
  }

  func testAHistoryThatIsOnlyEnteredBefore() throws {
    try assert(
      "L817 is only entered before `s` was left", events: "go back",
      in: """
        states:
          o: {on: {go: h}}
          s: {on: {back: p}, states: {⟪h⟫: {history: shallow, default: a}, a: {on: {go: b}}, b: {on: {go: a}}}}
          p: {on: {go: a}}
        """)
    try assert(
      events: "go back",
      in: """
        states:
          o: {on: {go: h}}
          s: {on: {back: o}, states: {h: {history: shallow, default: a}, a: {on: {go: b}}, b: {on: {go: a}}}}
        """)
  }

  private let remembering = """
    context: {flag: {default: false, private: true}}
    states:
      a: {on: {go: {to: b, do: {set: {flag: true}}}, look: {if: flag}}}
      b: {on: {go: a}}

    """

  func testAScenarioThatBeginsWithWhatTheMachineNeverKeeps() throws {
    try assert(
      "L819 never in `b` with `flag` false", events: "go look",
      in: remembering + "scenarios: {one: {given: {state: b, flag: ⟪false⟫}, when: go, then: a}}")
    try assert(
      events: "go look",
      in: remembering + "scenarios: {one: {given: {state: a, flag: true}, when: look, then: a}}")
  }

  func testAScenarioThatBeginsInStatesThatAreNeverActiveTogether() throws {
    let spec = """
      regions:
        l: {states: {a: {on: {go: b}}, b: {on: {go: a}}}}
        r: {states: {c: {on: {go: d}}, d: {on: {go: c}}}}

      """
    try assert(
      "L819 never in `l.a` and `r.d`", events: "go",
      in: spec + "scenarios: {one: {given: ⟪[a, d]⟫, when: go, then: b}}")
    try assert(events: "go", in: spec + "scenarios: {one: {given: [b, d], when: go, then: a}}")
    // A region that isn't named may be in any state.
    try assert(events: "go", in: spec + "scenarios: {one: {given: b, when: go, then: a}}")
    try assert(
      "L819 never in `r.d` and `l.a`", events: "go",
      in: spec + "scenarios: {one: {given: d, where: {state: [b, ⟪a⟫]}, when: go}}")
  }

  /// A fixed field can have any value from the start on, so no value of it is unreachable by itself.
  func testAScenarioThatBeginsWithAFixedValueThatNothingElseNames() throws {
    let version = """
      context: {version: {default: 12, fixed: true}}
      states: {a: {on: {go: {if: version >= 20, to: b}}}, b: {on: {go: a}}}

      """
    try assert(events: "go", in: version + "scenarios: {one: {given: {state: a, version: 7}, when: {ignored: go}}}")
    try assert(
      events: "go", in: version + "scenarios: {one: {given: {state: b, version: 50}, when: go, then: a}}")
    try assert(
      "L819 never in `b` with `version` 19", events: "go",
      in: version + "scenarios: {one: {given: {state: b, version: ⟪19⟫}, when: go, then: a}}")
    let sum = """
      context: {x: {default: 1, fixed: true}, y: {default: 1, fixed: true}}
      states: {a: {on: {go: {if: x + y > 5, to: b}}}, b: {on: {go: a}}}

      """
    try assert(
      events: "go", in: sum + "scenarios: {one: {given: {state: b, x: 30, y: 40}, when: go, then: a}}")
    let markedSum = sum.replacing("{x:", with: "{⟦x⟧:").replacing(" y:", with: " ⟦y⟧:")
    try assert(
      "L819 never in `b` with `x` -20 (for the numbers that exploration tries)", events: "go",
      in: markedSum + "scenarios: {one: {given: {state: b, x: ⟪-20⟫, y: 3}, when: go, then: a}}")
    try assert(
      events: "go",
      in: """
        context: {patience: {default: 3s, fixed: true}}
        regions:
          l: {states: {a: {after: {patience: b}}, b: {on: {go: a}}}}
          r: {states: {c: {after: {5s: d}}, d: {on: {go: c}}}}
        scenarios: {one: {given: {state: b, patience: 7s}, when: go, then: a}}
        """)
  }

  private let counting = """
    context: {n: {default: 0, private: true}, last: {default: 0, private: true}, loud: {default: false, private: true}}
    events: {go: , give: {parameters: {p: Int}}}
    states:
      a: {on: {go: {to: b, do: {set: {n: n + 1}}}, give: {do: {set: {last: p}}}}}
      b: {on: {go: [{if: n < 3, to: a}, {to: c, do: {set: {loud: true}}}]}}
      c: {on: {go: {to: a, do: {set: {n: 0}}}}}

    """

  /// No guard reads `last` and `loud`, and none compares `n` with 7.
  func testAScenarioThatBeginsWithAPrivateValueThatTheMachineNeverHas() throws {
    func check(_ expected: String?, _ scenario: String, line: UInt = #line) throws {
      let spec = counting + "scenarios: {one: {\(scenario), when: go}}"
      if let expected { try assert("L819 \(expected)", in: spec, line: line) } else { try assert(in: spec, line: line) }
    }
    for possible in ["a, n: 0", "a, n: 2", "b, n: 1", "c, n: 3", "c, loud: true", "b, last: 7, n: 2", "a, last: -12"] {
      try check(nil, "given: {state: \(possible)}")
    }
    try check("the machine is never in `b` with `n` 7", "given: {state: b, n: ⟪7⟫}")
    try check("the machine is never in `a` with `n` 3", "given: {state: a, n: ⟪3⟫}")
    try check("the machine is never in `c` with `loud` false", "given: {state: c, loud: ⟪false⟫}")
    try check("the machine is never in `b` with `n` -1", "given: {state: b, n: ⟪-1⟫}")
    try check(nil, "given: b, where: {n: [1, 2, 3], last: [5, 6]}")
    try check("the machine is never in `b` with `n` 0", "given: b, where: {n: [1, ⟪0⟫]}")
    try check("the machine is never in `c` with `n` 2", "given: {n: ⟪2⟫}, where: {state: [a, c]}")
    try check("the machine is never in `c` with `n` 1", "where: {state: [b, c], n: [3, ⟪1⟫]}")
  }

  /// Numbers that differ only from those in `given` don't count as one.
  func testAPrivateCountThatNothingCompares() throws {
    let spec = """
      context: {n: {default: 0, private: true}}
      states:
        a: {on: {go: {to: b, do: {set: {n: n + 1}}}}}
        b: {on: {go: {to: c, do: {set: {n: n + 1}}}}}
        c: {on: {go: {to: a, do: {set: {n: 0}}}}}

      """
    try assert(events: "go", in: spec + "scenarios: {one: {given: {state: c, n: 2}, when: go}}")
    try assert(
      "L819 never in `c` with `n` 5", events: "go",
      in: spec + "scenarios: {one: {given: {state: c, n: ⟪5⟫}, when: go}}")
  }

  /// An event's arguments are tried with the texts and decimals of `given`.
  func testPrivateTextsAndDecimals() throws {
    let spec = """
      context:
        title: {type: String, default: none, private: true}
        rate: {type: Double, default: 1, private: true}
      events: {give: {parameters: {t: String, r: Double}}, reset: }
      states:
        a: {on: {give: {to: b, do: {set: {title: t, rate: r}}}}}
        b: {on: {reset: {to: a, do: {set: {title: "none", rate: 1}}}}}

      """
    for possible in ["b, title: Ode", "b, rate: -0.25", "a, title: none", "a, rate: 1"] {
      try assert(in: spec + "scenarios: {one: {given: {state: \(possible)}, when: reset}}")
    }
    try assert(
      "L819 never in `a` with `title`", in: spec + "scenarios: {one: {given: {state: a, title: ⟪Ode⟫}, when: reset}}")
    try assert(
      "L819 never in `a` with `rate` 1.5", in: spec + "scenarios: {one: {given: {state: a, rate: ⟪1.5⟫}, when: reset}}")
  }

  func testPrivateValuesThatTheMachineNeverHasTogether() throws {
    let spec = """
      context: {x: {default: 0, private: true}, y: {default: 0, private: true}}
      events: [go, stay]
      states: {a: {on: {go: {do: {set: {x: 1, y: 0}}}, stay: {do: {set: {x: 0, y: 1}}}}}}

      """
    try assert(
      "L819 never in `a` with `x` 1 and `y` 1",
      in: spec + "scenarios: {one: {given: ⟪a⟫, where: {x: [0, 1], y: [0, 1]}, when: go}}")
    try assert(
      "L819 never in `a` with all of these values",
      in: spec + "scenarios: {one: {given: ⟪{state: a, x: 1, y: 1}⟫, when: go}}")
    try assert(in: spec + "scenarios: {one: {given: {state: a, x: 0}, where: {y: [0, 1]}, when: go}}")
    try assert(
      "L819 never in `a` with `y` 1",
      in: spec + "scenarios: {one: {given: {state: a, x: 1}, where: {y: [0, ⟪1⟫]}, when: go}}")
  }

  // MARK: Transitions, events and guards

  func testATransitionThatOthersShadow() throws {
    try assert(
      "L812 other transitions take precedence", events: "go",
      in: """
        states:
          s: {on: {go: ⟪s⟫}, states: {a: {on: {go: b}}, b: {on: {go: a}}}}
        """)
    try assert(
      events: "go",
      in: """
        context: {flag: false}
        states:
          s: {on: {go: s}, states: {a: {on: {go: b}}, b: {on: {go: {if: flag, to: a}}}}}
        """)
  }

  func testAStateThatIsOnlyPassedTakesNoEvent() throws {
    try assert(
      "L812 the machine never rests in `b`", events: "go",
      in: "states: {a: {on: {go: b}}, b: {always: c, on: {go: ⟪a⟫}}, c: {on: {go: a}}}")
  }

  func testTransitionsOfAnAnchorCountAsOne() throws {
    try assert(
      events: "go next",
      in: """
        states:
          s:
            on: {next: &x {to: a}}
            states: {a: {on: {go: b, next: *x}}, b: {on: {go: a, next: *x}}}
        """)
  }

  func testAnInternalEventThatComesTooEarly() throws {
    try assert(
      "L814 `next` is never raised where a state handles it", events: "go",
      in: """
        states:
          a: {on: {go: {to: b, do: {raise: ⟪next⟫}}}}
          b: {on: {go: c}}
          ⟦c⟧: {on: {next: a, go: a}}
        """)
    try assert(
      events: "go",
      in: """
        states:
          a: {on: {go: {to: b, do: {raise: next}}}}
          b: {on: {next: c}}
          c: {on: {go: a}}
        """)
  }

  func testAnyEventElsewhereExplainsNoInternalEvent() throws {
    try assert(
      "L814 `next` is never raised where a state names it, or a `\"*\"` comes first", events: "go stop",
      in: """
        states:
          a: {on: {go: {to: b, do: {raise: ⟪next⟫}}}}
          b: {on: {go: c}}
          ⟦c⟧: {on: {next: a, go: a, stop: d}}
          d: {on: {"*": a}}
        """)
  }

  func testAnyEventExplainsEventsThatComeToIt() throws {
    // The host sends `other`, and the machine raises `next`, where a `"*"` is.
    try assert(
      "L811", events: "go other",
      in: """
        states:
          a: {on: {go: {do: {raise: next}}, "*": {}}}
          ⟪b⟫: {on: {other: a, next: a}}
        """)
    // A `"*"` in a state that is never entered explains nothing.
    try assert(
      "L814 `other` is only handled in states that are never entered", "L811",
      in: """
        events: [go, ⟪other⟫]
        states:
          a: {on: {go: {}}}
          ⟦⟪b⟫⟧: {on: {other: a, "*": a}}
        """)
    // A state that defers an event keeps it from the `"*"`.
    let deferred = "L814 no state handles `other` by its name, and no `\"*\"` comes to it"
    try assert(
      deferred,
      in: """
        events: [go, ⟪other⟫, third]
        states: {a: {defer: other, on: {"*": {}}, states: {c: {on: {go: b}}}}, b: {on: {go: a}}}
        """)
    try assert(
      in: """
        events: [go, other]
        states: {a: {on: {"*": b}, regions: {l: {defer: other, on: {go: b}}, m: {}}}, b: {on: {go: a}}}
        """)
  }

  func testAGuardThatNeverHoldsExplainsAnInternalEvent() throws {
    try assert(
      "L816 this never holds", events: "go",
      in: """
        context: {n: {default: 0, private: true}}
        states:
          a: {on: {go: {to: b, do: [{raise: next}, {set: {n: 1}}]}}}
          b: {on: {go: a, next: {if: ⟪n > 3⟫, to: a}}}
        """)
  }

  func testAnUnhandledEvent() throws {
    try assert(
      "L814 no state handles `other`",
      in: """
        events: [go, ⟪other⟫]
        states: {a: {on: {go: {}}}}
        scenarios: {one: {given: a, when: {ignored: other}}}
        """)
    try assert(
      events: "go other",
      in: """
        states: {a: {on: {go: {}, "*": {}}}}
        scenarios: {one: {given: a, when: other}}
        """)
  }

  func testAnEventThatIsTakenOnlyWhereTheMachineNeverIs() throws {
    try assert(
      "L814 is only handled in states that are never entered", "L811",
      in: """
        events: [go, ⟪other⟫]
        states:
          a: {on: {go: {}}}
          ⟦⟪b⟫⟧: {on: {other: a}}
        """)
  }

  func testAGuardThatMemoryDecides() throws {
    try assert(
      "L816 this always holds", events: "go send",
      in: """
        context: {flag: {default: false, private: true}}
        states:
          a: {on: {go: {to: b, do: {set: {flag: true}}}}}
          b: {on: {go: {to: a, do: {set: {flag: false}}}, send: {if: ⟪flag⟫}}}
        """)
    try assert(
      "L816 this never holds", callbacks: "call", events: "go send",
      in: """
        context: {flag: {default: false, private: true}}
        states:
          a: {on: {go: {to: b, do: {set: {flag: true}}}}}
          b: {on: {go: {to: a, do: {set: {flag: false}}}, send: {do: {if: ⟪not flag⟫, do: call}}}}
        """)
    try assert(
      events: "go send",
      in: """
        context: {flag: {default: false, private: true}}
        states:
          a: {on: {go: {to: b, do: {set: {flag: true}}}}}
          b: {on: {go: {to: a, do: {set: {flag: false}}}, send: {if: flag, do: {set: {flag: false}}}}}
        """)
  }

  func testAGuardThatTheHostDecidesIsOpen() throws {
    try assert(events: "go", in: "context: {flag: false}\nstates: {a: {on: {go: {if: flag}}}}")
  }

  func testAGuardAboutOtherRegions() throws {
    try assert(
      "L816 this always holds", events: "go",
      in: """
        regions:
          l: {states: {a: {on: {go: {if: ⟪in(c)⟫, to: b}}}, b: {on: {go: a}}}}
          r: {states: {c: {on: {go: d}}, d: {on: {go: c}}}}
        """)
  }

  // MARK: Timers

  func testAPreemptedTimer() throws {
    try assert(
      "L818 never elapses in `s`: the state is always left earlier", events: "go",
      in: """
        states:
          s:
            after: {⟦⟪30s⟫⟧: o}
            states: {a: {after: {10s: b}}, b: {after: {5s: o}}}
          o: {on: {go: s}}
        """)
    try assert(
      events: "go",
      in: """
        states:
          s:
            after: {12s: o}
            states: {a: {after: {10s: b}}, b: {after: {5s: o}}}
          o: {on: {go: s}}
        """.replacingOccurrences(of: "b: {after: {5s: o}}", with: "b: {on: {go: a}}"))
  }

  func testATimerInAStateThatTheMachineOnlyPasses() throws {
    try assert(
      "L818 the machine leaves the state at once", events: "go",
      in: "states: {a: {on: {go: b}}, b: {always: c, after: {⟪5s⟫: a}}, c: {on: {go: a}}}")
  }

  // MARK: The limit

  func testUnreachedPartsAreNotReportedAtTheLimit() throws {
    let spec = """
      context: {x: {default: 0, private: true}}
      states:
        a: {on: {go: [{if: x < 9, do: {set: {x: x + 1}}}, {to: b, do: {set: {x: x - 3}}}]}}
        b: {on: {go: a}}
        c: {on: {go: a}}
      """
    XCTAssertEqual(try diagnostics(events: "go", limit: 5, spec).map(\.message), [])
    XCTAssertEqual(try diagnostics(events: "go", spec).map(\.kind.code), ["L811"])
    let machine = try readMachine(events: "go", spec)
    XCTAssertNil(explore(MachineIndex.build(for: machine)).unexploredPart)
    XCTAssertEqual(
      explore(MachineIndex.build(for: machine), limit: 5).unexploredPart?.message,
      "the exploration ended after 5 configurations (`--limit`), so it doesn't show what never happens: `x` has taken 5 "
        + "values")
  }

  /// Exploration doesn't try 7 for a number of the host, so it can't say that the guard never holds.
  func testThatNotAllNumbersAreTriedIsSaid() throws {
    func guards(_ actions: String, isPrivate: Bool = false) throws -> [Diagnostic] {
      try diagnostics(
        events: "go stop",
        """
        context: {n: \(isPrivate ? "{default: 0, private: true}" : "0"), m: 0}
        states: {a: {on: {go: {if: n * n == 49, do: stay, to: a}, stop: [\(actions)]}}}
        callbacks: [stay]
        """
      ).filter { $0.kind.code == "L816" }
    }
    for actions in ["{do: stay}", "{do: {set: {n: m}}}"] {
      let diagnostic = try XCTUnwrap(guards(actions).first)
      XCTAssertEqual(
        diagnostic.message, "this never holds where the machine evaluates it (for the numbers that exploration tries)")
      XCTAssertTrue(
        diagnostic.notes[0].message.contains("` may be any number, and -1, 0, 1, 48 and 2 more were tried"),
        diagnostic.notes[0].message)
    }
    // The machine alone changes the number here.
    let exact = try XCTUnwrap(guards("{if: n < 3, do: {set: {n: n + 1}}}", isPrivate: true).first)
    XCTAssertEqual(exact.message, "this never holds where the machine evaluates it")
    XCTAssertEqual(exact.notes, [])
  }

  /// Twenty faults at the end of a long path.
  func testTheWorkOfCounterexamplesIsLimited() throws {
    let events = (0..<20).map { "e\($0)" }
    let machine = try readMachine(
      events: (["go"] + events).joined(separator: " "),
      """
      context: {x: {default: 0, private: true}, y: 0}
      states:
        a: {on: {go: [{if: x < 50, do: {set: {x: x + 1}}}, b]}}
        b: {on: {\(events.map { "\($0): {do: {set: {y: 1 / y}}}" }.joined(separator: ", "))}}
      """)
    let index = MachineIndex.build(for: machine)
    XCTAssertEqual(checkReachability(in: explore(index)).filter { $0.kind.code == "L802" }.count, 20)
    let exploration = explore(index, workLimit: explore(index).work)
    XCTAssertTrue(exploration.isComplete)
    let found = checkReachability(in: exploration)
    let count = found.filter { $0.kind.code == "L802" }.count
    XCTAssertGreaterThan(count, 0)
    XCTAssertLessThan(count, 15)
    XCTAssertEqual(
      found.first { $0.kind.code == "L805" }?.message,
      "\(20 - count) more faults can be reached, but showing how takes too much work (`--limit`)")
  }

  /// Answers to requests that have a number.
  func testArgumentsThatAreComparedWithMemory() throws {
    let spec = """
      context: {attempt: {default: 0, private: true}, delay: {default: 1s, private: true}}
      states:
        idle: {on: {begin: {to: busy, do: {set: {attempt: (attempt + 1) % 100, delay: 1s}}}}}
        busy:
          on:
            failed:
              - {if: number == attempt and delay < 8s, to: waiting}
              - {if: number == attempt, to: idle}
              - {if: number > attempt and number < 0, to: idle}
        waiting: {exit: {set: {attempt: (attempt + 1) % 100, delay: delay + delay}}, after: {delay: busy}}
      """
    let machine = try machine(
      "lifeline: 1\nmachine: Test\nevents: {begin: , failed: {parameters: {number: Int}}}\n" + spec)
    let exploration = explore(MachineIndex.build(for: machine))
    XCTAssertTrue(exploration.isComplete)
    XCTAssertEqual(checkReachability(in: exploration).map(\.kind.code), ["L816"])
  }

  func testTooManyCombinationsAreReported() throws {
    let names = (0..<20).map { "f\($0)" }
    let spec = """
      context: {\(names.map { "\($0): false" }.joined(separator: ", "))}
      states:
        a: {on: {go: {if: \(names.joined(separator: " or ")), to: b}}}
        b: {on: {go: a}}
      """
    let exploration = explore(MachineIndex.build(for: try readMachine(events: "go", spec)))
    XCTAssertEqual(exploration.bound, .combinations)
    let message = exploration.unexploredPart?.message ?? ""
    XCTAssertTrue(message.hasPrefix("the exploration did not try all combinations of values"), message)
  }

  func testALengthOfTimeThatAnArgumentMayMakeTooShort() throws {
    func spec(_ length: String, timer: String = "lease") -> String {
      """
      context: {lease: 1h, rest: 1h}
      states:
        a: {on: {renew: {to: b, do: {set: {lease: \(length)}}}}}
        b: {on: {go: a}, after: {\(timer): a}}
      """
    }
    let events = "\nevents: {go: , renew: {parameters: {lifetime: Duration, count: Int}}}"
    func assert(_ expected: String..., spec: String, line: UInt = #line) throws {
      let text = MarkedText(spec)
      let found = try diagnostics(text.text + events)
      XCTAssertEqual(differences(of: found, from: expected, markedIn: text), [], line: line)
    }
    try assert(
      "L802 arms a timer with -59999ms, which is not above zero", spec: spec("lifetime - 1min", timer: "⟪lease⟫"))
    try assert("L802 arms a timer with -10s", spec: spec("10s * count", timer: "⟪lease⟫"))
    try assert(spec: spec("\"max(lifetime - 1min, 10s)\""))
    try assert(spec: spec("lifetime"))
    // The argument reaches the timer by way of a second field.
    try assert(
      "L802 arms a timer with -59999ms",
      spec: """
        context: {lease: 1h, total: 1h}
        states:
          a: {on: {renew: {to: b, do: [{set: {total: lifetime}}, {set: {lease: total - 1min}}]}}}
          b: {on: {go: a}, after: {⟪lease⟫: a}}
        """)
  }

  func testAFaultAtTheStartIsReportedUnlessTheDefaultsLeadToIt() throws {
    try assert(
      "L802 divides by zero", events: "go",
      in: """
        context: {x: {default: 1, fixed: true}, y: 0}
        states: {a: {entry: {set: {y: ⟪10 / x⟫}}, on: {go: {if: y > 2 and x > 0}}}}
        """)
  }

  func testAnUnhandledDeferredEvent() throws {
    try assert(
      "L814 no state handles `other`",
      in: """
        events: [go, ⟪other⟫]
        states: {a: {defer: other, on: {go: b}}, b: {on: {go: a}}}
        """)
  }

  func testKnownFaultsAreNotReportedAgain() throws {
    let machine = try readMachine(events: "go", "states: {a: {on: {go: {}}}, b: {on: {go: a}}}")
    let exploration = explore(MachineIndex.build(for: machine))
    let found = checkReachability(in: exploration)
    XCTAssertEqual(found.map(\.kind.code), ["L811"])
    XCTAssertEqual(checkReachability(in: exploration, besides: found), [])
  }

  func testStaticDiagnosticsAreNotRepeated() throws {
    let machine = try readMachine(
      events: "go come call",
      """
      context: {f: true, g: true}
      states:
        a:
          on:
            go: [{if: f, to: b}, {if: f, to: a}]
            come: {if: g or f and not f, to: b}
            call: {if: f and (g and not g), to: b}
        b: {on: {go: a}}
      """)
    XCTAssertEqual(analyze(machine).diagnostics.map(\.kind.code), ["L850", "L854", "L854"])
  }
}
