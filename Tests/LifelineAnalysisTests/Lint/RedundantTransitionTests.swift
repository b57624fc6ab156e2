final class RedundantTransitionTests: StaticCheckTestCase {
  func testAReenterThatExitsNothing() throws {
    try find(
      "L859 without `to` nothing is exited", "L859 the state is exited anyway", "L859", callbacks: "f",
      events: "go come call",
      in: """
        states:
          a:
            on: {go: ⟪{do: f, reenter: true}⟫, come: ⟪{to: a, reenter: true}⟫, call: ⟪{to: b, reenter: true}⟫}
            states: {c: {}}
          b: {}
        """)
  }

  func testAReenterOfACompoundState() throws {
    try findNothing(
      events: "go",
      in: """
        states:
          a: {on: {go: {to: d, reenter: true}}, states: {c: {}, d: {}}}
        """)
  }

  func testADoneWithoutAFinalState() throws {
    try find(
      "L860 no direct child of `p` is final", "L860 no direct child of `q.r` is final", events: "go",
      in: """
        states:
          ⟦p⟧: {done: ⟪q⟫, states: {a: {on: {go: b}}, b: {states: {c: {final: true}}}}}
          q: {done: ⟪{to: p}⟫, regions: {l: {states: {d: {final: true}}}, ⟦r⟧: {states: {e: {}}}}}
        """)
  }

  func testADoneThatIsReached() throws {
    try findNothing(
      events: "go",
      in: """
        states:
          p: {done: q, states: {a: {on: {go: b}}, b: {final: true}}}
          q:
            done: p
            regions:
              l: {states: {d: {final: true}}}
              r: {regions: {s: {states: {e: {final: true}}}, t: {states: {f: {final: true}}}}}
        """)
  }
}
