import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

/// Sections 1 and 2: names, empty values and the top level.
final class DocumentTests: SpecTestCase {
  func testTheSampleIsReadWithoutDiagnostics() throws {
    let machine = try machine(sampleSpec)
    XCTAssertEqual(machine.name, "AppLifecycle")
    XCTAssertEqual(
      machine.states.map(\.path),
      ["", "notRunning", "foreground", "foreground.inactive", "foreground.active", "background"])
    XCTAssertEqual(
      machine.events.map(\.name),
      ["launch", "pressHome", "lock", "interrupt", "ignoreInterruption", "open", "activate"])
    XCTAssertEqual(machine.events.map(\.isInternal), [false, false, false, false, false, false, true])
    XCTAssertEqual(machine.scenarios.count, 4)
    XCTAssertEqual(machine.transitionCount, 8)
    let active = machine.states[4]
    XCTAssertEqual(active.on.map { machine[$0.event].name }, ["interrupt", "pressHome", "lock"])
    XCTAssertEqual(active.on[2].transitions[0].range, active.on[1].transitions[0].range, "an alias is its anchor")
    XCTAssertNotEqual(active.on[2].transitions[0].id, active.on[1].transitions[0].id)
  }

  func testVersion() {
    XCTAssertEqual(differences(inSpec: "⟪⟫machine: M\nstates: {a: }", from: ["L203 lifeline: 1"]), [])
    XCTAssertEqual(
      differences(inSpec: "lifeline: ⟪2⟫\nmachine: M\nstates: {a: }", from: ["L204 version `2`"]), [])
    XCTAssertEqual(
      differences(inSpec: "lifeline⟪⟫: \nmachine: M\nstates: {a: }", from: ["L206 the value is missing"]), [])
  }

  func testMachineName() {
    XCTAssertEqual(differences(inSpec: "⟪⟫lifeline: 1\nstates: {a: }", from: ["L203 machine: Name"]), [])
    XCTAssertEqual(
      differences(
        inSpec: "lifeline: 1\nmachine: ⟪app⟫\nstates: {a: }",
        from: ["L205 must begin with a capital; did you mean `App`?"]),
      [])
    XCTAssertEqual(
      differences(
        inSpec: "lifeline: 1\nmachine: ⟪A-B⟫\nstates: {a: }", from: ["L205 `A-B` cannot be a machine's name"]), [])
    XCTAssertEqual(
      differences(inSpec: "lifeline: 1\nmachine: ⟪[A]⟫\nstates: {a: }", from: ["L201 this is a list"]), [])
  }

  func testATagHidesOtherFaultsOfItsNode() {
    let rest = "\nstates: {a: {doc: ⟪!foo⟫ bar, always: {if: ⟪!b⟫ and not in(a), to: a}}}\ncontext: {b: true}"
    XCTAssertEqual(
      differences(
        inSpec: "lifeline: 1\nmachine: ⟪!⟫ M" + rest,
        from: ["L116 delete it", "L116 delete it", "L116 write `not` in an expression"]), [])
  }

  func testUnknownKeysSuggestTheNearest() {
    check("⟪scenarois⟫: {}\nstates: {a: }", "L202 a spec has no key `scenarois`; did you mean `scenarios`?")
    check("⟪colour⟫: red\nstates: {a: }", "L202 its keys are `lifeline`, `machine`")
    check("states: {a: {⟪entri⟫: []}}", "L202 a state has no key `entri`; did you mean `entry`?")
    check("states: {a: {on: {}, ⟪do⟫: []}}", "L202 a state has no key `do`")
    check(
      "states: {a: {⟪b⟫: {final: true}}}",
      "L202 a state has no key `b`; if it is a state, write it below `states`; its keys")
    check("states: {a: {⟪b⟫: {c: true}}}", "L202 a state has no key `b`; its keys are")
  }

