import ArgumentParser

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays every scenario of the specs and says what does not hold.",
    discussion: """
      EXAMPLES
        lifeline check
        lifeline check Specs/AppLifecycle.yaml
        lifeline check --coverage --mutate
        lifeline check --coverage-format lcov --coverage-output .build/lcov.info
        lifeline check --diagnostics json Specs | jq .message
      """)

  @OptionGroup var specs: SpecArguments
  @OptionGroup var coverage: CoverageOptions

  @Flag(
    help: ArgumentHelp(
      "Change the machines in many small ways, and say which changes no scenario notices.",
      discussion: "A change that makes no difference, as exploration shows, is counted apart."))
  var mutate = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    var console = Console(options: output)
    var findings = Findings()
    let analyses = Analyses(recordsScenarios: coverage.isWanted, mutates: mutate)
    let checked = checkSpecs(at: specs.paths, analyses, findings: &findings)
    let report = coverage.isWanted ? CoverageReport(on: checked, findings: &findings) : nil
    let files = report?.files(coverage, findings: &findings) ?? []
    console.show(findings)
    for spec in checked { console.say(spec.report.summary) }
    for spec in checked { if let mutation = spec.mutation { console.say(mutation.summary) } }
    for line in report?.lines ?? [] { console.say(line) }
    for file in files { console.say("wrote \(file)") }
    try console.finish(failing: findings.containErrors)
  }
}
