import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

/// Private fields that only carry values of types that the language doesn't know.
final class CarriedFieldTests: SpecTestCase {
  /// Returns a spec whose machine sets the field `item` to `value`.
  private func spec(
    _ field: String = "{type: Item, private: true}", named name: String = "item", value: String = "got",
    guarding guardText: String = "",
    rest: String = ""
  ) -> String {
    """
    context: {\(name): \(field)}
    callbacks: {show: {parameters: {item: 'Item?'}}}
    events: {get: {parameters: {got: Item, others: '[Item]'}}}
    states: {a: {on: {get: {\(guardText)do: [{set: {item: \(value)}}, show]}}}}\(rest)
    """
  }

  func testAFieldBeginsWithNothing() throws {
    for (field, type) in [("Item", "Item?"), ("\"[Item]\"", "[Item]?"), ("Shop.Item", "Shop.Item?")] {
      let machine = try read(
        """
        context: {item: {type: \(field), private: true}}
        callbacks: {show: {parameters: {item: '\(type)'}}}
        states: {a: {entry: [{set: {item: nil}}, show]}}
        """)
      XCTAssertEqual(machine.fields.map(\.type), [.opaque(type)])
      XCTAssertEqual(machine.fields.map(\.defaultValue), [.absent])
      XCTAssertEqual(machine.fields.map(\.isCarried), [true])
    }
    XCTAssertEqual(
      try read("context: {n: 0}\nstates: {a: {on: {e: {if: n > 0}}}}\nevents: [e]").fields[0].isCarried, false)
  }

  func testBadDeclarations() {
    check(spec("{type: ⟪Item⟫, default: a}"), "L209 `{type: Item, private: true}`")
    check(spec("{type: ⟪Item⟫, private: false, default: a}"), "L209 `{type: Item, private: true}`")
    check(spec("{type: Item, private: true, ⟪default⟫: a}"), "L248 begins as `nil`; delete `default`")
    check(spec("{type: Item, private: true, ⟪range⟫: 0...3}"), "L237 only an `Int` or a `Duration` has a range")
    check(spec("{type: ⟪Item?⟫, private: true}"), "L248 needs no `?`; write `Item`")
    check(spec("{type: ⟪Optional<Item>⟫, private: true}"), "L248 needs no `Optional`; write `Item`")
    check(spec("{type: ⟪'Optional<[Item]>'⟫, private: true}"), "L248 needs no `Optional`; write `[Item]`")
    check(spec("{type: ⟪Optional<Int>⟫, private: true}"), "L248 write `type: Int` with a `default`")
    check(spec("{type: ⟪Item!⟫, private: true}"), "L209 is not a type that a context field can have")
    check(spec("{type: ⟪string⟫, private: true}", value: "got"), "L209 did you mean `String`?")
    // What is wrong is the missing `private`, and not a missing default.
    check(spec("{type: ⟪Item⟫}"), "L209 `{type: Item, private: true}`")
    check(spec("{type: ⟪'[Item]'⟫, fixed: true}"), "L209 `{type: [Item], private: true}`")
    let private0 = "states: {a: {on: {go: {do: {set: {n: 1}}}}}}\nevents: [go]"
    check("context: {⟪n⟫: {type: Int, private: true}}\n\(private0)", "L203 has no `default`; add `default`")
    check("context: {⟪n⟫: {private: true}}\n\(private0)", "L203 has no `default`; add `default`")
    check("context: {⟪n⟫: {type: Int}}\n\(private0)", "L203 has no `default`; add `default`")
    check(
      "context: {⟪item⟫: {type: Item, private: true}}\nstates: {a: {}}", "L236 no action sets `item`")
  }

