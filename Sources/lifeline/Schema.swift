import ArgumentParser
import LifelineSource
import LifelineWorkspace

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of specs, for editors, or of results, for programs.",
    discussion: """
      With the schema, an editor completes keys, explains them, and finds mistakes in the shape of a spec while you \
      type. The schema doesn't know what names mean. 'lifeline check' finds mistakes in names.

      EXAMPLES
        lifeline schema
        lifeline schema --output lifeline.schema.json
        lifeline schema --configuration --output lifeline-configuration.schema.json
        lifeline schema --results
      """)

  @Flag(help: "Print the schema of lifeline.yaml.")
  var configuration = false

  @Flag(help: "Print the schema of the documents that --format json writes.")
  var results = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the schema to a file.",
      discussion: "The command overwrites only files that it has written.", valueName: "file"))
  var output: String?

  func validate() throws {
    if configuration, results { throw ValidationError("--configuration and --results exclude each other.") }
    if output == "" { throw ValidationError("--output is empty. Give a file.") }
  }

  func run() throws {
    var console = Console()
    let job = SchemaJob(of: configuration ? .configuration : results ? .results : .spec)
    if let output {
      try console.finish(with: job.write(to: output))
    } else {
      try console.finish(answering: job.text)
    }
  }
}
