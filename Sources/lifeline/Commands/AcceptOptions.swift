import ArgumentParser
import LifelineSource

/// Whether scenarios are to be rewritten.
struct AcceptOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Rewrite failing scenarios so that they say what the machine does.",
      discussion: """
        The difference is shown before anything is written. Only what scenarios expect is changed; all else in the \
        files stays as it is. Arguments that are no files name scenarios: of these alone, then.
        """))
  var accept = false

  @Flag(help: "With --accept: write without asking.")
  var yes = false

  func validate() throws {
    if yes, !accept { throw ValidationError("--yes goes with --accept.") }
  }

  /// The paths among a command's arguments, and the names of scenarios.
  func split(_ arguments: [String]) -> (paths: [String], names: [String]) {
    guard accept else { return (arguments, []) }
    let isPath = { (argument: String) in
      FileSystem.hasSomething(at: argument) || argument.utf8.contains(UInt8(ascii: "/"))
        || ["yaml", "yml"].contains(Path.fileExtension(of: argument))
    }
    return (arguments.filter(isPath), arguments.filter { !isPath($0) })
  }

  /// Shows what would be rewritten, asks, and writes.
  func run(on paths: [String], names: [String], _ console: inout Console, findings: inout Findings) throws {
    let accepting = Accepting(specsAt: paths, names: names)
    if let unknown = accepting.unknown(among: names) {
      let near = unknown.near.map { "; did you mean '\(VisibleText.escaped($0))'?" } ?? "."
      throw ValidationError("There is no file and no scenario '\(VisibleText.escaped(unknown.name))'\(near)")
    }
    for difference in accepting.differences { console.show(difference) }
    if accepting.count > 0 {
      let files = accepting.count == 1 ? "this file" : "these \(accepting.count) files"
      switch yes ? true : console.ask("Rewrite \(files)? [y/N] ") {
      case true?: for line in accepting.write(findings: &findings) { console.say(line) }
      case false?: console.say("nothing was rewritten")
      case nil: accepting.refuseToWrite(findings: &findings)
      }
    }
    addUnacceptable(specsAt: paths, names: names, findings: &findings)
  }
}
