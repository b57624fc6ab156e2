final class UnusedPartTests: StaticCheckTestCase {
  func testAParameterThatNothingReads() throws {
    try find(
      "L858 nothing reads `link` where `tap` is handled",
      in: """
        callbacks: {open: {parameters: {url: String}}}
        events: {tap: {parameters: {url: String, ⟪link⟫: String}}}
        states: {a: {on: {tap: {do: open}}}}
        """)
  }

  func testParametersThatSomethingReads() throws {
    try findNothing(
      in: """
        callbacks: {open: {parameters: {url: String}}}
        context: {last: 0}
        events:
          tap: {parameters: {url: String}}
          turn: {parameters: {far: Bool, by: Int}}
          go: {parameters: {near: Bool}}
        states:
          a: {on: {tap: {do: open}, turn: {if: far, do: {set: {last: by + 1}}}, go: b}}
          b: {entry: {if: near, do: {set: {last: 1}}}}
        """)
  }

  func testArgumentsAreUses() throws {
    try findNothing(
      in: """
        context: {network: {cases: [none, cellular, wifi], default: wifi}}
        callbacks: {open: {parameters: {by: Int, isFar: Bool}}}
        events: {turn: {parameters: {far: Bool, times: Int}}, go: }
        states:
          a: {on: {turn: {do: {open: {by: times * 2, isFar: far}}}, go: {do: {open: {by: 1, isFar: network == none}}}}}
          b: {on: {go: {do: {open: {by: 1, isFar: network == cellular}}}}}
        """)
  }

  func testParametersOfUnhandledEventsAreNotChecked() throws {
    try findNothing(
      in: """
        events: {tap: {parameters: {url: String}}}
        states: {a: {}}
        scenarios: {nobody: {given: a, when: {ignored: tap, with: {url: "x"}}}}
        """)
  }

  func testCasesThatNothingTellsApart() throws {
    try find(
      "L862 nothing distinguishes these cases of `network`: `none`, `cellular`", events: "go",
      in: """
        context: {⟪network⟫: {cases: [none, cellular, wifi], default: wifi}}
        states: {a: {on: {go: {if: network == wifi, to: b}}}, b: {}}
        """)
  }

  func testOneCaseIsTheRest() throws {
    try findNothing(
      events: "go",
      in: """
        context: {network: {cases: [none, cellular, wifi], default: wifi}}
        states: {a: {on: {go: {if: network == cellular, to: b}}}, b: {}}
        """)
  }

  func testCasesThatScenariosTry() throws {
    try findNothing(
      events: "go",
      in: """
        context: {network: {cases: [none, cellular, wifi, wired], default: wifi}}
        states: {a: {on: {go: {if: network == wifi, to: b}}}, b: {}}
        scenarios:
          staying: {where: {network: [none, cellular]}, given: a, when: {ignored: go}}
        """)
  }

  func testCasesThatActionsSet() throws {
    try findNothing(
      events: "go",
      in: """
        context: {network: {cases: [none, cellular, wifi], default: wifi}}
        states: {a: {on: {go: {if: network == wifi, to: b}}}, b: {on: {go: {do: {set: {network: none}}}}}}
        """)
  }

  func testUnnamedCasesOfATypeAreReported() throws {
    let head = """
      types: {⟪Reason⟫: [timeout, refused, lost], Mood: [good, bad, none]}
      context: {mood: {type: Mood, default: good}}
      callbacks: {did: {parameters: {mood: Mood}}}
      """
    let rest =
      "\nevents: {fail: {parameters: {reason: Reason}}}\n"
      + "states: {a: {on: {fail: {if: reason == timeout, do: did}}}}"
    try find("L862 nothing distinguishes these cases of `Reason`: `refused`, `lost`", in: head + rest)
    let sent = "\nscenarios: {s: {given: a, when: [{ignored: fail, with: {reason: refused}}]}}"
    try findNothing(in: head.replacing("⟪", with: "").replacing("⟫", with: "") + rest + sent)
    try findNothing(
      in: """
        types: {Reason: [timeout, refused]}
        callbacks: {did: {parameters: {reasons: "Set<Reason>"}}}
        events: {fail: {parameters: {reasons: "Set<Reason>"}}}
        states: {a: {on: {fail: {do: did}}}}
        """)
  }
}
