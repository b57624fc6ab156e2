final class SettledCallTests: StaticCheckTestCase {
  func testCallsThatLeaveNothingOpen() throws {
    try find(
      "L865 every order of these items makes the same calls, so `anyOrder` leaves nothing open", callbacks: "a",
      in: "states: {s: {entry: ⟪{anyOrder: [a, a]}⟫}}")
    try find(
      "L865 every order of these items makes the same calls", callbacks: "a b",
      in: "states: {s: {entry: [b, ⟪{anyOrder: [a, [a, a]]}⟫]}}")
    try find(
      "L865 all of these items make the same calls, so `oneOf` leaves nothing open", callbacks: "a", events: "go",
      in: "states: {s: {on: {go: {do: ⟪{oneOf: [a, [a]]}⟫}}}}")
    try find(
      "L865 two of these items make the same calls; delete one of them", callbacks: "a b",
      in: "context: {f: false}\nstates: {s: {exit: {if: f, do: ⟪{oneOf: [a, [b, a], [], [b, a]]}⟫}}}")
    try find(
      "L865 every order of these items makes the same calls",
      in: """
        callbacks: {a: {parameters: {n: Int}}}
        context: {n: 1}
        states: {s: {entry: ⟪{anyOrder: [{a: {n: n + 1}}, {a: {n: (n+1)}}]}⟫}}
        """)
  }

  func testCallsThatLeaveSomethingOpen() throws {
    try findNothing(
      callbacks: "a b",
      in: "states: {s: {entry: [{anyOrder: [a, a, b]}, {optional: [a, a]}, {oneOf: [a, [a, a], []]}]}}")
    try findNothing(
      in: """
        callbacks: {a: {parameters: {n: Int}}}
        context: {n: 1}
        states: {s: {entry: {anyOrder: [{a: {n: n + 1}}, a]}}}
        """)
  }
}
