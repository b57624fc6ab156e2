import LifelineYAML

/// The entries of a mapping with a fixed set of keys.
struct Mapping {
  private var entries: [String: YAMLEntry]
  private let kind: MappingKind?

  /// Creates a mapping of `kind`; `nil` for one that is read as two kinds.
  init(_ entries: [YAMLEntry], _ kind: MappingKind?) {
    self.entries = Dictionary(entries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    self.kind = kind
  }

  /// Creates a mapping without entries.
  init() { self.init([], nil) }

  subscript(key: String) -> YAMLEntry? {
    assert(kind.map { $0[key] != nil } ?? true, "the table of keys has no `\(key)` in \(kind?.name ?? "")")
    return entries[key]
  }

  /// Returns the entry of a key that not every such mapping can have.
  func ifPossible(_ key: String) -> YAMLEntry? { entries[key] }

  /// Returns the entry of the first of `keys` that is present.
  func first(of keys: [String]) -> YAMLEntry? { keys.lazy.compactMap { self[$0] }.first }

  /// Returns the entry of the condition's key if the mapping meets the condition.
  func entry(meeting condition: MappingRule.Condition) -> YAMLEntry? {
    switch condition {
    case .has(let key): return self[key]
    case .isTrue(let key):
      guard let entry = self[key], case .scalar(let scalar) = entry.value.content, scalar.style == .plain,
        scalar.text == "true"
      else { return nil }
      return entry
    }
  }

  /// Removes the entry of a key.
  mutating func remove(_ key: String) { entries[key] = nil }

  /// The same entries, for a reader that looks for keys of another kind as well.
  var ofAnyKind: Mapping { Mapping(Array(entries.values), nil) }
}
