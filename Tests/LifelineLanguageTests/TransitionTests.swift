import LifelineModel
import TestSupport
import XCTest

/// Section 5, and the actions of section 6.
final class TransitionTests: SpecTestCase {
  func testForms() throws {
    let machine = try read(
      """
      events: [a, b, c, d]
      callbacks: [x]
      context: {n: 1}
      states:
        one:
          on:
            a: two
            b: {to: two, if: n > 1, do: x, reenter: true, doc: Why.}
            c: [{if: n == 2, to: two}, {if: n == 3}, one]
            d: {}
            "*": [{do: [x, {set: {n: n + 1}}, {raise: more}, {if: n < 3, do: x, else: [x, x]}]}]
            more: {}
          after: {5s: two}
        two:
      """)
    let on = machine.states[1].on
    XCTAssertEqual(on.map { $0.transitions.count }, [1, 1, 3, 1, 1])
    XCTAssertEqual(on[1].transitions[0].documentation.text, "Why.")
    XCTAssertTrue(on[1].transitions[0].reenter)
    XCTAssertEqual(on[3].transitions[0].targets, [])
    XCTAssertEqual(machine.states[1].onAny[0].actions.count, 4)
    XCTAssertEqual(machine.states[1].timers.map(\.length), [.constant(milliseconds: 5000)])
  }

  func testShadowedTransitions() {
    check(
      "events: [e]\ncontext: {n: 1}\nstates: {a: {on: {e: [⟦a⟧, ⟪{if: n == 1, to: a}⟫]}}}",
      "L227 an earlier one in the list has no `if`")
    check("context: {n: 1}\nstates: {a: {always: [{if: n == 1, to: a}, ⟦a⟧, ⟪{}⟫]}}", "L227")
    check("events: [e]\ncontext: {n: 1}\nstates: {a: {on: {e: [{if: n == 1, to: a}, a]}}}")
    check("states: {a: {always: [{if: ⟪1⟫, to: a}, a]}}", "L231")
  }

  func testBadTransitions() {
    check("events: [e]\nstates: {a: {on: {e: ⟪[]⟫}}}", "L201 write `{}`")
    check("events: [e]\nstates: {a: {on: {e: {⟪too⟫: a}}}}", "L202 did you mean `to`?")
    check("events: [e]\nstates: {a: {on: {e: {to: ⟪b⟫}}}}", "L216")
    check("events: [e]\nstates: {a: {on: {e: {to: ⟪[]⟫}}}}", "L201 empty")
    check("events: [e]\nstates: {a: {on: {e: {to: a, reenter: ⟪1⟫}}}}", "L201")
    check("states: {a: {on: {⟪launch⟫: a}}}", "L213 no event `launch` in `events`, and no action raises it")
    check("events: [lunch]\nstates: {a: {on: {lunch: a, ⟪launch⟫: a}}}", "L213 did you mean `lunch`?")
  }

  func testWordsOfOtherNotations() {
    check("events: [e]\nstates: {a: {on: {e: {⟪target⟫: a}}}}", "L202 did you mean `to`?")
    check("events: [e]\nstates: {a: {on: {e: {⟪cond⟫: true, to: a}}}}", "L202 did you mean `if`?")
    check("states: {a: {⟪onEntry⟫: []}}", "L202 did you mean `entry`?")
    check("states: {a: {⟪parallel⟫: {}}}", "L202 did you mean `regions`?")
    check("states: {a: {⟪elsewhere⟫: {}}}", "L202 its keys are `initial`")
  }

  func testCallbacksInPlaceOfStates() {
    let head = "callbacks: [done]\nevents: [e]\n"
    check(head + "states: {a: {on: {e: ⟪done⟫}, entry: done}}", "L216 write `{do: done}`")
    check(head + "states: {a: {on: {e: {to: ⟪done⟫}}, entry: done}}", "L216 write `{do: done}`")
    check(head + "states: {a: {initial: ⟪done⟫, states: {b: {entry: done}}, on: {e: a}}}", "L216 no state `done`$")
  }

  func testStatesInPlaceOfTransitions() {
    func spec(_ transitions: String) -> String {
      "events: [e]\nstates:\n  off: {on: {e: \(transitions)}}\n"
        + "  on: {regions: {l: {states: {a: , b: }}, r: {states: {c: , d: }}}}\n"
    }
    check(spec("[⟦b⟧, ⟪d⟫]"), "L227 no `if`; to enter all of these states, write `{to: [b, d]}`")
    check(spec("[⟦a⟧, ⟪b⟫]"), "L227 no `if`$")
    check(spec("[⟦b⟧, ⟪{to: d}⟫]"), "L227 no `if`$")
  }

