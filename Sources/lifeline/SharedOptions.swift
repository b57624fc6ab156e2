import ArgumentParser
import LifelineModel
import LifelineWorkspace

/// The options about how a command treats diagnostics and writes its output.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "The format of the output.",
      discussion: """
        text: for people. json: one document for programs on standard output, with everything that the command has \
        found; 'lifeline schema --results' prints its schema.
        """,
      valueName: "format"))
  var format = OutputFormat.text

  @Option(
    help: ArgumentHelp(
      "The format of errors and warnings.",
      discussion: """
        terminal: text that shows the lines of the spec, on standard error. sarif: a log in SARIF 2.1.0. github: \
        annotations for GitHub Actions. gitlab: a report for GitLab's Code Quality. The last three go to standard \
        output, and all other output then goes to standard error.
        """,
      valueName: "format"))
  var diagnostics = DiagnosticFormat.terminal

  @OptionGroup var appearance: ColorOption

  @Flag(name: .shortAndLong, help: "Only write errors and warnings.")
  var quiet = false

  func validate() throws {
    if format == .json, diagnostics != .terminal {
      throw ValidationError(
        "--format json and --diagnostics \(diagnostics.rawValue) exclude each other: both write to standard output.")
    }
  }
}

/// The option about the appearance of output.
struct ColorOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When to use color.", discussion: "auto: on a terminal, unless the environment variable NO_COLOR is set.",
      valueName: "when"))
  var color = ColorChoice.auto
}

/// The option about exploring machines.
struct ExplorationOptions: ParsableArguments {
  // Even what looks like an option is a value, so that a negative number gets a message of its own.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of configurations to explore for each machine, at most.",
      discussion: """
        A configuration consists of the active states and everything that the machine remembers. The default is the \
        limit in lifeline.yaml, or else 1,000,000. With 0, the checks explore nothing; mutants and logs need an \
        exploration, which then ends at 1,000,000. A monitor needs all configurations, so it raises a lower limit to that.
        """,
      valueName: "count"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 0 {
      throw ValidationError("--limit is less than 0. Give a number of configurations, or 0 to explore none.")
    }
  }
}

extension ArgumentHelp {
  static let paths = ArgumentHelp("Specs, and folders to search for specs.", discussion: discussionOfPaths)
  static let pathsOrStandardInput = ArgumentHelp(
    "Specs, folders to search for specs, and - for a spec on standard input.",
    discussion: discussionOfPaths + " The spec on standard input counts as a file of the working folder.")

  private static let discussionOfPaths = """
    The default is the folder Specs. In a folder, specs are the .yaml and .yml files with the key lifeline at their \
    top level. A file that you name is always read as a spec.
    """
}

/// Throws an error if the ending of a picture's path is that of a format that nothing draws.
func validatePicture(_ path: String?, _ option: String) throws {
  guard let refusal = path.flatMap(DiagramFormat.refusal) else { return }
  throw ValidationError("\(option): \(refusal).")
}

/// Returns the path of a file to write; `nil` for standard output, which is `-` or no path.
func outputFile(_ path: String?) -> String? { path == standardOutputArgument ? nil : path }

/// Throws an error if a path is empty.
func validatePaths(_ paths: [String]) throws {
  if paths.contains("") { throw ValidationError("A path is empty. Give a file or a folder.") }
}

extension OutputFormat: ExpressibleByArgument {}
extension DiagnosticFormat: ExpressibleByArgument {}
extension ColorChoice: ExpressibleByArgument {}
extension CoverageFormat: ExpressibleByArgument {}
extension AccessLevel: ExpressibleByArgument {}
