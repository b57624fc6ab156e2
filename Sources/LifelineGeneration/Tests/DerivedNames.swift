import LifelineModel

/// Names derived tests after their states, stimuli and calls.
struct DerivedNames {
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]
  private static let longest = 120

  /// Returns the name of a test's method. A second one with the same name gets a number.
  mutating func next(for test: DerivedTest, in machine: Machine) -> String {
    let causes = Self.joined(test.steps.map(\.cause))
    let facts = causes.flatMap { $0.facts(in: machine) }.joined()
    let words = causes.compactMap { $0.word(in: machine) }
    var parts = ["test", stateName(of: test, in: machine)]
    if test.steps.contains(where: \.isSent), test.steps.allSatisfy({ $0.treatment == .ignored }) {
      parts.append("ignores" + Self.listed(words, with: "And") + facts)
    } else {
      parts.append(words.enumerated().map { $0 == 0 ? $1 : SwiftText.capitalized($1) }.joined(separator: "Then"))
      if !facts.isEmpty { parts.append("w" + facts.dropFirst()) }
      let calls = test.steps.last.map { $0.calls.map { SwiftText.camelCase(path: machine[$0.callback].name) } } ?? []
      parts.append(calls.isEmpty ? "callsNothing" : "calls" + Self.listed(calls, with: "Then"))
    }
    var name = parts.joined(separator: "_")
    if name.utf8.count > Self.longest { name = String(name.prefix(Self.longest)) }
    var candidate = name
    while !taken.insert(candidate).inserted {
      counts[name, default: 1] += 1
      candidate = "\(name)_\(counts[name] ?? 0)"
    }
    return candidate
  }

  /// Returns the causes with adjacent waits joined, unless their sum doesn't fit into 64 bits.
  private static func joined(_ causes: [DerivedTest.Cause]) -> [DerivedTest.Cause] {
    causes.reduce(into: []) { result, cause in
      guard case .wait(let more) = cause, case .wait(let some)? = result.last else { return result.append(cause) }
      let (sum, overflows) = some.addingReportingOverflow(more)
      if overflows { result.append(cause) } else { result[result.count - 1] = .wait(milliseconds: sum) }
    }
  }

  private func stateName(of test: DerivedTest, in machine: Machine) -> String {
    let state = machine[test.state]
    return state.name.isEmpty ? machine.name : state.name
  }

  /// Returns up to four words, and the number of the others.
  private static func listed(_ words: [String], with joint: String) -> String {
    let shown = words.prefix(4).map(SwiftText.capitalized).joined(separator: joint)
    return words.count > 4 ? "\(shown)\(joint)\(words.count - 4)More" : shown
  }
}

extension DerivedTest.ExpectedReaction {
  /// Whether an event is sent.
  fileprivate var isSent: Bool {
    if case .send = cause { true } else { false }
  }
}

extension DerivedTest.Cause {
  /// The word for the stimulus in a name; `nil` for facts.
  fileprivate func word(in machine: Machine) -> String? {
    switch self {
    case .start: "start"
    case .set: nil
    case .send(let event, _): SwiftText.camelCase(path: machine[event].name)
    case .wait(let milliseconds): "after\(Value.duration(milliseconds: milliseconds))"
    }
  }

  /// The parts of a name for facts.
  fileprivate func facts(in machine: Machine) -> [String] {
    guard case .set(let facts) = self else { return [] }
    return facts.map { fact in
      let name = SwiftText.camelCase(path: machine[fact.field].name)
      return "Where\(SwiftText.capitalized(name))Is\(Self.word(fact.value))"
    }
  }

  private static func word(_ value: Value) -> String {
    let text =
      switch value {
      case .string(let text): text.isEmpty ? "Empty" : text
      case .double: value.description.replacing(".", with: "Point")
      case .bool, .int, .duration, .named, .opaque: value.description
      }
    let letters = text.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
    let sign = text.hasPrefix("-") ? "Minus" : ""
    return sign + SwiftText.capitalized(String(String.UnicodeScalarView(letters)))
  }
}
