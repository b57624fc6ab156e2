import LifelineModel
import TestSupport
import XCTest

@testable import LifelineAnalysis

/// The values of facts and arguments that an exploration tries.
final class TriedValueTests: ExplorationTestCase {
  func testFactsAreVariedOnlyWhereTheyAreRead() throws {
    let exploration = try explore(
      events: "go next",
      """
      context: {flag: false, level: 3, unread: 7}
      states:
        a: {on: {next: b}}
        b: {on: {go: {if: flag, to: c}}}
        c: {on: {go: {if: level > 100, to: d}}}
        d:
      scenarios: {reading: {given: {state: a, unread: 1}, when: {next: []}}}
      """)
    XCTAssertEqual(nodes(exploration), ["", "a", "b", "c", "d"])
    XCTAssertEqual(
      try path(to: "d", in: exploration), ["start", "next", "flag: true go", "level: 101 go"])
    XCTAssertEqual(exploration.edges.count, 4)
    let decision = try XCTUnwrap(exploration.guardOutcomes[.transition(ID(1))])
    XCTAssertEqual(decision.holds?.stimulus.facts.map(\.value), [.bool(true)])
    XCTAssertEqual(decision.fails?.stimulus.facts.map(\.value), [.bool(false)])
  }

  func testEveryCombinationThatMakesADifferenceIsTried() throws {
    let exploration = try explore(
      events: "go",
      """
      context: {x: false, y: false, z: {cases: [one, two, three], default: one}}
      states:
        a: {on: {go: [{if: x, to: b}, {if: y, to: c}, {if: z == three and not x, to: d}]}}
        b:
        c:
        d:
      """)
    // The first choice is x, the second is y without x, and the others are three cases without both, two of them ignored.
    XCTAssertEqual(nodes(exploration), ["", "a", "b", "c", "d"])
    XCTAssertEqual(exploration.edges.count, 4)
    XCTAssertEqual(try path(to: "d", in: exploration), ["start", "z: three go"])
  }

  /// The least and the greatest number fail here, which leaves no way into the other state.
  func testANumberWithWhichAComputationDoesNotFailIsTried() throws {
    for (values, condition) in [("2 * v", "true"), ("v * v", "true"), ("10 / (v * v)", "true"), ("2 * v", "v >= w")] {
      let exploration = try explore(
        """
        callbacks: {call: {parameters: {x: Int}}}
        events: {go: {parameters: {v: Int, w: Int}}}
        states:
          a: {on: {go: {if: \(condition), to: b, do: {call: {x: \(values)}}}}}
          b:
        """)
      XCTAssertEqual(nodes(exploration), ["", "a", "b"], "\(values), \(condition)")
    }
  }

  /// Not every pair of numbers is tried, but some for each result of the comparison.
  func testArgumentsThatAreComparedWithEachOtherHaveEachOrder() throws {
    for condition in ["v < w", "v == w", "v > 3 and w > v", "w - v > 10", "v != w and v + 2 >= w"] {
      let exploration = try explore(
        "events: {go: {parameters: {v: Int, w: Int}}}\nstates: {a: {on: {go: [{if: \(condition), to: b}]}}, b: }")
      XCTAssertEqual(nodes(exploration), ["", "a", "b"], condition)
      let decision = try XCTUnwrap(exploration.guardOutcomes[.transition(ID(0))], condition)
      XCTAssertNotNil(decision.holds, condition)
      XCTAssertNotNil(decision.fails, condition)
    }
  }

  /// A number that is taken from another one, or whose sign changes, is tried where the result is beside the constant.
  func testNumbersInAComputationThatIsCompared() throws {
    for condition in ["0 - v > 3", "-v > 3", "10 - v > 13", "2 * v > 50 and 2 * v < 60"] {
      let exploration = try explore(
        "events: {go: {parameters: {v: Int}}}\nstates: {a: {on: {go: [{if: \(condition), to: b}]}}, b: }")
      XCTAssertEqual(nodes(exploration), ["", "a", "b"], condition)
    }
  }

