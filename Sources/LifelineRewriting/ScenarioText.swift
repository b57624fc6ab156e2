import LifelineModel
import LifelineScenarios

/// Writes recorded scenarios as a spec does.
struct ScenarioText {
  private let machine: Machine
  private let writing: ExpectationText

  init(_ machine: Machine) {
    self.machine = machine
    writing = ExpectationText(machine: machine)
  }

  /// Returns the lines of a scenario, the first of which has its name.
  func lines(of scenario: RecordedScenario) -> [String] {
    let steps = stepEntries(of: scenario)
    var lines = [key(scenario) + ":"]
    lines += given(scenario).map { ["  given: " + $0] } ?? []
    if !steps.isEmpty { lines.append("  when:") }
    for entries in steps {
      for (index, entry) in entries.enumerated() { lines.append((index == 0 ? "    - " : "      ") + entry) }
    }
    lines.append("  then: " + situation(scenario.states, scenario.fields))
    return lines
  }

  /// Returns a scenario on one line, for a mapping between braces.
  func flowText(of scenario: RecordedScenario) -> String {
    var keys = given(scenario).map { ["given: " + $0] } ?? []
    let steps = stepEntries(of: scenario).map { "{\($0.joined(separator: ", "))}" }
    if !steps.isEmpty { keys.append("when: \(ExpectationText.list(steps))") }
    keys.append("then: " + situation(scenario.states, scenario.fields))
    return "\(key(scenario)): {\(keys.joined(separator: ", "))}"
  }

  /// The words that YAML 1.1, the version of many tools, reads as truth values or as nothing.
  private static let wordsOfOtherTypes: Set = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]

  /// Returns the name as a key, in quotes unless it consists of words.
  private func key(_ scenario: RecordedScenario) -> String {
    let name = scenario.name
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789 -_".unicodeScalars.contains($0)
    }
    guard isPlain, let first = name.unicodeScalars.first, first.properties.isAlphabetic, name.last != " ",
      !Self.wordsOfOtherTypes.contains(name.lowercased())
    else {
      return Value.string(name).description
    }
    return name
  }

  private func given(_ scenario: RecordedScenario) -> String? {
    let beginning = scenario.beginning
    if beginning.states.isEmpty, beginning.fields.isEmpty { return nil }
    return situation(beginning.states, beginning.fields)
  }

  /// Returns states alone, or `{state: …, field: value}`.
  private func situation(_ states: [ID<State>], _ fields: [FieldValue]) -> String {
    let names = states.map(writing.reference)
    let list = names.count == 1 ? names[0] : ExpectationText.list(names)
    if fields.isEmpty { return list }
    return mapping((states.isEmpty ? [] : [("state", list)]) + entries(fields))
  }

  /// Returns the keys of each step with their values.
  private func stepEntries(of scenario: RecordedScenario) -> [[String]] {
    (scenario.start == .list([]) ? [] : [["start: \(text(scenario.start))"]]) + scenario.steps.map(entries)
  }

  private func entries(_ step: RecordedScenario.Step) -> [String] {
    switch step {
    case .send(let event, let arguments, let expected):
      ["\(machine[event].name): \(text(expected))"] + with(event, arguments)
    case .ignored(let event, let arguments):
      ["ignored: \(machine[event].name)"] + with(event, arguments)
    case .wait(let milliseconds, let expected):
      ["wait: \(Value.duration(milliseconds: milliseconds))", "expect: \(text(expected))"]
    case .set(let facts):
      ["set: \(mapping(entries(facts)))"]
    }
  }

  private func with(_ event: ID<Event>, _ arguments: [Value]) -> [String] {
    let pairs = zip(machine[event].parameters, arguments).map { ($0.name, "\($1)") }
    return pairs.isEmpty ? [] : ["with: \(mapping(pairs))"]
  }

  private func entries(_ fields: [FieldValue]) -> [(String, String)] {
    fields.map { (machine[$0.field].name, "\($0.value)") }
  }

  private func mapping(_ entries: [(String, String)]) -> String {
    "{\(entries.map { "\($0): \($1)" }.joined(separator: ", "))}"
  }

  private func text(_ calls: ExpectedCalls) -> String { writing.text(calls) }
}
