import LifelineModel
import TestSupport
import XCTest

/// Section 3: sources, context, callbacks and events.
final class DeclarationTests: SpecTestCase {
  func testContextFieldsHaveTheTypesOfTheirDefaults() throws {
    let machine = try read(
      """
      context:
        flag: true
        count: {default: -3, doc: How many., type: Int}
        wait: 2min
        device: {cases: [phone, pad], default: pad}
        level: -1.50
        share: {type: Double, default: 2}
        title: {type: String, default: no title}
        code: {type: String, default: "12"}
      states:
        a:
          always: {if: flag and count > 3 and wait > 5s and device == phone and not in(a), to: a}
          entry: {if: level < share and title == code, do: []}
      """)
    XCTAssertEqual(
      machine.fields.map(\.type),
      [.bool, .int, .duration, .cases(field: "device", names: ["phone", "pad"]), .double, .double, .string, .string])
    XCTAssertEqual(
      machine.fields.map(\.defaultValue),
      [.bool(true), .int(-3), .duration(milliseconds: 120_000), .named("pad")]
        + [.double(-1.5), .double(2), .string("no title"), .string("12")])
    XCTAssertEqual(machine.fields[1].documentation.text, "How many.")
  }

  func testBadFields() {
    let use = "\nstates: {a: {always: {if: f == f and not in(a), to: a}}}"
    check("context: {f: ⟪hello⟫}" + use, "L211 {cases: [first, second], default: first}")
    check("context: {f: ⟪\"12\"⟫}" + use, "L211")
    check("context: {f: ⟪1.5.2⟫}" + use, "L211 the default `1.5.2` is not `true` or `false`, a number such as")
    check("context: {f: ⟪.inf⟫}" + use, "L211 `.inf` is not a whole number in decimal digits")
    for number in [".inf", ".nan", "1e999", "5s", "\"0.5\""] {
      check("context: {f: {type: Double, default: ⟪\(number)⟫}}" + use, "L211 is not a number such as `1.5`")
    }
    for text in ["12", "true", "5s", "1.5"] {
      check("context: {f: {type: String, default: ⟪\(text)⟫}}" + use, "L211 in quotes it is a text: write `\"\(text)")
    }
    check("context: {f: ⟪0s⟫}" + use, "L211 above zero")
    check("context: {f: ⟪99999999999999999h⟫}" + use, "L211 longer than")
    check("context: {⟪f⟫: {type: Int}}" + use, "L203 `default`")
    check("context: {f: {type: ⟪Float⟫, default: 1}}" + use, "L209 or has `cases`, but not `Float`")
    check("context: {f: {type: ⟪Strng⟫, default: x}}" + use, "L209 did you mean `String`?")
    check("context: {f: {type: Int, default: ⟪true⟫}}" + use, "L211 `true` is not a whole number")
    check("context: {f: {cases: [x, y], default: ⟪z⟫}}" + use, "L211")
    check("context: {f: {cases: ⟪[]⟫, default: z}}" + use, "L201 at least one")
    check("context: {f: {cases: [x, ⟪x⟫], default: x}}" + use, "L207")
    check("context: {f: {cases: [x], ⟪type⟫: Int, default: x}}" + use, "L202 has a type of its own")
    check(
      "context: {⟪f⟫: {cases: [g], default: g}, ⟦g⟧: true}\nstates: {a: {always: {if: f == f and g and not in(a), to: a}}}",
      "L207 also the name of a field")
  }

  func testLengthsOfTimeInOtherUnits() {
    let meanings = [
      "5m": "5min", "5 min": "5min", "90 Minutes": "90min", "120minutes": "2h", "30sec": "30s", "1.5s": "1500ms",
      "0.5h": "30min", "2d": "48h", "10msec": "10ms", "3hrs": "3h",
    ]
    for (text, meaning) in meanings {
      check("states: {a: {after: {⟪\(text)⟫: a}}}", "L211 did you mean `\(meaning)`?")
    }
    let use = "\nstates: {a: {after: {f: a}}}"
    check("context: {f: ⟪0.5s⟫}" + use, "L211 length of time such as `5s`; did you mean `500ms`?")
    check("context: {f: {type: Duration, default: ⟪5m⟫}}" + use, "L211 did you mean `5min`?")
    for text in ["5x", "s", "0.0001s", "1e9h", "1.2.3s"] {
      check("context: {f: {type: Duration, default: ⟪\(text)⟫}}" + use, "L211 `2min` or `1h`$")
    }
  }

