import ArgumentParser
import LifelineModel

/// Which specs a command is about, how they are looked at, and how it speaks of them.
struct SharedOptions: ParsableArguments {
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

  @Option(
    help: ArgumentHelp(
      "How errors and warnings are written.",
      discussion: """
        terminal, the default: with the lines they speak of, on standard error. json: an object on a line each; \
        sarif: a log of SARIF 2.1.0; github: annotations for GitHub Actions; these are on standard output, and \
        everything else is on standard error.
        """,
      valueName: "format"))
  var diagnostics: DiagnosticFormat?

  @Option(
    help: ArgumentHelp(
      "Whether to use colour.",
      discussion: "auto, the default: on a terminal, unless the environment's NO_COLOR is set.",
      valueName: "when"))
  var color: ColorChoice?

  @Flag(name: .shortAndLong, help: "Only write errors and warnings.")
  var quiet = false

  func validate() throws {
    if paths.contains("") { throw ValidationError("A path is empty: give a file or a folder.") }
  }
}

// The values are listed here, and defaults are not given as the library does it: its ways of finding both look up types
// at every start, for as long as it takes to read a small spec.

extension DiagnosticFormat: ExpressibleByArgument {
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  static var allValueDescriptions: [String: String] { [:] }
}

extension ColorChoice: ExpressibleByArgument {
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  static var allValueDescriptions: [String: String] { [:] }
}

extension AccessLevel: ExpressibleByArgument {
  /// What can be written on a command line.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  /// What is to be said of each: nothing besides its name.
  public static var allValueDescriptions: [String: String] { [:] }
}
