import ArgumentParser
import LifelineSource
import LifelineWorkspace

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Checks specs, and checks them again whenever a file changes.",
    discussion: """
      Twice a second, the command looks for changed files: the specs, the specs of their parts, the configurations of \
      their folders and the folders above, and the templates and logs that these name. It ends with Control-C.

      EXAMPLES
        lifeline watch
        lifeline watch Specs/Player.yaml
        lifeline watch --limit 10000 Specs
      """)

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @OptionGroup var appearance: ColorOption

  @OptionGroup var exploration: ExplorationOptions

  @Argument(help: .paths) var paths: [String] = []

  func validate() throws {
    try validatePaths(paths)
    if paths.contains(standardInputArgument) {
      throw ValidationError("Standard input can't be watched. Name files and folders.")
    }
  }

  func run() throws {
    var console = Console(color: appearance.color)
    var watch = Watch.begin(at: paths)
    var advice = "; Control-C ends this"
    while true {
      check(&console)
      console.say("watching \(counted(watch.fileCount, "file"))\(advice)")
      advice = ""
      if console.hasLostOutput { break }
      guard let change = watch.waitForChange() else { break }
      console.say("")
      console.say("=== \(change)")
    }
    try console.finish(failing: false)
  }

  private func check(_ console: inout Console) {
    let progress = console.progress
    let verification = Verification(
      .completely, explorationLimit: exploration.limit, observeProgress: progress?.observe)
    let result = CheckJob(verification, isStrict: strict).run(paths: paths) { AcceptanceResult(specs: $0) }
    progress?.clear()
    console.show(result)
    if !result.diagnostics.containsErrors { console.say("no errors") }
  }
}