  func testTypesOfModulesThatAreNotImported() {
    let rest = """
      states: {a: {on: {get: {do: [{set: {item: got}}, show]}}}}
      events: {get: {parameters: {got: UUID}}}
      callbacks: {show: {parameters: {item: 'UUID?'}}}
      """
    check("context: {⟪item⟫: {type: UUID, private: true}}\n" + rest, "L244 add `Foundation` to `imports`")
    check("imports: Foundation\ncontext: {item: {type: UUID, private: true}}\n" + rest)
  }

  func testWhatIsAssigned() {
    for value in ["got", "item", "nil"] { check(spec(value: value)) }
    check(spec(value: "⟪others⟫"), "L231 the parameter `others` has the type `[Item]`")
    for value in ["5", "true", "got == got"] {
      check(spec(value: "⟪\(value)⟫"), "L231 for no value, write `nil`")
    }
    for value in ["null", "~"] { check(spec(value: "⟪\(value)⟫"), "L206 such as `nil` for no value") }
    check(spec(value: "⟪none⟫"), "L213 no parameter, context field or case `none`")
  }

  func testConditionsDoNotCompareIt() {
    for condition in [
      "⟪item⟫ == got", "got != ⟪item⟫", "⟪item⟫ == item", "⟪item⟫ == nil", "got == got and ⟪item⟫ == got",
    ] {
      check(spec(named: "⟦item⟧", guarding: "if: '\(condition)', "), "L248 no condition can compare it")
    }
    check(spec(guarding: "if: '⟪nil⟫ == item', "), "L248 no condition can compare")
    check(spec(guarding: "if: ⟪item⟫, "), "L231 but a `Bool` is needed")
  }

  func testParametersOfCalls() {
    func calling(_ parameter: String, _ action: String) -> String {
      """
      context: {item: {type: Item, private: true}}
      callbacks: {show: {parameters: {⟦item⟧: \(parameter)}}}
      events: {get: {parameters: {got: Item}}}
      states: {a: {on: {get: {do: [{set: {item: got}}, \(action)]}}}}
      """
    }
    let plain = { (text: String) in text.filter { !"⟦⟧".contains($0) } }
    for argument in ["item", "got", "nil"] { check(plain(calling("'Item?'", "{show: {item: \(argument)}}"))) }
    check(calling("Item", "⟪show⟫"), "L234 give the parameter the type `Item?`")
    check(plain(calling("Item", "{show: {item: ⟪item⟫}}")), "L231 give the parameter the type `Item?`")
    check(plain(calling("Item", "{show: {item: ⟪nil⟫}}")), "L213 no parameter, context field or case `nil`")
  }

  func testValuesInScenarios() {
    func scenario(_ given: String, _ sent: String, _ then: String) -> String {
      spec(
        rest: """

          scenarios:
            s:
              given: {state: a, item: \(given)}
              when: {get: {show: {item: one}}, with: {got: \(sent), others: many}}
              then: {item: \(then)}
          """)
    }
    check(scenario("nil", "one", "one"))
    check(scenario("other", "one", "nil"))
    check(scenario("⟪5⟫", "one", "one"), "L211 is not `nil`, or a name under which test code supplies")
    check(scenario("nil", "⟪nil⟫", "one"), "L211 a name under which test code supplies a value of type `Item`")
    check(scenario("nil", "one", "⟪null⟫"), "L206 expected `nil`, or a name")
  }

  func testAHostCannotSetIt() {
    check(
      spec(named: "⟦item⟧", rest: "\nscenarios: {s: {given: a, when: [set: {⟪item⟫: one}]}}"), "L236")
    check(spec(named: "⟦item⟧", rest: "\nscenarios: {s: {given: {⟪item⟫: one}, when: [start: []]}}"), "L236")
  }

