import LifelineLanguage
import LifelineReporting

/// The members of an object in JSON.
typealias Members = [(name: String, value: JSON)]

/// Makes schemas of forms, and remembers the definitions that they refer to.
struct SchemaWriter {
  /// The names of the definitions that are referred to, in the order in which they were found.
  private var names: [ShapeName] = []

  /// Returns the definitions that the schemas made so far refer to, and those that these refer to.
  mutating func definitions() -> Members {
    var definitions: Members = []
    while definitions.count < names.count {
      let name = names[definitions.count]
      definitions.append((name.rawValue, .object(schema(of: name.shape))))
    }
    return definitions
  }

  /// Returns the schema of an object as that of an object or nothing.
  func allowingEmptyFiles(_ schema: Members) -> Members {
    schema.map { $0.name == "type" ? ("type", strings(["object", "null"])) : $0 }
  }

  /// Returns the schema of values of a form.
  mutating func schema(of shape: ValueShape) -> Members {
    switch shape {
    case .text(_, let form): return form.map { schema(of: $0) } ?? [("type", Self.scalars)]
    case .word(let words):
      // A number is written without quotes.
      return [("enum", .array(words.flatMap { word in [JSON.string(word)] + (Int(word).map { [.number($0)] } ?? []) }))]
    case .flag: return [("type", .string("boolean"))]
    case .number(let range): return schema(of: range)
    case .nothing: return [("type", .string("null"))]
    case .mapping(let kind): return schema(of: kind)
    case .variants(_, let kinds): return [("anyOf", .array(kinds.map { .object(schema(of: $0)) }))]
    case .entries(let entries): return schema(of: entries)
    case .entry(let entries): return entry(entries)
    case .array(let item, let minimum, let maximum):
      return [("type", .string("array")), ("items", .object(schema(of: item)))]
        + (minimum > 0 ? [("minItems", .number(minimum))] : []) + (maximum.map { [("maxItems", .number($0))] } ?? [])
    case .anyOf(let shapes):
      if case .nothing = shapes[0], shapes.count == 2, case .mapping(let kind) = shapes[1] {
        return allowingEmptyFiles(schema(of: kind))
      }
      return [("anyOf", .array(shapes.flatMap { alternatives(of: $0) }))]
    case .except(let condition, let shape):
      return [("allOf", .array([.object(schema(of: shape)), not(self.condition(condition))]))]
    case .named(let name):
      if !names.contains(name) { names.append(name) }
      return [("$ref", .string("#/$defs/\(name.rawValue)"))]
    }
  }

  /// Returns the schemas of which the values of a form have one.
  private mutating func alternatives(of shape: ValueShape) -> [JSON] {
    if case .variants(_, let kinds) = shape { return kinds.map { .object(schema(of: $0)) } }
    return [.object(schema(of: shape))]
  }

  // MARK: Mappings

  /// Returns the schema of a closed mapping.
  mutating func schema(of kind: MappingKind) -> Members {
    var members: Members = [("type", .string("object")), ("properties", properties(kind.entries))]
    let required = kind.entries.filter(\.isRequired).map(\.name)
    if !required.isEmpty { members.append(("required", strings(required))) }
    members.append(("additionalProperties", .bool(false)))
    let choices = kind.entries.compactMap { key in key.substitute.map { hasOne(of: [key.name, $0]) } }
    let rules = choices + kind.rules.map(rule)
    if !rules.isEmpty { members.append(("allOf", .array(rules))) }
    return members
  }

  private mutating func properties(_ keys: [MappingKind.FixedKey]) -> JSON {
    var properties: Members = []
    for key in keys {
      properties.append((key.name, .object([("description", .string(key.summary))] + schema(of: key.shape))))
    }
    return .object(properties)
  }