  func testArgumentsThatAreNoMapping() {
    let head = "callbacks: {k: {parameters: {n: Int}}, c: }\nevents: [e]\n"
    check(
      head + "states: {a: {on: {e: {do: {k: ⟪1⟫}}}, entry: c}}", "L201 arguments, such as `{n: …}`, but this is a text")
    check(head + "states: {a: {on: {e: {do: {k: {n: 1}}}}, entry: {⟪c⟫}}}", "L206 without any, write the name alone")
    check(
      head + "states: {a: {on: {e: {do: {k: {n: 1}}}}, entry: [c, ⟪set n = 1⟫]}}", "L213 write `{set: {field: value}}`")
  }

  func testComputedTimers() {
    let head = "context: {t: 5s}\n"
    check(head + "states: {a: {after: {t: a, ⟪t + 1s⟫: a}}}", "L211 `set` such a field before the state is entered")
    check(head + "states: {a: {after: {t: a, ⟪\"min(t, 1s)\"⟫: a}}}", "L211 `set` such a field")
  }

  func testTargetsInRegions() {
    func spec(_ targets: String) -> String {
      """
      events: [e]
      states:
        p:
          regions:
            l: {states: {a: , b: , h: {history: shallow, default: a}}}
            r: {states: {c: {states: {d: }}}}
            hp: {history: deep, default: a}
        q: {on: {e: {to: \(targets)}}}
      """
    }
    check(spec("[a, c]"))
    check(spec("[d, l.h]"))
    check(spec("[⟦a⟧, ⟪b⟫]"), "L224 `p.l` has one active state at a time")
    check(spec("[⟦c⟧, ⟪d⟫]"), "L224 one contains the other")
    check(spec("[⟦a⟧, ⟪a⟫]"), "L224 it is the same state")
    check(spec("[⟦a⟧, d, ⟪l.h⟫]"), "L224 one contains the other")
    check(spec("[⟦a⟧, ⟪hp⟫]"), "L224 one contains the other")
    check(spec("[⟦a⟧, ⟪q⟫]"), "L224 the machine has one active state at a time")
  }

  func testDeferral() {
    check(
      "events: {e: , f: {parameters: {⟦p⟧: Int}}}\nstates: {a: {defer: [⟦e⟧, ⟪e⟫, ⟪f⟫]}}", "L207 deferred twice",
      "L226 has parameters")
    check("states: {a: {defer: ⟪e⟫}}", "L213")
    check("states: {a: {on: {e: a}, entry: {raise: e}, defer: ⟪e⟫}}", "L226 only an event that the host sends")
  }

  func testInternalEvents() {
    check("states: {a: {entry: {raise: ⟪e⟫}}}", "L226 no state takes it by its name")
    check("states: {a: {entry: {raise: ⟪e⟫}, on: {'*': a}}}", "L226")
    check("states: {a: {entry: {raise: ⟪not⟫}}}", "L205")
    check(
      "events: {e: {parameters: {⟦p⟧: Int}}}\nstates: {a: {entry: {raise: ⟪e⟫}, on: {e: a}}}", "L226 has parameters")
    check("events: [e]\nstates: {a: {entry: {raise: e}, on: {e: a}}}")
  }

  func testTimers() {
    check(
      "states: {a: {after: {⟪5⟫: a}}}",
      "L211 `5` is a length of time without a unit; write `5s`, or `5ms`, `5min`, `5h`")
    check("states: {a: {after: {⟪5x⟫: a}}}", "L211 `5x` is not a length of time such as")
    check("states: {a: {after: {⟪5x⟫: a}}}", "L211 `1h`, nor the name of a context field of type `Duration`")
    check("states: {a: {after: {⟪0ms⟫: a}}}", "L211 above zero")
    check(
      "states: {a: {after: {⟪soon⟫: a}}}",
      "L213 there is no context field `soon`; write a length of time such as `500ms`, or the name of a context field")
    check(
      "context: {⟦n⟧: 1}\nstates: {a: {after: {⟪n⟫: a}}}",
      "L231 a timer's length is a `Duration`, but the context field `n` has the type `Int`")
    check(
      "context: {⟦e⟧: {cases: [x, y], default: x}}\nstates: {a: {after: {⟪e⟫: a}}}",
      "L231 but the context field `e` has `cases`")
    check("context: {n: 1s}\nstates: {a: {after: {n: a}}}")
  }

