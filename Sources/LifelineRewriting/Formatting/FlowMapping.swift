import LifelineSource
import LifelineYAML

/// The text of a mapping between braces. A comment goes with the entry above which or behind which it is.
struct FlowMapping: MappingLayout {
  private struct Entry {
    /// The text between the entry before, or the brace, and this one.
    var before: Range<Int>
    /// The key and the value.
    var body: Range<Int>
    /// The text from the value to the comma.
    var gap: Range<Int>
    /// The comment on the line of the comma, with the spaces before it.
    var comment: Range<Int>
  }

  private let source: CommentedSource
  private let entries: [Entry]
  /// The text behind the last entry, and its comma and comment, to the brace.
  private let rest: Range<Int>
  private let endsWithComma: Bool

  var extents: [Range<Int>] { entries.map(\.body) }

  /// Finds the entries of a mapping in the text.
  /// - Returns: The text, or `nil` if it is written in a way of which nobody should move a part.
  static func locate(_ entries: [YAMLEntry], in range: Range<Int>, _ source: CommentedSource) -> FlowMapping? {
    let brace = range.upperBound - 1
    guard range.count > 1, source.bytes[brace] == UInt8(ascii: "}") else { return nil }
    var parts: [Entry] = []
    // A comment on the line of the brace stays there.
    var offset = source.commentOnLine(from: range.lowerBound + 1, before: brace).upperBound
    var endsWithComma = false
    for (index, entry) in entries.enumerated() {
      guard let key = source.bytes(of: entry.keyRange), let value = source.bytes(of: entry.value.usageRange) else {
        return nil
      }
      let start = source.skippingSpace(from: offset)
      guard start <= key.lowerBound, source.bytes[start] != UInt8(ascii: "?") || start == key.lowerBound else {
        return nil
      }
      let (end, comma) = source.endOfFlowEntry(from: max(key.upperBound, value.upperBound), before: brace)
      let isLast = index + 1 == entries.count
      guard comma < brace || isLast else { return nil }
      endsWithComma = comma < brace
      let behind = endsWithComma ? comma + 1 : end
      let comment = source.commentOnLine(from: behind, before: brace)
      parts.append(
        Entry(before: offset..<start, body: start..<end, gap: endsWithComma ? end..<comma : end..<end, comment: comment)
      )
      offset = comment.upperBound
    }
    return FlowMapping(source: source, entries: parts, rest: offset..<brace, endsWithComma: endsWithComma)
  }

  func edits(ordering order: [Int], besides edits: [TextEdit]) -> [TextEdit] {
    guard let first = entries.first else { return edits }
    let newLine = source.newLine(toColumnOf: first.body.lowerBound)
    var text = ""
    var endsWithComment = false
    func add(_ space: String) {
      if endsWithComment, space.first?.isNewline != true { text += newLine }
      text += space
    }
    for (position, index) in order.enumerated() {
      let (entry, place) = (entries[index], entries[position])
      add(source.string(hasComment(entry.before) ? entry.before : spaceAfterComments(place.before)))
      text += source.string(entry.body, after: edits)
      let gap = hasComment(entry.gap) ? entry.gap : hasComment(place.gap) ? 0..<0 : place.gap
      text += source.string(gap)
      if position + 1 < order.count || endsWithComma { text += "," }
      text += source.string(entry.comment)
      endsWithComment = !entry.comment.isEmpty
    }
    add(source.string(rest))
    return [TextEdit(range: first.before.lowerBound..<rest.upperBound, replacement: text)]
      + edits.filter { edit in !entries.contains { $0.body.encloses(edit.range) } }
  }

  private func hasComment(_ range: Range<Int>) -> Bool { !source.comments(in: range).isEmpty }

  private func spaceAfterComments(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    for offset in range where source.isComment(at: offset) { start = source.endOfLine(at: offset) }
    return start..<range.upperBound
  }
}

extension CommentedSource {
  /// Returns the end of an entry between braces, and the offset of its comma, or of the brace if it has none.
  fileprivate func endOfFlowEntry(from end: Int, before brace: Int) -> (end: Int, comma: Int) {
    var (end, offset) = (end, end)
    while offset < brace {
      offset = skippingSpace(from: offset)
      guard offset < brace, bytes[offset] != UInt8(ascii: ",") else { break }
      // A colon without a value, or an anchor of nothing.
      offset += 1
      end = offset
    }
    return (end, min(offset, brace))
  }

  /// Returns the range of a comment on the rest of a line, with the spaces before it; an empty range if there is none.
  fileprivate func commentOnLine(from offset: Int, before limit: Int) -> Range<Int> {
    let start = bytes[offset..<limit].firstIndex { !isBlank($0) } ?? limit
    return isComment(at: start) ? offset..<endOfLine(at: start) : offset..<offset
  }
}
