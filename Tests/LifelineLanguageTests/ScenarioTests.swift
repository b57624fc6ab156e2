import LifelineModel
import TestSupport
import XCTest

/// Section 8: scenarios.
final class ScenarioTests: SpecTestCase {
  private let head = """
    context: {n: 1, b: false, d: {cases: [x, y], default: x}}
    callbacks: {c: , k: {parameters: {p: Int, s: String}}, z: {channel: other}}
    events: {e: , f: {parameters: {p: Int, s: String}}}
    states:
      one: {on: {e: {to: two, do: [c, z]}, f: {if: n == 1 and b and d == x, do: k}}}
      two: {on: {e: one, go: one}, entry: {raise: go}}
      h: {history: deep, default: one}
    scenarios:

    """

  private func check(scenarios: String, _ expected: String..., line: UInt = #line) {
    let indented = scenarios.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
    let spec = "lifeline: 1\nmachine: M\n" + head + indented + "\n"
    XCTAssertEqual(differences(inSpec: spec, from: expected), [], line: line)
  }

  func testForms() throws {
    let machine = try read(
      head + """
          first:
            given: {state: one, n: 2}
            where: {b: [true, false], d: [x, y]}
            observing: [delegate]
            when:
              - e
              - e: c
                through: [two, one]
                then: one
              - f: [{k: {p: 3}}, {anyOrder: [c, c]}, {optional: c}, {repeat: {oneOf: [c, [c, c]]}}, {if: b and d == y, expect: c}]
                with: {s: "text", p: 4}
              - ignored: e
              - wait: 5s
                expect: []
              - set: {n: 3, d: y}
            then: {state: [two], n: 3}
            never: z
          second:
            follows: first
            when: {e: []}
            refuted: It is not so.
          third:
            when: {start: c}
            given: {b: true}
        """)
    let first = machine.scenarios[0]
    XCTAssertEqual(first.fields.map(\.value), [.int(2)])
    XCTAssertEqual(first.variations.map(\.values), [[.bool(true), .bool(false)], [.named("x"), .named("y")]])
    XCTAssertEqual(first.observing, ["delegate"])
    XCTAssertEqual(first.steps.count, 6)
    if case .send(let event, let arguments, let expected) = first.steps[2].kind {
      XCTAssertEqual(machine[event].name, "f")
      XCTAssertEqual(arguments, [.int(4), .string("text")])
      guard case .sequence(let patterns)? = expected else { return XCTFail("not a sequence") }
      XCTAssertEqual(patterns.count, 5)
    } else {
      XCTFail("not an event")
    }
    XCTAssertEqual(first.steps[1].through, [ID(2), ID(1)])
    XCTAssertEqual(first.expectedState?.states.map(\.state), [ID(2)])
    XCTAssertEqual(machine.scenarios[1].variations.count, 2, "one that follows inherits `where`")
    XCTAssertEqual(machine.scenarios[1].refutation, "It is not so.")
    guard case .end(ID(0)) = machine.scenarios[1].beginning else { return XCTFail("does not follow") }
    guard case .start = machine.scenarios[2].beginning else { return XCTFail("does not start") }
  }

  func testWordsThatMeanSomethingElse() {
    check(scenarios: "s: {⟪state⟫: one}", "L202 did you mean `given`?")
    check(scenarios: "s: {given: {⟪one⟫: 1}}", "L213 list states under `state`")
    check(scenarios: "s: {given: one, then: {⟪two⟫: 1}}", "L213 list states under `state`")
    check(scenarios: "s: {given: one, where: {⟪p⟫: [1, 2]}}", "L213 a parameter gets its value in `with`")
    check(scenarios: "s: {given: one, when: {e: ⟪none⟫}}", "L213 write `[]` for no calls")
    check(scenarios: "s: {given: one, when: {⟪after⟫: 5s, expect: c}}", "L213 to let time pass, write `wait`")
    check(scenarios: "s: {given: one, when: [{⟪\"f(1, x)\"⟫: k}]}", "L213 write `f`, and its arguments in `with`")
    check(scenarios: "s: {given: one, when: [⟪e()⟫]}", "L213 write `e`$")
    check(
      scenarios: "s: {given: one, when: {f: {k: ⟪text⟫}, with: {p: 1, s: x}}}", "L201 to values, such as `{p: …}`, but")
    check(scenarios: "s: {given: one, when: {e: {⟪c⟫}}}", "L206 the arguments of `c` are missing")
  }

