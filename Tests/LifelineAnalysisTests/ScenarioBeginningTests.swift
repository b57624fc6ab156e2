import TestSupport
import XCTest

@testable import LifelineAnalysis

/// Histories that remember nothing, and scenarios that begin where the machine never is.
final class ScenarioBeginningTests: ReachabilityTestCase {
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
}
