import ArgumentParser
import LifelineSource

@main
struct Lifeline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lifeline",
    abstract: "Turns written life cycles into Swift state machines and the tests that hold them.",
    discussion: """
      A spec is a YAML file that describes states, events, the callbacks made in between, and scenarios that say \
      in which order these are promised.

      EXAMPLES
        lifeline check
            Plays the scenarios of all specs in Specs.
        lifeline generate --output Generated
            Writes a state machine for every spec in Specs.
        lifeline explain L212
            Describes a diagnostic and how to resolve it.

      EXIT STATUS
        0   no errors (there may be warnings)
        1   an error in a spec, or a file that cannot be read or written
        64  a command line that makes no sense
      """,
    version: toolVersion,
    subcommands: [Check.self, Generate.self, Explain.self])

  static func main() {
    if let name = CommandLine.arguments.dropFirst().first, let error = unknownSubcommand(name) {
      exit(withError: error)
    }
    main(nil)
  }

  /// Returns the error for a first argument that is neither an option nor a subcommand. The library's own doesn't
  /// suggest another name.
  private static func unknownSubcommand(_ name: String) -> ValidationError? {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !name.hasPrefix("-"), !names.contains(name) else { return nil }
    let suggestion = nearestName(to: name, among: names).map { "; did you mean '\($0)'?" }
    return ValidationError(
      "There is no subcommand '\(VisibleText.escaped(name))'\(suggestion ?? ": use \(names.joined(separator: ", ")).")")
  }
}