  /// Names that the value of a misspelt key declares aren't reported as missing, and errors in the value are found at once.
  func testAMisspeltKeyIsReadAsTheOneThatIsMeant() throws {
    check(
      "⟪callbaks⟫: {a: , b: {⟪chanel⟫: log}}\nstates: {s: {entry: [a, b, ⟪c⟫]}}",
      "L202 a spec has no key `callbaks`; did you mean `callbacks`?",
      "L202 a callback has no key `chanel`; did you mean `channel`?", "L213 there is no callback `c`")
    check("⟪sates⟫: {a: {⟪oon⟫: {e: a}}}\n⟪evnts⟫: [e]", "L202 `states`?", "L202 `on`?", "L202 `events`?")
    check("context: {f: {⟪defalt⟫: true}}\nstates: {s: {always: {if: f, ⟪too⟫: t}}, t: }", "L202", "L202")
    check(
      "⟪regoins⟫: {a: {states: {b: }}, c: {states: {d: }}}\nscenarios: {x: {⟪givn⟫: [b, ⟪e⟫], then: b}}", "L202",
      "L202",
      "L216 there is no state `e`")
    let parts = SpecReader.parse(bytes: Array("lifeline: 1\nprats: {door: {us: Door.yaml}}\n".utf8), path: "House.yaml")
    XCTAssertEqual(SpecReader.usedPaths(in: parts).map(\.path), ["Door.yaml"])
  }

  func testAKeyThatMayMeanAnotherIsNotRead() {
    // Two keys may mean the same one.
    check(
      "⟪callbaks⟫: [a]\n⟪calbacks⟫: [b]\nstates: {s: {entry: [⟪a⟫, ⟪b⟫]}}", "L202 `callbacks`?", "L202 `callbacks`?",
      "L213 there is no callback `a`", "L213 there is no callback `b`")
    // The mapping has the key that is meant.
    check("callbacks: [a]\n⟪callbaks⟫: [b]\nstates: {s: {entry: [a, ⟪b⟫]}}", "L202 `callbacks`?", "L213 `b`")
    // The key belongs to transitions.
    check("states: {s: {⟪do⟫: []}}", "L202 `doc`?")
    // Two keys are as near as each other.
    check("states: {s: {always: {⟪o⟫: s}}}", "L202 `to`?")
    // A word of another notation may have a value of another form.
    check("states: {s: {always: {⟪guard⟫: \"a && b\", to: s}}}", "L202 `if`?")
  }

  /// The values that messages about a colon offer are valid at their positions.
  func testAColonInAValue() {
    func check(_ head: String, _ value: String, _ tail: String = "", offers offer: String) {
      let value = value.split(separator: ":", maxSplits: 1)
      self.check(head + value[0] + "⟪:⟫" + value[1] + tail, "L121 write `\(offer)`")
      self.check(head + offer + tail)
    }
    let states = "allow: {L212: Some use it.}\nevents: [go]\nstates:\n  one: {entry: [], exit: []}\n  two:\n    "
    check("doc: ", "Note: it's open", "\nstates: {a: }", offers: "\"Note: it's open\"")
    check(states + "on:\n      go: ", "back: one", offers: "{to: one}")
    check(states + "on:\n      go: ", "to: one", offers: "{to: one}")
    check(states + "on: {go: ", "back: one", "}", offers: "{to: one}")
    check(
      states + "on: {go: [{if: in(two), to: one}, {to: one, doc: ", "Note: it's open", "}]}",
      offers: "\"Note: it's open\"")
    check(states + "on: ", "go: one", offers: "{go: one}")
    check(states + "after:\n      5s: ", "go: one", offers: "{to: one}")
    check(states + "always: ", "two: one", offers: "{to: one}")
    check(states + "states: {c: , d: }\n    initial: ", "first: d", offers: "{to: d}")
    check("context: {n: 1}\nstates:\n  a:\n    entry: ", "set: {n: 2}", offers: "{set: {n: 2}}")
    check("callbacks: {c: {selector: ", "tap: twice", "}}\nstates: {a: {entry: c}}", offers: "\"tap: twice\"")
    check("sources:\n  s: ", "title: Manual", "\nstates: {a: {cites: s}}", offers: "{title: Manual}")
    check("sources: {s: {claims: {c: ", "Note: open", "}}}\nstates: {a: {cites: s}}", offers: "\"Note: open\"")
    check("states: {a: }\nscenarios:\n  s: ", "given: a", offers: "{given: a}")
    check("states: {a: }\nscenarios:\n  s:\n    given: ", "state: a", offers: "{state: a}")
    check(states + "always: {if: in(two), to: one}\nscenarios:\n  s:\n    when: ", "wait: 5s", offers: "{wait: 5s}")
    check(
      "callbacks: {c: {parameters: {p: Int}}}\nevents: {go: {parameters: {p: Int}}}\nstates: {a: {on: {go: {do: c}}}}\n"
        + "scenarios:\n  s:\n    when:\n      - with: {p: 1}\n        go: ", "c: {p: 1}", offers: "{c: {p: 1}}")
  }

