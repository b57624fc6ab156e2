import Foundation
import LifelineSchema

/// A value of JSON that was read.
package indirect enum ReadJSON: Decodable, Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([ReadJSON])
  case object([String: ReadJSON])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let items = try? container.decode([ReadJSON].self) {
      self = .array(items)
    } else {
      self = .object(try container.decode([String: ReadJSON].self))
    }
  }

  package subscript(name: String) -> ReadJSON? { if case .object(let members) = self { members[name] } else { nil } }

  package var items: [ReadJSON] { if case .array(let items) = self { items } else { [] } }

  package var text: String? { if case .string(let text) = self { text } else { nil } }

  package var number: Int? { if case .number(let number) = self { number } else { nil } }

  package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
}

/// Holds documents about results against their schema, and remembers what it has seen.
///
/// It knows the keywords that the schema has, and refuses what the schema doesn't mention, although the schema itself allows it.
package struct ResultValidator {
  private let schema: ReadJSON
  /// The members of definitions that documents have had, such as `diagnostic.code`.
  package private(set) var seen: Set<String> = []
  /// The words that they have had, such as `diagnostic.severity: error`.
  package private(set) var seenWords: Set<String> = []

  package init() throws {
    schema = try JSONDecoder().decode(ReadJSON.self, from: Data(ResultSchema.text.utf8))
  }

  /// The members that the schema has, such as `diagnostic.code`.
  package var members: Set<String> { names { definition, member, _ in ["\(definition).\(member)"] } }

  /// The words that the schema allows, such as `diagnostic.severity: error`.
  package var words: Set<String> {
    names { definition, member, schema in
      let words = (schema["enum"] ?? schema["items"]?["enum"])?.items ?? []
      return words.map { "\(definition).\(member): \($0.text ?? "")" }
    }
  }

  private func names(_ list: (String, String, ReadJSON) -> [String]) -> Set<String> {
    var definitions = ["": schema]
    if case .object(let named)? = schema["$defs"] { definitions.merge(named) { $1 } }
    return definitions.reduce(into: []) { names, definition in
      guard case .object(let members)? = definition.value["properties"] else { return }
      for (member, schema) in members { names.formUnion(list(definition.key, member, schema)) }
    }
  }

  /// Returns what is wrong with a document.
  package mutating func faults(of text: String) -> [String] {
    guard let document = try? JSONDecoder().decode(ReadJSON.self, from: Data(text.utf8)) else { return ["no JSON"] }
    return faults(of: document, schema, at: "$", in: "")
  }

  /// - Parameter definition: The name of the definition that has the schema.
  private mutating func faults(
    of value: ReadJSON, _ schema: ReadJSON, at path: String, in definition: String
  ) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(path): the schema is no object"] }
    var faults: [String] = []
    for (keyword, rule) in keywords {
      switch keyword {
      case "$comment", "$schema", "$defs", "title", "description", "additionalProperties": break
      case "$ref":
        let name = String(rule.text?.dropFirst("#/$defs/".count) ?? "")
        guard let referred = self.schema["$defs"]?[name] else { return ["\(path): there is no \(name)"] }
        faults += self.faults(of: value, referred, at: path, in: name)
      case "type": if !value.has(type: rule.text ?? "") { faults.append("\(path): this is no \(rule.text ?? "")") }
      case "const": if value != rule { faults.append("\(path): this isn't \(rule)") }
      case "enum": if !rule.items.contains(value) { faults.append("\(path): \(value) is none of \(rule)") }
      case "minimum":
        if let number = value.number, let least = rule.number, number < least { faults.append("\(path): less") }
      case "items":
        for (index, item) in value.items.enumerated() {
          faults += self.faults(of: item, rule, at: "\(path)[\(index)]", in: definition)
        }
      case "required":
        faults += rule.items.compactMap(\.text).filter { value[$0] == nil }.map { "\(path): \($0) is missing" }
      case "properties": faults += self.faults(ofMembersOf: value, schema, at: path, in: definition)
      case "anyOf":
        let alternatives = rule.items.map { self.faults(of: value, $0, at: path, in: definition) }
        if alternatives.allSatisfy({ !$0.isEmpty }) { faults += alternatives.min { $0.count < $1.count } ?? [] }
      default: faults.append("the schema has a keyword that this validator doesn't know: \(keyword)")
      }
    }
    if schema["properties"] == nil, let rule = schema["additionalProperties"], case .object(let members) = value {
      for (name, member) in members { faults += self.faults(of: member, rule, at: "\(path).\(name)", in: definition) }
    }
    return faults
  }

  private mutating func faults(
    ofMembersOf value: ReadJSON, _ schema: ReadJSON, at path: String, in definition: String
  ) -> [String] {
    guard case .object(let members) = value, case .object(let rules)? = schema["properties"] else { return [] }
    // Conditions of the root, which have no type, say only what they need.
    let isWhole = schema["type"] != nil
    return members.flatMap { name, member -> [String] in
      guard let rule = rules[name] else {
        return isWhole ? ["\(path): the schema doesn't know \(name)"] : []
      }
      if isWhole {
        seen.insert("\(definition).\(name)")
        for word in [member] + member.items where rule["enum"] != nil || rule["items"]?["enum"] != nil {
          if let text = word.text { seenWords.insert("\(definition).\(name): \(text)") }
        }
      }
      return faults(of: member, rule, at: "\(path).\(name)", in: definition)
    }
  }
}

extension ReadJSON {
  fileprivate func has(type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number: type == "integer"
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
