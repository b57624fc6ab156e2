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
}
