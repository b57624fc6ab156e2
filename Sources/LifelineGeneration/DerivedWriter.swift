import LifelineDiagnostics
import LifelineExecution
import LifelineModel

/// Writes derived tests as test methods.
struct DerivedWriter {
  private let machine: Machine
  private var names = DerivedNames()

  init(_ machine: Machine) { self.machine = machine }

  /// The methods of `tests`, written with `scenarios`.
  mutating func methods(_ tests: [DerivedTest], with scenarios: inout ScenarioWriter) -> [TestMethodView] {
    tests.map { test in
      scenarios.method(names.next(for: test, in: machine), doc: documentation(of: test), test.scenarios(in: machine))
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
    var parts = ["test", place(of: test, in: machine)]
    let isIgnoring = test.steps.allSatisfy { $0.reaction.outcome == .ignored && $0.isSent }
    if isIgnoring, !test.steps.isEmpty {
      let events = test.steps.flatMap { $0.cause.words(in: machine) }
      parts.append("ignores" + Self.listed(events, with: "And"))
    } else {
      let causes = test.steps.flatMap { $0.cause.words(in: machine) }
      parts.append(causes.enumerated().map { $0 == 0 ? $1 : SwiftText.capitalized($1) }.joined(separator: "Then"))
      let calls = test.steps.last.map { $0.reaction.calls.map { machine[$0.callback].name } } ?? []
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
  /// What a name says of it.
  fileprivate func words(in machine: Machine) -> [String] {
    switch self {
    case .start: ["start"]
    case .set(let facts):
      facts.map { fact in
        "where" + SwiftText.capitalized(machine[fact.field].name) + "Is" + Self.word(fact.value)
      }
    case .send(let event, _): [machine[event].name]
    case .wait(let milliseconds): ["after\(Value.duration(milliseconds: milliseconds))"]
    }
  }

  private static func word(_ value: Value) -> String {
    let letters = value.description.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
    let sign = value.description.hasPrefix("-") ? "Minus" : ""
    return sign + SwiftText.capitalized(String(String.UnicodeScalarView(letters)))
  }
}
