import LifelineLanguage
import LifelineModel
import TestSupport
import XCTest

/// The uses of parts in actions, expressions, promises and scenarios.
final class PartUseTests: PartTestCase {
  // MARK: Actions and expressions

  func testSending() {
    let parts = "parts: {bell: Bell.yaml}\n"
    inspect(
      parts + rest("{bell: ⟪rst⟫}"),
      "L213 no event `rst` of `Bell`, which is the part `bell`; did you "
        + "mean `rest`?")
    inspect(parts + rest("{bell: ⟪calm⟫}"), "L243 `calm` is an internal event of `Bell`")
    inspect(parts + rest("{bell: ⟪[]⟫}"), "L201 this list of events is empty")
    inspect(parts + rest("{bell: {⟪rest⟫: }}"), "L206 the arguments of `rest` are missing")
    inspect(parts + rest("{bell: {⟦rest⟧: {}, ⟪quit⟫: {}}}"), "L201 `quit` is a second event")
    inspect(parts + rest("{⟪bell⟫: rest, set: {}}"), "L202")
    inspect(parts + rest("{bell: {⟪optional⟫: {optional: rest}}}"), "L201 this `optional` is in another one")
    inspect(
      parts + rest("{restart: ⟪bel⟫}").replacing("{a: {on", with: "{a: {always: {if: in(bell.idle)}, on"),
      "L213 no part `bel`; did you mean `bell`?")
    inspect(
      parts.replacing("bell:", with: "⟦bell⟧:") + rest("⟪bell⟫"),
      "L243 to send it an event, write `{bell: "
        + "event}`")
  }

  func testArgumentsOfSentEvents() {
    let parts = "parts: {bell: Bell.yaml}\n"
    inspect(parts + rest("{bell: {press: {tone: low, times: 1 + 1}}}"))
    inspect(
      parts + rest("{bell: {press: {tone: ⟪loud⟫, times: 2}}}"), "L213 no parameter, context field or case `loud` here")
    inspect(
      parts + rest("{bell: {press: {tone: low, times: 2, ⟪x⟫: 1}}}"), "L213 no parameter `x` of `bell.press`")
    inspect(
      "context: {times: 3}\n" + parts + rest("{bell: {press: {tone: low}}}"))
    inspect(
      parts + "events: {go: {parameters: {times: Int}}}\nstates: {a: {on: {go: {do: {bell: {press: {tone: "
        + "high}}}}}}}\n")
  }

  func testStatesAndCallbacksOfPartsAreNotTheMachines() {
    let parts = "parts: {⟦bell⟧: Bell.yaml}\n"
    inspect(
      parts + "events: [go]\nstates: {a: {on: {go: ⟪bell.busy⟫}}}\n",
      "L243 which changes it itself; send "
        + "the part an event")
    inspect(
      parts.replacing("⟦bell⟧", with: "bell") + rest("⟪bell.ring⟫"),
      "L243 belongs to a part, which makes its "
        + "calls itself")
    inspect(
      parts + "events: [go]\nstates: {a: {on: {go: {if: "
        + "in(⟪bell⟫)}}}}\n".replacing("in(⟪bell⟫)", with: "⟪in(bell)⟫"),
      "L243 `bell` is a part, and no state")
    inspect(
      parts + "events: [go]\nstates: {a: {on: {go: {if: ⟪bell⟫}}}}\n",
      "L243 `bell` is a part; read one of "
        + "its fields")
  }

  func testReadingAPart() {
    let parts = "parts: {bell: Bell.yaml}\n"
    func inspect(_ condition: String, _ expected: String..., line: UInt = #line) {
      self.inspect(
        parts + "events: [go]\nstates: {a: {on: {go: {if: \(condition)}}}}\n", expected, line: line)
    }
    inspect("in(bell.long) and in(bell.busy.short) and bell.isOn and bell.mode == fast and bell.count < 3")
    inspect("⟪in(bell.lng)⟫", "L216 no state `bell.lng`; did you mean `bell.long`?")
    inspect("⟪bell.isOf⟫", "L213 no context field `bell.isOf`; did you mean `bell.isOn`?")
    inspect("⟪bell.idle⟫", "L213 to ask whether the state is active, write `in(bell.idle)`")
    inspect("bell.mode == ⟪quick⟫", "L213 no parameter, context field or case `quick` here")
  }

