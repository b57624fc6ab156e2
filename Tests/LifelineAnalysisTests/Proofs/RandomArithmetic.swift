import LifelineLanguage
import LifelineModel
import TestSupport

/// Random machines that compute: with numbers, lengths of time, texts and enumerations that the host chooses, keeps and
/// changes, compared with each other, and with timers.
struct RandomArithmetic {
  /// Whether every number has a range, and only one timer can run at a time.
  let isBounded: Bool
  private var random: SplitMix64
  /// The names of numbers that expressions may use where no event is handled.
  private var numbers: [String] = []
  /// Whether actions keep a text.
  private var keepsTitle = false
  /// Whether a field carries values of a type that the language doesn't know.
  private var carries = false
  /// The numbers that actions set, each with its range.
  private var assignable: [(name: String, range: ClosedRange<Int>?)] = []
  /// Comparisons of values that aren't whole numbers.
  private var otherConditions: [String] = []

  init(isBounded: Bool, seed: UInt64) {
    self.isBounded = isBounded
    random = SplitMix64(seed: seed)
  }

  /// Returns the text of a spec.
  mutating func makeSpec() -> String {
    carries = random.happens(30)
    let context = makeContext() + (carries ? ["token: {type: Token, private: true}"] : [])
    let count = random.number(2...3)
    let names = (0..<count).map { "s\($0)" }
    var states = ""
    for (number, name) in names.enumerated() { states += state(name, of: names, withTimer: number == 1) }
    let events =
      (isBounded ? "{a: , b: , c: " : "{a: , b: , c: {parameters: {p: Int}}")
      + (carries ? ", d: {parameters: {given: Token}}}" : "}")
    let show = carries ? ", show: {parameters: {token: \"Token?\"}}" : ""
    var text = """
      lifeline: 1
      machine: Test
      context: {\(context.joined(separator: ", "))}
      callbacks: {one: , two: {needs: one}, three: {needs: two}\(show)}
      events: \(events)

      """
    if !isBounded, random.happens(30) {
      text += "regions:\n  l:\n    states:\n" + states.indented(by: 4)
      text += "  m:\n    states:\n      t: {after: {\(random.number(1...4))ms: u}}\n"
      text += "      u: {on: {b: {to: t, do: [\(random.element(["one", "two", "three"]))]}}}\n"
    } else {
      text += "states:\n" + states
    }
    return text
  }

  private mutating func makeContext() -> [String] {
    var result: [String] = []
    func range(_ bounds: ClosedRange<Int>?) -> String {
      bounds.map { ", range: \($0.lowerBound)...\($0.upperBound)" } ?? ""
    }
    for name in ["x", "y"] {
      let bounds = isBounded || random.happens(60) ? 0...extent(2...4) : nil
      result.append("\(name): {default: \(random.number(0...1)), private: true\(range(bounds))}")
      assignable.append((name, bounds))
      numbers.append(name)
    }
    for (name, kind) in [("m", ", fixed: true"), ("f", "")] where random.happens(75) {
      let bounds = isBounded || random.happens(60) ? 0...extent(1...3) : nil
      result.append("\(name): {default: 1\(kind)\(range(bounds))}")
      numbers.append(name)
    }
    if random.happens(40) {
      result.append("flag: {cases: [red, green], default: red}")
      otherConditions.append("flag == green")
    }
    if random.happens(25) {
      result.append("level: {default: 0.5\(random.happens(30) ? ", fixed: true" : "")}")
      otherConditions += ["level < 0.5", "level >= 0.5", "level != 1.0", "not (level > 0.5)"]
    }
    if !isBounded, random.happens(25) {
      result += ["title: \"\"", "kept: {default: \"\", private: true}"]
      otherConditions += [
        "title == \\\"a\\\"", "kept != \\\"b\\\"", "title == kept", "title == kept and kept == \\\"b\\\"",
      ]
      keepsTitle = true
    }
    return result
  }

