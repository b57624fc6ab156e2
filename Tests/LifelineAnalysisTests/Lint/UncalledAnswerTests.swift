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
  }
}
