import LifelineModel
import LifelineSource

/// A kind of mapping with a fixed set of keys.
///
/// All keys of specs and configuration files are listed in this folder, with the forms of their values and the rules
/// about them. The readers, the schema, completion, hover and the messages about YAML all walk this one table.
package struct MappingKind: Sendable {
  /// A key with what is known about its value.
  package struct FixedKey: Sendable {
    /// The key.
    package let name: String
    /// The form of its value.
    package let shape: ValueShape
    /// Whether every such mapping has the key.
    package let isRequired: Bool
    /// A sentence about the key, for people who write it.
    package let summary: String
    /// The end of the message about a mapping without the key; `nil` if something else tells such mappings apart.
    let absence: String?
    /// The key beside which this one may be missing.
    package let substitute: String?

    init(
      _ name: String, _ shape: ValueShape, isRequired: Bool = false, absence: String? = nil,
      unless substitute: String? = nil,
      _ summary: String
    ) {
      self.name = name
      self.shape = shape
      self.substitute = substitute
      self.isRequired = isRequired || absence != nil && substitute == nil
      self.summary = summary
      self.absence = absence
    }

    /// The key as specs write it.
    package var written: String { name == "*" ? "\"*\"" : name }
  }

  /// The name with its article, for messages.
  package let name: String
  /// The keys with their values, in the order in which messages list them.
  package let entries: [FixedKey]
  /// The rules about the keys, in the order in which they are applied.
  package let rules: [MappingRule]
  /// The kind of the diagnostics about missing keys.
  let absenceKind: DiagnosticKind

  /// The names of the keys.
  package let keys: [String]
  /// The names of the keys in the order in which `lifeline format` writes them.
  package let writtenOrder: [String]

  /// - Parameter writtenOrder: All keys in the order in which they are written, if messages list them in another one.
  init(
    _ name: String, _ entries: [FixedKey], writtenOrder: [String]? = nil, rules: [MappingRule] = [],
    absenceKind: DiagnosticKind = .missingKey
  ) {
    self.name = name
    self.entries = entries
    self.rules = rules
    self.absenceKind = absenceKind
    keys = entries.map(\.name)
    self.writtenOrder = writtenOrder ?? keys
  }

  /// The key with a name, if the mapping can have it.
  package subscript(key: String) -> FixedKey? { entries.first { $0.name == key } }

  /// The keys that are probably meant by words of other notations.
  private static let otherWords = [
    "target": "to", "goto": "to", "cond": "if", "guard": "if", "when": "if", "action": "do", "actions": "do",
    "onEntry": "entry", "onExit": "exit", "enter": "entry", "leave": "exit", "transitions": "on", "parallel": "regions",
    "children": "states", "timers": "after", "timeout": "after", "requires": "needs", "const": "fixed",
    "state": "given",
    "steps": "when",
  ]

  /// Returns the key that is probably meant by `word`, which is none.
  func nearestKey(to word: String) -> String? {
    if let key = nearestName(to: word, among: keys) { return key }
    return Self.otherWords[word].flatMap { keys.contains($0) ? $0 : nil }
  }
}
