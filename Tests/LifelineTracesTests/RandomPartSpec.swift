import LifelineLanguage
import LifelineModel
import LifelineSource
import TestSupport

/// A random machine with two parts that is small enough to try everything that its host may do. The machine and the parts `A`
/// carry values, which no log shows.
struct RandomPartSpec {
  /// The spec, which uses ``parts``.
  let text: String
  /// The specs of the parts, by their paths.
  let parts: KeyValuePairs<String, String>

  static func makeSpec(using random: inout SplitMix64) -> RandomPartSpec {
    let parts: KeyValuePairs = [
      "A.yaml": part("A", hasFields: true, &random), "B.yaml": part("B", hasFields: false, &random),
    ]
    return RandomPartSpec(text: whole(second: random.happens(60) ? "A" : "B", &random), parts: parts)
  }

  /// Returns the machine. A callback that nobody calls is no reason to refuse it.
  func makeMachine() throws -> Machine {
    let reading = SpecReader.read(bytes: Array(text.utf8), path: "M.yaml", using: usedSpecs(parts))
    guard let machine = reading.machine, !reading.diagnostics.containsErrors else {
      throw Refusal(description: "\(reading.diagnostics.map(\.message)) in\n\(text)")
    }
    return machine
  }

  /// A spec with errors.
  private struct Refusal: Error {
    var description: String
  }

  // MARK: Parts

  private static func part(_ name: String, hasFields: Bool, _ random: inout SplitMix64) -> String {
    let conditions = hasFields ? ["f", "not f", "old", "f or old"] : ["in(t1)"]
    func state(_ name: String, _ targets: [String], _ random: inout SplitMix64) -> String {
      var keys: [String] = []
      if random.happens(50) { keys.append("entry: \(random.element(["a", "b", "[a, b]"]))") }
      if random.happens(20) { keys.append("exit: b") }
      let events = ["x", "y"].filter { _ in random.happens(70) }
      var handlers = events.map { event in
        let condition = random.happens(30) ? "if: '\(random.element(conditions))', " : ""
        let actions = hasFields ? ["a", "b", "[a, {set: {kept: nil}}]"] : ["a", "b"]
        let action = random.happens(50) ? ", do: \(random.element(actions))" : ""
        return "\(event): {\(condition)to: \(random.element(targets))\(action)}"
      }
      if hasFields, random.happens(40) { handlers.append("keep: {do: {set: {kept: token}}}") }
      if !handlers.isEmpty { keys.append("on: {\(handlers.joined(separator: ", "))}") }
      if random.happens(20) { keys.append("after: {1s: \(random.element(targets))}") }
      if random.happens(15), !events.contains("y") { keys.append("defer: y") }
      return "\(name): {\(keys.joined(separator: ", "))}"
    }
    let names = ["t0", "t1", "t2"]
    var lines = ["lifeline: 1", "machine: \(name)"]
    if hasFields {
      lines += [
        "callbacks: {a: {parameters: {kept: 'Token?'}}, b: }",
        "events: {x: , y: , keep: {parameters: {token: Token}}}",
        "context: {f: false, old: {default: false, fixed: true}, kept: {type: Token, private: true}}",
      ]
    } else {
      lines += ["callbacks: [a, b]", "events: [x, y]"]
    }
    if random.happens(25) {
      let others = ["u0", "u1"]
      lines.append("regions:")
      lines.append(
        "  l: {states: {\(names.prefix(2).map { state($0, ["t0", "t1"], &random) }.joined(separator: ", "))}}")
      lines.append("  r: {states: {\(others.map { state($0, others, &random) }.joined(separator: ", "))}}")
    } else {
      let targets = names + (random.happens(30) ? ["end"] : [])
      lines.append("states:")
      lines += names.map { "  " + state($0, targets, &random) }
      if targets.contains("end") { lines.append("  end: {final: true}") }
    }
    return carrying(lines.joined(separator: "\n") + "\n")
  }

