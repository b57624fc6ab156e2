final class ShadowedTransitionTests: StaticCheckTestCase {
  func testEveryChildTakesTheEvent() throws {
    try find(
      "L851 every state inside handles or defers `go` first", events: "go",
      in: """
        states:
          p:
            on: {go: ⟪{to: q}⟫}
            states:
              a: {on: {go: ⟦b⟧}}
              b: {on: {go: [{if: in(p.b.c), to: q}, ⟦{to: a}⟧]}, states: {c: {}, d: {}}}
          q: {}
        """)
  }

  func testAChildWithAGuardLetsItThrough() throws {
    try findNothing(
      events: "go",
      in: """
        context: {free: true}
        states:
          p: {on: {go: {to: q}}, states: {a: {on: {go: b}}, b: {on: {go: {if: free, to: a}}}}}
          q: {}
        """)
  }

  func testAFinalChildLetsItThrough() throws {
    try findNothing(
      events: "go",
      in: """
        states:
          p: {on: {go: {to: q}}, states: {a: {on: {go: b}}, b: {final: true}}}
          q: {}
        """)
  }

  func testChildrenThatTakeOrDeferEverything() throws {
    try find(
      "L851 every state inside handles or defers `go` first", "L851 handles or defers every event first",
      events: "go come",
      in: """
        states:
          p:
            on: {go: ⟪{to: q}⟫, "*": ⟪{to: q}⟫}
            states:
              a: {on: {"*": ⟦⟦{}⟧⟧}}
              b: {defer: ⟦go⟧, on: {come: a}}
          q: {on: {come: p}}
        """)
  }

  func testARaisedEventIsNotDeferred() throws {
    try findNothing(
      events: "go come",
      in: """
        states:
          p: {on: {go: {to: q}}, states: {a: {defer: go, on: {come: {do: {raise: go}}}}}}
          q: {}
        """)
  }

  func testEveryRegionTakesTheEvent() throws {
    try find(
      "L851", events: "go",
      in: """
        states:
          p:
            on: {go: ⟪{to: q}⟫}
            regions: {l: {on: {go: ⟦{}⟧}, states: {a: {}}}, r: {states: {b: {on: {go: ⟦{}⟧}}}}}
          q: {}
        """)
  }

  func testOneRegionDoesNotTakeTheEvent() throws {
    try findNothing(
      events: "go",
      in: """
        states:
          p:
            on: {go: {to: q}}
            regions: {l: {states: {a: {on: {go: {}}}}}, r: {states: {b: {}}}}
          q: {}
        """)
  }

  func testAnAlwaysAroundOthers() throws {
    try find(
      "L851 every state inside has an `always` without a guard",
      in: """
        states:
          p: {always: ⟪{to: q}⟫, states: {a: {always: ⟦q⟧}, b: {always: ⟦a⟧}}}
          q: {}
        """)
  }

  func testAStateThatTakesEveryEventByItsName() throws {
    try find(
      "L851 the state handles or defers every event by its name", events: "go come",
      in: """
        states:
          a: {defer: come, on: {go: b, "*": ⟪{}⟫}}
          b: {on: {go: a, "*": {}}}
        """)
  }

  func testADeferralOfWhatTheStateTakes() throws {
    try find(
      "L852 `go` is never deferred: the state handles it by its name", events: "go",
      in: """
        states:
          a: {defer: ⟪go⟫, on: {go: ⟦b⟧}}
          b: {}
        """)
  }

  func testADeferralBehindAGuard() throws {
    try findNothing(
      events: "go",
      in: """
        context: {free: true}
        states:
          a: {defer: go, on: {go: {if: free, to: b}}}
          b: {}
        """)
  }

  func testADeferralAroundOthers() throws {
    try find(
      "L852 every state inside handles or defers it first", events: "go come",
      in: """
        states:
          p: {defer: ⟪go⟫, on: {come: q}, states: {a: {on: {go: ⟦b⟧}}, b: {defer: ⟦go⟧}}}
          q: {}
        """)
  }
}
