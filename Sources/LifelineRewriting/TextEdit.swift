/// A stretch of a text, in bytes, and what is to stand in its place.
struct TextEdit: Hashable {
  var range: Range<Int>
  var replacement: String
}

extension [UInt8] {
  /// The bytes with all edits made; `nil` if two of them speak of the same stretch.
  func applying(_ edits: [TextEdit]) -> [UInt8]? {
    var result: [UInt8] = []
    var end = 0
    for edit in edits.sorted(by: {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }) {
      guard edit.range.lowerBound >= end, edit.range.upperBound <= count else { return nil }
      result += self[end..<edit.range.lowerBound]
      result += edit.replacement.utf8
      end = edit.range.upperBound
    }
    return result + self[end...]
  }
}
