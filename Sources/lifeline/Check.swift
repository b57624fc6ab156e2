import ArgumentParser
import LifelineWorkspace

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks that the scenarios of specs hold, and looks for mistakes in their machines.",
    discussion: """
      The command runs all scenarios. It also explores every configuration that a machine can reach, whatever the host \
      does. It says of each promise that it is proved, that it is broken, with a counterexample, or that it isn't \
      proved, with the reason. It also finds endless loops, states that can't be reached, transitions that are never \
      taken, and other mistakes.

      EXAMPLES
        lifeline check
        lifeline check Specs/Apple/AppLifecycle.yaml
        make-spec | lifeline check -
        lifeline check --accept
        lifeline check --accept Specs/Player.yaml "a pause"
        lifeline check --coverage --mutate
        lifeline check --coverage-format lcov --coverage-output .build/lcov.info
        lifeline check --pictures .build/pictures
        lifeline check --limit 1000000 Specs/Large.yaml
        lifeline check --format json Specs | jq '.diagnostics[].message'
      """)

  @OptionGroup var accepting: AcceptOptions
  @OptionGroup var coverage: CoverageOptions

  @Flag(
    help: ArgumentHelp(
      "Try mutants of the machines, and report those that no scenario kills.",
      discussion: "A mutant is a small change. Mutants that behave like their machine are counted separately."))
  var mutate = false

  @Option(
    help: ArgumentHelp(
      "Draw each counterexample as a life line into this folder.",
      discussion: "An SVG and a text each. The command overwrites only files that it has written.",
      valueName: "folder")
  )
  var pictures: String?

  @OptionGroup var exploration: ExplorationOptions
  @OptionGroup var output: OutputOptions
  @Argument(help: .pathsOrStandardInput) var paths: [String] = []

  func validate() throws {
    try validatePaths(paths)
    if pictures == "" { throw ValidationError("--pictures is empty. Give the path of a folder.") }
    if pictures == standardOutputArgument {
      throw ValidationError(
        "--pictures writes several files, which standard output can't take. Give the path of a folder.")
    }
    if pictures != nil, exploration.limit == 0 {
      throw ValidationError("--pictures shows what is explored, and with --limit 0 nothing is. Leave one of them out.")
    }
    if accepting.accept, paths.contains(standardInputArgument) {
      throw ValidationError("--accept rewrites files, and '-' is standard input. Name the file.")
    }
  }

  func run() throws {
    var console = Console(options: output, of: "check")
    let (paths, names) = accepting.split(paths)
    let progress = console.progress
    let verification = Verification(
      .completely, recordsCoverage: coverage.coverage || coverage.coverageFormat != nil, mutates: mutate,
      explorationLimit: exploration.limit, observeProgress: progress?.observe)
    var job = CheckJob(
      verification, isStrict: output.strict, coverageFormat: coverage.coverageFormat,
      coveragePath: coverage.coverageOutput, picturesFolder: pictures)
    job.showsSteps = console.writesDocument
    let result = try job.run(paths: paths) { specs in
      accepting.accept ? try accepting.run(on: specs, names: names, &console) : AcceptanceResult(specs: specs)
    }
    progress?.clear()
    try console.finish(with: result)
  }
}