  /// The least of two numbers is below another one if one of them is, so nothing else about them is told apart.
  func testNumbersOfWhichTheLeastIsCompared() throws {
    func beginnings(_ condition: String) throws -> [[Int]] {
      let exploration = try explore(
        events: "go",
        """
        context: {x: {default: 7, fixed: true}, y: {default: 7, fixed: true}}
        states: {a: {on: {go: {if: "\(condition)", to: b}}}, b: }
        """)
      let pairs = exploration.nodes.map { $0.snapshot.fields.compactMap(\.number) }
      return Set(pairs).sorted { $0.lexicographicallyPrecedes($1) }
    }
    XCTAssertEqual(try beginnings("min(x, y) < 3"), [[2, 2], [2, 7], [7, 2], [7, 7]])
    XCTAssertEqual(try beginnings("3 > min(x, y)"), [[2, 2], [2, 7], [7, 2], [7, 7]])
    XCTAssertEqual(try beginnings("max(x, 5) < 6"), [[4, 7], [7, 7]])
    // Equal to it, beyond it or before it.
    XCTAssertEqual(
      try beginnings("min(x, y) == 3"),
      [[2, 2], [2, 3], [2, 7], [3, 2], [3, 3], [3, 7], [7, 2], [7, 3], [7, 7]])
    // Two fields that are compared with each other keep all numbers: 7 and its neighbors.
    XCTAssertEqual(try beginnings("min(x, y) < x").count, 9)
  }

