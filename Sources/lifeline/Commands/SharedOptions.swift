import ArgumentParser

/// Which specs a command is about, and how they are looked at.
struct SpecArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Specs, and folders that are searched for specs.",
      discussion: """
        Without any, Specs is searched. A spec found in a folder is a .yaml or .yml file with the key lifeline at \
        its top level; a file that is named is always taken as a spec.
        """))
  var paths: [String] = []

  @Flag(help: "Make every warning an error.")
  var strict = false

  func validate() throws {
    if paths.contains("") { throw ValidationError("A path is empty: give a file or a folder.") }
  }
}

/// How a command speaks.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How errors and warnings are written.",
      discussion: """
        terminal: with the lines they speak of, on standard error. json: an object on a line each; sarif: a log of \
        SARIF 2.1.0; github: annotations for GitHub Actions; these are on standard output, and everything else is \
        on standard error.
        """,
      valueName: "format"))
  var diagnostics = DiagnosticFormat.terminal

  @Option(
    help: ArgumentHelp(
      "Whether to use colour.",
      discussion: "auto: on a terminal, unless the environment's NO_COLOR is set.", valueName: "when"))
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Only write errors and warnings.")
  var quiet = false
}

extension DiagnosticFormat: ExpressibleByArgument {}
extension ColorChoice: ExpressibleByArgument {}
