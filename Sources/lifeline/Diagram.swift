import ArgumentParser
import LifelineSource
import LifelineWorkspace

struct Diagram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagram",
    abstract: "Draws the states and transitions of machines, or a scenario.",
    discussion: """
      Without --scenario, the command draws the states. It writes a text for Mermaid, which GitHub, GitLab and many \
      editors show as a picture in Markdown; a text for Graphviz, which draws large machines better; or an SVG, for \
      which Graphviz has to be installed. With --scenario, it draws a life line, as text or as SVG: the calls of the \
      scenario in their order, next to the states that are active.

      The exit code is 0 if the diagram is drawn, also that of a scenario that fails, whose picture shows what is \
      wrong: 'lifeline check' judges scenarios. It is 1 if the spec has an error, or if the diagram can't be drawn or \
      written, and 64 if the command line isn't valid, which includes a scenario that the spec doesn't have.

      EXAMPLES
        lifeline diagram Specs/Player.yaml
        lifeline diagram Specs/Player.yaml --output player.svg
        lifeline diagram Specs/Player.yaml --format dot | dot -Tpdf > player.pdf
        lifeline diagram Specs --format svg --output Diagrams/
        lifeline diagram Specs/Player.yaml --scenario 'paused and played again'
        lifeline diagram Specs/Player.yaml --format json
      """)

  /// A diagram, or everything that it would show as JSON.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case mermaid, dot, svg, text, json

    /// The format of the diagram; `nil` for JSON, which is none.
    var drawn: DiagramFormat? { DiagramFormat(rawValue: rawValue) }
  }

  @Option(
    help: ArgumentHelp(
      "The format of the diagram.",
      discussion: """
        mermaid: a text for Mermaid. dot: a text for Graphviz. svg: a picture, which Graphviz draws. By default, the \
        ending of --output decides (.mmd, .dot, .svg, .txt). Without --output, it is mermaid. A scenario is drawn as \
        text or svg; the default is text. json: no diagram, but one document for programs about the machines or the \
        scenario; 'lifeline schema --results' prints its schema.
        """,
      valueName: "format"))
  var format: Format?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the diagram to a file, or the diagrams of several specs into a folder; - is standard output.",
      discussion: "The command overwrites only files that it has written.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Draw the scenario with this name.", valueName: "name"))
  var scenario: String?

  @Option(
    help: ArgumentHelp(
      "The combination of the values of 'where' for which the scenario is drawn, counted from 1, or all.",
      discussion: """
        The default is the first. With all, the texts come one after the other; an SVG shows one combination, and so \
        --output a.svg makes the files a-1.svg, a-2.svg and so on.
        """, valueName: "number or all"))
  var combination: Combination?

  /// The combinations of a scenario that are drawn.
  enum Combination: ExpressibleByArgument {
    case number(Int)
    case all

    init?(argument: String) {
      if argument == "all" {
        self = .all
      } else {
        guard let number = Int(argument) else { return nil }
        self = .number(number)
      }
    }

    /// The number of the only combination; `nil` for all of them.
    var number: Int? { if case .number(let number) = self { number } else { nil } }
  }

  @Flag(help: "Draw the scenario with ASCII characters.")
  var ascii = false

  @Flag(help: "Leave out line numbers. They change whenever something is added above them.")
  var noNumbers = false

  @OptionGroup var appearance: ColorOption
  @Argument(help: .pathsOrStandardInput) var paths: [String] = []

  func validate() throws {
    try validatePaths(paths)
    if output == "" { throw ValidationError("--output is empty. Give a file or a folder.") }
    try validatePicture(output, "--output")
    if format == .json, output != nil || ascii || noNumbers {
      let option = output != nil ? "--output" : ascii ? "--ascii" : "--no-numbers"
      throw ValidationError("--format json writes a document to standard output. Leave out \(option).")
    }
    if format == .json, case .all? = combination {
      throw ValidationError("--format json describes one combination. Write its number, such as --combination 1.")
    }
    if scenario != nil { return }
    let options = [("--combination", combination != nil), ("--ascii", ascii), ("--no-numbers", noNumbers)]
    if let (name, _) = options.first(where: \.1) {
      throw ValidationError("\(name) is about a scenario. Name one with --scenario.")
    }
  }

  func run() throws {
    var console = format == .json ? Console(documenting: "diagram") : Console(color: appearance.color)
    try console.finish(with: scenario.map(draw) ?? drawStates())
  }

  private func drawStates() throws -> JobResult {
    if format == .json { return DiagramJob.describe(paths: paths) }
    do throws(DiagramJob.Mistake) {
      return try DiagramJob(format: format?.drawn, output: outputFile(output)).run(paths: paths)
    } catch {
      switch error {
      case .severalSpecs: throw severalSpecs
      case .textOfStates:
        throw ValidationError("--format text draws a scenario. Name one with --scenario, or use mermaid, dot or svg.")
      }
    }
  }

  private func draw(_ scenario: String) throws -> JobResult {
    var job = LifeLineJob(
      scenario: scenario, combination: combination?.number, format: format?.drawn, output: outputFile(output),
      usesASCII: ascii, showsNumbers: !noNumbers)
    if case .all? = combination { job.drawsAllCombinations = true }
    do throws(LifeLineJob.Mistake) {
      return format == .json ? try job.describe(paths: paths) : try job.run(paths: paths)
    } catch {
      switch error {
      case .severalSpecs: throw severalSpecs
      case .format(let format):
        throw ValidationError("A scenario isn't drawn as \(format.rawValue). Use --format text or svg.")
      case .scenario(let names, let nearest):
        let advice = nearest.map { "; did you mean '\(shown($0))'?" }
        let list = names.prefix(10).map { "\n  " + shown($0) }.joined() + (names.count > 10 ? "\n  …" : "")
        throw ValidationError(
          "No scenario is named '\(shown(scenario))'"
            + (advice ?? (names.isEmpty ? "; there is none." : ". There are:\(list)")))
      case .combination(let count):
        throw ValidationError(
          "The scenario has \(count == 1 ? "1 combination" : "\(count) combinations"), counted from 1.")
      case .severalPictures(let count):
        throw ValidationError(
          "Each of the \(count) combinations is an SVG of its own. Name their files: --output a.svg makes a-1.svg to "
            + "a-\(count).svg.")
      }
    }
  }

  private func shown(_ name: String) -> String { VisibleText.escaped(name.shortened(to: QuoteLimits.quote)) }

  private var severalSpecs: ValidationError {
    if scenario != nil { return ValidationError("These are several specs. Name the one that has the scenario.") }
    let folder = outputFile(output).map { "\(VisibleText.escaped($0))/" } ?? "Diagrams/"
    return ValidationError(
      "These are several specs. Name one of them, or a folder for their diagrams: --output \(folder)")
  }
}
