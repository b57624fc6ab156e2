import LifelineModel

/// Writes derived tests as test methods.
struct DerivedWriter {
  private let machine: Machine
  private var names = DerivedNames()

  init(_ machine: Machine) { self.machine = machine }

  /// The methods of `tests`, written with `scenarios`.
  mutating func methods(_ tests: [DerivedTest], with scenarios: inout ScenarioWriter) -> [TestMethodView] {
    tests.map { test in
      var method = scenarios.method(
        names.next(for: test, in: machine), doc: documentation(of: test), test.scenarios(in: machine))
      if let deadline = scenarios.deadline(test.deadline, line: test.range.start.line) {
        method.steps[0].isLast = false
        method.steps.append(deadline)
      }
      return method
    }
  }

  private func documentation(of test: DerivedTest) -> [String] {
    let happenings = (test.approach + test.steps.map(\.cause)).map { describe($0) }
    let start = test.given.map { "in \($0.map { machine[$0].path }.joined(separator: " and "))" } ?? "from the start"
    let text = "Derived: \(start)\(happenings.isEmpty ? "" : ": ")\(happenings.joined(separator: ", "))."
    return SwiftText.commentLines(text).map { "/// \($0)" }
  }

  private func describe(_ cause: DerivedTest.Cause) -> String {
    switch cause {
    case .start: "start"
    case .set(let facts): facts.map { "\(machine[$0.field].name) = \($0.value)" }.joined(separator: ", ")
    case .send(let event, _): machine[event].name
    case .wait(let milliseconds): "wait \(Value.duration(milliseconds: milliseconds))"
    }
  }
}

/// Names of derived tests: where, what happens, and what it calls.
struct DerivedNames {
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]
  private static let longest = 120

  /// The name of `test`'s method; of several that would be called alike, the next gets a number.
  mutating func next(for test: DerivedTest, in machine: Machine) -> String {
    let causes = Self.joined(test.steps.map(\.cause))
    let facts = causes.flatMap { $0.facts(in: machine) }.joined()
    let happenings = causes.compactMap { $0.word(in: machine) }
    var parts = ["test", place(of: test, in: machine)]
    if test.steps.contains(where: \.isSent), test.steps.allSatisfy({ $0.treatment == .ignored }) {
      parts.append("ignores" + Self.listed(happenings, with: "And") + facts)
    } else {
      parts.append(happenings.enumerated().map { $0 == 0 ? $1 : SwiftText.capitalized($1) }.joined(separator: "Then"))
      if !facts.isEmpty { parts.append("w" + facts.dropFirst()) }
      let calls = test.steps.last.map { $0.calls.map { machine[$0.callback].name } } ?? []
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

  /// The causes, waits that follow each other as one.
  private static func joined(_ causes: [DerivedTest.Cause]) -> [DerivedTest.Cause] {
    causes.reduce(into: []) { result, cause in
      if case .wait(let more) = cause, case .wait(let some)? = result.last {
        result[result.count - 1] = .wait(milliseconds: some + more)
      } else {
        result.append(cause)
      }
    }
  }

  private func place(of test: DerivedTest, in machine: Machine) -> String {
    let state = machine[test.state]
    return state.name.isEmpty ? machine.name : state.name
  }

  /// Up to four words; how many more there are is said.
  private static func listed(_ words: [String], with joint: String) -> String {
    let shown = words.prefix(4).map(SwiftText.capitalized).joined(separator: joint)
    return words.count > 4 ? "\(shown)\(joint)\(words.count - 4)More" : shown
  }
}

extension DerivedTest.Step {
  /// Whether an event is sent.
  fileprivate var isSent: Bool {
    if case .send = cause { true } else { false }
  }
}

extension DerivedTest.Cause {
  /// What a name says of what happens; `nil` of facts.
  fileprivate func word(in machine: Machine) -> String? {
    switch self {
    case .start: "start"
    case .set: nil
    case .send(let event, _): machine[event].name
    case .wait(let milliseconds): "after\(Value.duration(milliseconds: milliseconds))"
    }
  }

  /// What a name says of facts.
  fileprivate func facts(in machine: Machine) -> [String] {
    guard case .set(let facts) = self else { return [] }
    return facts.map { "Where\(SwiftText.capitalized(machine[$0.field].name))Is\(Self.word($0.value))" }
  }

  private static func word(_ value: Value) -> String {
    let letters = value.description.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
    let sign = value.description.hasPrefix("-") ? "Minus" : ""
    return sign + SwiftText.capitalized(String(String.UnicodeScalarView(letters)))
  }
}
