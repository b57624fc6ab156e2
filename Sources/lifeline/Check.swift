import ArgumentParser
import LifelineWorkspace

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Plays every scenario of the specs and says what does not hold.",
    discussion: """
      It also explores what each machine can come to, whatever the host does. That proves every 'needs', and finds \
      endless loops, states that nothing leads to, transitions that are never taken and the like.

      EXAMPLES
        lifeline check
        lifeline check Specs/AppLifecycle.yaml
        lifeline check --accept
        lifeline check --accept Specs/AppLifecycle.yaml "launched from the home screen"
        lifeline check --coverage --mutate
        lifeline check --coverage-format lcov --coverage-output .build/lcov.info
        lifeline check --limit 1000000 Specs/Large.yaml
        lifeline check --diagnostics json Specs | jq .message
      """)

  @OptionGroup var accepting: AcceptOptions
  @OptionGroup var coverage: CoverageOptions

  @Flag(
    help: ArgumentHelp(
      "Make mutants of the machines, and report those that no scenario kills.",
      discussion: "Mutants that behave like their machine are counted separately."))
  var mutate = false

  @Option(
    help: ArgumentHelp(
      "How many configurations of each machine are explored at most.",
      discussion: """
        A configuration is what is active and what is remembered. If there are more, nothing is said about what was \
        not reached, and a line tells so.
        """,
      valueName: "count"))
  var limit = Verification.standardLimit

  @OptionGroup var output: OutputOptions
  @Argument(help: .paths) var paths: [String] = []

  func validate() throws {
    try validatePaths(paths)
    if limit < 1 { throw ValidationError("--limit is a number above zero.") }
  }

  func run() throws {
    var console = Console(options: output)
    let (paths, names) = accepting.split(paths)
    let workspace = loadWorkspace(at: paths)
    var specs = compile(workspace.specs)
    var diagnostics = DiagnosticCollector(isStrict: output.strict)
    if accepting.accept {
      let accepted = try accepting.run(on: specs, names: names, &console)
      diagnostics.add(accepted.diagnostics)
      specs = accepted.specs
    }
    let verification = Verification(
      recordsCoverage: coverage.coverage || coverage.coverageFormat != nil, mutates: mutate, explorationLimit: limit)
    let job = CheckJob(
      verification, isStrict: output.strict, coverageFormat: coverage.coverageFormat,
      coveragePath: coverage.coverageOutput)
    let result = job.run(on: specs, in: workspace)
    diagnostics.add(result.diagnostics)
    console.show(diagnostics)
    for line in result.lines { console.say(line) }
    try console.finish(failing: diagnostics.containsErrors)
  }
}