  func testPartsDoNotGetIt() {
    let part = """
      lifeline: 1
      machine: Shelf
      callbacks: {put: {parameters: {item: 'Item?'}}}
      events: {store: {parameters: {item: 'Item?'}}}
      states: {a: {on: {store: {do: put}}}}
      """
    func check(_ argument: String, held: String = "held", _ expected: String..., line: UInt = #line) {
      let spec = """
        lifeline: 1
        machine: M
        context: {\(held): {type: Item, private: true}}
        parts: {shelf: Shelf.yaml}
        events: {get: {parameters: {got: Item}}}
        states: {a: {on: {get: {do: [{set: {held: got}}, {shelf: {store: {item: \(argument)}}}]}}}}
        """
      let marked = MarkedText(spec)
      let used = usedSpecs(["Shelf.yaml": part])
      let diagnostics = SpecReader.read(bytes: Array(marked.text.utf8), path: "M.yaml", using: used).diagnostics
      XCTAssertEqual(differences(of: diagnostics, from: expected, markedIn: marked), [], line: line)
    }
    check("got")
    check("nil")
    check("⟪held⟫", held: "⟦held⟧", "L248 a part could compare it")
  }

  /// The advice of the messages makes a spec that reads.
  func testAdviceMakesASpecThatReads() throws {
    let part = """
      lifeline: 1
      machine: Shelf
      imports: [Foundation]
      context: {item: {type: UUID, private: true}}
      callbacks: {put: {parameters: {item: 'UUID?'}}}
      events: {store: {parameters: {item: UUID}}, show: }
      states: {a: {on: {store: {do: [{set: {item: item}}, put]}, show: {do: put}}}}
      """
    func check(_ call: String, _ action: String, _ expected: String..., line: UInt = #line) {
      let spec = """
        lifeline: 1
        machine: M
        imports: [Foundation]
        context: {⟦item⟧: {type: UUID, private: true}}
        parts: {shelf: Shelf.yaml}
        callbacks: {show: {parameters: {\(call)}}}
        events: {get: {parameters: {got: UUID}}}
        states: {a: {on: {get: {do: [{set: {item: got}}, show, \(action)]}}}}
        """
      // Only advice has a note.
      let marked = MarkedText(expected.isEmpty ? spec.replacing("⟦item⟧", with: "item") : spec)
      let diagnostics = SpecReader.read(
        bytes: Array(marked.text.utf8), path: "M.yaml", using: usedSpecs(["Shelf.yaml": part])
      ).diagnostics
      XCTAssertEqual(differences(of: diagnostics, from: expected, markedIn: marked), [], line: line)
    }
    let advice =
      "L248 send the part the value when the machine gets it, as a parameter of that event, and let the part carry it"
    check("item: 'UUID?'", "{shelf: {store: {item: ⟪item⟫}}}", advice)
    // The name alone forwards the field.
    check("item: 'UUID?'", "{shelf: ⟪store⟫}", advice)
    check("item: 'UUID?'", "{shelf: {store: {item: got}}}")
  }

  /// There is no optional of a type that the language knows, neither as a field nor as an argument.
  func testOptionalsOfKnownTypes() {
    for type in ["String", "Int", "Bool", "Double", "Duration"] {
      let value = ["String": "a", "Int": "1", "Bool": "true", "Double": "1.5", "Duration": "5s"][type] ?? ""
      check(
        spec("{type: ⟪'\(type)?'⟫, private: true}"),
        "L248 isn't carried, and is never `nil`; write `type: \(type)` with a `default`")
      let text = """
        context: {item: {type: \(type), default: \(value)}}
        callbacks: {show: {parameters: {⟦item⟧: '\(type)?'}}}
        states: {a: {on: {go: {do: ⟪show⟫}}}}
        events: [go]
        """
      check(text, "L234 give it the type `\(type)`, since the language has no values of an optional `\(type)`")
      check(
        text.replacing("⟪show⟫", with: "{show: {item: ⟪item⟫}}").replacing("⟦item⟧", with: "item"),
        "L231 give it the type `\(type)`, since the language has no values of an optional `\(type)`")
      check(MarkedText(text).text.replacing("'\(type)?'", with: type))
    }
  }
}
