import LifelineDiagnostics

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
  var items: [YAMLNode] = []
  var entries: [YAMLEntry] = []
  var keys = KeyPlaces()
  /// What is behind merge keys.
  var merged: [YAMLEntry] = []
  var anchor: String?
  var tag: Tag?
  var start: SourcePosition
  /// Where the last thing in it ends.
  var end: SourcePosition
  /// How many nodes it is made of, itself included.
  var size = 1
  /// How many collections stand in one another in it, itself included.
  var height = 1

  init(_ slot: Slot, anchor: String?, tag: Tag?, start: SourcePosition) {
    self.slot = slot
    self.anchor = anchor
    self.tag = tag
    self.start = start
    end = start
  }

  var isMapping: Bool {
    if case .item = slot { false } else { true }
  }

  /// Where the key ends whose value is next.
  var keyEnd: SourcePosition? {
    switch slot {
    case .value(_, let range), .omitted(let range): range.end
    case .key, .merged, .item: nil
    }
  }

  /// What it is when its end has come.
  mutating func content() -> YAMLNode.Content {
    guard isMapping else { return .sequence(items) }
    for entry in merged where keys.insert(entry.key, entry.keyRange) == nil { entries.append(entry) }
    return .mapping(entries)
  }
}

/// What an anchor stands for.
enum Anchor {
  /// What is still being read.
  case open(SourceRange)
  case node(YAMLNode, size: Int, height: Int)
}

/// The keys of a mapping and where each was first: a list while there are few, as nearly always.
struct KeyPlaces {
  private var few: [(key: String, range: SourceRange)] = []
  private var many: [String: SourceRange] = [:]

  /// Remembers a key, or gives the place where it was before.
  mutating func insert(_ key: String, _ range: SourceRange) -> SourceRange? {
    if many.isEmpty {
      if let first = few.first(where: { $0.key == key }) { return first.range }
      few.append((key, range))
      if few.count > 12 {
        many = Dictionary(few.map { ($0.key, $0.range) }) { first, _ in first }
        few = []
      }
      return nil
    }
    if let first = many[key] { return first }
    many[key] = range
    return nil
  }
}
