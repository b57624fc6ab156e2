import ArgumentParser
import LifelineSource
import LifelineWorkspace

struct Docs: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Writes a page about each spec, for people who don't read YAML.",
    discussion: """
      A page shows the states and their transitions, the calls with their promises, the events, the scenarios as life \
      lines with their sources, and what the scenarios cover. README.md lists the pages. The command runs the scenarios \
      and explores the machines. It writes nothing if any spec has an error.

      EXAMPLES
        lifeline docs --output docs/catalogue
        lifeline docs --output docs/catalogue --check
        lifeline docs --docc --output Machines.docc
        lifeline docs Specs/Player.yaml
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the pages.",
      discussion: """
        Without it, and with -, the command prints the page about a single spec. It overwrites only files that it has \
        written.
        """, valueName: "folder"))
  var output: String?

  @Flag(
    help: ArgumentHelp(
      "Write a catalogue of DocC, with pictures.", discussion: "The name of the folder ends with .docc."))
  var docc = false

  @Flag(
    help: ArgumentHelp(
      "Write nothing, and report the pages that aren't up to date as errors.",
      discussion:
        "It may have changed, be missing, or be left over from a spec that is gone. The command shows the changes.")
  )
  var check = false

  @Flag(
    help: ArgumentHelp(
      "Also remove pages that are left over.",
      discussion: """
        These are the generated pages in the folder of --output that belong to no spec of this run. All paths have to be \
        folders, and together they have to contain all specs with pages in that folder.
        """))
  var prune = false

  @OptionGroup var exploration: ExplorationOptions
  @OptionGroup var appearance: ColorOption
  @Argument(help: .pathsOrStandardInput) var paths: [String] = []

  func validate() throws {
    try validatePaths(paths)
    if output == "" { throw ValidationError("--output is empty. Give a folder, such as '.' for the working folder.") }
    if check, prune { throw ValidationError("--check writes and removes nothing. Leave out --prune.") }
    let options = [("--check", check), ("--prune", prune), ("--docc", docc)]
    if outputFile(output) == nil, let (name, _) = options.first(where: \.1) {
      throw ValidationError("\(name) is about a folder of pages. Name it with --output.")
    }
  }

  func run() throws {
    if prune, let file = paths.first(where: { !FileSystem.isFolder($0) && FileSystem.exists($0) }) {
      throw ValidationError(
        "--prune needs folders, but '\(VisibleText.escaped(file))' is a file: there may be pages about other specs.")
    }
    var console = Console(color: appearance.color)
    let progress = console.progress
    var job = PagesJob(output: outputFile(output))
    job.mode = check ? .compare : .write
    job.prunes = prune
    job.makesDocC = docc
    job.explorationLimit = exploration.limit
    job.observeProgress = progress?.observe
    let result: JobResult
    do throws(PagesJob.Mistake) { result = try job.run(paths: paths) } catch {
      switch error {
      case .severalSpecs:
        throw ValidationError("These are several specs. Name one of them, or a folder for their pages: --output Pages/")
      case .nameOfCatalogue:
        throw ValidationError("A catalogue of DocC is a folder whose name ends with .docc: --output Machines.docc")
      }
    }
    progress?.clear()
    try console.finish(with: result)
  }
}
