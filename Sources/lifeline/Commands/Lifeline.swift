import ArgumentParser

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
            Says what a finding means, and how to mend it.

      EXIT STATUS
        0   no errors (there may be warnings)
        1   an error in a spec, or a file that cannot be read or written
        64  a command line that makes no sense
      """,
    subcommands: [Check.self, Generate.self, Explain.self])

  /// Parses the command line and runs what it says.
  static func main() {
    guard var command = subcommand(CommandLine.arguments.dropFirst()) else { return main(nil) }
    do {
      try command.run()
    } catch {
      exit(withError: error)
    }
  }

  /// The subcommand that `arguments` begin with, if they are parsed as its own without ado.
  ///
  /// To look at one command is several times faster than to look at the whole tree. All else, such as help and
  /// errors, goes the whole way.
  private static func subcommand(_ arguments: ArraySlice<String>) -> (any ParsableCommand)? {
    guard let name = arguments.first,
      let type = configuration.subcommands.first(where: { $0.configuration.commandName == name })
    else { return nil }
    let command = $isSubcommandAlone.withValue(true) { try? type.parseAsRoot(Array(arguments.dropFirst())) }
    guard let command, Swift.type(of: command) == type else { return nil }
    return command
  }

  /// Whether a subcommand is parsed without the tree above it.
  @TaskLocal fileprivate static var isSubcommandAlone = false
}

extension CommandConfiguration {
  /// The configuration of a subcommand of `lifeline`. With a name it need not be made of the type's, and what has a
  /// command above it is not asked for completion scripts of its own. Help goes the whole way: to make out how it may be
  /// asked for takes a twentieth of a short run.
  init(subcommand name: String, abstract: String, discussion: String) {
    self.init(
      commandName: name, _superCommandName: "lifeline", abstract: abstract, discussion: discussion,
      helpNames: Lifeline.isSubcommandAlone ? [] : nil)
  }
}
