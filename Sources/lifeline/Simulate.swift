import ArgumentParser
import LifelineSimulation
import LifelineSource
import LifelineWorkspace

struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Steps through a machine, event by event.",
    discussion: """
      The command shows the active states and what each event would do. Then it reads what to do next, line by line: an \
      event, 'wait 5s', 'set field=value', 'undo', or 'save NAME', which adds the session to the spec as a scenario. \
      'help' lists everything that you can type. The lines may also come from a file or a pipe. Then the exit status is \
      1 if any line was an error.

      EXAMPLES
        lifeline simulate Specs/Player.yaml
        lifeline simulate Specs/Player.yaml --given playing --given repeats=true
        printf 'play\\npause\\nsave a pause\\n' | lifeline simulate Specs/Player.yaml
      """)

  @Option(
    help: ArgumentHelp(
      "A state in which the machine begins, or the value of a field. It may be repeated.",
      discussion: "Without a state, the machine starts.", valueName: "state, or field=value"))
  var given: [String] = []

  @OptionGroup var appearance: ColorOption

  @Argument(help: "The spec.")
  var spec: String

  func validate() throws {
    try validatePaths([spec])
    if spec == "-" {
      throw ValidationError("Standard input is for what the machine is to do. Name a file.")
    }
  }

  func run() throws {
    var console = Console(color: appearance.color)
    let result: SimulationJob.Result
    do throws(SimulationJob.Mistake) {
      result = try SimulationJob(given: given).run(path: spec)
    } catch {
      switch error {
      case .severalSpecs:
        throw ValidationError("\(VisibleText.escaped(spec)) contains several specs. Name one of them.")
      case .given(let mistake):
        let end = mistake.message.hasSuffix("?") ? "" : "."
        throw ValidationError("--given: \(VisibleText.escaped(mistake.message))\(end)")
      }
    }
    console.show(result.diagnostics)
    guard var simulation = result.simulation else { return try console.finish(failing: true) }
    let failed = converse(&simulation, &console)
    try console.finish(failing: failed)
  }

  /// Carries out the lines of standard input.
  /// - Returns: Whether the command fails: whether any line of a pipe or a file was an error.
  private func converse(_ simulation: inout Simulation, _ console: inout Console) -> Bool {
    let isInteractive = console.readsTerminal
    if isInteractive { console.say(simulation.greeting) }
    for line in simulation.opening { console.say(line) }
    var input = StandardInputLines()
    var conversation = SimulationConversation(simulation, isInteractive: isInteractive)
    while !conversation.isEnd, !console.hasLostOutput {
      if isInteractive { console.prompt("> ") }
      let line: StandardInputLines.Line?
      do throws(SystemError) { line = try input.readLine() } catch {
        console.fail("error: standard input cannot be read: \(error.message)\n")
        return true
      }
      guard let line else {
        // The shell's prompt begins a line.
        if isInteractive { console.prompt("\n") }
        break
      }
      for output in conversation.take(line) {
        switch output {
        case .line(let text): console.say(text)
        case .difference(let difference): console.show(difference)
        case .diagnostic(let diagnostic): console.show(diagnostic, showsPlace: !isInteractive)
        }
      }
    }
    return conversation.hasFailed && !isInteractive
  }
}
