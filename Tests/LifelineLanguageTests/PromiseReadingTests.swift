import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

final class PromiseReadingTests: SpecTestCase {
  private let states = "\nevents: [e]\nstates: {s: {on: {e: {do: [a, b, c]}}}, t: , h: }"

  func testForms() throws {
    let machine = try read(
      """
      callbacks:
        a: {needs: b, onlyAfter: {all: [b, c]}}
        b: {answeredBy: [c, d], before: {state: t}, within: 30s}
        c: {between: [a, d], answeredBy: d, before: b}
        d: {needs: {any: [a, b]}}
      events: {e: {answeredBy: a}, f: }
      states: {s: {answeredBy: d, within: 2min, on: {e: {to: t, do: [a, b, c, d]}}}, t: {on: {f: s}}}
      """)
    XCTAssertEqual(
      machine.promises.map { "\(machine.name(of: $0.subject)) \($0.key) \(machine.text(of: $0))" },
      [
        "a needs b", "a onlyAfter all of b, c", "b answeredBy c or d before the state t within 30s",
        "c between a and d", "c answeredBy d before b", "d needs any of a, b", "e answeredBy a",
        "s answeredBy d within 2min",
      ])
    XCTAssertEqual(machine.promises.map(\.subject).suffix(2), [.event(ID(0)), .entry(ID(1))])
  }

  func testABareListOfSeveralShowsBothForms() {
    check(
      "callbacks: {a: {needs: ⟪[b, c]⟫}, b: , c: }" + states,
      "L246 write `{any: [b, c]}` for one, or `{all: [b, c]}` for each")
    check("callbacks: {a: {onlyAfter: ⟪[b, c]⟫}, b: , c: }" + states, "L246 `{all: [b, c]}` for each")
    // What isn't a name is no choice.
    check(
      "callbacks: {a: {needs: [⟪{any: [b, c]}⟫, d]}, b: , c: , d: }" + states,
      "L201 expected a callback's name, but this is a mapping")
    // The callback that is promised about is never meant.
    check(
      "callbacks: {heatOn: {answeredBy: ⟪heatOf⟫}, heatOff: , a: , b: , c: }" + states,
      "L213 no callback `heatOf`; did you mean `heatOff`?")
    // One item may stand in a list.
    check("callbacks: {a: {needs: [b]}, b: , c: }" + states)
  }

  /// Nobody knows which is meant, so there is an edit for each, and both keep the comments.
  func testABareListHasTwoFixes() throws {
    func fixed(_ value: String) throws -> [String] {
      let text =
        "lifeline: 1\nmachine: Test\ncallbacks:\n  a:\n    needs:\(value)\n  b:\n  c:" + states + "\n"
      let reading = SpecReader.read(bytes: Array(text.utf8), path: "Spec.yaml")
      let found = try XCTUnwrap(reading.diagnostics.first { $0.kind.code == "L246" })
      XCTAssertNil(found.fixIt)
      return try found.choices.map { fixIt in
        let source = reading.source
        let range = try XCTUnwrap(fixIt.location.range)
        let start = try XCTUnwrap(source.byteOffset(of: range.start))
        let end = try XCTUnwrap(source.byteOffset(of: range.end))
        var bytes = source.bytes
        bytes.replaceSubrange(start..<end, with: Array(fixIt.replacement.utf8))
        let machine = try XCTUnwrap(
          SpecReader.read(bytes: bytes, path: "Spec.yaml").machine, String(decoding: bytes, as: UTF8.self))
        XCTAssertEqual(
          machine.promises.map(machine.text), ["\(fixIt.replacement.contains("any") ? "any" : "all") of b, c"])
        let whole = String(decoding: bytes, as: UTF8.self)
        return String(whole.split(separator: "    needs:")[1].split(separator: "\n  b:")[0])
      }
    }
    XCTAssertEqual(try fixed(" [b, c]"), [" {any: [b, c]}", " {all: [b, c]}"])
    XCTAssertEqual(
      try fixed("\n      - b   # the first\n      # and\n      - c  # the second"),
      [
        "\n      any:\n      - b   # the first\n      # and\n      - c  # the second",
        "\n      all:\n      - b   # the first\n      # and\n      - c  # the second",
      ])
    XCTAssertEqual(
      try fixed("\n    - b   # the first\n\n    - c"),
      ["\n      any:\n      - b   # the first\n\n      - c", "\n      all:\n      - b   # the first\n\n      - c"])
  }

