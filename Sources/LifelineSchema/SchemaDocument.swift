import LifelineLanguage
import LifelineReporting

/// The JSON Schema of a kind of file.
///
/// It uses the keywords of draft 2020-12 that older editors understand as well: those of draft 7, and `$defs`, which a
/// `$ref` also reaches there.
package enum SchemaDocument: CaseIterable, Sendable {
  /// The schema of specs.
  case spec
  /// The schema of `lifeline.yaml`.
  case configuration

  /// The beginning of every schema that Lifeline writes.
  package static let marker = "{\n  \"$comment\": \"Written by lifeline schema"

  /// The schema as a text that ends with a line feed.
  package var text: String { json.indentedText() + "\n" }

  private var json: JSON {
    var writer = SchemaWriter()
    let root = writer.schema(of: kind)
    return .object(
      [
        ("$comment", .string("Written by \(command)")),
        ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
        ("title", .string(title)),
      ] + (self == .configuration ? writer.allowingEmptyFiles(root) : root)
        + [("$defs", .object(writer.definitions()))])
  }

  private var kind: MappingKind {
    switch self {
    case .spec: .spec
    case .configuration: .configuration
    }
  }

  private var command: String {
    switch self {
    case .spec: "lifeline schema"
    case .configuration: "lifeline schema --configuration"
    }
  }

  private var title: String {
    switch self {
    case .spec: "A spec of Lifeline"
    case .configuration: "A lifeline.yaml"
    }
  }
}
