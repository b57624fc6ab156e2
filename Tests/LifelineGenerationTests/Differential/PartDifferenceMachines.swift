import Foundation
import TestSupport

/// The random machines around fixed parts.
extension PartDifferenceTests {
  private static let events = ["Leaf": ["x", "y", "z"], "Ring": ["x", "y"], "Mid": ["x", "y"]]
  private static let guards = [
    "Leaf": ["in(P.busy)", "in(P.wait)", "P.n > 1", "P.f", "P.d > 200ms", "P.v == 2", "not in(P.over)"],
    "Ring": ["in(P.l2)", "in(P.r2)", "P.m > 0", "in(P.left.l1)"],
    "Mid": ["in(P.m2)", "in(P.leaf.busy)", "P.leaf.n > 1", "P.g", "in(P.ring.r2)", "P.leaf.v == 1", "not in(P.done)"],
  ]

  static func makeSpec(_ name: String, _ dice: inout SplitMix64) -> String {
    // The event e2 brings a token, which the machine and its leaves carry.
    let types = (0..<dice.number(1...3)).map { _ in dice.pick(["Leaf", "Leaf", "Ring", "Mid"], else: "Leaf") }
    let parts = types.enumerated().map { index, type in
      let settings = [
        "Leaf": ["v: w", "f: true", "d: 100ms"], "Ring": ["m: 1"], "Mid": ["v: w", "g: false", "leaf.f: false"],
      ]
      let chosen = dice.pick(dice.number(0...2), of: settings[type] ?? [])
      return "  p\(index): {use: \(type).yaml, context: {\(chosen.joined(separator: ", "))}}"
    }
    func guardText() -> String {
      let index = dice.number(0...types.count - 1)
      let part = dice.pick(guards[types[index]] ?? [], else: "true").replacingOccurrences(of: "P.", with: "p\(index).")
      return dice.pick([part, part, "\(part) and k < 4", "k < 3 or \(part)", "w > 2 and k % 2 == 0"], else: part)
    }
    func action(_ depth: Int = 0) -> String {
      let index = dice.number(0...types.count - 1)
      let event = dice.pick(events[types[index]] ?? [], else: "x")
      let other = dice.pick(events[types[index]] ?? [], else: "y")
      switch dice.number(0...8) {
      case 0:
        return dice.pick(
          ["c0", "c1", "{c2: {i: i}}", "{anyOrder: [c1, c0]}", "{oneOf: [{c2: {i: i}}, []]}"], else: "c0")
      case 1: return "{set: {k: k + 1}}"
      case 2: return "{restart: p\(index)}"
      case 3 where depth == 0: return "{if: '\(guardText())', do: [\(action(1))], else: [\(action(1))]}"
      case 4: return "{p\(index): [\(event), {optional: \(other)}]}"
      default: return "{p\(index): {optional: \(event)}}"
      }
    }
    func actions(carrying carried: [String] = []) -> String {
      "[" + (carried + (0..<dice.number(1...3)).map { _ in action() }).joined(separator: ", ") + "]"
    }
    let leaf = types.firstIndex(of: "Leaf")
    func carried() -> [String] {
      guard dice.happens(60) else { return [] }
      let keep = leaf.map { "{p\($0): {optional: {keep: {t: t}}}}" } ?? "c0"
      return ["{set: {i: t}}"] + dice.pick(dice.number(0...2), of: ["{set: {i: nil}}", "{c2: {i: i}}", keep])
    }
    func transition(_ targets: [String], for event: String = "") -> String {
      var keys: [String] = []
      if dice.happens(60) { keys.append("to: \(dice.pick(targets, else: targets[0]))") }
      if dice.happens(40) { keys.append("if: '\(guardText())'") }
      keys.append("do: \(actions(carrying: event == "e2" ? carried() : []))")
      return "{\(keys.joined(separator: ", "))}"
    }
    func state(_ name: String, in targets: [String]) -> String {
      var keys: [String] = []
      if dice.happens(40) { keys.append("entry: \(actions())") }
      if dice.happens(30) { keys.append("exit: \(actions())") }
      let handled = dice.pick(2, of: ["e0", "e1", "e2"])
      keys.append("on: {\(handled.map { "\($0): \(transition(targets, for: $0))" }.joined(separator: ", "))}")
      if dice.happens(40) {
        keys.append("after: {\(dice.pick(["100ms", "200ms", "300ms"], else: "1s")): \(transition(targets))}")
      }
      if dice.happens(30) {
        keys.append(
          "always: {if: '\(guardText()) and k < 6', to: \(dice.pick(targets, else: name)), do: {set: {k: k + 1}}}")
      }
      if dice.happens(20), let event = ["e0", "e1"].first(where: { !handled.contains($0) }) {
        keys.append("defer: \(event)")
      }
      return "\(name): {\(keys.joined(separator: ", "))}"
    }
    var lines =
      [
        "lifeline: 1", "machine: \(name)", "parts:",
      ] + parts + [
        "context: {w: {default: 3, fixed: true}, k: 0, i: {type: Token, private: true}}",
        "callbacks: {c0: , c1: , c2: {parameters: {i: 'Token?'}}}",
        "events: {e0: , e1: , e2: {parameters: {t: Token}}}",
      ]
    let names = ["s0", "s1", "s2"]
    if dice.happens(35) {
      let inner = ["u0", "u1"]
      lines.append("regions:")
      lines.append("  one: {states: {\(names.map { state($0, in: names) }.joined(separator: ", "))}}")
      lines.append("  two: {states: {\(inner.map { state($0, in: inner) }.joined(separator: ", "))}}")
    } else {
      lines.append("states:")
      lines += names.map { "  " + state($0, in: names + ["end"]) } + ["  end: {final: true}"]
    }
    let text = lines.joined(separator: "\n") + "\n"
    // A private field that no action sets is an error.
    if text.contains("{set: {i: t}}") { return text }
    return text.replacing(", i: {type: Token, private: true}", with: "").replacing(
      "{c2: {i: i}}", with: "{c2: {i: nil}}")
  }
}
