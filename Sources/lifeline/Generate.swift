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
      folder of --tests-output. Without these options, it uses the folders that lifeline.yaml names. First it runs the \
      scenarios of all specs and explores their machines. It writes nothing if any spec has an error. It doesn't touch \
      files that wouldn't change, and overwrites only files that it has generated.

      EXAMPLES
        lifeline generate --output Generated
        lifeline generate Specs --output Sources/App/Generated \\
          --tests-output Tests/AppTests/Generated --module App --access public
        lifeline generate --check
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

  @Flag(help: "Also generate a monitor. It finds calls that the state machine can't make at that moment.")
  var monitor = false

  @Option(
    help: ArgumentHelp(
      "A folder whose specs belong to a module.",
      discussion: "The build plugin uses it, so that machines import the modules of their parts.",
      valueName: "name=folder", visibility: .hidden))
  var moduleFolder: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Leave out the files of templates of your own.",
      discussion: "The build plugin uses it, because it declares its files without reading lifeline.yaml.",
      visibility: .hidden))
  var withoutExtraTemplates = false

  @Flag(
    help: ArgumentHelp(
      "Write nothing, and report the generated files that aren't up to date as errors.",
      discussion:
        "It may have changed, be missing, or be left over from a spec that is gone. The command shows the changes.")
  )
  var check = false

  @Flag(help: "Write nothing, and say what would be written.")
  var dryRun = false

  @Flag(
    help: ArgumentHelp(
      "Also remove generated files that are left over.",
      discussion: """
        These are generated files in the folders of output that belong to no spec of this run. All paths have to be \
        folders, and together they have to contain all specs that are generated into these folders.
        """))
  var prune = false

  @OptionGroup var exploration: ExplorationOptions
  @OptionGroup var shared: OutputOptions
  @Argument(help: .paths) var paths: [String] = []

  func validate() throws {
    try validatePaths(paths)
    if paths.contains(standardInputArgument) {
      throw ValidationError(
        "Generated files have the names of their specs, and '-' is standard input, which has none. Name the file.")
    }
    if check, dryRun || prune {
      throw ValidationError("--check writes and removes nothing. Leave out \(dryRun ? "--dry-run" : "--prune").")
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
    if prune, let file = paths.first(where: { FileSystem.exists($0) && !FileSystem.isFolder($0) }) {
      throw ValidationError(
        "--prune needs folders, but '\(VisibleText.escaped(file))' is a file: other specs may generate into the same folder."
      )
    }
    var console = Console(options: shared, of: "generate")
    let progress = console.progress
    let verification = Verification(
      .forErrors, reportsUnexploredParts: shared.strict, explorationLimit: exploration.limit,
      observeProgress: progress?.observe)
    var job = GenerationJob(
      folders: OutputFolders(machines: output, tests: testsOutput), module: module, access: access, object: object,
      monitor: monitor, verification: verification, isStrict: shared.strict)
    job.mode = check ? .compare : dryRun ? .preview : .write
    job.prunes = prune
    job.showsSteps = console.writesDocument
    job.rendersExtraTemplates = !withoutExtraTemplates
    job.moduleFolders = moduleFolder.compactMap { text in
      guard let sign = text.firstIndex(of: "=") else { return nil }
      return ModuleFolder(module: String(text[..<sign]), folder: String(text[text.index(after: sign)...]))
    }
    let result = job.run(paths: paths)
    progress?.clear()
    try console.finish(with: result)
  }
}

/// Returns whether `name` is a Swift identifier, or several with dots between them for a submodule.
private func isModuleName(_ name: String) -> Bool {
  name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
    guard let first = part.first, first == "_" || first.properties.isXIDStart else { return false }
    return part.allSatisfy { $0.properties.isXIDContinue } && !part.elementsEqual("_".unicodeScalars)
  }
}
