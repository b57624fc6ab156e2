final class ConstantConditionTests: StaticCheckTestCase {
  func testContradictions() throws {
    try find(
      "L854 this never holds", "L854", "L854", "L854", events: "go",
      in: """
        context: {a: true, n: 0, t: 5s, size: {cases: [small, large], default: small}}
        states:
          x: {on: {go: {if: ⟪a and not a⟫, to: y}}}
          y: {on: {go: {if: ⟪n == 1 and n == 2⟫, to: z}}}
          z: {on: {go: {if: ⟪t > 5s and t < 5001ms⟫, to: w}}}
          w: {on: {go: {if: ⟪size == small and size == large⟫, to: x}}}
        """)
  }

  func testTautologies() throws {
    try find(
      "L853 this always holds", "L853", "L853", "L853", "L853", events: "go",
      in: """
        context: {a: true, n: 0, m: 0}
        states:
          x: {on: {go: {if: ⟪a or not a⟫, to: y}}}
          y: {on: {go: {if: ⟪n != 1 or n != 2⟫, to: z}}}
          z: {on: {go: {if: ⟪n <= n⟫, to: w}}}
          w: {on: {go: {if: ⟪n < m or m <= n⟫, to: v}}}
          v: {on: {go: {if: ⟪true⟫, to: x}}}
        """)
  }

  func testTextsAndDecimals() throws {
    try find(
      "L854 this never holds", "L853 this always holds", "L854", "L854", "L853", events: "go",
      in: """
        context: {w: {type: String, default: a}, v: {type: String, default: b}, d: 0.5}
        states:
          a: {on: {go: {if: ⟪w == "x" and w == "y"⟫, to: b}}}
          b: {on: {go: {if: ⟪w != "x" or w != "y"⟫, to: c}}}
          c: {on: {go: {if: ⟪d > 1 and d < 0.5⟫, to: d}}}
          d: {on: {go: {if: ⟪w == v and w != v⟫, to: e}}}
          e: {on: {go: {if: ⟪v == v⟫, to: f}}}
          f: {on: {go: {if: d > 0.5 and d < 0.50001 or w == "", to: a}}}
        """)
  }

  func testANumberThatIsNoneMakesConditionsFail() throws {
    try find(
      "L853", events: "go",
      in: """
        context: {d: 0.5, e: 1.5}
        states:
          a: {on: {go: {if: d < 1 or d >= 1, to: b}}}
          b: {on: {go: {if: d < e or d >= e, to: c}}}
          c: {on: {go: {if: d == d, to: d}}}
          d: {on: {go: {if: not (d < 1) and not (d >= 1), to: e}}}
          e: {on: {go: {if: ⟪d != e or d == e⟫, to: a}}}
        """)
  }

  func testConstants() throws {
    try find(
      "L853", "L854", "L854", events: "go",
      in: """
        states:
          x: {on: {go: {if: ⟪1 < 2⟫, to: y}}}
          y: {on: {go: {if: ⟪2s * 2 == 5s⟫, to: z}}}
          z: {on: {go: {if: ⟪false⟫, to: x}}}
        """)
  }

  func testAPartOfACondition() throws {
    try find(
      "L854", events: "go",
      in: """
        context: {a: true, n: 0}
        states:
          x: {on: {go: {if: a or ⟪(n > 3 and n < 3)⟫, to: y}}}
          y: {}
        """)
  }

  func testTheStateInWhichItIsAsked() throws {
    try find(
      "L853 `p.x` is always active", "L853 `p` is always active", "L854 `p.y` is never active", events: "go come",
      in: """
        states:
          ⟦p⟧:
            states:
              ⟦x⟧: {on: {go: {if: ⟪in(x)⟫, to: y}, come: {if: ⟪in(p)⟫, to: y}}, always: {if: ⟪in(y)⟫, to: y}}
              ⟦y⟧: {}
        """)
  }

  func testStatesInsideAreAskedForWhileTheOuterIsActive() throws {
    try findNothing(
      events: "go",
      in: """
        states:
          p: {on: {go: {if: in(x), to: q}}, states: {x: {on: {go: {if: in(p.x.z), to: y}}, states: {z: , w: }}, y: {}}}
          q: {regions: {l: {states: {a: {on: {go: {if: in(c), to: b}}}, b: }}, r: {states: {c: , d: }}}}
        """)
  }

  func testStatesThatAreAskedForInActions() throws {
    try find(
      "L854 `x` is never active", "L853 `y` is always active", "L854 `y.z` is never active", callbacks: "f",
      events: "go",
      in: """
        states:
          ⟦x⟧: {on: {go: {to: y, do: {if: ⟪in(x)⟫, do: f}}}}
          ⟦y⟧:
            entry: [{if: ⟪in(y)⟫, do: f}, {if: ⟪in(z)⟫, do: f}]
            states: {⟦z⟧: {}}
        """)
  }

  func testAnActionWithoutATargetRunsWhileAnotherRegionMayLeave() throws {
    try findNothing(
      callbacks: "f", events: "go",
      in: """
        states:
          p:
            regions:
              l: {states: {a: {on: {go: x}}}}
              r: {states: {b: {on: {go: {do: {if: in(b), do: f}}}}}}
          x: {}
        """)
  }

  func testConditionsThatCanGoEitherWay() throws {
    try findNothing(
      callbacks: "f", events: "go come",
      in: """
        context: {a: true, b: true, n: 0, m: 0, size: {cases: [small, middle, large], default: small}}
        states:
          x: {on: {go: {if: a == b, to: y}, come: {if: n > 1 and n < 3, to: y}}}
          y: {on: {go: {if: n != 1 and n != 2, to: z}, come: {if: size != small and size != large, to: x}}}
          z: {on: {go: {if: n + 1 > n, to: x}, come: {if: n < m and m < n + 2, to: y}}}
        """)
  }

  func testTheEndsOf64Bits() throws {
    try find(
      "L853", "L854", events: "go come",
      in: """
        context: {n: 0}
        states:
          x:
            on:
              go: {if: ⟪n <= 9223372036854775807⟫, to: y}
              come: {if: ⟪n > 9223372036854775807⟫, to: y}
          y: {on: {go: {if: n < 9223372036854775807, to: x}, come: {if: n >= 9223372036854775807, to: x}}}
        """)
  }

  func testRanges() throws {
    try find(
      "L854 this never holds", "L853 this always holds", "L854", "L853", "L854", "L853", "L854", "L853",
      events: "go come",
      in: """
        context: {n: {default: 0, range: 0...10}, t: {default: 1s, range: 0s...5s}, m: {default: 0, range: -5...5}}
        states:
          a: {on: {go: {if: ⟪n > 10⟫, to: b}, come: {if: ⟪n <= 10⟫, to: b}}}
          b: {on: {go: {if: ⟪n < 0⟫, to: c}, come: {if: ⟪n != 11⟫, to: c}}}
          c: {on: {go: {if: ⟪t > 5s⟫, to: d}, come: {if: ⟪t < 10s⟫, to: d}}}
          d: {on: {go: {if: n > 4 or ⟪m == 6⟫, to: e}, come: {if: n > 4 and ⟪m > -6⟫, to: e}}}
          e: {on: {go: {if: n > 9, to: a}, come: {if: n == 0 and t >= 5s and m == -5, to: a}}}
        """)
  }

  func testRangesOfBothSides() throws {
    try find(
      "L853 this always holds", "L854 this never holds", "L854", "L853", "L854", events: "go come",
      in: """
        context:
          low: {default: 0, range: 0...3}
          high: {default: 4, range: 4...9}
          top: {default: 9, range: 3...9}
          any: 0
        states:
          a: {on: {go: {if: ⟪low < high⟫, to: b}, come: {if: ⟪high <= low⟫, to: b}}}
          b: {on: {go: {if: ⟪low + 1 > high⟫, to: c}, come: {if: '⟪min(top, high) >= low⟫', to: c}}}
          c: {on: {go: {if: ⟪-low * 2 > 0⟫, to: d}, come: {if: low == top, to: d}}}
          d: {on: {go: {if: low < top, to: e}, come: {if: low + any < high, to: e}}}
          e: {on: {go: {if: low + 1 >= high, to: a}, come: {if: high - low > 8, to: a}}}
        """)
  }

  func testConditionsOfAnAnchorAreReportedOnce() throws {
    try find(
      "L854", events: "go",
      in: """
        context: {a: true}
        states:
          x: {on: {go: &leave {if: ⟪a and not a⟫, to: y}}}
          y: {on: {go: *leave}}
        """)
  }
}
