import LifelineSchema

/// The writing of a schema, as `lifeline schema` does it.
package struct SchemaJob: Sendable {
  /// A kind of file that has a schema.
  package enum Subject: Sendable {
    case spec
    case configuration
    /// The documents about the results of commands.
    case results
  }

  /// The schema.
  package let text: String

  /// Creates a job.
  package init(of subject: Subject) {
    text =
      switch subject {
      case .spec: SchemaDocument.spec.text
      case .configuration: SchemaDocument.configuration.text
      case .results: ResultSchema.text
      }
  }

  /// Writes the schema to a file, unless there is one that isn't such a schema.
  package func write(to path: String) -> JobResult {
    .write([GeneratedFile(path: path, bytes: Array(text.utf8), marker: SchemaDocument.marker)])
  }
}