  func testKeysAndNames() {
    check(scenarios: "s: {given: one, ⟪whne⟫: []}", "L202 did you mean `when`?")
    check(scenarios: "⟪\"a\\nb\"⟫: {given: one}", "L301")
    check(scenarios: "⟪\"\"⟫: {given: one}", "L301")
    check(scenarios: "s: {given: ⟪three⟫}", "L216")
    check(scenarios: "s: {given: [⟦one⟧, ⟪two⟫]}", "L224")
    check(scenarios: "s: {given: {state: one, ⟪m⟫: 2}}", "L213 context field `m`")
    check(scenarios: "s: {given: {state: one, n: ⟪true⟫}}", "L211")
    check(scenarios: "s: {never: ⟪q⟫}", "L213 callback `q`")
    check(scenarios: "s: {observing: ⟪others⟫}", "L213 did you mean `other`?")
  }

  func testFollowing() {
    check(scenarios: "first: {given: one}\ns: {follows: ⟪frist⟫}", "L213 did you mean `first`?")
    check(scenarios: "a: {given: one}\ns: {⟦follows⟧: a, ⟪given⟫: one}", "L302 has no `given`")
    check(scenarios: "a: {given: one}\ns: {⟦follows⟧: a, ⟪where⟫: {n: [1]}}", "L302 has no `where`")
    check(scenarios: "a: {given: one, when: e, ⟦refuted⟧: No.}\ns: {follows: ⟪a⟫}", "L302 is refuted")
    check(scenarios: "a: {follows: ⟪c⟫}\n⟦b⟧: {follows: a}\n⟦c⟧: {follows: b}", "L302 follows itself")
    check(scenarios: "a: {follows: ⟪a⟫}", "L302 follows itself")
    check(scenarios: "a: {follows: b}\nb: {follows: c}\nc: {given: one}")
  }

  func testWhereOverStates() throws {
    let machine = try read(
      head + """
          first: {given: {n: 2}, where: {b: [true, false], state: [one, [two]]}, when: {e: {if: in(one), expect: [c, z]}}}
          second: {follows: first, when: {f: {if: in(two), expect: k}, with: {p: 1, s: x}}}
          third: {where: {d: [x, y], state: one}}
        """)
    guard case .states(let states) = machine.scenarios[0].beginning else { return XCTFail("starts") }
    XCTAssertEqual(states, [])
    XCTAssertEqual(
      machine.scenarios.map { $0.addedStates.map(\.states) }, [[[ID(1)], [ID(2)]], [[ID(1)], [ID(2)]], [[ID(1)]]])
    XCTAssertEqual(machine.scenarios.map(\.combinationCount), [4, 4, 2])
  }

  func testStatesOfWhereThatCannotBe() {
    check(scenarios: "s: {where: {state: [one, ⟪three⟫]}}", "L216")
    check(scenarios: "s: {where: {state: ⟪[]⟫}}", "L201 this list of states is empty; list a state, or delete `state`")
    check(scenarios: "s: {where: {state: [one, [⟦two⟧, ⟪one⟫]]}}", "L224 `one` cannot be active together with `two`")
    check(
      scenarios: "s: {given: {state: ⟦one⟧, n: 2}, where: {state: [⟪two⟫]}}",
      "L224 `two` cannot be active together with `one`: the machine has one active state at a time")
    check(scenarios: "s: {where: {state: ⟪one⟫}, given: ⟦two⟧}", "L224 `one` cannot be active together with `two`")
    check(scenarios: "s: {given: ⟦one⟧, where: {state: [⟪one⟫]}}", "L224 it is the same state")
    check(scenarios: "s: {where: {state: one}, when: {⟪start⟫: []}}", "L312 does not start")
    check(
      scenarios: "s: {where: {n: [1, 2]}, when: {e: {if: ⟪in(one)⟫, expect: c}}}", "L230 its `where` names no `state`")
    let hundred = "[" + Array(repeating: "one", count: 100).joined(separator: ", ") + "]"
    let many = "[" + (1...101).map(String.init).joined(separator: ", ") + "]"
    check(scenarios: "s: {⟪where⟫: {n: \(many), state: \(hundred)}}", "L303 10100 combinations")
  }

