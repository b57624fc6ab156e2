import TestSupport
import XCTest

@testable import LifelineAnalysis

/// States, transitions, events, guards and timers that nothing reaches.
final class ReachabilityCheckTests: ReachabilityTestCase {
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