  func testBadActions() {
    check("callbacks: [fire]\nstates: {a: {entry: [⟪fier⟫, fire]}}", "L213 did you mean `fire`?")
    check("events: [e]\nstates: {a: {entry: ⟪e⟫, on: {e: a}}}", "L213 there is no callback `e`")
    check("states: {a: {entry: {⟪sett⟫: {x: 1}}}}", "L202 did you mean `set`?")
    check(
      "context: {n: 1}\nstates: {a: {entry: {set: {n: 1}, ⟪raise⟫: e}}}", "L202 an action with `set` has no key `raise`"
    )
    check("context: {n: 1}\nstates: {a: {entry: {⟪if⟫: n == 1, else: []}}}", "L203 needs `do`")
    check("states: {a: {entry: {set: {⟪n⟫: 1}}}}", "L213 there is no context field `n`")
    check("context: {n: 1}\nstates: {a: {entry: {set: {n: ⟪true⟫}}}}", "L231 this is a `Bool`, but an `Int` is needed")
    check("states: {a: {entry: ⟪{}⟫}}", "L201 expected an action")
    check(
      "callbacks: [c]\nstates: {a: {entry: [{⟪do⟫: c}]}}",
      "L202 `do` needs `if` beside it; without a condition, write the actions themselves")
    check("callbacks: [c]\nstates: {a: {entry: {when: true, ⟪else⟫: c}}}", "L202 `else` needs `if` beside it")
  }

  func testABadNameOfAnEventHidesUnusedNames() {
    check("events: [back, one]\nstates: {a: {on: {⟪back one⟫}}}", "L205 `back one` cannot be an event's name")
  }

  /// Names in a part that can't be read may be uses.
  func testUnreadableActionsHideUnusedNames() {
    check("callbacks: [c]\nstates: {a: {entry: {⟪cal⟫: c}}}", "L202")
    check("callbacks: [call]\nstates: {a: {entry: {⟪cal⟫: {p: 1}}}}", "L213 did you mean `call`?")
    check("callbacks: [c]\nstates: {a: {⟪entri⟫: [c]}}", "L202")
    check("callbacks: [c]\nstates: {a: {entry: [⟪[c]⟫]}}", "L201")
    check("callbacks: [c]\ncontext: {n: 1}\nstates: {a: {entry: {⟪if⟫: n == 1, else: c}}}", "L203")
    check("events: [e]\ncontext: {n: 1}\nstates: {a: {entry: {set: {n: 2}, ⟪raise⟫: e}}}", "L202")
    check("callbacks: [c]\ncontext: {f: true}\nstates: {a: {entry: {if: \"⟪!⟫f\", do: c}}}", "L230")
    check("context: {f: true, n: 1}\nstates: {a: {always: {if: ⟪1⟫ and f and n > 1}}}", "L231")
    check(
      "events: [e, f]\nstates: {a: }\nscenarios: {s: {given: a, when: {⟦e⟧: [], ⟪f⟫: []}}}", "L310")
    check("callbacks: [c, other]\nstates: {a: {entry: {⟪cal⟫: c}}}", "L202")
    check("context: {n: 1, m: 2}\nstates: {a: {entry: {set: {⟪nn⟫: m + n}}}}", "L213")
    // A misspelt name is a use as well.
    check("callbacks: [ring]\nevents: [e]\nstates: {a: {on: {e: {do: {⟪cal⟫: rnig}}}}}", "L202")
  }

  func testArguments() {
    let head = "callbacks: {c: {parameters: {⟦p⟧: Int}}}\n"
    let plain = "callbacks: {c: {parameters: {p: Int}}}\n"
    check(plain + "events: {e: {parameters: {p: Int}}}\nstates: {a: {on: {e: {do: c}}}}")
    check(plain + "context: {p: 1}\nstates: {a: {entry: c}}")
    check(
      head + "events: {e: {parameters: {p: String}}}\ncontext: {p: 1}\nstates: {a: {on: {e: {do: ⟪c⟫}}}}",
      "L234 `c` takes `p` as `Int`, but the event's parameter of that name has the type `String`; write the argument"
    )
    check(
      head + "context: {p: true}\nstates: {a: {entry: ⟪c⟫}}",
      "L234 has the type `Bool`; write the argument, as in `{c: {p: …}}`, or rename one of them")
    check(
      head + "context: {p: {cases: [x], default: x}}\nstates: {a: {entry: ⟪c⟫}}",
      "L234 the context field of that name has `cases`; write the argument")
    check(
      "callbacks: {c: {parameters: {⟦p⟧: Reason}}}\ncontext: {p: 1}\nstates: {a: {entry: ⟪c⟫}}",
      "L234 `c` takes `p` as `Reason`, but the context field of that name has the type `Int`; write the argument")
  }

