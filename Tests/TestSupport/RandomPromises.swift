/// Small random machines with few configurations, and random promises about them.
///
/// Without a second region, one timer runs at a time, and no number is unbounded, so explorations decide every promise but some
/// about times.
package struct RandomPromises {
  private var random: SplitMix64
  private let calls = ["one", "two", "three", "four"]
  /// Whether actions leave something open.
  private let leavesOpen: Bool

  /// Whether there is a second region, whose timers run beside those of the first.
  private let hasTwoRegions: Bool

  /// Creates the machines of a seed.
  package init(seed: UInt64, hasTwoRegions: Bool = false) {
    self.hasTwoRegions = hasTwoRegions
    random = SplitMix64(seed: seed)
    leavesOpen = seed % 2 == 0
  }

  /// Returns the text of a spec with one promise.
  package mutating func makeSpec() -> String {
    let names = (0..<random.number(2...4)).map { "s\($0)" }
    let subject = random.below(10)
    let form = promise(names, asksAgain: subject < 2 ? nil : subject < 4 ? "{state: \(names[1])}" : "one")
    var callbacks = calls.map { "\($0): " }
    var events = ["a: ", "b: ", "c: "]
    var promised: String?
    if form.hasPrefix("answeredBy"), subject < 2 {
      events[0] = "a: {\(form)}"
    } else if form.hasPrefix("answeredBy"), subject < 4 {
      promised = form
    } else {
      callbacks[0] = "one: {\(form)}"
    }
    let head = """
      lifeline: 1
      machine: Test
      context: {flag: {default: false, private: true}}
      callbacks: {\(callbacks.joined(separator: ", "))}
      events: {\(events.joined(separator: ", "))}

      """.replacing(";", with: ",")
    var text = ""
    let hasEnd = random.happens(35)
    let targets = names + (hasEnd ? ["over"] : [])
    for (index, name) in names.enumerated() {
      text += "  \(name):\n"
      // The first state would be the one of `before`.
      if index == 1, let promised { text += "    " + promised.replacing("; ", with: "\n    ") + "\n" }
      if random.happens(35) { text += "    entry: [\(actions(1...2))]\n" }
      if random.happens(15) { text += "    exit: [\(actions(1...1))]\n" }
      text += "    on:\n"
      for event in random.pick(random.number(1...3), of: ["a", "b", "c"]) {
        let guarded = random.happens(30) ? "if: \(random.element(["flag", "not flag"])), " : ""
        let target = random.happens(75) ? "to: \(random.element(targets)), " : ""
        text += "      \(event): {\(guarded)\(target)do: [\(actions(0...2))]}\n"
      }
      if random.happens(35) {
        text += "    after: {\(random.number(2...5))ms: {to: \(random.element(targets)), do: [\(actions(0...2))]}}\n"
      }
    }
    if hasEnd { text += "  over: {final: true\(random.happens(30) ? ", entry: [\(actions(1...1))]" : "")}\n" }
    // Every callback is called, and the field is set.
    text += "  rest: {on: {a: {do: [one, two, three, four, {set: {flag: true}}]}}}\n"
    text = text.replacing(";", with: ",")
    guard hasTwoRegions else { return head + "states:\n" + text }
    let lines = text.split(separator: "\n").map { "    \($0)\n" }.joined()
    return head + "regions:\n  left:\n    states:\n" + lines + "  right:\n    states:\n" + secondRegion()
  }

  /// Returns the states of the second region, each of which has a timer.
  private mutating func secondRegion() -> String {
    let names = ["t0", "t1"]
    return names.map { name in
      let event = random.element(["a", "b", "c"])
      let other = names.first { $0 != name } ?? name
      return "      \(name): {on: {\(event): {to: \(other), do: [\(actions(0...1))]}}, "
        + "after: {\(random.number(2...7))ms: {to: \(other), do: [\(actions(0...1))]}}}\n"
    }.joined()
  }

  /// Returns the keys of a promise.
  /// - Parameter asksAgain: The subject behind `before`; `nil` if it can't stand there.
  private mutating func promise(_ states: [String], asksAgain: String?) -> String {
    let others = random.pick(random.number(1...2), of: Array(calls.dropFirst()))
    let list = "[\(others.joined(separator: ", "))]"
    let quantified = others.count == 1 ? others[0] : "{\(random.element(["any", "all"])): \(list)}"
    switch random.below(9) {
    case 0, 1: return "needs: \(quantified)"
    case 2: return "onlyAfter: \(quantified)"
    case 3: return "between: [\(random.pick(2, of: Array(calls.dropFirst())).joined(separator: ", "))]"
    case 4, 5, 6: return "answeredBy: \(list)"
    case 7:
      let rest = calls.dropFirst().filter { !others.contains($0) }
      let others = [random.element(rest), "{state: \(states[0])}", asksAgain].compactMap(\.self)
      return "answeredBy: \(list); before: " + random.element(others)
    default: return "answeredBy: \(list); within: \(random.number(2...12))ms"
    }
  }

  private mutating func actions(_ count: ClosedRange<Int>) -> String {
    var list = (0..<random.number(count)).map { _ in random.element(calls) }
    if leavesOpen, !list.isEmpty, random.happens(50) {
      let others = random.pick(2, of: calls)
      list[0] = random.element([
        "{anyOrder: [\(list[0]), \(others[0])]}", "{optional: \(list[0])}",
        "{anyOrder: [[\(list[0]), \(others[0])], \(others[1])]}",
        "{oneOf: [\(list[0]), [], [\(others[0]), \(others[1])]]}",
      ])
    }
    if random.happens(25) { list.append("{set: {flag: \(random.element(["true", "false", "not flag"]))}}") }
    return list.joined(separator: ", ")
  }
}
