final class PreemptedTimerTests: StaticCheckTestCase {
  func testALongerTimeInTheSameState() throws {
    try find(
      "L856 another timer always leaves the state before", callbacks: "f",
      in: """
        states:
          a: {after: {⟪1min⟫: {do: f}, ⟦10s⟧: b}}
          b: {}
        """)
  }

  func testTheSameTimeInOtherWords() throws {
    try find(
      "L856", callbacks: "f",
      in: """
        states:
          a: {after: {⟦60s⟧: a, ⟪1min⟫: {do: f}}}
        """)
  }

  func testALongerTimeInAStateInside() throws {
    try find(
      "L856", "L856", callbacks: "f",
      in: """
        states:
          p:
            after: {⟦⟦10s⟧⟧: b}
            states: {a: {after: {5s: {do: f}, ⟪10s⟫: b}, states: {c: {after: {⟪11s⟫: b}}}}}
          b: {}
        """)
  }

  func testAGuardedTimer() throws {
    try findNothing(
      callbacks: "f",
      in: """
        context: {free: true}
        states:
          a: {after: {10s: {if: free, to: b}, 1min: {do: f}}}
          b: {after: {10s: [{if: free, do: f}, {to: a}], 1min: {to: a}}}
        """)
  }

  func testATimerThatStaysInTheState() throws {
    try findNothing(
      callbacks: "f",
      in: """
        states:
          a: {after: {10s: {do: f}, 1min: b}}
          b: {after: {10s: d, 1min: a}, states: {c: {after: {20s: a}}, d: {after: {20s: a}}}}
        """)
  }

  func testAStateInsideMayBeEnteredAgain() throws {
    try findNothing(
      events: "go",
      in: """
        states:
          p: {after: {1min: b}, states: {a: {on: {go: a}, after: {10s: b}}}}
          b: {}
        """)
  }

  func testAFieldsTimeIsNotKnown() throws {
    try findNothing(
      in: """
        context: {patience: 5s}
        states:
          a: {after: {10s: b, patience: b}}
          b: {after: {patience: a, 20s: a}}
        """)
  }
}
