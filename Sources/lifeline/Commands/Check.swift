import ArgumentParser

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays every scenario of the specs and says what does not hold.",
    discussion: """
      EXAMPLES
        lifeline check
        lifeline check Specs/AppLifecycle.yaml
        lifeline check --diagnostics json Specs | jq .message
      """)

  @OptionGroup var specs: SpecArguments
  @OptionGroup var output: OutputOptions

  func run() throws {
    var console = Console(options: output)
    var findings = Findings()
    let checked = checkSpecs(at: specs.paths, findings: &findings)
    console.show(findings)
    for spec in checked { console.say(spec.report.summary) }
    try console.finish(failing: findings.containErrors)
  }
}
