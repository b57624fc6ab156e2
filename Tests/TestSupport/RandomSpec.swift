/// A random spec with states `s1`, `s2` and so on. While it's made, `@` stands for a state that isn't chosen yet.
package struct RandomSpec {
  package private(set) var text = ""
  private var count = 0
  private var names: [String] = []
  private var histories: [String] = []
  private let hasGuards: Bool
  private let counts: Bool
  private let leavesOpen: Bool

  package var callbacks: String { (1...max(1, count)).flatMap { ["e\($0)", "x\($0)"] }.joined(separator: " ") }

  private init(hasGuards: Bool, counts: Bool, leavesOpen: Bool) {
    self.hasGuards = hasGuards
    self.counts = counts
    self.leavesOpen = leavesOpen
  }

  /// Makes a spec.
  ///
  /// - Parameters:
  ///   - hasGuards: Whether transitions and actions have conditions over fields and states.
  ///   - counts: Whether the machine has a private field `p`, which entry actions set and no guard reads.
  ///   - leavesOpen: Whether some entry and exit actions leave the order of calls open, or which of them are made.
  package static func makeSpec(
    using random: inout SplitMix64, hasGuards: Bool = false, counts: Bool = false, leavesOpen: Bool = false
  ) -> RandomSpec {
    var spec = RandomSpec(hasGuards: hasGuards, counts: counts, leavesOpen: leavesOpen)
    if hasGuards {
      spec.text = "context: {f: true, g: false, n: 0, m: 1, k: {cases: [x, y, z], default: x}}\n"
    }
    if counts { spec.text = "context: {p: {default: 1, private: true}}\n" }
    let tree = spec.children(depth: 0, isParallel: random.below(3) == 0, &random)
    // Targets are chosen when all names are known.
    for (index, part) in tree.split(separator: "@", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { spec.text += random.element(spec.names + spec.histories) }
      spec.text += part
    }
    return spec
  }

  private mutating func children(depth: Int, isParallel: Bool, _ random: inout SplitMix64) -> String {
    let number = 2 + random.below(2)
    let states = (0..<number).map { _ in state(depth: depth + 1, canBeFinal: !isParallel, &random) }
    var body = states.map(\.text)
    if depth > 0, !isParallel, random.below(3) == 0 {
      count += 1
      histories.append("h\(count)")
      let kind = random.below(2) == 0 ? "deep" : "shallow"
      body.append("h\(count): {history: \(kind), default: \(random.element(states.map(\.name)))}")
    }
    return "\(isParallel ? "regions" : "states"): {\(body.joined(separator: ", "))}"
  }

  private mutating func state(
    depth: Int, canBeFinal: Bool, _ random: inout SplitMix64
  ) -> (name: String, text: String) {
    count += 1
    let number = count
    let name = "s\(number)"
    names.append(name)
    var parts = ["entry: e\(number)", "exit: x\(number)"]
    if hasGuards, random.below(4) == 0 {
      let condition = condition(depth: random.below(3), &random)
      let otherwise = random.below(4) == 0 ? "x" : "e"
      parts[0] = "entry: {if: '\(condition)', do: x\(number), else: \(otherwise)\(number)}"
    }
    if counts { parts[0] = "entry: [e\(number), {set: {p: (p * 2 + \(number)) % 5}}]" }
    if leavesOpen {
      if random.below(3) == 0 {
        let open = ["{anyOrder: [e\(number), x\(number)]}", "{oneOf: [e\(number), [x\(number), e\(number)], []]}"]
        parts[0] = "entry: " + random.element(open)
      }
      if random.below(3) == 0 { parts[1] = "exit: {optional: x\(number)}" }
    }
    if canBeFinal, random.below(10) == 0 {
      return (name, "\(name): {entry: e\(number), exit: x\(number), final: true}")
    }
    var handlers: [String] = []
    for event in ["a", "b", "c"] where random.below(3) == 0 {
      if hasGuards {
        handlers.append("\(event): [\(guardedTransitions(&random))]")
      } else {
        handlers.append("\(event): {to: @\(random.below(4) == 0 ? ", reenter: true" : "")}")
      }
    }
    if random.below(8) == 0 { handlers.append("\"*\": {to: @}") }
    if !handlers.isEmpty { parts.append("on: {\(handlers.joined(separator: ", "))}") }
    if random.below(6) == 0 { parts.append("after: {\(1 + random.below(3))s: @}") }
    if random.below(12) == 0 { parts.append("always: {if: in(@), to: @}") }
    if random.below(8) == 0, !handlers.contains(where: { $0.hasPrefix("b") }) { parts.append("defer: b") }
    if depth < 3, random.below(5) < 3 {
      parts.append(children(depth: depth, isParallel: random.below(3) == 0, &random))
      if random.below(4) == 0 { parts.append("done: @") }
    }
    return (name, "\(name): {\(parts.joined(separator: ", "))}")
  }
}

extension RandomSpec {
  /// Returns one to three transitions with guards, and sometimes one without.
  private func guardedTransitions(_ random: inout SplitMix64) -> String {
    let guarded = (0..<1 + random.below(3)).map { _ in
      "{if: '\(condition(depth: random.below(3), &random))', to: @\(random.below(6) == 0 ? ", reenter: true" : ""), do: {set: {n: m, f: g}}}"
    }
    return (guarded + (random.below(2) == 0 ? ["{to: @}"] : [])).joined(separator: ", ")
  }

  private func condition(depth: Int, _ random: inout SplitMix64) -> String {
    guard depth > 0 else {
      let name = random.below(4) == 0 ? random.element(names) : ""
      return name.isEmpty
        ? random.element(["f", "g", "n < 2", "n == 1", "n > m", "min(n, m) == 1", "k == x", "k != y", "f == g"])
        : "in(\(name))"
    }
    let left = condition(depth: depth - 1, &random)
    let right = condition(depth: depth - 1, &random)
    return random.element(["(\(left) and \(right))", "(\(left) or \(right))", "not (\(left))"])
  }
}
