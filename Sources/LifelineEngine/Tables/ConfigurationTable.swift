/// The configurations of a machine that are known: rows of the same number of words, one behind the other.
///
/// The first words of a row are what distinguishes it. The others are kept of the first row that had these.
package struct ConfigurationTable: Sendable {
  private var words: [Int] = []
  private var table = HashTable()
  /// The number of words in a row, and of those that distinguish it.
  package let width: Int
  private let keyWidth: Int
  /// The number of rows.
  package private(set) var count = 0

  package init(width: Int, keyWidth: Int) {
    self.width = width
    self.keyWidth = keyWidth
  }

  /// The number of words that the table takes.
  package var wordCount: Int { words.count + table.wordCount }

  /// Returns the hash of what distinguishes a row.
  package func hash(of row: [Int]) -> UInt32 {
    var hash = WordHash()
    for position in 0..<keyWidth { hash.combine(row[position]) }
    return hash.value
  }

  /// Returns the index of the row that nothing distinguishes from this one; `nil` if there is none.
  package func index(of row: [Int], hash: UInt32) -> Int? {
    table.find(hash) { index in
      let start = index * width
      for position in 0..<keyWidth where words[start + position] != row[position] { return false }
      return true
    }
  }

  /// Adds a row, and returns its index.
  /// - Parameter isVariant: Whether there is a row already that nothing distinguishes from this one.
  package mutating func append(_ row: [Int], hash: UInt32, isVariant: Bool) -> Int {
    words.makeRoom(for: row.count)
    words.append(contentsOf: row)
    if !isVariant { table.insert(count, hash) }
    count += 1
    return count - 1
  }

  /// Returns how many different words the rows have at some positions.
  package func distinctCount(in positions: Range<Int>) -> Int {
    var lists = ListTable()
    for row in 0..<count { _ = lists.intern([positions.count] + positions.map { self[row, $0] }) }
    return lists.count - 1
  }

  /// Returns the bits that any of the rows has at some positions.
  package func union(in positions: Range<Int>) -> [UInt] {
    var result = [UInt](repeating: 0, count: positions.count)
    for row in 0..<count {
      for (index, position) in positions.enumerated() { result[index] |= UInt(bitPattern: self[row, position]) }
    }
    return result
  }

  /// Copies a row into an array of the same length.
  package func copy(_ row: Int, to result: inout [Int]) {
    for position in 0..<width { result[position] = words[row * width + position] }
  }

  /// The word at a position in a row.
  package subscript(row: Int, position: Int) -> Int { words[row * width + position] }
}
