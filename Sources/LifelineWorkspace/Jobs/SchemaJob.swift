import LifelineSchema

/// The writing of a schema, as `lifeline schema` does it.
package struct SchemaJob: Sendable {
  /// A kind of file that has a schema.
  package enum Subject: Sendable {
    case spec
    case configuration
  }

  private let document: SchemaDocument

  /// Creates a job.
  package init(of subject: Subject) {
    document =
      switch subject {
      case .spec: .spec
      case .configuration: .configuration
      }
  }

  /// The schema.
  package var text: String { document.text }

  /// Writes the schema to a file, unless there is one that isn't such a schema.
  package func write(to path: String) -> JobResult {
    .write([GeneratedFile(path: path, bytes: Array(text.utf8), marker: SchemaDocument.marker)])
  }
}
