import TestSupport

/// Small random machines in which a number comes from the host, goes through some fields, and decides at the end. So many
/// numbers can be tried that hardly one that matters is missing.
struct RandomWay {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns the text of a spec. `two` is called without `one` if the last condition holds.
  mutating func makeSpec() -> String {
    let least = random.number(-2...20)
    let greatest = least + random.number(3...30)
    let limit = random.happens(50) ? ", m: {default: 3, fixed: true, range: 0...\(random.number(2...5))}" : ""
    let level = random.happens(20) ? ", level: 0.5" : ""
    let names = ["r", "s"] + (limit.isEmpty ? [] : ["m"])
    let last = condition(names, isWithLevel: !level.isEmpty)
    return """
      lifeline: 1
      machine: Test
      context: {\(field("r")), \(field("s"))\(limit)\(level)}
      callbacks: {one: , two: {needs: one}}
      events: {put: {parameters: {n: Int}}, step: , again: , test: \(last.contains("k ") ? "{parameters: {k: Int}}" : "")}
      states:
        s0: {on: {put: {if: n >= \(least) and n <= \(greatest), to: s1, do: {set: {r: "\(moved("n"))"}}}}}
        s1: {on: {step: {to: s2, do: {set: {s: "\(moved("r"))"}}}, again: {to: s2, do: {set: {s: "\(moved("r"))"}}}}}
        s2: {on: {step: {to: s3, do: {set: {s: "\(random.happens(50) ? "s" : "s + \(random.number(1...7))")"}}}}}
        s3: {on: {test: {if: "\(last)", do: [two]}}}
      """
  }

  private mutating func field(_ name: String) -> String {
    let range = random.happens(50) ? ", range: -10...\(random.number(30...70))" : ""
    return "\(name): {default: 0, private: true\(range)}"
  }

  private mutating func moved(_ name: String) -> String {
    switch random.below(8) {
    case 0, 1, 2: name
    case 3, 4: "\(name) + \(random.number(1...9))"
    case 5: "\(name) - \(random.number(1...9))"
    case 6: random.element(["\(name) * 2", "\(name) * 3 - 7", "\(name) % 5"])
    default: "min(\(name), \(random.number(10...40)))"
    }
  }

  private mutating func condition(_ names: [String], isWithLevel: Bool) -> String {
    let first = comparison(names)
    if isWithLevel, random.happens(60) { return "\(first) and not (level < 1.0) and not (level >= 1.0)" }
    return random.happens(60) ? "\(first) and \(comparison(names))" : first
  }

  private mutating func comparison(_ names: [String]) -> String {
    let name = random.element(names)
    switch random.below(8) {
    case 0, 1, 2: return "\(name) == \(random.number(-5...60))"
    case 3: return "\(name) \(random.element(["<", ">", "<=", ">="])) \(random.number(-5...60))"
    case 4: return "\(name) % \(random.number(2...9)) == \(random.number(0...4))"
    case 5: return "\(random.element(names)) == \(random.element(names)) + \(random.number(0...5))"
    case 6: return "\(name) * 3 == \(3 * random.number(0...30))"
    default: return "k == \(name) and k == \(random.number(0...60))"
    }
  }
}