  func testActionsDoNotSetFieldsOfParts() {
    inspect(
      "parts: {bell: Bell.yaml}\n" + rest("{set: {⟪bell.isOn⟫: true}}"),
      "L243 only the host sets the "
        + "fields of a part, and")
  }

  // MARK: Callbacks

  func testPromisesAboutCallbacksOfParts() {
    let parts = "parts: {bell: Bell.yaml}\n"
    inspect(parts + "callbacks: {bell.ring: {needs: bell.log}}\nstates: {a: {}}\n")
    inspect(parts + "callbacks: {⟪bell.rng⟫: {needs: bell.log}}\nstates: {a: {}}\n", "L213 did you mean `bell.ring`?")
    inspect(
      parts + "callbacks: {bell.ring: {⟪channel⟫: x}}\nstates: {a: {}}\n",
      "L202 a callback of a part has "
        + "no key `channel`")
    inspect(parts + "callbacks: [⟪bell.ring⟫]\nstates: {a: {}}\n", "L243 is declared in the part's own file")
    inspect(parts + "callbacks: {bell.ring: {needs: ⟪bell.lg⟫}}\nstates: {a: {}}\n", "L213 did you mean `bell.log`?")
    inspect(
      parts + "callbacks: {bell.ring: {answeredBy: ⟪bell⟫}}\nstates: {a: {}}\n",
      "L213 `bell` is a part, and `answeredBy` names calls")
  }

  // MARK: Scenarios

  private func scenario(_ text: String, _ expected: String..., line: UInt = #line) {
    inspect(
      "parts: {bell: Bell.yaml, gong: Bell.yaml}\nevents: [go]\n"
        + "states: {a: {on: {go: {do: [{bell: rest}, {gong: rest}]}}}}\nscenarios:\n  "
        + "s:\n" + text, expected, line: line)
  }

  func testScenarios() {
    scenario("    given: [a, bell.busy, gong.long]\n    when: {go: []}\n    then: [bell.long, gong.idle]\n")
    scenario(
      "    given: {state: bell.busy, bell.count: 3, gong.isOn: true}\n    when: {go: []}\n    then: "
        + "{bell.count: 3}\n")
    scenario(
      "    when: [{set: {bell.isOn: true}}, {set: {⟪bell.count⟫: "
        + "1}}]\n".replacing("⟪bell.count⟫", with: "⟪bell.count⟫"),
      "L236 `bell.count` is `private`")
    scenario("    given: a\n    when: {go: {bell: [ring, {optional: {ring: {times: 2}}}], gong: []}}\n")
    scenario("    given: a\n    when: {go: [bell.ring, gong.ring]}\n    never: [bell, gong.log]\n")
    scenario("    given: a\n    when: {go: ⟪bell.log⟫}\n", "L321 which this scenario does not observe")
    scenario("    observing: bell\n    given: a\n    when: {go: [bell.log, bell.ring]}\n")
    scenario("    observing: [bell.log]\n    given: a\n    when: {go: {bell: log}}\n")
    scenario(
      "    given: a\n    when: {go: {bell: [⟪rin⟫]}}\n",
      "L213 no callback `bell.rin`; did you mean "
        + "`bell.ring`?")
    scenario("    given: a\n    when: {go: {bell: [], ⟪optional⟫: []}}\n", "L320 `optional` is no part")
    scenario("    given: a\n    when: {go: ⟪bell⟫}\n", "L320 `bell` is a part; write the calls that it makes")
    scenario(
      "    given: a\n    when:\n      - go: []\n        through: ⟪bell.idle⟫\n",
      "L243 is a state of a "
        + "part; `through` lists")
    scenario(
      "    given: [a, bell.⟪x⟫]\n".replacing("bell.⟪x⟫", with: "⟪bell.x⟫") + "    when: {go: "
        + "[]}\n", "L216 no state `bell.x`")
    scenario("    given: [⟦bell.long⟧, ⟪bell.idle⟫]\n    when: {go: []}\n", "L224 cannot be active together")
    scenario(
      "    given: {state: a}\n    where: {⟪bell.count⟫: [1, 2]}\n    when: {go: "
        + "[]}\n", "L236 `bell.count` is `private`")
    scenario("    where: {bell.volume: [1, 2], gong.mode: [slow, fast]}\n    given: a\n    when: {go: []}\n")
    scenario("    given: a\n    when: [{⟪bell.rest⟫: []}]\n", "L213 no event `bell.rest`")
  }
}