  func testAMissingColonBehindAKey() {
    check("callbacks:\n  ⟪heat⟫\n  pour: {needs: heat}\n", "L127 no `:` follows `heat`")
    check("states:\n  a:\n    ⟪entry⟫\n    exit: []\n", "L127 no `:` follows `entry`")
    check("doc:\n  ⟦heat⟧\n  pour⟪:⟫ it\n", "L121 continues the text above")
  }

  func testAColonBehindAWordThatIsNoKey() {
    for (text, value) in [
      ("states:\n  one: ", "back⟪:⟫ one"), ("callbacks:\n  c: ", "tap⟪:⟫ twice"),
      ("callbacks: c\nstates:\n  a:\n    entry: ", "make⟪:⟫ c"),
    ] {
      check(text + value, "L121 begin a new line for the next key")
    }
    check("callbacks: c\nstates:\n  a:\n    entry: rais⟪:⟫ c", "L121 write `{raise: c}`")
  }

  func testAStateIsRequired() {
    XCTAssertEqual(
      differences(inSpec: "lifeline: 1\n⟪machine⟫: M", from: ["L203 `states` or `regions`"]), [])
    check("⟪states⟫: {}", "L220 contains no state")
    check("⟪regions⟫: {}", "L220 contains no state")
    check("states: ⟪[a]⟫", "L201 expected a mapping from states' names to states, but this is a list")
  }

  func testNames() {
    check(
      "states: {⟪1a⟫: , ⟪a-b⟫: , ⟪_⟫: , ⟪ä⟫: , ⟪not⟫: }", "L205", "L205", "L205", "L205",
      "L205 is a word of expressions")
    // The uses of a name that was refused aren't reported as well.
    check(
      "callbacks: {a: {parameters: {⟪in⟫: Int}}}\nevents: {go: {parameters: {⟪not⟫: Int}}}\n"
        + "states: {s: {on: {go: {do: {a: {in: 3}}}}}}\nscenarios: {x: {when: [{go: [{a: {in: 3}}], with: {not: 1}}], then: s}}",
      "L205 is a word of expressions", "L205 is a word of expressions")
    check("states: {_a: , A1: , class: , self: , start: , state: , on: , yes: }")
    check(
      "events: [⟪start⟫, ⟪wait⟫]\nstates: {a: {on: {start: a, wait: a}}}", "L205 has another meaning where names of",
      "L205")
    check("callbacks: [⟪repeat⟫]\nstates: {a: {entry: repeat}}", "L205 has another meaning where names of")
    check(
      "context: {⟪state⟫: true}\nstates: {a: {always: {if: state and not in(a), to: a}}}",
      "L205 has another meaning where names of")
    check(
      "context: {f: {cases: [⟪in⟫, b], default: b}}\nstates: {a: {always: {if: f == b and not in(a), to: a}}}", "L205")
  }

