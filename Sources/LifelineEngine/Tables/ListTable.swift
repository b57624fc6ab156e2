/// Lists of words, of which each is kept once. A list is known by its index; the empty list has the index 0.
package struct ListTable: Sendable {
  private var words: [Int] = []
  /// The number of words up to the end of each list.
  private var ends = [0]
  private var table = HashTable()

  package init() {}

  /// The number of lists.
  package var count: Int { ends.count }

  /// The number of words that the table takes.
  package var wordCount: Int { words.count + ends.count + table.wordCount }

  /// Returns the index of a list, which is added if it's missing.
  package mutating func intern(_ list: [Int]) -> Int {
    if list.isEmpty { return 0 }
    var hash = WordHash()
    for word in list { hash.combine(word) }
    if let known = table.find(hash.value, where: { has(list, at: $0) }) { return known }
    words.makeRoom(for: list.count)
    words.append(contentsOf: list)
    ends.append(words.count)
    table.insert(ends.count - 1, hash.value)
    return ends.count - 1
  }

  /// The positions of a list in the ``subscript(word:)``.
  package func range(of list: Int) -> Range<Int> { (list == 0 ? 0 : ends[list - 1])..<ends[list] }

  /// The word at a position.
  package subscript(word position: Int) -> Int { words[position] }

  /// The list with an index.
  package subscript(list: Int) -> [Int] { Array(words[range(of: list)]) }

  /// Copies a list into an array in the place of its contents.
  package func copy(_ list: Int, to result: inout [Int]) {
    result.empty()
    if list == 0 { return }
    for position in range(of: list) { result.append(words[position]) }
  }

  package mutating func removeAll() {
    words.empty()
    ends.removeLast(ends.count - 1)
    table.removeAll()
  }

  private func has(_ list: [Int], at index: Int) -> Bool {
    let range = range(of: index)
    guard range.count == list.count else { return false }
    for (offset, position) in range.enumerated() where words[position] != list[offset] { return false }
    return true
  }
}
