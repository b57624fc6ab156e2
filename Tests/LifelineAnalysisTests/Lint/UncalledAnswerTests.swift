import TestSupport
import XCTest

@testable import LifelineAnalysis

final class UncalledAnswerTests: StaticCheckTestCase {
  func testAnAnswerThatNoActionCalls() throws {
    try find(
      "L864 no action calls `c`, so it never answers `a`; name only callbacks that answer", events: "go",
      in: """
        callbacks: {a: {answeredBy: [b, ⟪c⟫]}, b: , c: }
        states: {s: {on: {go: {do: [a, b]}}}}
        """)
    try find(
      "L864 no action calls `c`, so it never answers `s`, and nothing else answers", events: "go",
      in: """
        callbacks: [a, c]
        states: {s: {answeredBy: ⟪c⟫, on: {go: {to: s, do: a}}}}
        """)
  }

  func testAnswersThatAreCalledSomewhere() throws {
    try findNothing(
      events: "go",
      in: """
        callbacks: {a: {answeredBy: [b, c]}, b: , c: }
        context: {open: false}
        states: {s: {exit: c, on: {go: {to: s, do: [a, {if: open, do: b}]}}}}
        """)
    try findNothing(
      events: "go",
      in: """
        callbacks: {a: {answeredBy: [b, c, d]}, b: , c: , d: }
        states: {s: {on: {go: {do: [a, {optional: b}, {oneOf: [c, d]}]}}}}
        """)
  }

  /// The actions of a part call its callbacks, and its own file answers for its own promises.
  func testAnswersOfParts() throws {
    let bell = """
      lifeline: 1
      machine: Bell
      callbacks: {ring: {answeredBy: [rest, never]}, rest: , never: }
      events: [strike, calm]
      states: {still: {on: {strike: {to: loud, do: ring}}}, loud: {on: {calm: {to: still, do: rest}}}}
      """
    let machine = try machine(
      """
      lifeline: 1
      machine: House
      parts: {bell: Bell.yaml}
      callbacks: {enter: {answeredBy: [bell.rest, bell.never]}}
      events: [go, leave]
      states: {s: {on: {go: {do: [{bell: strike}, enter]}, leave: {do: {bell: {optional: calm}}}}}}
      """, using: ["Bell.yaml": bell])
    XCTAssertEqual(
      uncalledAnswers(in: machine).map(\.message),
      ["no action calls `bell.never`, so it never answers `enter`; name only callbacks that answer"])
  }
}
