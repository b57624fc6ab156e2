final class DuplicateScenarioTests: StaticCheckTestCase {
  private let states = """
    context: {far: false, n: 0}
    states:
      a: {on: {go: {to: b, do: f}, come: {}}}
      b: {on: {go: a}}

    """

  func testTheSameInOtherWords() throws {
    try find(
      "L857 this scenario is the same as `one`", "L857 `one`", callbacks: "f", events: "go come",
      in: states + """
        scenarios:
          ⟦⟦one⟧⟧: {given: a, where: {far: [true, false], n: [1, 2]}, when: {go: f}, then: b}
          ⟪two⟫: {given: {state: a}, where: {n: [2, 1], far: [true, false]}, when: [{go: [f]}], then: [b]}
          ⟪three⟫:
            doc: Says more, but promises the same.
            given: [a]
            where: {far: [true, false], n: [1, 2]}
            when: {go: f}
            then: b
        """)
  }

  func testTheStatesOfWhereInAnotherOrder() throws {
    try find(
      "L857", callbacks: "f", events: "go come",
      in: states + """
        scenarios:
          ⟦one⟧: {where: {state: [a, b]}, when: go}
          ⟪two⟫: {where: {state: [b, [a]]}, when: go}
          three: {where: {state: a}, when: go}
        """)
  }

  func testADefaultThatIsGiven() throws {
    try find(
      "L857", callbacks: "f", events: "go come",
      in: states + """
        scenarios:
          ⟦one⟧: {given: {state: a, n: 0}, when: {go: f}}
          ⟪two⟫: {given: a, when: {go: f}}
        """)
  }

  func testTheEndAndTheLastStepSayTheSame() throws {
    try find(
      "L857", callbacks: "f", events: "go come",
      in: states + """
        scenarios:
          ⟦one⟧: {given: a, when: {go: f}, then: b}
          ⟪two⟫: {given: a, when: {go: f, then: b}}
        """)
  }

  func testScenariosThatDifferSomewhere() throws {
    try findNothing(
      callbacks: "f", events: "go come",
      in: states + """
        scenarios:
          a1: {given: a, when: {go: f}}
          a2: {given: {state: a, n: 1}, when: {go: f}}
          a3: {given: a, when: {go: f}, then: b}
          a4: {given: a, when: go}
          a5: {given: a, when: {go: {optional: f}}}
          a7: {given: a, when: {go: f, through: b}}
          a8: {given: a, when: [{set: {n: 1}}, {go: f}]}
          a9: {given: a, when: [{set: {n: 2}}, {go: f}]}
          b1: {given: a, when: {come: []}}
          b2: {given: a, when: {come: []}, never: f}
          b3: {given: a, when: [{come: []}, {come: []}]}
          c1: {follows: a1, when: {go: []}}
          c2: {follows: a2, when: {go: []}}
          d1: {given: a, when: {wait: 1s, expect: []}}
          d2: {given: a, when: {wait: 2s, expect: []}}
          d3: {given: a, when: {wait: 2s}}
          e1: {given: a, where: {n: [1, 2]}, when: {go: f}}
          e2: {given: a, where: {n: [1, 3]}, when: {go: f}}
        """)
  }
}