  /// Returns a spec without its field that carries a value if no action sets it, which would be an error.
  private static func carrying(_ text: String) -> String {
    if text.contains("{set: {kept: token}}") { return text }
    return text.replacing(", kept: {type: Token, private: true}", with: "").replacing(
      ": {parameters: {kept: 'Token?'}}", with: ": "
    ).replacing(", {set: {kept: nil}}", with: "")
  }

  // MARK: Wholes

  private static func whole(second: String, _ random: inout SplitMix64) -> String {
    let conditions =
      ["in(p.t1)", "in(q.t1)", "not in(q.t0)", "g", "not g", "p.f", "old", "in(p.t0) and g"]
    func action(_ random: inout SplitMix64, depth: Int = 0) -> String {
      let part = random.element(["p", "q"])
      switch random.below(8) {
      case 0: return random.element(["c", "d"])
      case 1: return "{restart: \(part)}"
      case 2: return "{\(part): \(random.element(["x", "y"]))}"
      case 3: return "{\(part): [{optional: x}, {optional: y}]}"
      case 4 where depth == 0:
        return
          "{if: '\(random.element(conditions))', do: \(action(&random, depth: 1)), else: \(action(&random, depth: 1))}"
      default: return "{\(part): {optional: \(random.element(["x", "y"]))}}"
      }
    }
    func list(_ random: inout SplitMix64) -> String {
      (0...random.below(3)).map { _ in action(&random) }.joined(separator: ", ")
    }
    func actions(_ random: inout SplitMix64) -> String { "[\(list(&random))]" }
    let tokenActions = ["{set: {kept: token}}", "{p: {optional: {keep: {token: token}}}}", "d"]
    func state(_ name: String, _ targets: [String], _ random: inout SplitMix64) -> String {
      var keys: [String] = []
      if random.happens(30) { keys.append("entry: \(actions(&random))") }
      let handlers = ["go", "back", "stop"].filter { _ in random.happens(60) }.map { event in
        let condition = random.happens(30) ? "if: '\(random.element(conditions))', " : ""
        let first = event == "go" ? random.pick(random.below(3), of: tokenActions) : []
        let actions = "[" + (first + [list(&random)]).joined(separator: ", ") + "]"
        return "\(event): {\(condition)to: \(random.element(targets)), do: \(actions)}"
      }
      if !handlers.isEmpty { keys.append("on: {\(handlers.joined(separator: ", "))}") }
      if random.happens(15) { keys.append("after: {2s: {to: \(random.element(targets)), do: \(actions(&random))}}") }
      return "\(name): {\(keys.joined(separator: ", "))}"
    }
    let settings = second == "A" ? "{use: A.yaml, context: {f: true}}" : "B.yaml"
    var lines = [
      "lifeline: 1", "machine: M", "parts: {p: {use: A.yaml, context: {old: old}}, q: \(settings)}",
      "context: {g: false, old: {default: false, fixed: true}, kept: {type: Token, private: true}}",
      "callbacks: {c: , d: {parameters: {kept: 'Token?'}}}",
      "events: {go: {parameters: {token: Token}}, back: , stop: }",
    ]
    let names = ["s0", "s1", "s2"]
    if random.happens(25) {
      let others = ["v0", "v1"]
      lines.append("regions:")
      lines.append(
        "  one: {states: {\(names.prefix(2).map { state($0, ["s0", "s1"], &random) }.joined(separator: ", "))}}")
      lines.append("  two: {states: {\(others.map { state($0, others, &random) }.joined(separator: ", "))}}")
    } else {
      lines.append("states:")
      lines += names.map { "  " + state($0, names, &random) }
    }
    return carrying(lines.joined(separator: "\n") + "\n")
  }
}

extension Machine {
  /// Returns an argument for each parameter of an event.
  func tokens(for event: ID<Event>) -> [Value] { self[event].parameters.map { _ in .opaque("token") } }
}
