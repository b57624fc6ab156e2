import LifelineSource
import LifelineYAML

/// A rule about the keys of a mapping, with what is said to those who break it.
package struct MappingRule: Sendable {
  /// A condition on a mapping.
  package enum Condition: Sendable {
    case has(String)
    /// The value of the key is `true`.
    case isTrue(String)

    /// The key that the condition is about.
    var key: String {
      switch self {
      case .has(let key), .isTrue(let key): key
      }
    }
  }

  /// A relation between keys.
  package enum Relation: Sendable {
    /// The mapping has one of the keys. Where it has none, `place` is the key at which this is reported.
    case hasOne(of: [String], place: String)
    /// The mapping has at most one of the two keys.
    case hasNotBoth(String, String)
    /// A mapping that meets the condition has one of the keys.
    case needs(Condition, oneOf: [String])
    /// A mapping that meets the condition has none of the keys.
    case excludes(Condition, [String])
  }

  /// The relation that holds between the keys.
  package let relation: Relation
  /// The kind of the diagnostics.
  let kind: DiagnosticKind
  /// The note at the key because of which another one is wrong, if there is a note.
  let note: String?
  /// Returns the message about a key: the one that is wrong, or the one without which others are wrong.
  let message: @Sendable (_ key: String) -> String

  init(
    _ relation: Relation, _ kind: DiagnosticKind, note: String? = nil,
    message: @escaping @Sendable (_ key: String) -> String
  ) {
    self.relation = relation
    self.kind = kind
    self.note = note
    self.message = message
  }

  /// A violation of the rule.
  struct Violation {
    /// The key that is wrong or needs others; `nil` if the mapping has no key that could be named.
    var entry: YAMLEntry?
    /// The key that stays, because of which `entry` is wrong.
    var reason: YAMLEntry?
    /// The key that counts as absent from now on.
    var refused: String?
  }

  /// Returns the violations of the rule in a mapping.
  func violations(in mapping: Mapping) -> [Violation] {
    switch relation {
    case .hasOne(let keys, let place):
      return mapping.first(of: keys) == nil ? [Violation(entry: mapping[place])] : []
    case .hasNotBoth(let first, let second):
      guard let first = mapping[first], let second = mapping[second] else { return [] }
      let isInOrder = first.keyRange < second.keyRange
      return [
        Violation(
          entry: isInOrder ? second : first, reason: isInOrder ? first : second, refused: second.key)
      ]
    case .needs(let condition, let keys):
      guard let entry = mapping.entry(meeting: condition), mapping.first(of: keys) == nil else { return [] }
      return [Violation(entry: entry, refused: entry.key)]
    case .excludes(let condition, let keys):
      guard let reason = mapping.entry(meeting: condition) else { return [] }
      return keys.compactMap { mapping[$0] }.map { Violation(entry: $0, reason: reason, refused: $0.key) }
    }
  }
}
