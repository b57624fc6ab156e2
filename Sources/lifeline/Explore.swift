import ArgumentParser
import LifelineSource
import LifelineWorkspace

struct Explore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Makes a page in which a machine runs.",
    discussion: """
      The page is one HTML file. It needs no network and sends nothing. It shows the states and what each event would \
      do, plays the scenarios, and finds the shortest run to a state or a call. It keeps the session in its address, \
      and writes it as a scenario that you can copy.

      EXAMPLES
        lifeline explore Specs/Player.yaml --output player.html
        lifeline explore - < Player.yaml > player.html
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the page to a file; - is standard output.",
      discussion: "The command overwrites only files that it has written.", valueName: "file"))
  var output: String?

  @OptionGroup var appearance: ColorOption

  @Argument(help: "The spec; - is standard input.")
  var spec: String

  func validate() throws {
    try validatePaths([spec])
    if output == "" { throw ValidationError("--output is empty. Give a file.") }
  }

  func run() throws {
    var console = Console(color: appearance.color)
    let result: ExplorerJob.Result
    do throws(ExplorerJob.Mistake) {
      result = try ExplorerJob().run(path: spec)
    } catch {
      throw ValidationError("\(VisibleText.escaped(spec)) contains several specs. Name one of them.")
    }
    console.show(result.diagnostics)
    guard let page = result.page else { return try console.finish(failing: true) }
    if let output = outputFile(output) {
      try console.finish(with: page.write(to: output))
    } else {
      try console.finish(answering: page.text)
    }
  }
}