  func testChoices() {
    check("callbacks: {a: {needs: {all: ⟪[b]⟫}}, b: , c: }" + states, "L247 write `needs: b`")
    check("callbacks: {a: {onlyAfter: {any: ⟪b⟫}}, b: , c: }" + states, "L247 write `onlyAfter: b`")
    check("callbacks: {a: {needs: {any: ⟪[]⟫}}, b: , c: }" + states, "L247 names no callback")
    check("callbacks: {a: {needs: ⟪[]⟫}, b: , c: }" + states, "L247 names no callback")
    check("callbacks: {a: {needs: {any: [⟦b⟧, ⟪b⟫]}}, b: , c: }" + states, "L247 `b` is listed twice")
    check("callbacks: {a: {needs: ⟪{}⟫}, b: , c: }" + states, "L203 names no callbacks")
    check("callbacks: {a: {needs: {⟦any⟧: [b, c], ⟪all⟫: [b, c]}}, b: , c: }" + states, "L247 not both")
    // What names no callback is one mistake.
    check("callbacks: {a: {needs: {any: [⟪[b, c]⟫]}}, b: , c: }" + states, "L201 a callback's name, but this is a list")
    check("callbacks: {a: {needs: {any: ⟪{all: [b, c]}⟫}}, b: , c: }" + states, "L201 expected a list of callbacks")
    check("callbacks: {a: {needs: {all: [⟪b c⟫]}}, b: , c: }" + states, "L213 there is no callback `b c`")
    check("callbacks: {a: {needs: [⟦b⟧, ⟪b⟫]}, b: , c: }" + states, "L247 `b` is listed twice")
    check("callbacks: {a: {needs: {any: [b, c], ⟪each⟫: [b, c]}}, b: , c: }" + states, "L202 its keys are `any`, `all`")
    // The missing key is no mistake of its own.
    check("callbacks: {a: {needs: {⟪some⟫: [b, c]}}, b: , c: }" + states, "L202 its keys are `any`, `all`")
    check("callbacks: {a: {answeredBy: b, before: {⟪callback⟫: c}}, b: , c: }" + states, "L202 its keys are `state`")
    let many = (0..<17).map { "c\($0)" }
    check(
      "callbacks: {a: {needs: {all: ⟪[\(many.joined(separator: ", "))]⟫}}, \(many.map { "\($0): " }.joined(separator: ", "))}"
        + "\nevents: [e]\nstates: {s: {on: {e: {do: [a, \(many.joined(separator: ", "))]}}}}",
      "L247 at most 16 are possible")
  }

  func testNamesOfOtherThings() {
    check("callbacks: {a: {answeredBy: ⟪e⟫}, b: , c: }" + states, "L213 `e` is an event, and `answeredBy` names calls")
    check("callbacks: {a: {needs: {any: [b, ⟪t⟫]}}, b: , c: }" + states, "L213 `t` is a state, and `needs` names calls")
    check("callbacks: {a: {answeredBy: b, before: ⟪t⟫}, b: , c: }" + states, "L213 write `{state: t}`")
    check(
      "callbacks: {a: {answeredBy: b, before: ⟪e⟫}, b: , c: }" + states,
      "L213 `e` is an event, and `before` names a call or a state")
    check("callbacks: {a: {between: [⟪e⟫, b]}, b: , c: }" + states, "L213 `e` is an event, and `between` names calls")
    check(
      "callbacks: {a: {answeredBy: ⟪{any: [b, c]}⟫}, b: , c: }" + states,
      "L201 a callback, or a list of callbacks of which each is an answer, but this is a mapping")
  }

  func testAnswersInAMapping() {
    check("callbacks: {a: {answeredBy: ⟪{any: [b, c]}⟫}, b: , c: }" + states, "L201 write `[b, c]`")
    check(
      "callbacks: {a: {answeredBy: ⟪{all: [b, c]}⟫}, b: , c: }" + states,
      "L201 or, if each has to come, `answeredBy: b` here and `answeredBy: c` for `b`")
    check("callbacks: {a: {answeredBy: ⟪b and c⟫}, b: , c: }" + states, "L213 one answer is enough: write `[b, c]`")
    check("callbacks: {a: {answeredBy: ⟪{b: , within: 5s}⟫}, b: , c: }" + states, "L201 write `within` beside")
    check(
      "callbacks: {a: {answeredBy: b, before: ⟪[b, c]⟫}, b: , c: }" + states, "L201 one callback, or `{state: name}`")
  }