  func testNumbersThatAreNoWholeNumbers() {
    let use = "\nstates: {a: {always: {if: f == f and not in(a), to: a}}}"
    for type in ["", "type: Int, "] {
      for number in ["99999999999999999999", "-9223372036854775809"] {
        check("context: {f: {\(type)default: ⟪\(number)⟫}}" + use, "L211 `\(number)` does not fit into 64 bits")
      }
      for (number, meant) in [("0x10", "16"), ("0o17", "15"), ("+12", "12")] {
        check(
          "context: {f: {\(type)default: ⟪\(number)⟫}}" + use,
          "L211 `\(number)` is not a whole number in decimal digits, such as `12`; did you mean `\(meant)`?")
      }
      for number in ["1.5", "-1e3", ".inf", "0xFFFFFFFFFFFFFFFF"] where !type.isEmpty || number != "1.5" {
        check(
          "context: {f: {\(type)default: ⟪\(number)⟫}}" + use,
          "L211 `\(number)` is not a whole number in decimal digits, such as `12`")
      }
    }
    check("context: {f: ⟪5x⟫}" + use, "L211 not a length of time")
    check("context: {f: ⟪1_000⟫}" + use, "L211 the default `1_000` is not `true` or `false`, a number such as")
    check("context: {f: {type: Duration, default: ⟪5⟫}}" + use, "L211 a length of time without a unit; write `5s`")
    check(
      "context: {f: 1}" + use + "\nscenarios: {s: {given: {state: a, f: ⟪99999999999999999999⟫}}}",
      "L211 does not fit into 64 bits")
  }

  func testNothingChangesAFixedField() throws {
    let rest = "\nevents: [go]\nstates: {a: {on: {go: {if: f > 1, do: {set: {f: 2}}}}}}"
    check(
      "context: {⟦f⟧: {default: 1, fixed: true}}" + rest.replacing("{f:", with: "{⟪f⟫:"), "L235 `f` is `fixed`")
    check("context: {f: {default: 1, fixed: ⟪2⟫}}" + rest, "L201")
    XCTAssertEqual(try read("context: {f: {default: 1, fixed: false}}" + rest).fields.map(\.isFixed), [false])
    let use =
      "\nevents: [go]\nstates: {a: {on: {go: {if: f > 1, to: a}}}}"
      + "\nscenarios: {s: {given: {state: a, f: 2}, when: "
    XCTAssertEqual(try read("context: {f: {default: 1, fixed: true}}" + use + "go}}").fields.map(\.isFixed), [true])
    check("context: {⟦f⟧: {default: 1, fixed: true}}" + use + "[{set: {⟪f⟫: 3}}, go]}}", "L235")
  }

  func testOnlyActionsSetAPrivateField() throws {
    let context = "context: {⟦f⟧: {default: 1, private: true}, g: 0}"
    let plain = context.replacing("⟦f⟧", with: "f")
    let use =
      "\nevents: [go]\nstates: {a: {on: {go: {if: f > g, to: b, do: {set: {f: f + 1}}}}}, b: {on: {go: a}}}\nscenarios: {s: "
    XCTAssertEqual(
      try read(plain + use + "{given: {state: a, f: 2}, when: go, then: {f: 3}}}").fields.map(\.isPrivate),
      [true, false])
    _ = try read(plain + use + "{given: a, where: {f: [2, 3]}, when: go}}")
    _ = try read(plain + use + "{given: {f: 3}, where: {state: [a]}, when: go}}")
    _ = try read(plain + use + "{where: {state: [a], f: [1, 4]}, when: go}}")
    check("context: {f: {default: 1, private: ⟪2⟫}, g: 0}" + use + "{given: a, when: go}}", "L201")
    check(
      context + use + "{given: a, when: [{set: {g: 1, ⟪f⟫: 0}}, go]}}",
      "L236 `f` is `private`: only actions set it, not the host; send the events that change it")
    check(context + use + "{given: {g: 0, ⟪f⟫: 2}, when: go}}", "L236 the machine starts with its default")
    check(context + use + "{given: {g: 0}, where: {⟪f⟫: [1, 2]}, when: go}}", "L236 name the `state`")
    check(
      "context: {f: {default: 1, ⟦fixed⟧: true, ⟪private⟫: true}}\nevents: [go]\nstates: {a: {on: {go: {if: f > 1, to: a}}}}",
      "L236 `f` is `fixed`, so no action can set it")
    let rest = "\nevents: [go]\nstates: {a: {on: {go: {if: 1 > 0, to: a}}}}"
    check("context: {⟪f⟫: {default: 1, private: true}}" + rest, "L236 no action sets `f`")
    check(
      "context: {⟪f⟫: {default: 1, private: true}}" + rest.replacing("1 > 0", with: "f > 0"), "L236 no action sets `f`")
    // The action may be one that can't be read.
    check(
      "context: {f: {default: 1, private: true}}" + rest.replacing("to: a", with: "do: {⟪sat⟫: {f: 2}}"), "L202")
  }

