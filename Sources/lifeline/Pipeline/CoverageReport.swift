import LifelineWorkspace
import LifelineLanguage
import LifelineScenarios
import LifelineSource

extension DiagnosticKind {
  static let coverageBelowThreshold = DiagnosticKind(
    "L903", .error, "coverage below the threshold",
    explanation: """
      The scenarios of the machine cover less of it than `coverage` in `lifeline.yaml` asks for:

          coverage: {transitions: 100, guards: 90}

      `lifeline check --coverage` lists what is not covered, with its place. Write a scenario for it, or delete what \
      no scenario needs. Thresholds are looked at with `--coverage` and `--coverage-format` only.
      """)
}

/// What the scenarios of specs cover.
struct CoverageReport {
  private var coverages: [Coverage] = []

  /// Computes the coverage of specs whose scenarios were recorded, and holds it to the thresholds of their folders.
  init(on specs: [CheckedSpec], findings: inout Findings) {
    for spec in specs {
      guard let recording = spec.report.recording else { continue }
      let coverage = Coverage(of: spec.machine, by: recording)
      coverages.append(coverage)
      findings.add(spec.configuration.values.coverage.compactMap { $0.finding(in: coverage, of: spec) })
    }
  }

  /// A table, and a line for each thing that is not covered.
  var lines: [String] {
    coverages.isEmpty ? [] : CoverageTable.lines(coverages) + coverages.flatMap(CoverageTable.missing)
  }

  /// Writes the file that `options` ask for; gives its path if it was written.
  func files(_ options: CoverageOptions, findings: inout Findings) -> [String] {
    guard let format = options.coverageFormat, !coverages.isEmpty else { return [] }
    let path = options.coverageOutput ?? format.standardPath
    let file =
      switch format {
      case .json:
        OutputFile(path: path, bytes: Array(CoverageDocument.text(coverages).utf8), mark: CoverageDocument.beginning)
      case .lcov:
        OutputFile(path: path, bytes: Array(CoverageTrace.text(coverages).utf8), mark: CoverageTrace.beginning)
      }
    let writer = OutputWriter(writing: [file])
    findings.add(writer.diagnostics)
    return writer.written + writer.unchanged
  }
}

extension CoverageThreshold {
  /// What there is to say if less is covered.
  fileprivate func finding(in coverage: Coverage, of spec: CheckedSpec) -> Diagnostic? {
    let figure = coverage.figure(subject)
    guard figure.covered * 100 < percent * figure.total else { return nil }
    return Diagnostic(
      .coverageBelowThreshold,
      "the scenarios cover \(figure.covered) of \(figure.total) \(subject) (\(figure.percent) %), less than \(percent) %",
      at: SourceLocation(path: coverage.path, range: coverage.nameRange),
      notes: spec.configuration.path.map {
        [.init("\(percent) % are asked for here", at: SourceLocation(path: $0, range: range))]
      } ?? [])
  }
}
