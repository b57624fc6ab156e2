import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let badConfiguration = DiagnosticKind(
    "L601", .error, "a setting that is none",
    explanation: """
      `access` is `internal`, `package` or `public`; `module` is a Swift module's name; `object` is `true` \
      or `false`; `templates` is a folder's path from the configuration file's folder; `coverage` says for some of `states`, \
      `transitions`, `guards`, `callbacks` and `claims` how many per cent scenarios have to cover at least, \
      from 0 to 100. The configuration is refused rather than half obeyed.

          access: public                     # not: open
          module: Lifecycles
          object: true
          templates: ../Templates
          coverage: {transitions: 100, claims: 80}

      Write one of these values, or leave the key out.
      """)
}

/// What a `lifeline.yaml` says of the specs beside and below it.
package struct Configuration: Sendable {
  /// Who can use the generated code.
  package var access: AccessLevel?
  /// The module that generated tests import.
  package var module: String?
  /// Whether there is a class too that holds the machine.
  package var object = false
  /// A folder whose files take the place of built-in templates, as a path from the configuration file's folder.
  package var templates: String?
  /// What generated tests are like.
  package var tests = TestSettings()
  /// How much scenarios have to cover.
  package var coverage: [CoverageThreshold] = []

  /// The configuration of a folder that has none.
  package init() {}
}

/// How much of something the scenarios of every machine have to cover.
package struct CoverageThreshold: Hashable, Sendable {
  /// What is to be covered.
  package var subject: CoverageSubject
  /// How much of it at least.
  package var percent: Int
  /// Where that is said.
  package var range: SourceRange
}

/// What came of reading a configuration file.
package struct ConfigurationReading: Sendable {
  /// What the file says, as far as it could be read.
  package var configuration: Configuration
  /// The file, for messages that show its lines.
  package var source: SourceFile
  /// All faults and warnings, in source order.
  package var diagnostics: [Diagnostic]
  /// Where the file says that sorts of warnings are not wanted in the folder.
  package var suppressions: [Suppression] = []
}

/// Reads `lifeline.yaml`.
package enum ConfigurationReader {
  /// Reads the bytes of the configuration file at `path`. Nothing is thrown: whatever is wrong is among the findings.
  package static func read(bytes: [UInt8], path: String) -> ConfigurationReading {
    let document = YAMLDocument(parsing: bytes, path: path)
    var findings = Findings(document: document)
    var configuration = Configuration()
    if let root = document.root,
      let parts = findings.parts(
        root, keys: ["access", "module", "object", "tests", "templates", "coverage", "allow"],
        what: "a configuration")
    {
      configuration.access = parts["access"].flatMap { access($0.value, findings: &findings) }
      configuration.module = parts["module"].flatMap { module($0.value, findings: &findings) }
      configuration.object = parts["object"].map { findings.flag($0.value) ?? false } ?? false
      configuration.tests = parts["tests"].map { findings.testSettings($0.value) } ?? TestSettings()
      configuration.templates = parts["templates"].flatMap { findings.text($0.value, expected: "a folder's path") }
      configuration.coverage = parts["coverage"].map { coverage($0.value, findings: &findings) } ?? []
      if let allow = parts["allow"] { findings.readSuppressions(allow.value, extent: nil) }
    }
    return ConfigurationReading(
      configuration: configuration, source: document.source, diagnostics: findings.diagnostics,
      suppressions: findings.suppressions)
  }

  private static func access(_ node: YAMLNode, findings: inout Findings) -> AccessLevel? {
    let words = AccessLevel.allCases.map(\.rawValue)
    guard let text = findings.text(node, expected: "`internal`, `package` or `public`") else { return nil }
    if let level = AccessLevel(rawValue: text) { return level }
    findings.report(
      .badConfiguration, "`\(text)` is not one of \(words.map { "`\($0)`" }.joined(separator: ", "))", at: node.place,
      suggestion: nearestName(to: text, among: words))
    return nil
  }

  private static func coverage(_ node: YAMLNode, findings: inout Findings) -> [CoverageThreshold] {
    let keys = CoverageSubject.allCases.map(\.rawValue)
    guard let parts = findings.parts(node, keys: keys, what: "`coverage`") else { return [] }
    return CoverageSubject.allCases.compactMap { subject in
      guard let entry = parts[subject.rawValue],
        let text = findings.text(entry.value, expected: "a whole number from 0 to 100")
      else { return nil }
      guard let percent = Int(text), (0...100).contains(percent) else {
        findings.report(
          .badConfiguration, "`\(text)` is not a number of per cent; write a whole number from 0 to 100",
          at: entry.value.place)
        return nil
      }
      return CoverageThreshold(subject: subject, percent: percent, range: entry.keyRange)
    }
  }

  private static func module(_ node: YAMLNode, findings: inout Findings) -> String? {
    guard let text = findings.text(node, expected: "a Swift module's name") else { return nil }
    if isIdentifierPath(text) { return text }
    findings.report(.badModuleName, "`\(text)` is no module's name", at: node.place)
    return nil
  }
}
