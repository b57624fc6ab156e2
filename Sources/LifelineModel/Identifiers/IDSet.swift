/// A set of parts of one kind, which lists them in document order.
package struct IDSet<Subject>: Hashable, Sendable, Sequence {
  /// One bit for each index, the lowest bit of the first word for index 0. The last word is never zero, so equal sets
  /// have equal words.
  private var words: [UInt] = []

  /// Creates the empty set.
  package init() {}

  /// Creates a set of `ids`.
  package init(_ ids: some Sequence<ID<Subject>>) {
    for id in ids { insert(id) }
  }

  /// Creates a set of words that have a bit for each index, the lowest bit of the first word for index 0.
  package init(words: [UInt]) {
    self.words = words
    dropEmptyWords()
  }

  /// Whether the set has no members.
  package var isEmpty: Bool { words.isEmpty }

  /// The number of members.
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Returns whether `id` is in the set.
  package func contains(_ id: ID<Subject>) -> Bool {
    let (word, bit) = Self.address(of: id)
    return word < words.count && words[word] & bit != 0
  }

  /// Returns the first member whose index is in `range`. The descendants of a state have such a range.
  package func first(in range: Range<Int>) -> ID<Subject>? {
    var word = range.lowerBound / UInt.bitWidth
    guard word < words.count else { return nil }
    var rest = words[word] & (.max << (range.lowerBound % UInt.bitWidth))
    while rest == 0 {
      word += 1
      guard word < words.count else { return nil }
      rest = words[word]
    }
    let index = word * UInt.bitWidth + rest.trailingZeroBitCount
    return index < range.upperBound ? ID(index) : nil
  }

  /// Returns the members whose indices are in `range`, in document order.
  package func members(in range: Range<Int>) -> [ID<Subject>] {
    var result: [ID<Subject>] = []
    var start = range.lowerBound
    while start < range.upperBound, let next = first(in: start..<range.upperBound) {
      result.append(next)
      start = next.index + 1
    }
    return result
  }

  /// Adds `id`.
  /// - Returns: Whether it wasn't in the set before.
  @discardableResult
  package mutating func insert(_ id: ID<Subject>) -> Bool {
    let (word, bit) = Self.address(of: id)
    while words.count <= word { words.append(0) }
    let isNew = words[word] & bit == 0
    words[word] |= bit
    return isNew
  }

  /// Removes `id`, if it is in the set.
  package mutating func remove(_ id: ID<Subject>) {
    let (word, bit) = Self.address(of: id)
    guard word < words.count else { return }
    words[word] &= ~bit
    dropEmptyWords()
  }

  /// Adds the members of `other`.
  package mutating func formUnion(_ other: Self) {
    while words.count < other.words.count { words.append(0) }
    for word in other.words.indices { words[word] |= other.words[word] }
  }

  /// Returns the members that are in `other` as well.
  package func intersection(_ other: Self) -> Self {
    var result = Self()
    for word in 0..<Swift.min(words.count, other.words.count) { result.words.append(words[word] & other.words[word]) }
    result.dropEmptyWords()
    return result
  }

  /// Removes the members of `other`.
  package mutating func subtract(_ other: Self) {
    for word in 0..<Swift.min(words.count, other.words.count) { words[word] &= ~other.words[word] }
    dropEmptyWords()
  }

  /// Iterates over the members in document order.
  package struct Iterator: IteratorProtocol {
    fileprivate let members: IDSet
    fileprivate var start = 0

    package mutating func next() -> ID<Subject>? {
      guard let next = members.first(in: start..<Int.max) else { return nil }
      start = next.index + 1
      return next
    }
  }

  package func makeIterator() -> Iterator { Iterator(members: self) }

  private mutating func dropEmptyWords() {
    while words.last == 0 { words.removeLast() }
  }

  private static func address(of id: ID<Subject>) -> (word: Int, bit: UInt) {
    (id.index / UInt.bitWidth, 1 << (id.index % UInt.bitWidth))
  }
}
