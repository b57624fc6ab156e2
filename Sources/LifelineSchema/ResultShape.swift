import LifelineReporting

/// The shape of a value in the documents about results.
indirect enum ResultShape: Sendable {
  case text
  case flag
  /// A whole number that isn't negative.
  case count
  case const(JSON)
  /// One of some texts.
  case word([String])
  case list(ResultShape)
  /// An object with any names.
  case entries(ResultShape)
  case object([ResultMember])
  /// An object of one of several shapes.
  case anyOf([ResultShape])
  /// A definition of the schema.
  case named(String)

  /// The members of the schema. Documents of later versions may have more keys, so objects aren't closed.
  var schema: Members {
    switch self {
    case .text: return [("type", "string")]
    case .flag: return [("type", "boolean")]
    case .count: return [("type", "integer"), ("minimum", 0)]
    case .const(let value): return [("const", value)]
    case .word(let words): return [("enum", .array(words.map { .string($0) }))]
    case .list(let item): return [("type", "array"), ("items", .object(item.schema))]
    case .entries(let value): return [("type", "object"), ("additionalProperties", .object(value.schema))]
    case .object(let members):
      let required = members.filter(\.isRequired).map { JSON.string($0.name) }
      return [("type", "object"), ("properties", .object(members.map { ($0.name, $0.schema) }))]
        + (required.isEmpty ? [] : [("required", .array(required))])
    case .anyOf(let shapes): return [("anyOf", .array(shapes.map { .object($0.schema) }))]
    case .named(let name): return [("$ref", .string("#/$defs/\(name)"))]
    }
  }
}

/// A member of an object in the documents about results.
struct ResultMember: Sendable {
  var name: String
  var shape: ResultShape
  var isRequired = true
  /// The meaning of the member, in a sentence.
  var summary: String

  /// Creates a member that every object has.
  static func always(_ name: String, _ shape: ResultShape, _ summary: String) -> ResultMember {
    ResultMember(name: name, shape: shape, summary: summary)
  }

  /// Creates a member that an object may lack.
  static func sometimes(_ name: String, _ shape: ResultShape, _ summary: String) -> ResultMember {
    ResultMember(name: name, shape: shape, isRequired: false, summary: summary)
  }

  fileprivate var schema: JSON { .object([("description", .string(summary))] + shape.schema) }
}