  func testCallbacks() throws {
    let machine = try read(
      """
      callbacks:
        first: {selector: "first:", channel: notification, doc: The first.}
        second: {parameters: {url: "[Link?]", times: Int}, needs: first, onlyAfter: {any: [third, first]}}
        third:
      events: {open: {parameters: {url: "[ Link ? ]", times: Int}}}
      states: {a: {on: {open: {do: [first, second, third]}}}}
      """)
    XCTAssertEqual(machine.callbacks[0].selectors, ["first:"])
    XCTAssertEqual(machine.channels, ["notification", "delegate"])
    XCTAssertEqual(machine.promises.map(\.key), ["needs", "onlyAfter"])
    XCTAssertEqual(machine.promises[0].callbacks.map(\.callback), [ID(0)])
    XCTAssertEqual(machine.promises[1].callbacks.map(\.callback), [ID(2), ID(0)])
    XCTAssertEqual(machine.callbacks[1].parameters.map(\.type), [.opaque("[Link?]"), .int])
  }

  func testBadCallbacksAndEvents() {
    check("callbacks: [⟦a⟧, ⟪a⟫]\nstates: {s: {entry: a}}", "L207 declared twice")
    for word in ["set", "raise", "do", "else", "restart"] {
      check("callbacks: [⟪\(word)⟫]\nstates: {s: {entry: \(word)}}", "L205 where names of callbacks are used")
    }
    check("callbacks: {a: {needs: ⟪b⟫}}\nstates: {s: {entry: a}}", "L213 there is no callback `b`")
    check("callbacks: {a: {onlyAfter: [⟪b⟫]}}\nstates: {s: {entry: a}}", "L213 there is no callback `b`")
    check("callbacks: {a: {onlyAfter: b}, ⟪b⟫: }\nstates: {s: {entry: a}}", "L212 no action calls the callback `b`")
    check("callbacks: {a: {channel: ⟪'x y'⟫}}\nstates: {s: {entry: a}}", "L205 channel")
    check("callbacks: {a: {⟪selektor⟫: x}}\nstates: {s: {entry: a}}", "L202 did you mean `selector`?")
    check("events: {e: {⟪channel⟫: x}}\nstates: {s: {on: {e: s}}}", "L202 an event has no key")
    check(
      "events: {e: {doc: now, ⟪and then⟫}}\nstates: {s: {on: {e: s}}}",
      "L202 an event has no key `and then`; if it belongs to the text before it, put the text in quotes")
    // What a part uses that was refused isn't known.
    check("callbacks: [c]\ncontext: {n: 1}\nstates: {⟦s⟧: , ⟪s⟫: {on: {\"*\": {if: n > 1, do: c}}}}", "L110")
    check("callbacks: [c]\nevents: [e]\nstates: {s: {on: {⟪a b⟫: {do: [c, {raise: e}]}}}}", "L205")
    check(
      "callbacks: [c]\nstates: {s: {⟦states⟧: {t: }, ⟪regions⟫: {u: {entry: c}}}}", "L221")
    check("events: [⟪e⟫]\nstates: {s: }", "L212 no state or scenario names the event `e`")
    check("events: [⟪e⟫]\nstates: {s: {on: {\"*\": {}}}}", "L212 no state or scenario names the event `e`")
    check("events: [⟪{e: }⟫]\nstates: {s: }", "L201 expected a name, but this is a mapping")
  }

