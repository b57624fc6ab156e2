/// Finds what the keys of a view mean.
///
/// Most keys are told apart by their lengths alone, which takes a fraction of hashing them, or of comparing one by one.
struct KeyTable<Meaning: Sendable>: Sendable {
  /// The keys, the shortest first.
  private let entries: [(key: String, meaning: Meaning)]
  /// By length: the place of the first entry whose key is at least as long.
  private let places: [Int]

  /// Creates a table of keys that differ from each other.
  init(_ meanings: [(key: String, meaning: Meaning)]) {
    let entries = meanings.sorted { $0.key.utf8.count < $1.key.utf8.count }
    let longest = entries.last?.key.utf8.count ?? 0
    self.entries = entries
    places = (0...longest + 1).map { length in
      entries.firstIndex { $0.key.utf8.count >= length } ?? entries.count
    }
  }

  /// What `key` means; `nil` if it is none.
  subscript(key: String) -> Meaning? {
    let length = key.utf8.count
    guard length + 1 < places.count else { return nil }
    for place in places[length]..<places[length + 1] where entries[place].key == key { return entries[place].meaning }
    return nil
  }
}
