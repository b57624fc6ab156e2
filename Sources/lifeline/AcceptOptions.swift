import ArgumentParser
import LifelineSource
import LifelineWorkspace

/// The options about rewriting scenarios.
struct AcceptOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Rewrite failing scenarios so that they expect what the machine does.",
      discussion: """
        The command shows the changes and asks before it writes them. It only changes the expectations of scenarios. \
        Arguments that aren't files are the names of the scenarios to rewrite.
        """))
  var accept = false

  @Flag(help: "With --accept, also write the calls of steps that don't list any.")
  var record = false

  @Flag(help: "With --accept, write without asking.")
  var yes = false

  func validate() throws {
    if record, !accept { throw ValidationError("--record needs --accept.") }
    if yes, !accept { throw ValidationError("--yes needs --accept.") }
  }

  /// Splits a command's arguments into paths and names of scenarios.
  func split(_ arguments: [String]) -> (paths: [String], names: [String]) {
    guard accept else { return (arguments, []) }
    let isPath = { (argument: String) in
      FileSystem.exists(argument) || argument.contains("/") || argument.hasSuffix(".yaml") || argument.hasSuffix(".yml")
    }
    return (arguments.filter(isPath), arguments.filter { !isPath($0) })
  }

  /// Shows how scenarios would be rewritten, asks, and writes the changes.
  func run(on specs: [CompiledSpec], names: [String], _ console: inout Console) throws -> AcceptanceResult {
    let proposal = AcceptanceProposal.make(for: specs, scenarios: names, recordingCalls: record)
    if let unknown = proposal.firstUnknownName(among: names) {
      let suggestion = unknown.suggestion.map { "; did you mean '\(VisibleText.escaped($0))'?" } ?? "."
      throw ValidationError("There is no file and no scenario '\(VisibleText.escaped(unknown.name))'\(suggestion)")
    }
    let differences = proposal.differences
    // A document has the changes that are written. Whoever is asked sees them before.
    if !yes || !console.writesDocument { for difference in differences { console.show(difference) } }
    if differences.isEmpty { return proposal.discard(isRefused: false) }
    let files = differences.count == 1 ? "this file" : "these \(differences.count) files"
    guard let consent = yes ? true : console.ask("Rewrite \(files)? [y/N] ") else {
      return proposal.discard(isRefused: true)
    }
    let result = consent ? proposal.write() : proposal.discard(isRefused: false)
    for line in consent ? result.lines : ["nothing was rewritten"] { console.say(line) }
    return result
  }
}
