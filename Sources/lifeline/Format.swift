import ArgumentParser
import LifelineSource
import LifelineWorkspace

struct Format: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Brings the keys of specs into one order, and keeps every comment.",
    discussion: """
      A spec begins with what a reader wants to know first: the doc, the callbacks and the events. The context, the states and \
      the scenarios follow, and the sources come last. The keys of states, transitions, scenarios and so on have an order, \
      too. States, callbacks, scenarios and everything else that has a name keep the order that you gave them.

      A comment goes with the key that it is above or beside. Nothing else changes: no space inside of a line, and no \
      byte of a value. The command reads what it is about to write, and writes nothing if that isn't the same machine with the \
      same comments. It writes no file if one of the specs can't be read.

      EXAMPLES
        lifeline format
        lifeline format Specs Tests/Door.yaml
        lifeline format --check
        lifeline format - < Specs/Player.yaml
      """)

  @Flag(
    help: ArgumentHelp(
      "Write nothing, and report the specs in another order as errors.", discussion: "The command shows the changes."))
  var check = false

  @OptionGroup var output: OutputOptions
  @Argument(
    help: ArgumentHelp(
      "Specs, folders to search for specs, or - alone for a spec on standard input.",
      discussion: """
        The default is the folder Specs. In a folder, specs are the .yaml and .yml files with the key lifeline at their \
        top level. With -, the formatted spec goes to standard output.
        """))
  var paths: [String] = []

  func validate() throws {
    try validatePaths(paths)
    guard paths.contains(standardInputArgument), !check else { return }
    if paths.count > 1 {
      throw ValidationError(
        "The spec of '-' goes to standard output, and other specs to their files. Format them apart.")
    }
    if output.diagnostics != .terminal || output.format == .json {
      let option = output.format == .json ? "--format" : "--diagnostics"
      throw ValidationError(
        "Standard output gets the spec of '-', and can't get diagnostics as well. Leave out \(option).")
    }
  }

  func run() throws {
    var console = Console(options: output, of: "format")
    try console.finish(with: FormatJob(checks: check, isStrict: output.strict).run(paths: paths))
  }
}