  private mutating func state(_ name: String, of names: [String], withTimer: Bool) -> String {
    var text = "  \(name):\n"
    if random.happens(40) { text += "    entry: [\(actions(withArgument: false))]\n" }
    if random.happens(25) {
      text += "    always: {if: \(quoted(condition(withArgument: false))), to: \(random.element(names)), do: "
      text += "[\(actions(withArgument: false))]}\n"
    }
    text += "    on:\n"
    for event in random.pick(random.number(1...3), of: ["a", "b", "c"]) {
      let hasArgument = event == "c" && !isBounded
      text += "      \(event):\n"
      for _ in 0..<random.number(1...2) {
        text += "        - {if: \(quoted(condition(withArgument: hasArgument))), to: \(random.element(names)), do: "
        text += "[\(actions(withArgument: hasArgument))]}\n"
      }
    }
    if carries { text += "      d: {to: \(random.element(names)), do: [{set: {token: given}}, show]}\n" }
    if withTimer, random.happens(70) {
      text += "    after: {\(random.number(1...3))ms: {to: \(random.element(names)), do: "
      text += "[\(actions(withArgument: false))]}}\n"
    }
    return text
  }

  private mutating func actions(withArgument: Bool) -> String {
    var result = random.pick(random.number(0...2), of: ["one", "two", "three", "one"])
    if random.happens(60) {
      let target = random.element(assignable)
      result.append("{set: {\(target.name): \(quoted(sum(withArgument: withArgument)))}}")
    }
    if carries, random.happens(30) { result.append(random.element(["show", "{set: {token: nil}}"])) }
    if keepsTitle, random.happens(20) { result.append("{set: {kept: title}}") }
    if random.happens(15) {
      result.append("{if: \(quoted(condition(withArgument: withArgument))), do: one, else: two}")
    }
    return result.joined(separator: ", ")
  }

  private mutating func condition(withArgument: Bool) -> String {
    if !otherConditions.isEmpty, random.happens(20) { return random.element(otherConditions) }
    let relation = random.element(["<", "<=", "==", "!=", ">", ">="])
    let left = random.happens(70) ? variable(withArgument: withArgument) : sum(withArgument: withArgument)
    let right = random.happens(50) ? "\(constant())" : sum(withArgument: withArgument)
    let comparison = "\(left) \(relation) \(right)"
    return random.happens(20) ? "\(comparison) and \(condition(withArgument: withArgument))" : comparison
  }

  private mutating func sum(withArgument: Bool) -> String {
    let name = variable(withArgument: withArgument)
    let other = variable(withArgument: withArgument)
    return switch random.below(10) {
    case 0, 1: "\(constant())"
    case 2, 3: name
    case 4: "\(name) - 1"
    case 5: "\(name) + \(other)"
    case 6: "\(name) * \(random.number(1...2))"
    case 7: "min(\(name), \(random.happens(50) ? other : "2"))"
    case 8: "\(name) % \(isBounded ? 2 : random.number(2...5))"
    default: "\(name) + 1"
    }
  }

  /// Returns a number that is compared or assigned: without bounds, one that is far from some of the others.
  private mutating func constant() -> Int {
    isBounded ? random.number(0...4) : random.element([0, 1, 2, 3, 4, 9, 20, 33])
  }

  /// Returns the end of a range: without bounds, a great one now and then.
  private mutating func extent(_ usual: ClosedRange<Int>) -> Int {
    isBounded || random.happens(50) ? random.number(usual) : random.number(10...40)
  }

  private mutating func variable(withArgument: Bool) -> String {
    withArgument && random.happens(40) ? "p" : random.element(numbers)
  }

  private func quoted(_ expression: String) -> String { "\"\(expression)\"" }
}

extension String {
  fileprivate func indented(by count: Int) -> String {
    let space = String(repeating: " ", count: count)
    return split(separator: "\n").map { space + $0 + "\n" }.joined()
  }
}
