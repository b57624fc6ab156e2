/// The text of a mapping, whose entries can be put into another order.
protocol MappingLayout {
  /// The range of each entry, from its key to the end of its value.
  var extents: [Range<Int>] { get }

  /// Returns the edits that put the entries into another order.
  /// - Parameters:
  ///   - order: The indices of the entries in their new order.
  ///   - edits: The edits inside of the entries, which are part of the result.
  func edits(ordering order: [Int], besides edits: [TextEdit]) -> [TextEdit]
}

extension CommentedSource {
  /// Returns the text of a range after the edits in it.
  func string(_ range: Range<Int>, after edits: [TextEdit]) -> String {
    let inner = edits.filter { range.encloses($0.range) }
    guard !inner.isEmpty else { return string(range) }
    let moved = inner.map { edit in
      let start = edit.range.lowerBound - range.lowerBound
      return TextEdit(range: start..<start + edit.range.count, replacement: edit.replacement)
    }
    return Array(bytes[range]).applying(moved).map { String(decoding: $0, as: UTF8.self) } ?? string(range)
  }
}
