import ArgumentParser
import LifelineModel
import LifelineWorkspace

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Writes a Swift state machine, and tests for it, for every spec.",
    discussion: """
      Per spec STEM.yaml, STEM.swift is written into the folder of --output, and STEMTests.swift into that of \
      --tests-output. The specs are checked before; an error in one of them, and nothing is written at all. A file \
      is only touched if it changes, and never if it was not generated.

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
        Without it the module of lifeline.yaml is imported, if one is given there. With an empty name none is: \
        the tests stand in the state machine's own module.
        """,
      valueName: "name"))
  var module: String?

  @Option(help: ArgumentHelp("The access level of everything generated.", valueName: "level"))
  var access: AccessLevel?

  @Flag(help: "Also write a class that holds the state machine, for delegates that live in classes.")
  var object = false

  @OptionGroup var shared: OutputOptions
  @Argument(help: .paths) var paths: [String] = []

  func validate() throws {
    try validatePaths(paths)
    if output == nil, testsOutput == nil {
      throw ValidationError("Nothing to write: give --output, --tests-output or both.")
    }
    for (option, folder) in [("--output", output), ("--tests-output", testsOutput)] where folder == "" {
      throw ValidationError("\(option) is empty: give a folder, '.' for the working folder.")
    }
    if let module, !module.isEmpty, !isModuleName(module) {
      throw ValidationError("'\(module)' is no module name: a Swift identifier is.")
    }
  }

  func run() throws {
    var console = Console(options: shared)
    let job = GenerationJob(
      machineFolder: output, testsFolder: testsOutput, module: module, access: access, object: object,
      isStrict: shared.strict)
    let result = job.run(paths: paths)
    console.show(result.diagnostics)
    for path in result.written { console.say("wrote \(path)") }
    for path in result.unchanged { console.say("unchanged \(path)") }
    try console.finish(failing: result.diagnostics.containsErrors)
  }
}

/// Returns whether `name` is a Swift identifier, or several with dots between for a submodule.
private func isModuleName(_ name: String) -> Bool {
  name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
    guard let first = part.first, first == "_" || first.properties.isXIDStart else { return false }
    return part.allSatisfy { $0.properties.isXIDContinue } && !part.elementsEqual("_".unicodeScalars)
  }
}
