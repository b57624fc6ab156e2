import LifelineModel
import TestSupport
import XCTest

/// Section 4: states and references to them.
final class StateTests: SpecTestCase {
  func testKinds() throws {
    let machine = try read(
      """
      regions:
        left:
          initial: two
          states: {one: , two: {states: {deep: }}, last: {final: true}, back: {history: deep, default: one}}
        right:
          states: {past: {history: shallow, default: {to: b, do: c}}, a: , b: }
      callbacks: [c]
      """)
    let kinds = machine.states.map { state -> String in
      switch state.kind {
      case .atomic: "atomic"
      case .final: "final"
      case .parallel: "parallel"
      case .compound(let initial): "compound " + initial.targets.map { machine[$0].path }.joined(separator: " ")
      case .history(let depth, let entrance):
        "\(depth) " + entrance.targets.map { machine[$0].path }.joined() + " \(entrance.actions.count)"
      }
    }
    XCTAssertEqual(
      kinds,
      [
        "parallel", "compound left.two", "atomic", "compound left.two.deep", "atomic", "final", "deep left.one 0",
        "compound right.a", "shallow right.b 1", "atomic", "atomic",
      ])
    XCTAssertEqual(machine.states.map(\.subtreeEnd), [11, 7, 3, 5, 5, 6, 7, 11, 9, 10, 11])
    XCTAssertEqual(machine.states.map(\.depth), [0, 1, 2, 2, 3, 2, 2, 1, 2, 2, 2])
  }

  func testPathsThatAreAlmostRight() {
    let head = "events: [e]\nstates:\n  on: {states: {link: {states: {quiet: , busy: }}, rest: {states: {busy: }}}}\n"
    check(head + "  off: {on: {e: ⟪link.quite⟫}}", "L216 did you mean `link.quiet`?")
    check(head + "  off: {on: {e: ⟪network.quiet⟫}}", "L216 did you mean `quiet`?")
    check(head + "  off: {on: {e: ⟪network.busy⟫}}", "L216 no state `network.busy`$")
    check(head + "  off: {on: {e: {to: ⟪\"off, on\"⟫}}}", "L216 write several states as a list: `[off, on]`")
  }

  func testConflictingKeys() {
    check("⟦states⟧: {a: }\n⟪regions⟫: {b: }", "L221 not both")
    check("states: {a: {⟪initial⟫: b}}", "L222 `initial` belongs to `states`")
    check("states: {a: {⟪initial⟫: b, ⟦regions⟧: {b: }}}", "L222 all of `regions` are entered")
    check("⟪initial⟫: zzz\n⟦regions⟧: {b: , c: }", "L222 all of `regions` are entered")
    check("states: {a: {⟪default⟫: a}}", "L222 `default` belongs to `history`")
    check("states: {a: {⟪done⟫: a}}", "L222 this state has none")
    check(
      "states: {a: {⟪states⟫: {h: {history: deep, default: ⟪b⟫}}}, b: }",
      "L220 no state", "L228 is not a descendant of `a`")
  }

  func testFinalStates() {
    check(
      "events: [e]\ncallbacks: [c]\nstates: {a: {final: true, ⟪on⟫: {e: a}, ⟪after⟫: {5s: a}, ⟪defer⟫: e, ⟪always⟫: a, entry: c, ⟪states⟫: {b: }}}",
      "L222 a final state has no `on`", "L222 `after`", "L222 `defer`", "L222 `always`", "L222 `states`")
    check("states: {a: {final: ⟪yes⟫}}", "L211 `yes` is a text, and no Boolean; write `true`")
    check("states: {a: {final: ⟪often⟫}}", "L201 `true` or `false`")
    check("regions: {a: {⟪final⟫: true}}", "L222 a region cannot be final itself")
    check("states: {a: {final: false, on: {e: a}}}\nevents: [e]")
  }

  func testHistory() {
    check("states: {a: , h: {⟪history⟫: deep}}", "L223 a history needs a `default`")
    check("states: {a: , h: {history: ⟪deeep⟫, default: a}}", "L223 did you mean `deep`?")
    check("states: {a: , h: {history: deep, default: a, ⟪entry⟫: []}}", "L222 a history pseudo-state has no `entry`")
    check("states: {a: {states: {b: , h: {history: deep, default: ⟪c⟫}}}, c: }", "L228 `c` is not a descendant of `a`")
    check("states: {a: , ⟦h⟧: {history: deep, default: ⟪h⟫}}", "L225 never active")
  }

  func testInitial() {
    check("initial: ⟪c⟫\nstates: {a: , b: }", "L216 there is no state `c`")
    check("states: {a: {initial: ⟪d⟫, states: {b: }}, d: }", "L228 `d` is not a descendant of `a`")
    check("initial: ⟪{do: []}⟫\nstates: {a: }", "L203 needs `to`")
    check("initial: [⟦a⟧, ⟪b⟫]\nstates: {a: , b: }", "L224 the machine has one active state at a time")
    check("initial: [x, b]\nstates: {p: {regions: {l: {states: {a: , x: }}, r: {states: {a: , b: }}}}}")
  }

  func testReferences() throws {
    let machine = try read(
      """
      events: [e, f, g]
      states:
        outer:
          states:
            a: {states: {a: {on: {e: a, f: b, g: far.b}}}}
            b:
        far: {states: {b: , c: }}
        last: {on: {e: c}}
      """)
    let inner = machine.states[3]
    XCTAssertEqual(inner.path, "outer.a.a")
    // Children first, then those of each enclosing state outward: the innermost `a` is a child of `outer.a`.
    XCTAssertEqual(
      inner.on.map { machine[$0.transitions[0].targets[0]].path }, ["outer.a.a", "outer.b", "far.b"])
    XCTAssertEqual(machine[machine.states[8].on[0].transitions[0].targets[0]].path, "far.c")
  }

  func testAmbiguousAndUnknownReferences() {
    check("states: {a: {states: {⟦x⟧: }}, b: {states: {⟦x⟧: }}, c: {always: ⟪x⟫}}", "L217 may be any of `a.x`, `b.x`")
    check("states: {a: {states: {x: }}, b: {states: {x: }}, c: {always: b.x}}")
    check("states: {first: , c: {always: ⟪frist⟫}}", "L216 did you mean `first`?")
    check("states: {a: {states: {first: }}, c: {always: ⟪a.frist⟫}}", "L216 did you mean `a.first`?")
    check("states: {a: , c: {always: ⟪a.⟫}}", "L216")
  }
}
