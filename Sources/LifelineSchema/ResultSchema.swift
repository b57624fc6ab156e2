import LifelineReporting

/// The JSON Schema of the documents about the results of commands, which `--format json` writes.
package enum ResultSchema {
  /// The schema as a text that ends with a line feed.
  package static var text: String { json.indentedText() + "\n" }

  private static var json: JSON {
    .object(
      [
        ("$comment", "Written by lifeline schema --results"),
        ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", "A result of Lifeline"),
      ] + ResultShape.object(root).schema + [
        ("anyOf", .array(kinds)), ("$defs", .object(definitions.map { ($0.name, .object($0.shape.schema)) })),
      ])
  }

  /// The kinds of documents: one for each command, one for a sum of verdicts, and one for an invalid command line.
  private static var kinds: [JSON] {
    func kind(_ command: String, _ keys: [String]) -> JSON {
      .object([
        ("properties", .object([("command", .object([("const", .string(command))]))])),
        ("required", .array((["errors", "warnings", "diagnostics"] + keys).map { .string($0) })),
      ])
    }
    return [
      kind("check", ["specs"]), kind("generate", ["specs"]), kind("trace", ["specs"]), kind("trace", ["totals"]),
      kind("diagram", ["specs"]), kind("format", []),
      .object([
        ("properties", .object([("exitStatus", .object([("const", 64)]))])), ("required", ["usageError"]),
      ]),
    ]
  }

  private static let root: [ResultMember] = [
    .always("lifeline", .const("result"), "The kind of the document."),
    .always("version", .const(1), "The version of the format. It rises when a key is removed or changes its meaning."),
    .always("toolVersion", .text, "The version of the command."),
    .always(
      "command", .word(["check", "generate", "trace", "diagram", "format"]),
      "The command that has written the document."),
    .always("exitStatus", .anyOf([.const(0), .const(1), .const(64)]), "The exit status of the command."),
    .sometimes("usageError", .text, "What is wrong with the command line; the document then has nothing else."),
    .sometimes("errors", .count, "The number of diagnostics that are errors."),
    .sometimes("warnings", .count, "The number of diagnostics that are warnings."),
    .sometimes("summary", .list(.text), "The lines that the command prints for people, without diagnostics."),
    .sometimes("diagnostics", .list(.named("diagnostic")), "Errors and warnings, file by file."),
    .sometimes("specs", .list(.named("spec")), "The specs of the run."),
    .sometimes("logs", .list(.named("log")), "The logs of the run."),
    .sometimes("totals", .named("totals"), "The numbers of sessions with each verdict, and of lines."),
    .sometimes("sessions", .list(.named("session")), "The verdicts on the sessions of logs."),
    .sometimes("scenario", .text, "A session as a scenario, in YAML."),
    .sometimes("machines", .list(.named("machine")), "The states and transitions of machines."),
    .sometimes("lifeLine", .named("lifeLine"), "A scenario as it is played."),
    .sometimes("files", .list(.named("file")), "The files of the output."),
    .sometimes("differences", .list(.text), "Changes of files that exist, as diff -u writes them."),
  ]

  /// The definitions, in the order in which a reader meets them.
  private static var definitions: [(name: String, shape: ResultShape)] {
    diagnostics + verdicts + logs + machines + lifeLines + [
      (
        "file",
        .object([
          .always("path", .text, "The path of the file."),
          .always(
            "action", .word(["written", "unchanged", "removed", "wouldBeWritten", "wouldBeRemoved"]),
            "What happened to the file, or would happen if the command wrote."),
        ])
      )
    ]
  }
}

extension ResultSchema {
  /// The members of a range in a file. Lines and columns count from 1.
  static let range: [ResultMember] = [
    .sometimes("line", .count, "The first line, counted from 1."),
    .sometimes("column", .count, "The first column, counted from 1 in Unicode scalars."),
    .sometimes("endLine", .count, "The last line."),
    .sometimes("endColumn", .count, "The column after the last character, counted from 1 in Unicode scalars."),
  ]

  /// The member with the line of a declaration.
  static let line = ResultMember.always("line", .count, "The line in the spec, counted from 1.")

  /// The member with the text that documents a thing.
  static let doc = ResultMember.sometimes("doc", .text, "The text that documents it.")

  /// The shape of values by their names, as a spec writes them.
  static let values = ResultShape.entries(.text)
}