  func testWhere() {
    check(scenarios: "s: {where: {⟪m⟫: [1]}}", "L213")
    check(scenarios: "s: {where: {n: ⟪[]⟫}}", "L201 empty")
    check(scenarios: "s: {where: {n: [1, ⟪x⟫]}}", "L211")
    check(scenarios: "s: {given: {n: ⟦1⟧}, where: {⟪n⟫: [1]}}", "L302 `given` sets `n` already; delete one of the two")
    let hundred = "[" + (1...100).map(String.init).joined(separator: ", ") + "]"
    let many = "[" + (1...101).map(String.init).joined(separator: ", ") + "]"
    check(scenarios: "s: {where: {n: \(hundred)}}")
    let cases = "[" + Array(repeating: "x", count: 100).joined(separator: ", ") + "]"
    check(scenarios: "s: {where: {n: \(hundred), d: \(cases)}}")
    check(
      scenarios: "s: {⟪where⟫: {n: \(many), d: \(cases)}}",
      "L303 10100 combinations")
  }

  func testStepsOfAllCombinations() {
    let values = (1...10_000).map(String.init).joined(separator: ", ")
    func steps(_ count: Int) -> String { "[" + Array(repeating: "e", count: count).joined(separator: ", ") + "]" }
    func scenarios(_ count: Int, _ last: String) -> String {
      let first = "{where: {n: [\(values)]}, when: \(steps(10))}"
      return "{free: {when: \(steps(9))}, s: \(first), \(last): {follows: s, when: \(steps(count))}}"
    }
    // 10,000 combinations of 10 steps, and then of 15.
    check(scenarios: scenarios(5, "t"))
    check(
      scenarios: scenarios(6, "⟪t⟫"),
      "L305 make 260,000 steps and expectations (16 of this scenario and the steps that it follows, in 10,000 "
        + "combinations); at most 250,000 are allowed (see Limits): vary fewer values, expect less, or write `given` "
        + "instead of `follows`")
    let chain = (1...800).map { "s\($0): {follows: s\($0 - 1), when: e}" }
    check(scenarios: "{s0: {when: e}, \(chain.prefix(705).joined(separator: ", "))}")
    check(
      scenarios: "{s0: {when: e}, \(chain.joined(separator: ", "))}".replacing("s706:", with: "⟪s706⟫:"),
      "L305 make 250,277 steps and expectations (707 of this scenario and the steps that it follows); at most")
  }

  func testExpectationsOfAllCombinations() {
    let values = (1...10_000).map(String.init).joined(separator: ", ")
    let calls = Array(repeating: "c", count: 24).joined(separator: ", ")
    let states = Array(repeating: "{e: [], then: one}", count: 8).joined(separator: ", ")
    let optional = Array(repeating: "{optional: []}", count: 24).joined(separator: ", ")
    for (small, large) in [
      ("when: {e: [\(calls)]}", "when: {e: [\(calls), c]}"),
      ("given: one, when: [\(states)]", "given: one, when: [\(states)], never: c"),
      ("when: {e: [\(optional)]}", "when: {e: [\(optional), {optional: []}]}"),
    ] {
      check(scenarios: "s: {where: {n: [\(values)]}, \(small)}")
      check(scenarios: "⟪s⟫: {where: {n: [\(values)]}, \(large)}", "L305 make 260,000 steps and expectations (26 of")
    }
  }

  func testSteps() {
    check(scenarios: "s: {when: ⟪{then: one}⟫}", "L310 no stimulus")
    check(scenarios: "s: {when: {⟦e⟧: [], ⟪f⟫: []}}", "L310 `f` is a second")
    check(scenarios: "s: {when: {⟪e⟫: }}", "L206 write `[]` for none, or the event's name alone for any")
    check(scenarios: "s: {when: {⟪f⟫: , with: {p: 1, s: x}}}", "L206 write `[]` for none, or list them")
    check(scenarios: "s: {when: {⟪x⟫: []}}", "L213 there is no event `x`")
    check(scenarios: "s: {when: {e: [], ⟪expect⟫: []}}", "L310 belongs to `wait`")
    check(scenarios: "s: {when: {wait: 1s, ⟪with⟫: {p: 1}}}", "L310 belongs to a step that sends an event")
    check(scenarios: "s: {when: {wait: ⟪1⟫}}", "L211")
    check(scenarios: "s: {when: {set: {⟪m⟫: 1}}}", "L213")
    check(scenarios: "s: {when: {e: [], through: ⟪three⟫}}", "L216")
  }

