import ArgumentParser
import LifelineWorkspace

/// The options about what scenarios cover.
struct CoverageOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Say how much of the machines the scenarios cover, and what they do not.",
      discussion: "Less than the configuration's thresholds ask for is an error."))
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "Write what the scenarios cover into a file as well.",
      discussion: "json: everything, for programs. lcov: by line, for editors and for services.",
      valueName: "format"))
  var coverageFormat: CoverageFormat?

  @Option(
    help: ArgumentHelp(
      "The file for that.", discussion: "Without it, coverage.json or lcov.info in the working folder.",
      valueName: "file"))
  var coverageOutput: String?

  func validate() throws {
    if coverageOutput == "" { throw ValidationError("--coverage-output is empty: give a file.") }
    if coverageOutput != nil, coverageFormat == nil {
      throw ValidationError("--coverage-output needs a format: give --coverage-format json or lcov.")
    }
  }
}
