import LifelineModel
import LifelineSource

/// A kind of mapping with a fixed set of keys.
///
/// All keys of specs and configuration files are listed in this folder. The readers take the keys from here, and so does
/// the schema.
package struct MappingKind: Sendable {
  /// A key with what is known about its value.
  package struct Key: Sendable {
    /// The key.
    package let name: String
    /// The form of its value.
    package let shape: ValueShape
    /// Whether every such mapping has the key.
    package let isRequired: Bool
    /// A sentence about the key, for people who write it.
    package let summary: String

    init(_ name: String, _ shape: ValueShape, isRequired: Bool = false, _ summary: String) {
      self.name = name
      self.shape = shape
      self.isRequired = isRequired
      self.summary = summary
    }
  }

  /// A condition on a mapping.
  package enum Condition: Sendable {
    case has(String)
    /// The value of the key is `true`.
    case isTrue(String)
  }

  /// A rule about the keys of a mapping.
  package enum Rule: Sendable {
    /// The mapping has one of the keys.
    case hasOne(of: [String])
    /// A mapping that meets the condition has one of the keys.
    case needs(Condition, oneOf: [String])
    /// A mapping that meets the condition has none of the keys.
    case excludes(Condition, [String])
  }

  /// The name with its article, for messages.
  package let name: String
  /// The keys with their values, in the order in which messages list them.
  package let entries: [Key]
  /// The rules about the keys.
  package let rules: [Rule]

  /// The names of the keys.
  package let keys: [String]

  init(_ name: String, _ entries: [Key], rules: [Rule] = []) {
    self.name = name
    self.entries = entries
    self.rules = rules
    keys = entries.map(\.name)
  }

  /// Creates a kind with some keys of another one.
  init(_ name: String, _ keys: [String], of other: [Key]) {
    self.init(name, keys.compactMap { key in other.first { $0.name == key } })
  }

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
