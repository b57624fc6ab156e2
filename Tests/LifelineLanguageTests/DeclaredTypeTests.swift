import LifelineModel
import TestSupport
import XCTest

/// The types of `types`, and the types of fields and parameters.
final class DeclaredTypeTests: SpecTestCase {
  private let states = "\nstates: {a: {on: {fail: {if: reason == timeout, to: a}}}}"
  private let events = "\nevents: {fail: {parameters: {reason: Reason}}}"

  func testTypesOfFieldsAndParameters() throws {
    let machine = try read(
      """
      types:
        Reason: [timeout, refused, none]
        Mood: {cases: [good, none], doc: How it feels., cites: manual}
      sources: {manual: }
      context:
        last: {type: Reason, default: none}
        mood: {type: Mood, default: none}
        own: {cases: [none, timeout], default: timeout}
      callbacks: {didFail: {parameters: {reason: Reason, others: "[Reason?]"}}}
      events: {fail: {parameters: {reason: Reason, others: "[Reason?]"}}}
      states:
        a:
          on:
            fail:
              - {if: reason == timeout and timeout != last and mood == none and own == none, do: [didFail, {set: {last: reason}}]}
              - {do: [{set: {last: refused, mood: good}}, {didFail: {reason: last}}, {didFail: {reason: none}}]}
      scenarios:
        failing:
          where: {last: [none, timeout]}
          given: {state: a, mood: good}
          when:
            - set: {last: refused}
            - fail: {didFail: {reason: none}}
              with: {reason: refused, others: nobody}
            - fail: {optional: {didFail: {reason: timeout, others: nobody}}}
              with: {reason: timeout, others: nobody}
          then: {state: a, last: refused}
      """)
    let reason = ValueType.declared("Reason", cases: ["timeout", "refused", "none"])
    XCTAssertEqual(machine.types.map(\.name), ["Reason", "Mood"])
    XCTAssertEqual(machine.types[1].documentation.text, "How it feels.")
    XCTAssertEqual(machine.types[1].documentation.citations.map(\.source), [ID(0)])
    XCTAssertEqual(machine.fields.map(\.type)[0], reason)
    XCTAssertEqual(machine.events[0].parameters.map(\.type), [reason, .opaque("[Reason?]")])
    XCTAssertEqual(machine.scenarios[0].variations[0].values, [.named("none"), .named("timeout")])
  }

  func testBadTypes() {
    let rest = events + states
    check("types: {Reason: [timeout], ⟪reason⟫: [x]}" + rest, "L205 a type's name becomes one in Swift and must")
    check("types: {Reason: [timeout], ⟪Int⟫: [x]}" + rest, "L205 `Int` has another meaning where names of types")
    check("types: {Reason: [timeout], ⟪a-b⟫: [x]}" + rest, "L205 `a-b` cannot be a type's name")
    check("types: {Reason: [timeout, ⟪timeout⟫]}" + rest, "L207 the case `timeout` is listed twice")
    check("types: {Reason: [timeout, ⟪in⟫]}" + rest, "L205 is a word of expressions")
    check(
      "events: {e: {parameters: {reason: ⟪[full, offline]⟫}}}\nstates: {s: {on: {e: s}}}",
      "L201 this is a list; declare its cases in `types`")
    check(
      "events: {e: {parameters: {links: ⟪[URL]⟫}}}\nstates: {s: {on: {e: s}}}",
      "L201 without quotes, this is a list; write the type of a list as `\"[URL]\"`")
    check(
      "events: {e: {parameters: {links: ⟪Dictionary<String, URL>⟫}}}\nstates: {s: {on: {e: s}}}",
      "L133 the comma of this type ends the text; put it in quotes")
    check("types: {Reason: ⟪[]⟫}" + rest, "L201 the type `Reason` needs at least one case")
    check("types: {⟪Reason⟫: {doc: Why.}}" + rest, "L203 the type `Reason` has no `cases`")
    check("types: {Reason: {cases: [timeout], ⟪case⟫: x}}" + rest, "L202 did you mean `cases`?")
    let opaque = rest.replacing(": Reason", with: ": Module.Reason").replacing("timeout", with: "reason")
    check("types: ⟪[Reason]⟫" + opaque, "L201")
    check("types: {Reason: [timeout], ⟪Other⟫: [x]}" + rest, "L212 no field and no parameter has the type `Other`")
    XCTAssertEqual(
      differences(
        inSpec: "lifeline: 1\nmachine: ⟦Call⟧\ntypes: {Reason: [timeout], ⟪Call⟫: [x]}" + rest,
        from: ["L205 `Call` is the machine, which contains its types"]), [])
  }

