import ArgumentParser
import LifelineAnalysis
import LifelineScenarios

struct Check: ParsableCommand, SharedOptions {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      subcommand: "check",
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
  }

  @OptionGroup var accepting: AcceptOptions
  @OptionGroup var coverage: CoverageOptions

  @Flag(
    help: ArgumentHelp(
      "Change the machines in many small ways, and say which changes no scenario notices.",
      discussion: "A change that makes no difference, as exploration shows, is counted apart."))
  var mutate = false

  @Option(
    help: ArgumentHelp(
      "How many configurations of each machine are explored at most.",
      discussion: """
        A configuration is what is active and what is remembered. If there are more, nothing is said about what was \
        not reached, and a line tells so.
        """,
      valueName: "count"))
  var limit = Exploration.standardLimit

  @Argument(help: .paths) var paths: [String] = []
  @Flag(help: .strict) var strict = false
  @Option(help: .diagnostics) var diagnostics: DiagnosticFormat?
  @Option(help: .color) var color: ColorChoice?
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false

  func validate() throws {
    try validateShared()
    if limit < 1 { throw ValidationError("--limit is a number above zero.") }
  }

  func run() throws {
    var console = Console(options: self)
    var findings = Findings(isStrict: strict)
    let analyses = Analyses(recordsScenarios: coverage.isWanted, mutates: mutate, explorationLimit: limit)
    let (paths, names) = accepting.split(paths)
    if accepting.accept { try accepting.run(on: paths, names: names, &console, findings: &findings) }
    let checked = checkSpecs(at: paths, analyses, findings: &findings)
    let report = coverage.isWanted ? CoverageReport(on: checked, findings: &findings) : nil
    let files = report?.files(coverage, findings: &findings) ?? []
    console.show(findings)
    for spec in checked {
      console.say(spec.report.summary)
      if let remark = spec.analysis?.remark { console.say(remark) }
    }
    for spec in checked { if let mutation = spec.mutation { console.say(mutation.summary) } }
    for line in report?.lines ?? [] { console.say(line) }
    for file in files { console.say("wrote \(file)") }
    try console.finish(failing: findings.containErrors)
  }
}
