import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let badTestSetting = DiagnosticKind(
    "L602", .error, "a setting of tests that is none",
    explanation: """
      `tests` in `lifeline.yaml` says what generated tests are like. `derive` is `none`, `transitions` or \
      `pairs`. `subject` is the Swift type that the tests hold to the scenarios instead of the generated \
      machine; where a folder has several machines it is a mapping from a machine's name to its type:

          tests:
            derive: transitions
            subject: {Player: AudioPlayer}

      Write one of these values, or leave the key out: without `tests` there is a test for each scenario, \
      and the generated machine is what they hold to it.
      """)
}

/// What generated tests are like.
package struct TestSettings: Hashable, Sendable {
  /// Which tests are made besides those that are written as scenarios.
  package enum Derivation: String, CaseIterable, Sendable {
    /// None.
    case none
    /// One for every transition, both outcomes of every guard, and every event that a state must ignore.
    case transitions
    /// These, and one for every two transitions that can follow each other.
    case pairs
  }

  /// Which tests are made besides those that are written as scenarios.
  package var derivation = Derivation.none
  /// The type that the tests of every machine of the folder hold to the scenarios.
  package var commonSubject: String?
  /// The types for single machines, by the machine's name.
  package var subjects: [String: String] = [:]

  /// The settings of a folder that says nothing of tests.
  package init() {}

  /// The type that the tests of a machine hold to its scenarios; `nil` for the generated machine.
  package func subject(of machine: String) -> String? { subjects[machine] ?? commonSubject }
}

extension Findings {
  /// The value of `tests`.
  mutating func testSettings(_ node: YAMLNode) -> TestSettings {
    var settings = TestSettings()
    guard let parts = parts(node, keys: ["derive", "subject"], what: "the settings of tests") else { return settings }
    settings.derivation = parts["derive"].flatMap { derivation($0.value) } ?? .none
    guard let subject = parts["subject"]?.value else { return settings }
    if case .mapping(let entries) = subject.content {
      for entry in entries { settings.subjects[entry.key] = subjectType(entry.value) }
    } else {
      settings.commonSubject = subjectType(subject)
    }
    return settings
  }

  private mutating func derivation(_ node: YAMLNode) -> TestSettings.Derivation? {
    let words = TestSettings.Derivation.allCases.map(\.rawValue)
    guard let text = text(node, expected: "`none`, `transitions` or `pairs`") else { return nil }
    if let derivation = TestSettings.Derivation(rawValue: text) { return derivation }
    report(
      .badTestSetting, "`\(text)` is not one of \(words.map { "`\($0)`" }.joined(separator: ", "))", at: node.place,
      suggestion: nearestName(to: text, among: words))
    return nil
  }

  private mutating func subjectType(_ node: YAMLNode) -> String? {
    guard let text = text(node, expected: "a Swift type's name, or a mapping from machines to such names") else {
      return nil
    }
    if isIdentifierPath(text) { return text }
    report(
      .badTestSetting, "`\(text)` is no type's name; write an identifier, or some with dots between", at: node.place)
    return nil
  }
}