  func testTextsAreThoseThatAreComparedSentOrNeither() throws {
    let exploration = try explore(
      """
      context: {title: {type: String, default: none}, last: {type: String, default: "", private: true}}
      events: {go: , named: {parameters: {name: String}}}
      states:
        a: {on: {named: {if: name == "b" and title == name, to: b}}}
        b: {on: {named: {do: {set: {last: name}}, to: c}}}
        c: {on: {named: [{if: name == last, to: d}, {if: name == "x", to: e}]}}
        d:
        e: {on: {go: {if: title != "b" and title != "none", to: f}}}
        f:
      """)
    XCTAssertEqual(Set(nodes(exploration)), ["", "a", "b", "c", "d", "e", "f"])
    XCTAssertTrue(exploration.isComplete)
    XCTAssertEqual(try path(to: "b", in: exploration), ["start", #"title: "b" named "b""#])
    XCTAssertEqual(try path(to: "f", in: exploration).last, #"title: "" go"#)
    // Every text that `c` may remember differs for some comparison.
    let remembered = exploration.nodes.filter { $0.snapshot.configuration.contains(ID(3)) }
      .map { $0.snapshot.fields[1].description }
    XCTAssertEqual(
      Set(remembered).subtracting([#""other2""#, #""other3""#]), [#""""#, #""b""#, #""x""#, #""none""#, #""other""#])
  }

  func testDecimalsAreThoseThatAreComparedAndSomeBetweenAndBeyond() throws {
    let exploration = try explore(
      """
      context: {volume: 0.5, loudest: 1.0}
      events: {go: , turn: {parameters: {level: Double}}}
      states:
        a:
          on:
            turn:
              - {if: level < 0.25, to: lower}
              - {if: level == 0.25, to: first}
              - {if: level < 0.75, to: between}
              - {if: level == 0.75, to: second}
              - {to: higher}
        lower:
        first: {on: {turn: {if: level == volume, to: same}}}
        between: {on: {turn: {do: {set: {loudest: level}}, to: kept}}}
        second: {on: {go: {if: volume > loudest, to: louder}}}
        higher: {on: {go: {if: loudest < 0, to: negative}}}
        same:
        kept: {on: {turn: {if: level > loudest, to: most}}}
        louder:
        negative:
        most:
      scenarios: {turning: {given: a, when: [{set: {loudest: 1.0}}]}}
      """)
    XCTAssertEqual(
      Set(nodes(exploration)),
      ["", "a", "lower", "first", "between", "second", "higher", "same", "kept", "louder", "negative", "most"])
    XCTAssertTrue(exploration.isComplete)
    XCTAssertEqual(try path(to: "between", in: exploration), ["start", "turn 0.375"])
    XCTAssertEqual(try path(to: "higher", in: exploration), ["start", "turn 0.875"])
  }

  func testEveryCaseOfADeclaredTypeIsTried() throws {
    let exploration = try explore(
      """
      types: {Reason: [timeout, refused, none]}
      context: {last: {type: Reason, default: timeout, private: true}}
      events: {fail: {parameters: {reason: Reason}}}
      states:
        a: {on: {fail: {if: reason != last, to: b, do: {set: {last: reason}}}}}
        b: {on: {fail: [{if: last == none and reason == refused, to: c}, {if: last == timeout, to: d}]}}
        c:
        d:
      """)
    XCTAssertEqual(Set(nodes(exploration)), ["", "a", "b", "c"])
    XCTAssertEqual(try path(to: "c", in: exploration), ["start", "fail none", "fail refused"])
    XCTAssertTrue(exploration.isComplete)
  }

  func testSamplesOfNumbers() {
    XCTAssertEqual(sampleNumbers(around: []), [0, 1])
    XCTAssertEqual(sampleNumbers(around: [2, -1]), [-2, -1, 0.5, 2, 3])
    XCTAssertEqual(sampleNumbers(around: [1, 1.0.nextUp]), [0, 1, 1.0.nextUp, 2.0.nextUp].map { min($0, 2) })
    let greatest = Double.greatestFiniteMagnitude
    XCTAssertEqual(sampleNumbers(around: [greatest, -greatest]), [-greatest, 0, greatest])
    XCTAssertEqual(sampleNumbers(around: [1e300]), [1e300.nextDown, 1e300, 1e300.nextUp])
    XCTAssertEqual(textUnlike(["other", "other2", "x"]), "other3")
  }

  func testArgumentsAreVariedWhereTheyAreRead() throws {
    let exploration = try explore(
      """
      events: {go: {parameters: {n: Int, m: Int}}}
      states:
        a: {on: {go: {if: n == 5, to: b}}}
        b:
      """)
    XCTAssertEqual(try path(to: "b", in: exploration), ["start", "go 5 0"])
  }

  func testAnArgumentOfACallIsVariedIfItCanFault() throws {
    let exploration = try explore(
      """
      context: {n: 1}
      callbacks: {c: {parameters: {n: Int, isLow: Bool}}}
      events: [go, stop]
      states:
        a: {on: {go: {do: {c: {n: 10 / n, isLow: n < 3}}}, stop: {if: n == 0, to: b}}}
        b:
      """)
    XCTAssertEqual(exploration.faults.map(\.fault.kind), [.divisionByZero])
    XCTAssertEqual(exploration.faults.map(\.fault.range.start.line), [5])
  }

  /// Only a number above 10 shows what `min` does, and only a scenario or the partition can supply it.
  func testMinimumAndMaximumDistinguishValues() throws {
    let exploration = try explore(
      events: "",
      """
      events: {send: {parameters: {p: Int}}, go: }
      context: {n: {default: 0, private: true}}
      states:
        a: {on: {send: {to: b, do: {set: {n: "min(p, 10)"}}}}}
        b: {on: {go: [{if: n == 10, to: c}, {if: n < 10, to: a}]}}
        c: {on: {go: {if: "max(n, 3) > 3", to: a}}}
      """)
    XCTAssertTrue(nodes(exploration).contains("c"))
    XCTAssertTrue(exploration.isComplete)
    // No comparison has a number near 10.
    let apart = try explore(
      events: "",
      """
      events: {send: {parameters: {p: Int}}, go: }
      context: {n: {default: 0, private: true}, m: {default: 4, private: true}}
      states:
        a: {on: {send: {to: b, do: {set: {n: "min(p, 10)", m: 4}}}}}
        b: {on: {go: [{if: n - m == 6, to: c}, {to: a}]}}
        c: {on: {go: a}}
      """)
    XCTAssertTrue(nodes(apart).contains("c"))
    let counting = try explore(
      events: "up",
      "context: {n: {default: 0, private: true}}\nstates: {a: {on: {up: {if: n < 9, do: {set: {n: \"min(n + 1, 3)\"}}}}}}"
    )
    XCTAssertEqual(nodes(counting), ["", "a", "a", "a", "a"])
  }
}
