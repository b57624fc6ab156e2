import ArgumentParser
import LifelineModel
import LifelineSource
import LifelineWorkspace

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generates a Swift state machine and its tests from each spec.",
    discussion: """
      For each spec NAME.yaml, the command writes NAME.swift to the folder of --output, and NAMETests.swift to the \
      folder of --tests-output. It runs the scenarios of all specs first, explores their machines, and writes nothing \
      if any spec has an error. It doesn't touch files that wouldn't change, and never overwrites a file that it didn't generate.

      EXAMPLES
        lifeline generate --output Generated
        lifeline generate Specs --output Sources/App/Generated \\
          --tests-output Tests/AppTests/Generated --module App --access public
      """)

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder for state machines.", valueName: "folder"))
  var output: String?

  @Option(help: ArgumentHelp("The folder for tests.", valueName: "folder"))
  var testsOutput: String?

  @Option(
    help: ArgumentHelp(
      "The module that the tests import.",
      discussion: """
        By default, the module that lifeline.yaml names, if any. With an empty name, the tests import no module, \
        because they are in the state machine's module.
        """,
      valueName: "name"))
  var module: String?

  @Option(help: ArgumentHelp("The access level of generated declarations.", valueName: "level"))
  var access: AccessLevel?

  @Flag(help: "Also generate a class that holds the state machine.")
  var object = false

  @Flag(help: "Also generate a monitor, which finds calls that come where the state machine can't make them.")
  var monitor = false

  @Option(
    help: ArgumentHelp(
      "A folder whose specs belong to a module.",
      discussion: "The build plugin says so, that machines import the modules of their parts.",
      valueName: "name=folder", visibility: .hidden))
  var moduleFolder: [String] = []

  @OptionGroup var exploration: ExplorationOptions
  @OptionGroup var shared: OutputOptions
  @Argument(help: .paths) var paths: [String] = []

  func validate() throws {
    try validatePaths(paths)
    if output == nil, testsOutput == nil {
      throw ValidationError("There is nothing to write. Give --output, --tests-output or both.")
    }
    for (option, folder) in [("--output", output), ("--tests-output", testsOutput)] where folder == "" {
      throw ValidationError("\(option) is empty. Give a folder, such as '.' for the working folder.")
    }
    for text in moduleFolder where !text.contains("=") {
      throw ValidationError("'\(VisibleText.escaped(text))' isn't a module and its folder. Write NAME=FOLDER.")
    }
    if let module, !module.isEmpty, !isModuleName(module) {
      throw ValidationError("'\(VisibleText.escaped(module))' isn't the name of a Swift module.")
    }
  }

  func run() throws {
    var console = Console(options: shared)
    let progress = console.progress
    let verification = Verification(
      .forErrors, reportsUnexploredParts: shared.strict, explorationLimit: exploration.limit,
      observeProgress: progress?.observe)
    var job = GenerationJob(
      machineFolder: output, testsFolder: testsOutput, module: module, access: access, object: object, monitor: monitor,
      verification: verification, isStrict: shared.strict)
    job.moduleFolders = moduleFolder.compactMap { text in
      guard let sign = text.firstIndex(of: "=") else { return nil }
      return ModuleFolder(module: String(text[..<sign]), folder: String(text[text.index(after: sign)...]))
    }
    let result = job.run(paths: paths)
    progress?.clear()
    console.show(result.diagnostics)
    for path in result.written { console.say("wrote \(path)") }
    for path in result.unchanged { console.say("unchanged \(path)") }
    try console.finish(failing: result.diagnostics.containsErrors)
  }
}

/// Returns whether `name` is a Swift identifier, or several with dots between them for a submodule.
private func isModuleName(_ name: String) -> Bool {
  name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
    guard let first = part.first, first == "_" || first.properties.isXIDStart else { return false }
    return part.allSatisfy { $0.properties.isXIDContinue } && !part.elementsEqual("_".unicodeScalars)
  }
}
