import LifelineLanguage
import LifelineScenarios
import LifelineSource

/// The formats of files about coverage.
package enum CoverageFormat: String, CaseIterable, Sendable {
  case json
  case lcov

  /// The file's path unless the user gives another.
  var standardPath: String {
    switch self {
    case .json: "coverage.json"
    case .lcov: "lcov.info"
    }
  }

  /// Returns the file about the coverage of machines.
  func file(about coverages: [Coverage], path: String) -> GeneratedFile {
    switch self {
    case .json:
      GeneratedFile(
        path: path, bytes: Array(CoverageDocument.text(coverages).utf8), marker: CoverageDocument.beginning)
    case .lcov:
      GeneratedFile(path: path, bytes: Array(CoverageTrace.text(coverages).utf8), marker: CoverageTrace.beginning)
    }
  }
}

/// Returns an error for each threshold of the configuration that the spec's scenarios don't reach.
func unmetThresholds(of spec: VerifiedSpec) -> [Diagnostic] {
  guard let coverage = spec.machine?.coverage, let configuration = spec.compiled.spec.configuration else { return [] }
  return configuration.values.coverage.compactMap { threshold in
    let figure = coverage.figure(threshold.subject)
    guard figure.covered * 100 < threshold.percent * figure.total else { return nil }
    return Diagnostic(
      .coverageBelowThreshold,
      """
      the scenarios cover \(figure.covered) of \(figure.total) \(threshold.subject) (\(figure.percent) %), less than \
      \(threshold.percent) %
      """,
      at: SourceLocation(path: coverage.path, range: coverage.nameRange),
      notes: [
        .init(
          "\(threshold.percent) % are required here",
          at: SourceLocation(path: configuration.path, range: threshold.range))
      ])
  }
}
