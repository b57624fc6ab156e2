final class OverlappingGuardTests: StaticCheckTestCase {
  // MARK: Covered transitions (L850)

  func testASpecialCaseBehindTheGeneralOne() throws {
    try find(
      "L850 whenever its guard holds, so does an earlier one's", events: "go",
      in: """
        context: {a: true, b: true}
        states:
          x: {on: {go: [⟦{if: a, to: y}⟧, ⟪{if: a and b, to: z}⟫]}}
          y: {}
          z: {}
        """)
  }

  func testTheSameGuardTwice() throws {
    try find(
      "L850 whenever its guard holds", events: "go",
      in: """
        context: {count: 0}
        states:
          x: {on: {go: [⟦{if: count > 2, to: y}⟧, ⟪{if: 2 < count, to: x}⟫]}}
          y: {}
        """)
  }

  func testGuardsThatCoverEveryCase() throws {
    try find(
      "L850 the guards before it cover every case", events: "go",
      in: """
        context: {a: true}
        states:
          x: {on: {go: [⟦{if: a, to: y}⟧, ⟦{if: not a, to: z}⟧, ⟪x⟫]}}
          y: {}
          z: {}
        """)
  }

  func testTextsAndDecimals() throws {
    try find(
      "L850 whenever its guard holds, so does an earlier one's", "L855 both hold if `d` is `1.5`", events: "go",
      in: """
        context: {w: {type: String, default: a}, d: 0.5}
        states:
          x: {on: {go: [{if: w == "a", to: y}, ⟦{if: w != "b", to: z}⟧, ⟪{if: w == "c", to: x}⟫]}}
          y: {on: {go: [{if: ⟦d > 1⟧, to: x}, {if: ⟪d < 2⟫, to: z}]}}
          z: {on: {go: [{if: d < 1, to: x}, {if: d >= 1, to: y}, z]}}
        """)
  }

  func testEveryCaseOfAFieldIsTaken() throws {
    try find(
      "L850 the guards before it cover every case",
      in: """
        context: {size: {cases: [small, large], default: small}}
        states:
          x: {always: [⟦{if: size == small, to: y}⟧, ⟦{if: size == large, to: z}⟧, ⟪{to: w}⟫]}
          y: {}
          z: {}
          w: {}
        """)
  }

  func testEveryNumberIsTaken() throws {
    try find(
      "L850 the guards before it cover every case",
      in: """
        context: {n: 0}
        states:
          x: {after: {1s: [⟦{if: n < 3, to: y}⟧, ⟦{if: n == 3, to: z}⟧, ⟦{if: n >= 4, to: w}⟧, ⟪x⟫]}}
          y: {}
          z: {}
          w: {}
        """)
  }

  func testNumbersComparedWithEachOther() throws {
    try find(
      "L850 the guards before it cover every case", events: "go",
      in: """
        context: {n: 0, m: 1}
        states:
          x: {on: {go: [⟦{if: n < m, to: y}⟧, ⟦{if: m <= n, to: z}⟧, ⟪x⟫]}}
          y: {}
          z: {}
        """)
  }

  func testStatesOfWhichOneIsAlwaysActive() throws {
    try find(
      "L850 the guards before it cover every case", events: "go next",
      in: """
        states:
          p:
            on: {go: [⟦{if: in(a), to: x}⟧, ⟦{if: in(b), to: y}⟧, ⟪{to: z}⟫]}
            states: {a: {on: {next: b}}, b: {}}
          x: {}
          y: {}
          z: {}
        """)
  }

  func testAListWithTooManyCasesIsSearchedForRepetitions() throws {
    let fields = (1...13).map { "f\($0)" }
    let list = fields.dropFirst().map { "{if: \($0), to: y}" }.joined(separator: ", ")
    try find(
      "L850 an earlier one has the same guard", events: "go",
      in: """
        context: {\(fields.map { "\($0): true" }.joined(separator: ", "))}
        states:
          x: {on: {go: [⟦{if: f1, to: y}⟧, \(list), ⟪{if: f1, to: x}⟫]}}
          y: {}
        """)
  }

  func testAGeneralCaseBehindTheSpecialOneIsWanted() throws {
    try findNothing(
      events: "go",
      in: """
        context: {a: true, b: true, n: 0}
        states:
          x: {on: {go: [{if: a and b, to: y}, {if: a, to: z}, {to: x}]}}
          y: {on: {go: [{if: n == 1, to: x}, {if: n < 3, to: z}, {if: n < 9, to: y}]}}
          z: {}
        """)
  }

  func testGuardsThatLeaveACase() throws {
    try findNothing(
      events: "go",
      in: """
        context: {n: 0, m: 0, size: {cases: [small, middle, large], default: small}}
        states:
          x: {on: {go: [{if: n < 3, to: y}, {if: n > 3, to: z}, {to: x}]}}
          y: {on: {go: [{if: size == small, to: x}, {if: size == large, to: z}, {to: y}]}}
          z: {on: {go: [{if: n < m, to: x}, {if: m < n, to: y}, {to: z}]}}
        """)
  }

  func testParametersOfOneEventAreNotThoseOfAnother() throws {
    try findNothing(
      in: """
        events: {go: {parameters: {far: Bool}}, come: {parameters: {far: Bool}}}
        states:
          x: {on: {go: {if: far, to: y}, come: {if: far, to: z}}}
          y: {}
          z: {}
        """)
  }

  // MARK: Overlapping guards (L855)

  func testGuardsThatOverlap() throws {
    try find(
      "L855 both hold if `a` is `true` and `b` is `true`", events: "go",
      in: """
        context: {a: true, b: true}
        states:
          x: {on: {go: [{if: ⟦a⟧, to: y}, {if: ⟪b⟫, to: z}, {to: x}]}}
          y: {}
          z: {}
        """)
  }

  func testRangesThatOverlap() throws {
    try find(
      "L855 both hold if `n` is `3`", events: "go",
      in: """
        context: {n: 0}
        states:
          x: {on: {go: [{if: ⟦n > 2⟧, to: y}, {if: ⟪n < 4⟫, to: z}]}}
          y: {}
          z: {}
        """)
  }

  func testParametersThatOverlapWithFields() throws {
    try find(
      "L855 both hold if `far` is `true` and `a` is `true`",
      in: """
        context: {a: true}
        events: {go: {parameters: {far: Bool}}}
        states:
          x: {on: {go: [{if: ⟦far⟧, to: y}, {if: ⟪a⟫, to: z}]}}
          y: {}
          z: {}
        """)
  }

  func testOneDiagnosticForALaterGuardThatOverlapsTwo() throws {
    try find(
      "L855", "L855", events: "go",
      in: """
        context: {a: true, b: true, c: true}
        states:
          x: {on: {go: [{if: ⟦⟦a⟧⟧, to: y}, {if: ⟦⟪b⟫⟧, to: z}, {if: ⟪c⟫, to: x}]}}
          y: {}
          z: {}
        """)
  }

  func testTheCaseOfBothBeforeTheTwo() throws {
    try findNothing(
      events: "go",
      in: """
        context: {a: true, b: true}
        states:
          x: {on: {go: [{if: a and b, to: x}, {if: a, to: y}, {if: b, to: z}]}}
          y: {on: {go: [{if: a, to: x}, {if: b and not a, to: z}]}}
          z: {}
        """)
  }

  func testTransitionsThatDoTheSame() throws {
    try findNothing(
      callbacks: "f", events: "go",
      in: """
        context: {a: true, b: true}
        states:
          x: {on: {go: [{if: a, to: y, do: f}, {if: b, to: y, do: [f]}]}}
          y: {}
        """)
  }

  func testCasesExcludeEachOther() throws {
    try findNothing(
      events: "go",
      in: """
        context: {size: {cases: [small, middle, large], default: small}}
        states:
          x: {on: {go: [{if: size == small, to: y}, {if: size == middle or size == large, to: z}]}}
          y: {}
          z: {}
        """)
  }

  func testPossibleOverlapsAreNotReported() throws {
    try findNothing(
      events: "go",
      in: """
        context: {n: 0, m: 0, k: 0}
        states:
          x: {on: {go: [{if: n < m, to: y}, {if: n * 2 > m + k, to: z}]}}
          y:
            regions:
              l: {states: {a: {on: {go: [{if: in(c), to: x}, {if: in(e), to: z}]}}}}
              r: {states: {c: {on: {go: d}}, d: {}}}
              s: {states: {e: {on: {go: f}}, f: {}}}
          z: {}
        """)
  }

  // MARK: Redundant guards (L863)

  func testAGuardBeforeTheSameWithout() throws {
    try find(
      "L863 the next transition does the same without a guard", callbacks: "f", events: "go",
      in: """
        context: {a: true}
        states:
          x: {on: {go: [{if: ⟪a⟫, to: y, do: f}, ⟦{to: y, do: f}⟧]}}
          y: {}
        """)
  }

  func testReasonsThatDiffer() throws {
    try findNothing(
      callbacks: "f g", events: "go",
      in: """
        context: {a: true}
        states:
          x: {on: {go: [{if: a, to: y, do: f, doc: Somebody asked for it.}, {to: y, do: f}]}}
          y: {on: {go: [{if: a, to: x, do: f}, {to: x, do: g}]}}
          z: {on: {go: [{if: a, to: w, reenter: true}, {to: w}]}, states: {v: {}, w: {}}}
        """)
  }

  func testActionsThatAreAlike() throws {
    try find(
      "L863 `do` and `else` are the same", callbacks: "f g", events: "go",
      in: """
        context: {a: true}
        states:
          x:
            on:
              go:
                to: y
                do: [{if: ⟪a⟫, do: f, else: f}, {if: a, do: g, else: f}]
          y: {}
        """)
  }
}