  func testGivenArguments() throws {
    let machine = try read(
      """
      context: {n: 1}
      callbacks: {c: {parameters: {x: Int, s: String, u: Link, r: Double, n: Int, f: Bool}}}
      events: {e: {parameters: {link: Link, t: String}}}
      states:
        a:
          on:
            e: {do: [{c: {r: 2, x: n + 1, s: "n", u: link, f: in(a)}}, {c: {f: n > 1, s: t, u: link, r: -0.5, x: 0}}]}
      """)
    let calls = machine.states[1].on[0].transitions[0].actions.map { action in
      guard case .call(let call) = action else { return "" }
      return call.arguments.map { text($0, machine) }.joined(separator: ", ")
    }
    XCTAssertEqual(
      calls,
      ["(n + 1), \"n\", $link, 2.0, n, in(a)", "0, $t, $link, -0.5, n, (n > 1)"])
  }

  func testBadArguments() {
    let head = "allow: {L212: later}\ncallbacks: {c: {parameters: {x: Int, s: String, u: Link}}, d: }\n"
    let rest = "events: {e: {parameters: {x: Int, s: String, u: Link}}}\ncontext: {n: 1, k: true}\nstates: "
    func spec(_ action: String) -> String { head + rest + "{a: {on: {e: {do: \(action)}}}}" }
    check(spec("{c: {x: n + x, s: \"x\"}}"))
    check(spec("{c: {}}"))
    check(spec("{c: {⟪y⟫: 1}}"), "L213 there is no parameter `y` of `c`")
    check(spec("{d: {⟪y⟫: 1}}"), "L213 there is no parameter `y` of `d`")
    check(spec("{c: {⟦x⟧: 1, ⟪x⟫: 2}}"), "L110")
    check(spec("{c: {x: ⟪k⟫}}"), "L231 the context field `k` has the type `Bool`, but an `Int` is needed here")
    check(spec("{c: {x: ⟪s⟫}}"), "L231 the parameter `s` has the type `String`, but an `Int` is needed here")
    check(spec("{c: {s: ⟪n⟫}}"), "L231 the context field `n` has the type `Int`, but a `String` is needed here")
    check(spec("{c: {s: ⟪hello⟫}}"), "L213 to write a text, put it in quotes: `\"hello\"`")
    check(spec("{c: {s: ⟪hello world⟫}}"), "L231 to write a text, put it in quotes: `\"hello world\"`")
    check(spec("{c: {u: ⟪\"https://example.com\"⟫}}"), "L231 is not the name of a parameter or field of type `Link`")
    check(spec("{c: {u: ⟪s⟫}}"), "L231 the parameter `s` has the type `String`, but a `Link` is needed here")
    check(spec("{c: {x: 1 ⟪y⟫}}"), "L230")
    check(spec("{c: {x: ⟪[1]⟫}}"), "L201 expected an expression")
    check(spec("{c: {x: ⟪!k⟫}}"), "L116 write `not` in an expression")
    check(spec("{c: ⟪x⟫}"), "L201 expected a mapping from the callback's parameters to arguments")
    check(spec("{⟪c⟫: }"), "L206 without any, write the name alone")
    check(spec("{⟦c⟧: {}, ⟪d⟫: {}}"), "L201 `d` is a second action in one mapping")
    check(spec("{⟪cc⟫: {x: 1}}"), "L213 there is no callback `cc`")
  }