  func testTypesWhoseModuleIsNotImported() {
    func spec(_ type: String, imports: String = "") -> String {
      "\(imports)events: {e: {parameters: {p: \(type)}}}\nstates: {s: {on: {e: s}}}"
    }
    check(spec("URL").replacing("{p:", with: "{⟪p⟫:"), "L244 `URL` is a type of the module Foundation")
    check(spec("\"[Data?]\"").replacing("{p:", with: "{⟪p⟫:"), "L244 add `Foundation` to `imports`")
    check(
      spec("UIKit.UIApplication.State").replacing("{p:", with: "{⟪p⟫:"),
      "L244 `UIKit.UIApplication.State` is of the module UIKit")
    check(spec("UIScene", imports: "imports: Foundation\n").replacing("{p:", with: "{⟪p⟫:"), "L244 UIKit")
    check(spec("CGRect", imports: "imports: Foundation\n"))
    check(spec("URL", imports: "imports: UIKit\n"))
    check(spec("UIScene", imports: "imports: DesignSystem\n"))
    check(spec("Track.URL"))
    check(spec("URL", imports: "allow: {L244: It is our own type.}\n"))
  }

  func testParameterTypes() {
    func spec(_ type: String) -> String { "events: {e: {parameters: {p: \(type)}}}\nstates: {s: {on: {e: s}}}" }
    for type in ["Int", "Device.State", "\"[Int]?\"", "\"Dictionary<String, [Link??]>\"", "Set<A>"] {
      check(spec(type))
    }
    for type in [
      "\"() -> Void\"", "\"(Int, Int)\"", "any P", "\"Int; import Glibc\"", "\"[Int\"", "\"A<>\"", "\"a b\"", "\"`A`\"",
      "\"[A: B]\"",
    ] {
      check(spec("⟪\(type)⟫"), "L209 is not a type that a parameter can have")
    }
    check(spec("⟪\"" + String(repeating: "[", count: 10_000) + "\"⟫"), "L209")
    check(spec("⟪{a: b}⟫"), "L201")
  }

  func testTheUsesOfAParameterWithoutATypeAreNotReported() {
    check(
      """
      callbacks:
        connect: {parameters: {peripheral: ⟪"() -> Void"⟫}}
        show: {parameters: {text: String}}
      events: {open: {parameters: {device: ⟪any Device⟫, level: Int}}}
      context: {n: 0}
      states:
        a:
          on:
            open:
              - {if: device == 3 and level > 2 and n > 0, to: b, do: {connect: {peripheral: device}}}
              - {to: b, do: [{set: {n: device}}, {show: {text: device}}]}
        b: {on: {open: {do: connect}}}
      scenarios:
        s:
          given: a
          when:
            - open: {connect: {peripheral: x}}
              with: {device: x, level: 4}
      """, "L209 a closure isn't `Hashable`", "L209 a value of a protocol isn't `Hashable`")
  }

  func testSourcesAndCitations() throws {
    let machine = try read(
      """
      cites: [s C1, t anything at all, s]
      sources:
        s: {title: T, url: u, note: N, claims: {C1: One., C2: Two.}}
        t:
      states: {a: {cites: s C2}}
      """)
    XCTAssertEqual(machine.sources[0].claims.map(\.id), ["C1", "C2"])
    XCTAssertEqual(machine.documentation.citations.map(\.location), ["C1", "anything at all", nil])
    XCTAssertEqual(machine.states[1].documentation.citations.map(\.source), [ID(0)])
    check("sources: {⟦s⟧: {claims: {C1: One.}}}\nstates: {a: {cites: ⟪s C3⟫}}", "L214 did you mean `s C1`?")
    check(
      "sources: {text: }\nstates: {a: {cites: [text, ⟪test⟫]}}", "L213 there is no source `test`; did you mean `text`?")
    check("sources: {⟪s t⟫: }\nstates: {a: }", "L205 a source's id cannot contain spaces")
    check(
      "sources: {s: {claims: {⟪B 2⟫: y, ⟪\"\"⟫: z, ⟪\"a\\tb\"⟫: q, ⟪\"a\\nb\"⟫: q, C3: r}}}\nstates: {a: {cites: s B 2}}",
      "L205 a claim's id cannot contain spaces", "L205 a claim's id cannot be empty", "L205", "L205")
    check("sources: {⟪s⟫: }\nstates: {a: }", "L212 nothing cites the source")
    check("sources: {s: {⟪href⟫: x}}\nstates: {a: {cites: s}}", "L202 a source has no key `href`")
  }

  func testEmptyCitations() {
    let sources = "sources: {s: }\nstates: {a: {cites: s}}\n"
    check(sources + "cites: ⟪\"\"⟫", "L206 an empty citation; write a source's id")
    check(sources + "cites: [⟪\"\"⟫, s, ⟪' '⟫]", "L206", "L206")
    check(sources + "cites: ⟪\" \\t\"⟫", "L206")
  }

