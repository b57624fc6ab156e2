import ArgumentParser
import LifelineSource
import LifelineWorkspace

struct Diagram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagram",
    abstract: "Draws the states and transitions of machines.",
    discussion: """
      The diagram is a text for Mermaid, which GitHub, GitLab and many editors draw in Markdown; a text for Graphviz, which \
      draws large machines better; or an SVG, for which Graphviz has to be installed.

      EXAMPLES
        lifeline diagram Specs/Player.yaml
        lifeline diagram Specs/Player.yaml --output player.svg
        lifeline diagram Specs/Player.yaml --format dot | dot -Tpdf > player.pdf
        lifeline diagram Specs --format svg --output Diagrams/
      """)

  @Option(
    help: ArgumentHelp(
      "The format of the diagram.",
      discussion: """
        mermaid: a text for Mermaid. dot: a text for Graphviz. svg: a picture, which Graphviz draws. By default, the ending \
        of --output tells (.mmd, .dot, .svg), or else it is mermaid, which needs nothing installed.
        """,
      valueName: "format"))
  var format: DiagramFormat?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the diagram to a file, or the diagrams of several specs into a folder.",
      discussion: "A file that 'lifeline diagram' didn't write isn't overwritten.", valueName: "file"))
  var output: String?

  @OptionGroup var appearance: ColorOption
  @Argument(help: .pathsOrStandardInput) var paths: [String] = []

  func validate() throws {
    try validatePaths(paths)
    if output == "" { throw ValidationError("--output is empty. Give a file or a folder.") }
  }

  func run() throws {
    var console = Console(color: appearance.color)
    let result: JobResult
    do throws(DiagramJob.Mistake) {
      result = try DiagramJob(format: format, output: output).run(paths: paths)
    } catch {
      let folder = output.map { "\(VisibleText.escaped($0))/" } ?? "Diagrams/"
      throw ValidationError(
        "These are several specs. Name one of them, or a folder for their diagrams: --output \(folder)")
    }
    try console.finish(with: result)
  }
}

extension DiagramFormat: ExpressibleByArgument {}
