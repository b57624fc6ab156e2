import ArgumentParser
import LifelineSource
import LifelineWorkspace

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a first spec, and a package if there is none.",
    discussion: """
      The command works in the current folder, asks nothing and overwrites nothing. If there is no Package.swift, it \
      writes a package whose tests pass. If there is one, it writes a spec for one of the targets, and says what to add \
      to the manifest.

      EXAMPLES
        mkdir Radio && cd Radio && lifeline init Player && swift test
        lifeline init --plugin Player
        lifeline init Player --target App
      """)

  @Flag(
    help: ArgumentHelp(
      "Let the build plugin generate the machine.",
      discussion: "Without this flag, the generated files are written next to the sources, and you check them in."))
  var plugin = false

  @Option(
    help: ArgumentHelp(
      "The target of the package that gets the machine.", discussion: "The default is the only target in Sources.",
      valueName: "name"))
  var target: String?

  @Flag(name: .shortAndLong, help: "Only write errors.")
  var quiet = false

  @Argument(help: "The name of the machine. The default is made from the name of the folder.")
  var name: String?

  func validate() throws {
    if let name, !isTypeName(name) {
      throw ValidationError(
        "'\(VisibleText.escaped(name))' can't be the name of a machine. Give a capital letter, and then letters and "
          + "digits, such as 'Player'.")
    }
  }

  func run() throws {
    var console = Console(isQuiet: quiet)
    try console.finish(with: InitJob(name: name, target: target, build: plugin ? .plugin : .files).run())
  }
}
