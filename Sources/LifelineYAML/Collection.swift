import LifelineSource

/// A mapping or list of which the end has not come.
struct Collection {
  /// What comes next in it.
  enum Slot {
    /// A key.
    case key
    /// The value of this key.
    case value(String, SourceRange)
    /// A value that is to be merged into the mapping.
    case merged
    /// A value that is left out, because its key is.
    case omitted(SourceRange)
    /// An item of a list.
    case item
  }

  var slot: Slot
  var start: SourcePosition
  /// Where the last thing in it ends.
  var end: SourcePosition
  /// How many nodes it is made of, itself included.
  var size = 1
  /// How many collections stand in one another in it, itself included.
  var height = 1
  var items: [YAMLNode] = []
  private var entries: [YAMLEntry] = []
  /// Where each key is, once there are too many to look through.
  private var keyRanges: [String: SourceRange]?
  /// What is behind merge keys.
  private var merged: [YAMLEntry]?

  init(_ slot: Slot, start: SourcePosition) {
    self.slot = slot
    self.start = start
    end = start
  }

  /// Whether a key comes next.
  var expectsKey: Bool {
    if case .key = slot { true } else { false }
  }

  /// Where the key ends whose value is next.
  var keyEnd: SourcePosition? {
    switch slot {
    case .value(_, let range), .omitted(let range): range.end
    case .key, .merged, .item: nil
    }
  }

  /// Makes `key` the one whose value is next. If it is there already its value is left out; returns where that one is.
  mutating func take(_ key: String, at range: SourceRange) -> SourceRange? {
    let first = self.range(ofKey: key)
    slot = first == nil ? .value(key, range) : .omitted(range)
    return first
  }

  private func range(ofKey key: String) -> SourceRange? {
    if let keyRanges { return keyRanges[key] }
    for index in entries.indices where entries[index].key == key { return entries[index].keyRange }
    return nil
  }

  mutating func append(_ entry: consuming YAMLEntry) {
    if entries.isEmpty { entries.reserveCapacity(4) }
    keyRanges?[entry.key] = entry.keyRange
    entries.append(entry)
    if keyRanges == nil, entries.count > 12 {
      keyRanges = Dictionary(entries.map { ($0.key, $0.keyRange) }) { first, _ in first }
    }
  }

  /// Takes what stands behind a merge key as YAML 1.1 would: what the author means is plain.
  mutating func merge(_ node: YAMLNode) {
    switch node.content {
    case .mapping(let entries): merged = (merged ?? []) + entries
    case .sequence(let items):
      for case .mapping(let entries) in items.map(\.content) { merged = (merged ?? []) + entries }
    case .scalar: break
    }
  }

  /// What it is when its end has come. It must not be used any more.
  mutating func content() -> YAMLNode.Content {
    if case .item = slot { return .sequence(items) }
    for entry in merged ?? [] where range(ofKey: entry.key) == nil { append(entry) }
    return .mapping(entries)
  }
}

/// What an anchor stands for.
enum Anchor {
  /// What is still being read.
  case open(SourceRange)
  case node(YAMLNode, size: Int, height: Int)
}