  func testCasesWithNamesOfFieldsAndParameters() {
    check(
      "types: {Reason: [timeout, ⟪count⟫]}\ncontext: {⟦count⟧: 1}" + events
        + "\nstates: {a: {on: {fail: {if: reason == timeout and count > 0, to: a}}}}",
      "L207 the case `count` of `Reason` has the name of a context field, so the name could mean either")
    check(
      "types: {Reason: [timeout, ⟪reason⟫]}" + events.replacing("{reason:", with: "{⟦reason⟧:") + states,
      "L207 the case `reason` of `Reason` has the name of a parameter of the event `fail`")
    // The parameters of callbacks aren't read in expressions.
    check(
      "types: {Reason: [timeout, code]}\ncallbacks: {did: {parameters: {code: Int}}}" + events
        + "\nstates: {a: {on: {fail: {if: reason == timeout, do: {did: {code: 1}}}}}}")
  }

  func testFieldsOfUnknownTypes() {
    func spec(_ type: String) -> String {
      "types: {Reason: [timeout]}\ncontext: {f: {type: \(type), default: timeout}}" + events
        + "\nstates: {a: {on: {fail: {if: reason == timeout and f == f, to: a}}}}"
    }
    check(spec("⟪URL⟫"), "L209 a `String` or a type of `types`, or has `cases`, but not `URL`")
    check(spec("⟪Reson⟫"), "L209 but not `Reson`; did you mean `Reason`?")
    check(spec("⟪string⟫"), "L209 but not `string`; did you mean `String`?")
    check(spec("Reason").replacing("default: timeout", with: "default: ⟪timeot⟫"), "L211 did you mean `timeout`?")
  }

  /// Types of the standard library that generated code can't compare or hand to another task.
  func testTypesThatAreNotHashableAndSendable() {
    func check(_ type: String, _ expected: String, line: UInt = #line) {
      let spec =
        "lifeline: 1\nmachine: M\ncallbacks: {did: {parameters: {p: \(type)}}}\ncontext: {f: {type: \(type), private: true}}\n"
        + "events: {go: {parameters: {p: \(type)}}}\nstates: {a: {on: {go: {do: [{set: {f: p}}, did]}}}}"
      XCTAssertEqual(
        differences(inSpec: spec, from: expected.isEmpty ? [] : [expected, expected, expected]), [], line: line)
    }
    check("⟪AnyHashable⟫", "L209 `AnyHashable` isn't `Sendable`, which generated code needs; use an identifier for it")
    for name in ["AnyObject", "Error", "Void"] { check("⟪\(name)⟫", "L209 `\(name)` isn't `Hashable`") }
    check("⟪Self⟫", "L209 `Self` is the generated type that would contain it; name the type that you mean")
    check("⟪UUID.Type⟫", "L209 `UUID.Type` is the type of a type, which isn't `Hashable`")
    check("My.Error", "")
    check("AnyHashables", "")
  }

