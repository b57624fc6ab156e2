import ArgumentParser

/// What is to be said about what scenarios cover.
struct CoverageOptions: ParsableArguments {
  /// The form of a file about coverage.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case json
    case lcov

    /// Where a file stands unless the command line says otherwise.
    var standardPath: String {
      switch self {
      case .json: "coverage.json"
      case .lcov: "lcov.info"
      }
    }
  }

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
  var coverageFormat: Format?

  @Option(
    help: ArgumentHelp(
      "The file for that.", discussion: "Without it, coverage.json or lcov.info in the working folder.",
      valueName: "file"))
  var coverageOutput: String?

  /// Whether coverage is of interest.
  var isWanted: Bool { coverage || coverageFormat != nil }

  func validate() throws {
    if coverageOutput == "" { throw ValidationError("--coverage-output is empty: give a file.") }
    if coverageOutput != nil, coverageFormat == nil {
      throw ValidationError("--coverage-output needs a form: give --coverage-format json or lcov.")
    }
  }
}