  func testMissingArguments() {
    let head = "callbacks: {c: {parameters: {⟦p⟧: Int}}}\n"
    let plain = "callbacks: {c: {parameters: {p: Int}}}\n"
    let remedy = "write the argument, as in `{c: {p: …}}`, or "
    let call = "make the call in a transition of an event that has a parameter `p` of type `Int`"
    let field = ", or add a context field `p` of type `Int`"
    check(
      head + "states: {a: {entry: ⟪c⟫}}", "L234 nothing supplies the argument `p` of `c` here; \(remedy)\(call)\(field)"
    )
    check(plain + "context: {p: 1}\nstates: {a: {entry: c}}")
    check(plain + "events: {e: {parameters: {p: Int}}}\nstates: {a: {on: {e: {do: c}}}}")

    let handler = "events: [e]\nstates: {a: {on: {e: {do: ⟪c⟫}}}}"
    check(head + handler, "L234 here; \(remedy)give `e` a parameter `p` of type `Int`\(field)")
    check(plain + "context: {p: 1}\n" + handler.filter { !"⟪⟫".contains($0) })
    // Fields can't have this type.
    check(
      "callbacks: {c: {parameters: {⟦p⟧: Link}}}\n" + handler,
      "L234 here; \(remedy)give `e` a parameter `p` of type `Link`")

    let events = "events: {e: {parameters: {q: Int}}, f: {parameters: {p: Int}}}\nstates: "
    check(
      head + events + "{a: {on: {e: ⟦b⟧, f: ⟦b⟧}}, b: {entry: ⟪c⟫}}",
      "L234 here (not every event by which the state is entered has it); \(remedy)"
        + "give every event by which the state is entered a parameter `p` of type `Int`\(field)")
    check(
      plain + "events: {e: {parameters: {p: Int}}, f: {parameters: {p: Int}}}\nstates: "
        + "{a: {on: {e: b, f: b}}, b: {entry: c}}")
    check(plain + "context: {p: 1}\n" + events + "{a: {on: {e: b, f: b}}, b: {entry: c}}")
    // Under `"*"`, a field would be taken for the parameter of `f`.
    check(
      "allow: {L212: later}\n" + head + events + "{a: {on: {e: a, \"*\": {do: ⟪c⟫}}}}",
      "L234 handles); \(remedy)\(call)")
  }

  /// Under `"*"`, a name isn't that of a field if it may be that of a parameter of the event.
  func testNamesOfParametersUnderAnyEvent() {
    let head = """
      allow: {L212: Each case uses some of these.}
      callbacks: {c: {parameters: {p: Int}}}
      context: {p: 7, q: 1}
      events: {e: {parameters: {⟦p⟧: Int}}, f: }

      """
    check(
      head + "states: {a: {on: {\"*\": {do: ⟪c⟫}}}}",
      "L233 the argument `p` of `c` would be the event's parameter if that is `e`")
    check(head + "states: {a: {on: {\"*\": {if: q < ⟪p⟫}}}}", "L233 `p` would be the event's parameter if that is `e`")
    check(head + "states: {a: {on: {\"*\": {do: ⟪c⟫}, e: [{if: q == 1}]}}}", "L233")
    // Nothing but `f` is left.
    let plain = head.replacingOccurrences(of: "⟦p⟧", with: "p")
    check(plain + "states: {a: {on: {\"*\": {do: c}, e: [{if: q == 1}, {do: c}]}}}")
    check(plain + "states: {a: {on: {e: {do: c}, \"*\": {if: q < p}}}}")
  }

  func testParametersInEntryAndExitActions() throws {
    let head = "callbacks: {c: {parameters: {p: Int}}}\nevents: {e: {parameters: {p: Int}}, f: }\n"
    check(head + "states: {a: {on: {e: b, f: a}, exit: []}, b: {entry: c, on: {f: a}}}")
    // `b` is entered by `f` too, which has no `p`.
    let marked = head.replacingOccurrences(of: "{p: Int}}}\nevents", with: "{⟦p⟧: Int}}}\nevents")
    check(
      marked + "states: {a: {on: {e: ⟦b⟧, f: ⟦b⟧}}, b: {entry: ⟪c⟫, on: {f: a}}}",
      "L234 not every event by which the state is entered has it")
    // The start enters `a`.
    check(marked + "states: {a: {entry: ⟪c⟫, on: {e: ⟦a⟧, f: {}}}}", "L234 the start has no event")
    // Exit actions run where the state can be active: `f` leaves `a` only.
    check(head + "states: {a: {on: {f: b}}, b: {exit: c, on: {e: a}}}")
    check(marked + "states: {a: {on: {f: b}}, b: {exit: ⟪c⟫, on: {e: ⟦a⟧, f: ⟦a⟧}}}", "L234")
    // A transition of an outer state leaves the inner ones.
    check(
      marked + "states: {o: {on: {f: ⟦z⟧}, states: {b: {exit: ⟪c⟫, on: {e: ⟦z⟧}}}}, z: }", "L234 exited")
    // A transition within one region leaves the other alone.
    check(
      head
        + "states: {p: {regions: {l: {states: {x: {on: {f: y}}, y: }}, r: {states: {b: {exit: c, on: {e: d}}, d: }}}}}")
    // A transition that leaves both regions exits what is active in the other.
    check(
      marked
        + "states: {p: {regions: {l: {states: {x: {on: {f: ⟦q⟧}}, y: }}, r: {states: {b: {exit: ⟪c⟫, on: {e: ⟦q⟧}}, d: }}}}, q: }",
      "L234")
  }
}