  func testTypesOneSlipAwayFromKnownOnes() {
    func check(_ type: String, _ expected: String..., line: UInt = #line) {
      let spec =
        "lifeline: 1\nmachine: M\ntypes: {Reason: [timeout]}\ncallbacks: {did: {parameters: {p: \(type)}}}\n"
        + "events: {fail: {parameters: {reason: Reason, p: \(type)}}}\n"
        + "states: {a: {on: {fail: {if: reason == timeout, do: did}}}}"
      XCTAssertEqual(differences(inSpec: spec, from: expected + expected), [], line: line)
    }
    for (type, meant) in [
      ("Reson", "Reason"), ("reason", "Reason"), ("Raeson", "Reason"), ("Reasons", "Reason"), ("string", "String"),
      ("Strng", "String"), ("Itn", "Int"), ("bool", "Bool"), ("Boole", "Bool"), ("Duraton", "Duration"),
      ("duble", "Double"),
    ] {
      check("⟪\(type)⟫", "L209 in front, as in `Module.\(type)`; did you mean `\(meant)`?")
      check("Module.\(type)")
    }
    check("⟪\"[Reson?]\"⟫", "L209 there is no type `Reson`; a Swift type of that name has its module in front")
    check("⟪\"Dictionary<string, Link>\"⟫", "L209 did you mean `String`?")
    check("⟪\"[AnyHashable]\"⟫", "L209 isn't `Sendable`")
    check("⟪Reason.Code⟫", "L209 has only cases, so there is no `Reason.Code`")
    check("⟪Reason<Int>⟫", "L209 has only cases, so there is no `Reason<…>`")
    check("⟪\"[M.Reason]\"⟫", "L209 `M.Reason` is declared here, where its name is `Reason`; write `Reason`")
    check("⟪M.Reason⟫", "L209 write `Reason`")
    check("M.Mood")
    for type in ["Int8", "UInt", "Tool", "Strange", "Daten", "\"[Reason]\"", "Optional<Reason>", "Module.Reson"] {
      check(type)
    }
  }

  func testValuesOfOtherTypes() {
    let head =
      "types: {Reason: [timeout, refused], Mood: [good, timeout]}\n"
      + "context: {mood: {type: Mood, default: good}, n: 1}\n"
      + "callbacks: {did: {parameters: {reason: Reason}}}\nevents: {fail: {parameters: {reason: Reason}}}\n"
    func check(_ condition: String, _ action: String, _ expected: String..., line: UInt = #line) {
      let spec =
        "lifeline: 1\nmachine: M\n" + head
        + "states: {a: {on: {fail: {if: \(condition), do: [did, \(action)]}}, entry: {if: mood == good and n == 1, do: []}}}"
      XCTAssertEqual(differences(inSpec: spec, from: expected), [], line: line)
    }
    check("reason == timeout and mood == timeout", "{did: {reason: timeout}}")
    check("⟪reason == mood⟫", "did", "L231 must have the same type, but these are a `Reason` and a `Mood`")
    check("reason == ⟪good⟫", "did", "L213 there is no parameter, context field or case `good` here")
    check("reason == ⟪Reason.timeout⟫", "did", "L230 `Reason.timeout` is not a name; write the case alone: `timeout`")
    check("⟪reason⟫ < refused", "did", "L231 but this is a `Reason`")
    check("⟪reason == \"refused\"⟫", "did", "L231 a `Reason` and a `String`; a case is written without quotes")
    check("n == 1", "{did: {reason: ⟪mood⟫}}", "L231 the context field `mood` has the type `Mood`, but a `Reason`")
    check("n == 1", "{did: {reason: ⟪good⟫}}", "L213 case `good` here")
    check("n == 1", "{did: {reason: ⟪1⟫}}", "L231 this is an `Int`, but a `Reason` is needed here")
    check("n == 1", "{set: {mood: ⟪reason⟫}}", "L231 the parameter `reason` has the type `Reason`")
    self.check(
      head + "states: {a: {on: {fail: {do: did}}, always: {if: ⟪reason⟫ == refused and mood == good and n == 1}}}",
      "L233 `always` handles no event")
    let states = "states: {a: {on: {fail: {if: mood == good and n == 1, do: did}}}}\n"
    self.check(
      head + states + "scenarios: {s: {given: {state: a, mood: ⟪bad⟫}, "
        + "when: [{fail: {did: {reason: ⟪good⟫}}, with: {reason: ⟪1⟫}}]}}",
      "L211 `bad` is not one of `good`, `timeout`", "L211 `good` is not one of `timeout`, `refused`",
      "L211 `1` is not one of `timeout`, `refused`")
  }
}
