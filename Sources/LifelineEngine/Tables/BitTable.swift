/// Sets of small numbers, one in each row of a table.
struct BitTable: Sendable {
  private var words: [UInt]
  /// The number of words in a row.
  private let width: Int

  /// Creates a table of empty sets.
  /// - Parameter count: The number after the greatest that a set may have as a member.
  init(rowCount: Int, count: Int) {
    width = BitSet.wordCount(for: count)
    words = Array(repeating: 0, count: rowCount * width)
  }

  func contains(_ member: Int, inRow row: Int) -> Bool {
    words[row * width + member / UInt.bitWidth] & 1 << UInt(member % UInt.bitWidth) != 0
  }

  /// Adds the numbers from `start` up to `end`, which isn't added, to the set of a row.
  mutating func insert(from start: Int, to end: Int, inRow row: Int) {
    guard start < end else { return }
    let (first, last) = (start / UInt.bitWidth, (end - 1) / UInt.bitWidth)
    for index in first...last {
      var bits = UInt.max
      if index == first { bits &= .max << UInt(start % UInt.bitWidth) }
      if index == last { bits &= .max >> UInt(UInt.bitWidth - 1 - (end - 1) % UInt.bitWidth) }
      words[row * width + index] |= bits
    }
  }
}
