import ArgumentParser
import LifelineWorkspace

/// The options about what scenarios cover.
struct CoverageOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Show how much of each machine the scenarios cover, and list the rest.",
      discussion: "Coverage below the thresholds in lifeline.yaml is an error."))
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "Write the coverage to a file, too.",
      discussion: "json: all items, for programs. lcov: counts by line, for editors and services.",
      valueName: "format"))
  var coverageFormat: CoverageFormat?

  @Option(
    help: ArgumentHelp(
      "The path of that file.", discussion: "By default, coverage.json or lcov.info in the working folder.",
      valueName: "file"))
  var coverageOutput: String?

  func validate() throws {
    if coverageOutput == "" { throw ValidationError("--coverage-output is empty. Give the path of a file.") }
    if coverageOutput != nil, coverageFormat == nil {
      throw ValidationError("--coverage-output needs --coverage-format json or --coverage-format lcov.")
    }
  }
}
