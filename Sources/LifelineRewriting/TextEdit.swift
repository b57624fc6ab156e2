/// A replacement of a range of bytes in a text.
struct TextEdit: Hashable {
  var range: Range<Int>
  var replacement: String

  /// Creates the insertion of `text` at `offset`.
  init(inserting text: String, at offset: Int) { self.init(range: offset..<offset, replacement: text) }

  init(range: Range<Int>, replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}

extension [UInt8] {
  /// Returns the bytes with all edits made, or `nil` if edits overlap.
  func applying(_ edits: [TextEdit]) -> [UInt8]? {
    let sorted = edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var result: [UInt8] = []
    var end = 0
    for edit in sorted {
      guard edit.range.lowerBound >= end, edit.range.upperBound <= count else { return nil }
      result += self[end..<edit.range.lowerBound]
      result += edit.replacement.utf8
      end = edit.range.upperBound
    }
    return result + self[end...]
  }
}
