import LifelineScenarios
import LifelineSource

/// A check of specs, as `lifeline check` makes it.
package struct CheckJob: Sendable {
  /// The checks besides running the scenarios.
  package var verification: Verification
  /// Whether warnings count as errors.
  package var isStrict: Bool
  /// The format of a file about coverage; `nil` for no file.
  package var coverageFormat: CoverageFormat?
  /// The path of that file; `nil` for the format's standard path.
  package var coveragePath: String?
  /// The folder for pictures of counterexamples; `nil` for none.
  package var picturesFolder: String?
  /// Whether the diagnostics have the steps of counterexamples as values, for programs.
  package var showsSteps = false

  /// Creates a job.
  package init(
    _ verification: Verification, isStrict: Bool = false, coverageFormat: CoverageFormat? = nil,
    coveragePath: String? = nil, picturesFolder: String? = nil
  ) {
    self.verification = verification
    self.isStrict = isStrict
    self.coverageFormat = coverageFormat
    self.coveragePath = coveragePath
    self.picturesFolder = picturesFolder
  }

  /// Returns the checks of a spec. Logs are held against the exploration.
  func verification(of spec: CompiledSpec) -> Verification {
    var verification = verification
    if hasLogs(spec) { verification.need = .any }
    if picturesFolder != nil { verification.counterexampleForms.insert(.picture) }
    if showsSteps { verification.counterexampleForms.insert(.steps) }
    return verification
  }

  /// Returns the file about coverage, if one is asked for and the scenarios of any spec could run.
  func coverageFiles(about specs: [VerifiedSpec]) -> [GeneratedFile] {
    let coverages = specs.compactMap(\.machine?.coverage)
    guard let coverageFormat, !coverages.isEmpty else { return [] }
    return [coverageFormat.file(about: coverages, path: coveragePath ?? coverageFormat.standardPath)]
  }

  /// Returns the pictures of counterexamples, if they are asked for.
  func pictureFiles(about diagnostics: [Diagnostic]) -> [GeneratedFile] {
    picturesFolder.map { drawCounterexamples(of: diagnostics, into: $0) } ?? []
  }

  /// Returns the lines that tell the user about the results.
  func summary(of specs: [VerifiedSpec], _ written: WrittenFiles) -> [String] {
    let coverages = specs.compactMap(\.machine?.coverage)
    return specs.compactMap(\.machine).map { $0.report.summary(proving: $0.analysis.proof?.summary) }
      + specs.compactMap(\.machine?.mutation?.summary)
      + (coverages.isEmpty ? [] : CoverageTable.lines(coverages) + coverages.flatMap(CoverageTable.missing))
      + (written.written + written.unchanged).map { "wrote \($0)" }
  }

  /// Returns the line that says that there is nothing to draw, if that was asked for.
  func remark(onPictures files: [GeneratedFile], of specs: [VerifiedSpec]) -> [String] {
    guard picturesFolder != nil, files.isEmpty else { return [] }
    if specs.contains(where: { $0.machine == nil }) {
      return ["no pictures: a spec that can't be read isn't searched for counterexamples"]
    }
    return ["no pictures: there is no counterexample; `lifeline diagram SPEC --scenario NAME` draws a scenario"]
  }
}
