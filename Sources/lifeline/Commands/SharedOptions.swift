import ArgumentParser
import LifelineModel

/// Which specs a command is about, how they are looked at, and how it speaks of them.
///
/// Each command declares these options itself, with the help from here. As a group of the library's they would cost
/// every start four searches for types, half as long as it takes to read a small spec.
protocol SharedOptions {
  var paths: [String] { get }
  var strict: Bool { get }
  var diagnostics: DiagnosticFormat? { get }
  var color: ColorChoice? { get }
  var quiet: Bool { get }
}

extension SharedOptions {
  func validateShared() throws {
    if paths.contains("") { throw ValidationError("A path is empty: give a file or a folder.") }
  }
}

extension ArgumentHelp {
  static let paths = ArgumentHelp(
    "Specs, and folders that are searched for specs.",
    discussion: """
      Without any, Specs is searched. A spec found in a folder is a .yaml or .yml file with the key lifeline at \
      its top level; a file that is named is always taken as a spec.
      """)

  static let strict = ArgumentHelp("Make every warning an error.")

  static let diagnostics = ArgumentHelp(
    "How errors and warnings are written.",
    discussion: """
      terminal, the default: with the lines they speak of, on standard error. json: an object on a line each; \
      sarif: a log of SARIF 2.1.0; github: annotations for GitHub Actions; these are on standard output, and \
      everything else is on standard error.
      """,
    valueName: "format")

  static let color = ArgumentHelp(
    "Whether to use colour.",
    discussion: "auto, the default: on a terminal, unless the environment's NO_COLOR is set.",
    valueName: "when")

  static let quiet = ArgumentHelp("Only write errors and warnings.")
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
  package static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  /// What is to be said of each: nothing besides its name.
  package static var allValueDescriptions: [String: String] { [:] }
}
