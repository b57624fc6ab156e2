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
      "L246 write `{any: [b, c]}` for one, or `{all: [b, c]}` for each; did you mean `{any: [b, c]}`?")
    check("callbacks: {a: {onlyAfter: ⟪[b, c]⟫}, b: , c: }" + states, "L246 `{all: [b, c]}` for each")
    // One item may stand in a list.
    check("callbacks: {a: {needs: [b]}, b: , c: }" + states)
  }

  func testChoices() {
    check("callbacks: {a: {needs: {all: ⟪[b]⟫}}, b: , c: }" + states, "L247 write `needs: b`")
    check("callbacks: {a: {onlyAfter: {any: ⟪b⟫}}, b: , c: }" + states, "L247 write `onlyAfter: b`")
    check("callbacks: {a: {needs: {any: ⟪[]⟫}}, b: , c: }" + states, "L247 names no callback")
    check("callbacks: {a: {needs: ⟪[]⟫}, b: , c: }" + states, "L247 names no callback")
    check("callbacks: {a: {needs: {any: [⟦b⟧, ⟪b⟫]}}, b: , c: }" + states, "L247 `b` is listed twice")
    check("callbacks: {a: {needs: ⟪{}⟫}, b: , c: }" + states, "L203 names no callbacks")
    check("callbacks: {a: {needs: {⟦any⟧: [b, c], ⟪all⟫: [b, c]}}, b: , c: }" + states, "L247 not both")
    check("callbacks: {a: {needs: {any: [b, c], ⟪each⟫: [b, c]}}, b: , c: }" + states, "L202 its keys are `any`, `all`")
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
    check("callbacks: {a: {between: [⟪e⟫, b]}, b: , c: }" + states, "L213 `e` is an event, and `between` names calls")
    check(
      "callbacks: {a: {answeredBy: ⟪{any: [b, c]}⟫}, b: , c: }" + states,
      "L201 a callback, or a list of callbacks of which each is an answer, but this is a mapping")
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
    check("callbacks: {a: {answeredBy: b, before: ⟪a⟫}, b: , c: }" + states, "L247 joins the open question")
    check("callbacks: {a: {answeredBy: [⟦b⟧], before: ⟪b⟫}, b: , c: }" + states, "L247 can't come before itself")
    check("callbacks: {a: {answeredBy: b, within: ⟪0s⟫}, b: , c: }" + states, "L211 `1ms` is the shortest")
    check("callbacks: {a: {answeredBy: b, within: ⟪soon⟫}, b: , c: }" + states, "L211 is not")
    check("callbacks: {a: {⟪within⟫: 5s}, b: , c: }" + states, "L247 add `answeredBy`")
    check("callbacks: {a: {⟪before⟫: b}, b: , c: }" + states, "L247 add `answeredBy`")
    check("callbacks: {a: {answeredBy: b, before: {state: ⟪u⟫}}, b: , c: }" + states, "L216 there is no state `u`")
    check("callbacks: {a: {answeredBy: b, before: ⟪{}⟫}, b: , c: }" + states, "L203 names no state")
    let own = "callbacks: [a]\nevents: [e]\nstates: {s: {answeredBy: a, before: ⟪{state: s}⟫, on: {e: {do: a}}}}"
    check(own, "L247 joins the open question")
    check("callbacks: [a]\nevents: {e: {⟪needs⟫: a}}\nstates: {s: {on: {e: {do: a}}}}", "L202 an event has no key")
    check(
      "callbacks: [a]\nevents: [e]\nstates: {s: {on: {e: {to: f, do: a}}}, f: {final: true, ⟪answeredBy⟫: a}}",
      "L222 a final state has no `answeredBy`")
  }
}