  func testAnUnknownEventHidesNoOtherFaultOfItsStep() {
    check(
      scenarios: "s: {when: [{⟪prss⟫: [⟪didOpe⟫], with: {q: 1}, through: [⟪zz⟫], then: ⟪yy⟫}]}",
      "L213 there is no event `prss`", "L213 there is no callback `didOpe`", "L216 `zz`", "L216 `yy`")
    check(scenarios: "s: {when: {⟪prss⟫: c, with: ⟪1⟫}}", "L213", "L201 a mapping from parameters")
    check(scenarios: "s: {when: {ignored: ⟪prss⟫, with: ⟪1⟫, then: ⟪yy⟫}}", "L213", "L201", "L216")
    check(scenarios: "s: {when: {wait: ⟪1⟫, expect: ⟪didOpe⟫, then: ⟪yy⟫}}", "L211", "L213", "L216")
    check(scenarios: "s: {when: {⟪e⟫: , then: ⟪yy⟫}}", "L206", "L216")
    check(scenarios: "s: {when: {⟦e⟧: [], ⟪f⟫: [], then: ⟪yy⟫}}", "L310", "L216")
  }

  func testAMisspeltWordOfAStepIsNoEventWithCalls() {
    check(scenarios: "s: {when: {⟪wiat⟫: 5s, then: ⟪yy⟫}}", "L213 did you mean `wait`?", "L216")
    check(scenarios: "s: {when: {⟪thne⟫: one}}", "L213 did you mean `then`?")
  }

  func testArguments() {
    check(scenarios: "s: {when: ⟪f⟫}", "L311 write `{f: …, with: {p: …, s: …}}`")
    check(scenarios: "s: {when: {f: [], ⟪with⟫: {p: 1}}}", "L311 takes `s`; write `{f: …, with: {p: …, s: …}}`")
    check(scenarios: "s: {when: {f: [], with: {p: 1, s: x, ⟪q⟫: 1}}}", "L213 parameter `q` of `f`")
    check(scenarios: "s: {when: {f: [], with: {p: ⟪x⟫, s: ⟪12⟫}}}", "L211 whole number", "L211 write `\"12\"`")
    check(scenarios: "s: {when: {ignored: f, with: {p: 1, s: '12'}}}")
  }

  func testATextThatLooksLikeSomethingElseNeedsQuotes() {
    for text in ["12", "-1.5", "1e5", "0x1F", "0o17", ".inf"] {
      check(
        scenarios: "s: {when: {f: [], with: {p: 1, s: ⟪\(text)⟫}}}", "L211 looks like a number; in quotes it is a text")
    }
    for text in ["true", "FALSE"] {
      check(
        scenarios: "s: {when: {f: [], with: {p: 1, s: ⟪\(text)⟫}}}", "L211 looks like a Boolean; in quotes it is a text"
      )
    }
    for text in ["5s", "0ms", "99999999999999999999h"] {
      check(scenarios: "s: {when: {f: [], with: {p: 1, s: ⟪\(text)⟫}}}", "L211 looks like a length of time; in quotes")
      check(scenarios: "s: {when: {f: [], with: {p: 1, s: '\(text)'}}}")
    }
    check(scenarios: "s: {when: {f: {k: {s: ⟪5s⟫}}, with: {p: 1, s: x}}}", "L211 write `\"5s\"`")
    for text in ["e1", "5x", "s5", "2024-01-31", "yes", "1.2.3", "-"] {
      check(scenarios: "s: {when: {f: [], with: {p: 1, s: \(text)}}}")
    }
  }

  func testAnOpaqueValueIsAName() {
    func check(_ value: String, _ expected: String..., line: UInt = #line) {
      for step in ["{f: [], with: {u: \(value)}}", "{f: {k: {u: \(value)}}, with: {u: x}}"] {
        let spec = """
          lifeline: 1
          machine: M
          callbacks: {k: {parameters: {u: Link}}}
          events: {f: {parameters: {u: Link}}}
          states: {one: {on: {f: {do: k}}}}
          scenarios: {s: {when: \(step)}}
          """
        XCTAssertEqual(differences(inSpec: spec, from: expected), [], line: line)
      }
    }
    check("homepage")
    check("'homepage'")
    check("⟪_⟫", "L211 is not a name")
    check("⟪a b⟫", "L211 is not a name")
    for word in ["true", "\"false\"", "not", "and", "or", "in"] {
      check("⟪\(word)⟫", "L211 is a word of expressions and cannot be a name")
    }
  }

