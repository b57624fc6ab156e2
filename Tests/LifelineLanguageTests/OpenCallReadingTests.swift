import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

/// Actions that leave the order of calls open, or which of them are made.
final class OpenCallReadingTests: SpecTestCase {
  func testForms() throws {
    let machine = try read(
      """
      callbacks: {a: , b: , c: {parameters: {n: Int}}}
      context: {n: 1}
      states:
        s:
          entry: [{anyOrder: [a, [b, {c: {n: n + 1}}], c]}, {optional: [a, b]}, {optional: a}, {oneOf: [a, [], [b, a]]}]
      """)
    let actions = machine.states[1].entry.map { action -> [String] in
      guard case .open(let open, _) = action else { return ["?"] }
      return [open.form.rawValue]
        + open.alternatives.map { $0.map { machine[$0.callback].name }.joined(separator: " ") }
    }
    XCTAssertEqual(
      actions,
      [
        ["anyOrder", "a b c c", "a c b c", "b c a c", "b c c a", "c a b c", "c b c a"], ["optional", "a b", ""],
        ["optional", "a", ""], ["oneOf", "a", "", "b a"],
      ])
  }

  func testTheNumberOfItems() {
    check("callbacks: [a]\nstates: {s: {entry: {⟪anyOrder⟫: [a]}}}", "L229 leaves nothing open with one item; list two")
    check("states: {s: {entry: {⟪oneOf⟫: []}}}", "L229 leaves nothing open with no item; list two or more, or delete")
    check(
      "callbacks: [a]\nstates: {s: {entry: {⟪anyOrder⟫: [a, a, a, a, a]}}}",
      "L229 `anyOrder` takes at most 4 items, which have 24 orders; these are 5")
    check("callbacks: [a]\nstates: {s: {entry: {anyOrder: [a, a, a, a]}}}")
    let many = Array(repeating: "a", count: 25).joined(separator: ", ")
    check(
      "callbacks: [a]\nstates: {s: {entry: {⟪oneOf⟫: [\(many)]}}}", "L229 `oneOf` takes at most 24 items; these are 25")
    check("callbacks: [a]\nstates: {s: {entry: {⟪anyOrder⟫: a}}}", "L229 `anyOrder` takes a list of two or more items")
    check(
      "callbacks: [a]\nstates: {s: {entry: [a, {optional: ⟪[]⟫}]}}", "L229 no calls; write one, or delete the action")
    check("callbacks: [a]\nstates: {s: {entry: [a, {anyOrder: [a, ⟪[]⟫]}]}}", "L229 delete the item")
    check("states: {s: {entry: {optional: ⟪~⟫}}}", "L206")
  }

  func testNothingButCallsIsAnItem() {
    check(
      "callbacks: [a]\ncontext: {n: 1}\nstates: {s: {entry: {anyOrder: [a, {⟪set⟫: {n: 2}}]}}}",
      "L229 `set` can't be in `anyOrder`, whose items are calls or lists of calls; put it before this action")
    check(
      "callbacks: [a, b]\nstates: {s: {entry: {anyOrder: [a, {⟪optional⟫: b}]}}}",
      "L229 `optional` can't be in `anyOrder`, whose items are calls or lists of calls; `oneOf` can list every")
    check(
      "callbacks: [a]\nevents: [e]\nstates: {s: {entry: {optional: [a, {⟪raise⟫: e}]}, on: {e: s}}}",
      "L229 `raise` can't be in `optional`")
    check("callbacks: [a]\nstates: {s: {entry: {anyOrder: [a, [a, ⟪[a]⟫]]}}}", "L201 expected a call")
    check("callbacks: [a]\nstates: {s: {entry: {anyOrder: [a, ⟪b⟫]}}}", "L213 there is no callback `b`")
    check(
      "callbacks: {a: , c: {parameters: {⟦n⟧: Int}}}\nstates: {s: {entry: {anyOrder: [a, ⟪c⟫]}}}",
      "L234 nothing supplies the argument `n`")
    check("callbacks: [a]\nstates: {s: {entry: {anyOrder: [a, a], ⟪do⟫: a}}}", "L202 an action with `anyOrder` has no")
  }

  func testAPartIsNoItem() throws {
    let used = usedSpecs([
      "Door.yaml": "lifeline: 1\nmachine: Door\nevents: [open]\nstates: {shut: {on: {open: shut}}}\n"
    ])
    let text = MarkedText(
      "lifeline: 1\nmachine: M\nparts: {door: Door.yaml}\ncallbacks: [a]\nstates: {s: {entry: {anyOrder: [a, {⟪door⟫: open}]}}}\n"
    )
    let reading = SpecReader.read(bytes: Array(text.text.utf8), path: "Spec.yaml", using: used)
    XCTAssertEqual(
      differences(of: reading.diagnostics, from: ["L229 `door` can't be in `anyOrder`"], markedIn: text), [])
  }
}
