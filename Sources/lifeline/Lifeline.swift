import ArgumentParser
import LifelineSource
import LifelineWorkspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@main
struct Lifeline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lifeline",
    abstract: "Generates Swift state machines and tests from specs of life cycles.",
    discussion: """
      A spec is a YAML file. It describes the states and events of a machine, the calls that the machine makes, and \
      scenarios that say in which order the calls come.

      EXAMPLES
        lifeline init Player
            Writes a first spec, and a package around it.
        lifeline check
            Checks all specs in the folder Specs.
        lifeline format
            Brings the keys of all specs in the folder Specs into one order.
        lifeline generate --output Generated
            Generates a state machine from each spec in the folder Specs.
        lifeline watch
            Checks all specs in the folder Specs, and again whenever one changes.
        lifeline simulate Specs/Player.yaml
            Steps through a machine, event by event.
        lifeline explore Specs/Player.yaml --output player.html
            Makes a page in which a machine runs.
        lifeline diagram Specs/Player.yaml
            Draws the states and transitions of a machine.
        lifeline docs Specs --output docs/catalogue
            Writes a page about each spec, for people who don't read YAML.
        lifeline trace Specs/Player.yaml device.log
            Checks a log against a spec.
        lifeline explain L212
            Explains a diagnostic and how to resolve it.

      EXIT STATUS
        0   There are no errors. There may be warnings.
        1   A spec has an error, a log violates its spec, or a file can't be read or written.
        64  The command line is invalid.
      """,
    version: toolVersion,
    subcommands: [
      Init.self, Check.self, Format.self, Generate.self, Simulate.self, Diagram.self, Explore.self, Docs.self,
      WatchCommand.self,
      Trace.self, Explain.self, Schema.self, Templates.self,
    ])

  /// The error about a system that hides the command line. The command would take it for one without arguments, and print
  /// its help.
  private struct MissingArguments: Error, CustomStringConvertible {
    var description: String { "The arguments of the command can't be read; on Linux, mount /proc." }
  }

  /// Returns the error for an argument that isn't encoded in UTF-8. Swift would read it as the name of another file.
  private static func foreignArgument() -> ValidationError? {
    for (index, argument) in CommandLine.arguments.enumerated() {
      // Swift repairs the bytes of arguments.
      guard let bytes = CommandLine.unsafeArgv[index], strcmp(bytes, argument) != 0 else { continue }
      return ValidationError("Argument \(index) isn't encoded in UTF-8. Rename the file or the folder.")
    }
    return nil
  }

  static func main() {
    do {
      if CommandLine.arguments.isEmpty { throw MissingArguments() }
      if let error = foreignArgument() { throw error }
      if let error = unknownName(in: CommandLine.arguments.dropFirst()) { throw error }
      var command = try parseAsRoot()
      do {
        try command.run()
      } catch let error as ValidationError {
        document(error)
        try showUsage(of: command, error)
      }
    } catch {
      document(error)
      exit(withError: error)
    }
  }

  /// Ends the command with a JSON document about an invalid command line, if the command line asks for documents.
  private static func document(_ error: any Error) {
    guard exitCode(for: error) == .validationFailure, let command = commandOfDocument else { return }
    var console = Console(documenting: command)
    console.show(usageError: message(for: error))
    exit(withError: ExitCode.validationFailure)
  }

  /// The command whose results are to be a JSON document; `nil` if the command line asks for none.
  private static var commandOfDocument: String? {
    let arguments = CommandLine.arguments.dropFirst().prefix { $0 != "--" }
    guard let command = arguments.first, ResultDocument.commands.contains(command) else { return nil }
    let pairs = zip(arguments, arguments.dropFirst())
    let isAsked = arguments.contains("--format=json") || pairs.contains { $0 == ("--format", "json") }
    return isAsked ? command : nil
  }

  /// Returns the error for a misspelt subcommand, also after `help`, or a misspelt option of the command itself. The
  /// library's own errors suggest nothing.
  private static func unknownName(in arguments: some Sequence<String>) -> ValidationError? {
    var arguments = Array(arguments.prefix(2))
    if arguments.count == 2, arguments[0] == "help" { arguments.removeFirst() }
    guard let name = arguments.first else { return nil }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    let options = ["--help", "--version"]
    if names.contains(name) || options.contains(name) { return nil }
    let suggestion = nearestName(to: name, among: name.hasPrefix("-") ? options : names)
    // Other options have errors of the library.
    guard suggestion != nil || !name.hasPrefix("-") else { return nil }
    return ValidationError(
      "There is no \(name.hasPrefix("-") ? "option" : "subcommand") '\(VisibleText.escaped(name))'"
        + (suggestion.map { "; did you mean '\($0)'?" } ?? "; use \(names.joined(separator: ", "))."))
  }

  /// Shows an error that a subcommand found in its arguments while it ran, with the usage of the subcommand. The library
  /// would show the usage of the whole command.
  private static func showUsage(of command: any ParsableCommand, _ error: ValidationError) throws -> Never {
    let type = type(of: command)
    let group = configuration.subcommands.first { group in
      group.configuration.subcommands.contains { $0 == type }
    }
    let name = [group?.configuration.commandName, type.configuration.commandName].compactMap(\.self)
      .joined(separator: " ")
    var console = Console()
    console.fail(
      """
      Error: \(error.message)
      Usage: \(usageString(for: type))
        See 'lifeline \(name) --help' for more information.

      """)
    throw ExitCode.validationFailure
  }
}