  func testStart() {
    check(scenarios: "s: {given: one, when: {⟪start⟫: []}}", "L312 the machine does not start in this scenario")
    check(scenarios: "s: {when: [e, {⟪start⟫: []}]}", "L312 can only be the first step; move it to the front")
  }

  func testRefuted() {
    check(scenarios: "s: {given: one, ⟪refuted⟫: No.}", "L304")
    check(scenarios: "s: {given: one, when: e, refuted⟪⟫: }", "L206")
  }

  func testDecisions() throws {
    check(scenarios: "s: {given: one, when: e, decides: true}\nt: {follows: s, when: e, decides: true}")
    check(scenarios: "s: {given: one, when: e, decides: false}")
    check(scenarios: "s: {given: one, when: e, decides: ⟪sometimes⟫}", "L201 `true` or `false`")
    check(scenarios: "s: {given: one, when: e, ⟦decides⟧: true, ⟪refuted⟫: No.}", "L306 can't be refuted")
    check(scenarios: "⟦s⟧: {given: one, when: e, decides: true}\nt: {follows: ⟪s⟫, when: e}", "L306 follows one that")
    let text = """
      sources: {manual: }
      states: {one: }
      scenarios: {s: {⟦decides⟧: true, ⟪cites⟫: manual, given: one}}

      """
    check(text, "L306 cites nothing")
  }

  func testPatterns() {
    check(scenarios: "s: {when: {e: [⟪d⟫]}}", "L213 callback `d`")
    check(scenarios: "s: {when: {e: [{k: {⟪q⟫: 1}}]}}", "L213 parameter `q` of `k`")
    check(scenarios: "s: {when: {e: [{k: {p: ⟪x⟫}}]}}", "L211")
    check(scenarios: "s: {when: {e: [{⟪optinal⟫: c}]}}", "L202 did you mean `optional`?")
    check(scenarios: "s: {when: {e: [{⟪oneOf⟫: c}]}}", "L320 takes a list")
    check(scenarios: "s: {when: {e: [{⟦optional⟧: c, ⟪repeat⟫: c}]}}", "L320 second expectation")
    check(
      scenarios: "s: {where: {n: [1, 2]}, when: {e: {if: ⟪b⟫, expect: c}}}",
      "L213 only reads fields that the scenario's `where` varies")
    check(scenarios: "s: {where: {n: [1, 2]}, when: {e: {if: ⟪in(one)⟫, expect: c}}}", "L230 `in` cannot be used here")
    check(scenarios: "s: {where: {n: [1, 2]}, when: {e: {⟪if⟫: n == 1}}}", "L203 needs `expect`")
    let nine = Array(repeating: "c", count: 9).joined(separator: ", ")
    check(scenarios: "s: {when: {e: {anyOrder: [\(nine)]}}}")
    check(scenarios: "s: {when: {e: {anyOrder: [\(nine.dropFirst(6)), {optional: c}]}}}")
    check(scenarios: "s: {when: {e: {⟪anyOrder⟫: [\(nine), {optional: c}]}}}", "L320 at most 8")
  }

  func testInternalEventsCannotBeSent() {
    let spec = """
      lifeline: 1
      machine: M
      states: {a: {entry: {raise: ⟦go⟧}, on: {go: b}}, b: }
      scenarios: {s: {when: ⟪go⟫}}
      """
    XCTAssertEqual(differences(inSpec: spec, from: ["L313 only the machine raises"]), [])
  }

  func testExpectedCallsAreObserved() {
    let spec = """
      lifeline: 1
      machine: M
      callbacks: {c: , ⟦z⟧: {channel: other}}
      events: [e]
      observing: delegate
      states: {a: {on: {e: {do: [c, z]}}}}
      scenarios:
        s: {when: {e: [c, ⟪z⟫]}}
        t: {observing: [delegate, other], when: {e: [c, z]}, never: z}
      """
    XCTAssertEqual(differences(inSpec: spec, from: ["L321 does not observe"]), [])
  }
}