  func testObserving() throws {
    check(
      "observing: ⟪notifications⟫\ncallbacks: {a: {channel: notification}}\nstates: {s: {entry: a}}",
      "L213 did you mean `notification`?")
  }

  func testObservedEvents() throws {
    let rest = "events: [go, stay]\ncallbacks: {a: , b: {channel: lamp}}\nstates: {s: {on: {go: {do: [a, b]}}}}"
    func observation(_ observing: String) throws -> (channels: Set<String>, events: [String]) {
      let machine = try readMachine("observing: \(observing)\n" + rest)
      return (machine.observing, machine.observedEvents.map { machine[$0].name })
    }
    let both = try observation("{channels: lamp, events: [go, stay]}")
    XCTAssertEqual(both.channels, ["lamp"])
    XCTAssertEqual(both.events, ["go", "stay"])
    let events = try observation("{events: stay}")
    XCTAssertEqual(events.channels, ["delegate", "lamp"])
    XCTAssertEqual(events.events, ["stay"])
    XCTAssertEqual(try observation("lamp").events, [])
    XCTAssertEqual(try observation("{events: all}").events, ["go", "stay"])
    // Events that only the machine raises aren't sent, and an event may have this name.
    for (declared, moves) in [("all", "go: s, all: s"), ("go", "go: s")] {
      let machine = try readMachine(
        "observing: {events: all}\nevents: [go, \(declared)]".replacing("go, go", with: "go")
          + "\ncallbacks: [a]\nstates: {s: {entry: [a, {raise: done}], on: {done: s, \(moves)}}}")
      XCTAssertEqual(machine.observedEvents.map { machine[$0].name }, [declared])
    }
  }

  func testMistakesInObservedEvents() {
    let rest = "\nevents: [go]\ncallbacks: {a: }\nstates: {s: {on: {go: {do: [a, {raise: done}]}, done: s}}}"
    check("observing: {events: [⟪og⟫]}" + rest, "L213 did you mean `go`?")
    check("observing: {events: ⟪al⟫}" + rest, "L213 did you mean `all`?")
    check(
      "observing: {events: ⟪done⟫}" + rest.replacing("raise: done", with: "raise: ⟦done⟧"),
      "L313 `done` is an internal event")
    check("observing: {⟪event⟫: go}" + rest, "L202 did you mean `events`?")
    check("observing: {channels: ⟪lamps⟫}" + rest, "L213")
  }

  func testChoicesOfMonitors() throws {
    let rest = """

      types: {Speed: {cases: [slow, fast]}}
      context: {iOS: {default: 17, fixed: true}, speed: {type: Speed, default: slow, fixed: true}, isBusy: false, level: {default: 0.5, fixed: true}}
      callbacks: {a: , b: {channel: lamp}, c: {channel: lamp}, d: , e: , f: , g: , h: , i: , j: }
      events: [go]
      states: {s: {on: {go: {if: isBusy and iOS > 3 and level > 0.1 and speed == fast, do: [a, b, c, d, e, f, g, h, i, j]}}}}
      """
    let choices = try readMachine("observing: {given: [iOS, speed], without: [lamp, a]}" + rest).monitorChoices
    XCTAssertEqual(choices.fields, [ID(0), ID(1)])
    XCTAssertEqual(choices.omissions.map(\.name), ["lamp", "a"])
    XCTAssertEqual(choices.omissions.map { $0.callbacks.map(\.index) }, [[1, 2], [0]])
    XCTAssertEqual(choices.omissibleCallbacks.map(\.index), [0, 1, 2])
    check("observing: {given: ⟪ios⟫}" + rest, "L213 did you mean `iOS`?")
    check("observing: {given: ⟪isBusy⟫}" + rest, "L322 `isBusy` is not `fixed`")
    check("observing: {given: ⟪level⟫}" + rest, "L322 has the type `Double`")
    check("observing: {given: [iOS, ⟪iOS⟫]}" + rest, "L322 `iOS` is named twice")
    check("observing: {without: ⟪lamps⟫}" + rest, "L213 no channel and no callback `lamps`; did you mean `lamp`?")
    check("observing: {without: [a, ⟪a⟫]}" + rest, "L322 `a` is named twice")
    check("observing: {⟪without⟫: [a, b, c, d, e, f, g, h, i]}" + rest, "L322 at most 8")
  }

}