  /// One run reports all mistakes.
  func testMistakesBesideOthers() {
    check(
      "callbacks: {a: {answeredBy: ⟪[]⟫, before: ⟪d⟫, within: ⟪0s⟫}, b: , c: }" + states, "L247 names no callback",
      "L213 there is no callback `d`", "L211 `1ms` is the shortest")
    check(
      "callbacks: {a: {between: [⟪d⟫, ⟪f⟫]}, b: , c: }" + states, "L213 there is no callback `d`",
      "L213 there is no callback `f`")
  }

  func testTheEmptyNameIsNoState() {
    let spec = "callbacks: {a: {answeredBy: ⟪\"\"⟫}, b: , c: }" + states
    check(spec, "L213 there is no callback ``")
    let text = MarkedText(spec).text
    let found = SpecReader.read(bytes: Array(("lifeline: 1\nmachine: Test\n" + text).utf8), path: "").diagnostics
    XCTAssertFalse(found.contains { $0.message.contains("is a state") })
  }

  func testPromisesAboutThemselves() {
    check("callbacks: {a: {needs: ⟪a⟫}, b: , c: }" + states, "L247 about itself")
    check("callbacks: {a: {answeredBy: [b, ⟪a⟫]}, b: , c: }" + states, "L247 about itself")
    check("callbacks: {a: {onlyAfter: {all: [b, ⟪a⟫]}}, b: , c: }" + states, "L247 about itself")
  }

  func testBetween() {
    check("callbacks: {a: {between: ⟪[b]⟫}, b: , c: }" + states, "L247 takes two callbacks")
    check("callbacks: {a: {between: ⟪b⟫}, b: , c: }" + states, "L247 takes two callbacks")
    check("callbacks: {a: {between: [b, ⟪b⟫]}, b: , c: }" + states, "L247 two different callbacks")
    check("callbacks: {a: {between: [⟪a⟫, b]}, b: , c: }" + states, "L247 can't open what it has to lie in")
    check("callbacks: {a: {between: [b, ⟪a⟫]}, b: , c: }" + states, "L247 write `needs: b`")
    check("callbacks: {a: {between: [b, ⟪d⟫]}, b: , c: }" + states, "L213 there is no callback `d`")
  }

  func testAnswers() {
    check("callbacks: {a: {answeredBy: ⟪d⟫}, b: , c: }" + states, "L213 there is no callback `d`")
    check("callbacks: {a: {answeredBy: ⟪[]⟫}, b: , c: }" + states, "L247 names no callback")
    // Nothing asks a second time.
    check("callbacks: {a: {answeredBy: b, before: a}, b: , c: }" + states)
    check("callbacks: [a]\nevents: [e]\nstates: {s: {answeredBy: a, before: {state: s}, on: {e: {do: a}}}}")
    check("callbacks: {a: {answeredBy: [⟦b⟧], before: ⟪b⟫}, b: , c: }" + states, "L247 can't come before itself")
    check("callbacks: {a: {answeredBy: b, within: ⟪0s⟫}, b: , c: }" + states, "L211 `1ms` is the shortest")
    check("callbacks: {a: {answeredBy: b, within: ⟪soon⟫}, b: , c: }" + states, "L211 is not")
    check("callbacks: {a: {⟪within⟫: 5s}, b: , c: }" + states, "L247 add `answeredBy`")
    check("callbacks: {a: {⟪before⟫: b}, b: , c: }" + states, "L247 add `answeredBy`")
    check("callbacks: {a: {answeredBy: b, before: {state: ⟪u⟫}}, b: , c: }" + states, "L216 there is no state `u`")
    check("callbacks: {a: {answeredBy: b, before: ⟪{}⟫}, b: , c: }" + states, "L203 names no state")
    check(
      "callbacks: [a]\nevents: {e: {⟪needs⟫: a}}\nstates: {s: {on: {e: {do: a}}}}", "L202 only callbacks can have it")
    check(
      "callbacks: [a]\nevents: [e]\nstates: {s: {⟪between⟫: [a, a], on: {e: {do: a}}}}",
      "L202 only callbacks can have it")
    check(
      "callbacks: [a]\nevents: [e]\nstates: {s: {on: {e: {to: f, do: a}}}, f: {final: true, ⟪answeredBy⟫: a}}",
      "L222 a final state has no `answeredBy`")
  }
}
