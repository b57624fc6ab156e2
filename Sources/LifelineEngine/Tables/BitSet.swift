/// A set of small numbers, for which there is room from the beginning.
package struct BitSet: Sendable {
  package private(set) var words: [UInt]

  package init(count: Int) { words = Array(repeating: 0, count: BitSet.wordCount(for: count)) }

  package init(count: Int, _ members: some Sequence<Int>) {
    self.init(count: count)
    for member in members { insert(member) }
  }

  static func wordCount(for count: Int) -> Int { (count + UInt.bitWidth - 1) / UInt.bitWidth }

  package func contains(_ member: Int) -> Bool {
    words[member / UInt.bitWidth] & 1 << UInt(member % UInt.bitWidth) != 0
  }

  package mutating func insert(_ member: Int) { words[member / UInt.bitWidth] |= 1 << UInt(member % UInt.bitWidth) }

  package mutating func remove(_ member: Int) { words[member / UInt.bitWidth] &= ~(1 << UInt(member % UInt.bitWidth)) }

  package mutating func setWord(_ word: UInt, at index: Int) { words[index] = word }

  package mutating func formUnion(_ word: UInt, at index: Int) { words[index] |= word }

  package mutating func formUnion(_ other: BitSet) { for index in words.indices { words[index] |= other.words[index] } }

  package mutating func removeAll() { for index in words.indices { words[index] = 0 } }

  package var isEmpty: Bool {
    for word in words where word != 0 { return false }
    return true
  }

  /// Returns the first member that is at least `start` and below `end`; a number below zero if there is none.
  package func first(from start: Int, below end: Int) -> Int {
    guard start < end else { return -1 }
    var index = start / UInt.bitWidth
    var rest = words[index] & (.max << UInt(start % UInt.bitWidth))
    while rest == 0 {
      index += 1
      guard index < words.count, index * UInt.bitWidth < end else { return -1 }
      rest = words[index]
    }
    let member = index * UInt.bitWidth + rest.trailingZeroBitCount
    return member < end ? member : -1
  }

  /// Returns the first member of this set and another one that is at least `start` and below `end`; a number below zero
  /// if there is none.
  package func first(from start: Int, below end: Int, in other: BitSet) -> Int {
    guard start < end else { return -1 }
    var index = start / UInt.bitWidth
    var rest = words[index] & other.words[index] & (.max << UInt(start % UInt.bitWidth))
    while rest == 0 {
      index += 1
      guard index < words.count, index * UInt.bitWidth < end else { return -1 }
      rest = words[index] & other.words[index]
    }
    let member = index * UInt.bitWidth + rest.trailingZeroBitCount
    return member < end ? member : -1
  }
}
