import LifelineSource

/// A mapping or list whose end hasn't been reached.
struct OpenCollection {
  /// The next part of a collection.
  enum Slot {
    /// A key.
    case key
    /// The value of this key.
    case value(String, SourceRange)
    /// A value that is merged into the mapping.
    case merged
    /// A value that is left out, because its key is.
    case omitted(SourceRange)
    /// An item of a list.
    case item
  }

  var slot: Slot
  var start: SourcePosition
  /// The end of the last part.
  var end: SourcePosition
  /// The number of nodes in the collection, including the collection itself.
  var size = 1
  /// The number of nested collections, including the collection itself.
  var height = 1
  var items: [YAMLNode] = []
  var entries: [YAMLEntry] = []
  /// The indices of the entries whose values contain a call that a comma cuts.
  var cutEntries: [Int] = []
  /// The number of brackets that the last of these values opens and doesn't close.
  var unclosedBrackets = 0
  private var keyRanges: [String: SourceRange] = [:]
  /// The entries behind merge keys.
  private var merged: [YAMLEntry] = []

  init(_ slot: Slot, start: SourcePosition) {
    self.slot = slot
    self.start = start
    end = start
  }

  /// Whether a key comes next.
  var expectsKey: Bool {
    if case .key = slot { true } else { false }
  }

  /// The key whose value comes next.
  var key: String? {
    if case .value(let key, _) = slot { key } else { nil }
  }

  /// The key of the last entry.
  var lastKey: String? { entries.last?.key }

  /// The end of the key whose value comes next.
  var keyEnd: SourcePosition? {
    switch slot {
    case .value(_, let range), .omitted(let range): range.end
    case .key, .merged, .item: nil
    }
  }

  /// Makes `key` the key whose value comes next. The value of a key that the mapping already has is left out.
  ///
  /// - Returns: The range of the first occurrence of the key, if there is one.
  mutating func take(_ key: String, at range: SourceRange) -> SourceRange? {
    let first = keyRanges[key]
    slot = first == nil ? .value(key, range) : .omitted(range)
    return first
  }

  mutating func append(_ entry: YAMLEntry) {
    keyRanges[entry.key] = entry.keyRange
    entries.append(entry)
  }

  /// Adds the value of a merge key, to be read as YAML 1.1 does: the author's intention is plain.
  mutating func merge(_ node: YAMLNode) {
    switch node.content {
    case .mapping(let entries): merged += entries
    case .sequence(let items):
      for case .mapping(let entries) in items.map(\.content) { merged += entries }
    case .scalar: break
    }
  }

  /// Returns the content of the complete collection.
  consuming func finish() -> YAMLNode.Content {
    if case .item = slot { return .sequence(items) }
    for entry in merged where keyRanges[entry.key] == nil { append(entry) }
    return .mapping(entries)
  }
}

/// The value that an anchor marks.
enum Anchor {
  /// A collection whose end hasn't been reached.
  case open(SourceRange)
  case node(YAMLNode, size: Int, height: Int)
}
