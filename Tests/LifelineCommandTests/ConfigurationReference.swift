import LifelineLanguage

/// The reference of `lifeline.yaml` in Markdown, from the table of keys that the reader, the schema and the editor use.
struct ConfigurationReference {
  /// The mappings of the file with their headings.
  private static let mappings: [(heading: String, kind: MappingKind)] =
    [("", .configuration)]
    + ["tests", "templates", "coverage", "traces"].compactMap { key in
      MappingKind.configuration[key].flatMap { mapping(in: $0.shape) }.map { ("### `\(key)`", $0) }
    }

  /// The tables of all keys.
  static var text: String {
    mappings.map { heading, kind in
      let rows = kind.entries.map { entry in
        "| `\(entry.written)` | \(description(of: entry)) | \(entry.summary.replacing("|", with: "\\|")) |"
      }
      let table = (["| key | value | meaning |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
      return heading.isEmpty ? table : heading + "\n\n" + table
    }.joined(separator: "\n\n")
  }

  private static func description(of entry: MappingKind.FixedKey) -> String {
    description(of: entry.shape, under: entry.name) + (entry.isRequired ? "; required" : "")
  }

  private static func description(of shape: ValueShape, under key: String) -> String {
    switch shape {
    case .text(.prose, _): return "a text"
    case .text(_, .identifierPath): return "a name"
    case .text: return "a text"
    case .word(let words): return listed(words.map { "`\($0)`" })
    case .flag: return "`true` or `false`"
    case .number(let range):
      return range.upperBound == .max ? "a number" : "a number, \(range.lowerBound) to \(range.upperBound)"
    case .nothing: return "nothing"
    case .mapping: return mappings.contains { $0.heading == "### `\(key)`" } ? "[a mapping](#\(key))" : "a mapping"
    case .variants, .entry: return "a mapping"
    case .entries: return "a mapping from names"
    case .array(let item, _, _): return "a list of \(plural(description(of: item, under: key)))"
    case .anyOf(let shapes): return listed(shapes.map { description(of: $0, under: key) })
    case .except(_, let shape): return description(of: shape, under: key)
    case .named(let name): return description(of: name.shape, under: key)
    }
  }

  private static func plural(_ text: String) -> String {
    switch text {
    case "a text": "texts"
    case let link where link.hasPrefix("[a mapping]"): "[mappings]" + link.dropFirst("[a mapping]".count)
    default: text
    }
  }

  private static func listed(_ texts: [String]) -> String {
    guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
    return texts.dropLast().joined(separator: ", ").replacing(" or ", with: ", ") + " or " + last
  }

  /// Returns the mapping with fixed keys that a value may be, or that the items of a list may be.
  private static func mapping(in shape: ValueShape) -> MappingKind? {
    switch shape {
    case .mapping(let kind): kind
    case .anyOf(let shapes): shapes.lazy.compactMap { mapping(in: $0) }.first
    case .array(let item, _, _): mapping(in: item)
    case .named(let name): mapping(in: name.shape)
    default: nil
    }
  }
}