  /// Returns the schema of a mapping from names.
  private mutating func schema(of entries: ValueShape.Entries) -> Members {
    var members: Members = [("type", .string("object"))]
    if !entries.keys.isEmpty { members.append(("properties", properties(entries.keys))) }
    if let names = entries.names { members.append(("propertyNames", .object(schema(of: names)))) }
    if let values = entries.valuesOfPaths {
      members.append(("patternProperties", .object([("\\.", .object(schema(of: values)))])))
    }
    members.append(("additionalProperties", .object(schema(of: entries.values))))
    if entries.minimum > 0 { members.append(("minProperties", .number(entries.minimum))) }
    if let maximum = entries.maximum { members.append(("maxProperties", .number(maximum))) }
    if let other = entries.other {
      // Not all values meet the condition, so there is at least one value.
      members.append(("not", .object([("additionalProperties", .object(condition(other)))])))
    }
    return members
  }

  /// Returns the schema of a mapping with one name and any of the keys: for each set of keys, the mapping has these and
  /// one member more.
  private mutating func entry(_ entry: ValueShape.Entries) -> Members {
    let keys = entry.keys
    var members: Members = [("type", .string("object"))]
    if !keys.isEmpty { members.append(("properties", properties(keys))) }
    let keyNames = keys.map(\.name)
    if let names = entry.names {
      let form = JSON.object(schema(of: names))
      members.append(("propertyNames", keys.isEmpty ? form : anyOf([.object([("enum", strings(keyNames))]), form])))
    }
    members.append(("additionalProperties", .object(schema(of: entry.values))))
    if keys.isEmpty { return members + counted(1) }
    let alternatives = (0..<(1 << keys.count)).map { set -> JSON in
      let present = keyNames.indices.filter { set >> $0 & 1 == 1 }.map { keyNames[$0] }
      let absent = keyNames.filter { !present.contains($0) }
      return .object(
        (present.isEmpty ? [] : [("required", strings(present))])
          + (absent.isEmpty ? [] : [("not", anyOf(absent.map { .object(condition(.has($0))) }))])
          + counted(present.count + 1))
    }
    return members + [("anyOf", .array(alternatives))]
  }

  private func counted(_ count: Int) -> Members {
    [("minProperties", .number(count)), ("maxProperties", .number(count))]
  }

  // MARK: Rules

  private func rule(_ rule: MappingRule) -> JSON {
    switch rule.relation {
    case .hasOne(let keys, _): return hasOne(of: keys)
    case .hasNotBoth(let first, let second):
      return not([("type", .string("object")), ("required", strings([first, second]))])
    case .needs(let condition, let keys):
      return anyOf([not(self.condition(condition))] + keys.map { .object(self.condition(.has($0))) })
    case .excludes(let condition, let keys):
      return not([("allOf", .array([.object(self.condition(condition)), hasOne(of: keys)]))])
    }
  }

  private func hasOne(of keys: [String]) -> JSON { anyOf(keys.map { .object(condition(.has($0))) }) }

  /// Returns the schema of mappings that meet a condition. Other values don't meet it.
  private func condition(_ condition: MappingRule.Condition) -> Members {
    switch condition {
    case .has(let key): [("type", .string("object")), ("required", strings([key]))]
    case .isTrue(let key):
      self.condition(.has(key)) + [("properties", .object([(key, .object([("const", .bool(true))]))]))]
    }
  }

  private func anyOf(_ schemas: [JSON]) -> JSON { .object([("anyOf", .array(schemas))]) }

  private func not(_ schema: Members) -> JSON { .object([("not", .object(schema))]) }

  // MARK: Texts

  /// The types of scalars that the reader takes as texts.
  private static let scalars = JSON.array(["string", "number", "boolean"].map { .string($0) })

  private func schema(of form: TextForm) -> Members {
    let type = form.allowsOtherScalars ? Self.scalars : .string("string")
    let exceptions = form.exceptions
    return [("type", type), ("pattern", .string(form.pattern))]
      + (exceptions.isEmpty ? [] : [("not", .object([("enum", strings(exceptions))]))])
  }

  /// Returns the schema of a whole number, which may also be written in quotes.
  private func schema(of range: ClosedRange<Int>) -> Members {
    let limit: Members = range.upperBound == .max ? [] : [("maximum", .number(range.upperBound))]
    return [
      (
        "anyOf",
        .array([
          .object([("type", .string("integer")), ("minimum", .number(range.lowerBound))] + limit),
          .object([("type", .string("string")), ("pattern", .string("^[0-9]+$"))]),
        ])
      )
    ]
  }

  private func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
}
