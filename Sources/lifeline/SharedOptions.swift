import ArgumentParser
import LifelineModel
import LifelineWorkspace

/// The options about how a command treats diagnostics and writes its output.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Make every warning an error.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "How errors and warnings are written.",
      discussion: """
        terminal: with the lines they refer to, on standard error. json: one object on each line; sarif: a log of \
        SARIF 2.1.0; github: annotations for GitHub Actions; these are on standard output, and everything else is on \
        standard error.
        """,
      valueName: "format"))
  var diagnostics = DiagnosticFormat.terminal

  @Option(
    help: ArgumentHelp(
      "Whether to use color.",
      discussion: "auto: on a terminal, unless the environment's NO_COLOR is set.",
      valueName: "when"))
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Only write errors and warnings.")
  var quiet = false
}

extension ArgumentHelp {
  static let paths = ArgumentHelp(
    "Specs, and folders that are searched for specs.",
    discussion: """
      Without any, Specs is searched. A spec found in a folder is a .yaml or .yml file with the key lifeline at \
      its top level; a file that is named is always taken as a spec.
      """)
}

/// Throws an error if a path is empty.
func validatePaths(_ paths: [String]) throws {
  if paths.contains("") { throw ValidationError("A path is empty: give a file or a folder.") }
}

extension DiagnosticFormat: ExpressibleByArgument {}
extension ColorChoice: ExpressibleByArgument {}
extension CoverageFormat: ExpressibleByArgument {}
extension AccessLevel: ExpressibleByArgument {}