  func testKeysAndWordsAreTextWhateverTheyLookLike() throws {
    let machine = try read("states: {on: {on: {off: no}}, no: , yes: , null: }\nevents: [off]")
    XCTAssertEqual(machine.states.map(\.name), ["", "on", "no", "yes", "null"])
    XCTAssertEqual(machine.states[1].on[0].transitions[0].targets, [ID(2)])
  }

  func testEmptyValues() {
    check("events: {e: }\nstates: {a: {on: {e⟪⟫: }}}", "L206 expected a transition")
    check("states: {a: {entry: ⟪~⟫}}", "L206 expected a list of actions, but the value is missing")
    check("states: {a: {doc⟪⟫: }}", "L206 expected a text")
    check("states⟪⟫: ", "L206")
    check("states: {a: }\nscenarios: {s⟪⟫: }", "L206")
  }

  func testATextCutShortByAComment() {
    check("doc: A text ⟪# with a comment⟫\nstates: {a: }", "L208 put the text in quotes")
    check("doc: 'A text' # with a comment\nstates: {a: }")
    check("doc: A text#with no comment\nstates: {a: }")
    check("doc: |\n  A text # all of it\nstates: {a: }")
    check("sources: {s: {title: Title}}\nstates:\n  a:\n    cites: s 4 ⟪# 5⟫\n", "L208")
  }

  func testAllowSuppressesWarningsOfItsPart() {
    check("callbacks: [⟪a⟫]\nstates: {a: }", "L212 no action calls")
    check("callbacks: {a: {allow: {L212: for later}}, ⟪b⟫: }\nstates: {a: }", "L212 `b`")
    check("allow: {L212: a sketch}\ncallbacks: [a]\nstates: {a: }")
    check("allow: {⟪L2⟫: why, L212⟪⟫: }\ncallbacks: [a]\nstates: {a: }", "L215 `L` and three digits", "L206")
  }

  /// A fault in a part that an alias repeats is reported once, with a note for each alias: it may only be wrong there.
  func testFaultsThroughAliases() {
    check("events: [e, f]\nstates: {a: {on: {e: &x {to: ⟪zz⟫}, f: ⟦*x⟧}}}", "L216 there is no state `zz`")
    check(
      """
      events: [e]
      states:
        a: {states: {⟦q⟧: , r: {on: {e: &x {to: ⟪q⟫}}}}}
        b: {states: {⟦q⟧: {on: {e: {}}}}}
        c: {on: {e: ⟦*x⟧}}
      """, "L217 `q` may be any of `a.q`, `b.q`")
    check(
      """
      events: [e]
      states:
        a: &outer {states: {b: {on: {e: &inner {to: a, do: ⟪c⟫}}}}}
        d: {on: {e: ⟦*inner⟧}}
        f: ⟦*outer⟧
        g: {entry: ⟪h⟫}
      """, "L213 there is no callback `c`", "L213 there is no callback `h`")
  }

  func testImports() throws {
    XCTAssertEqual(try read("imports: [UIKit, A.B, UIKit]\nstates: {a: }").imports, ["UIKit", "A.B"])
    check("imports: [⟪'UIKit; import Glibc'⟫]\nstates: {a: }", "L218")
  }

  func testMisspeltUsesCountAsUses() {
    check("callbacks: [opened]\nstates: {a: {entry: ⟪opend⟫}}", "L213 did you mean `opened`?")
    check("context: {fast: true}\nstates: {a: {always: {if: ⟪fsat⟫, to: a}}}", "L213 did you mean `fast`?")
  }

  func testAllFaultsAreReportedInSourceOrder() {
    check(
      """
      callbacks: [first, second]
      states:
        one:
          entry: [second, ⟪secnd⟫]
          on: {⟪go⟫: ⟪three⟫}
      scenarios:
        s: {given: ⟪four⟫}
      """, "L213 there is no callback `secnd`; did you mean `second`?", "L213 there is no event `go`",
      "L216 `three`", "L216 `four`")
  }
}
