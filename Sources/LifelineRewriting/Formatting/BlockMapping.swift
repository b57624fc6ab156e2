import LifelineSource
import LifelineYAML

/// The text of a mapping without braces: an entry on one or more lines, with the comments that belong to it.
struct BlockMapping: MappingLayout {
  private struct Entry {
    /// The number of blank lines above the entry and its comments.
    var blankLines = 0
    /// The lines of the comments above the key, with their ends.
    var comments: Range<Int>
    /// The text from the key to the end of the last line, without the end of that line.
    var body: Range<Int>
  }

  private let source: CommentedSource
  private let entries: [Entry]
  /// The number of spaces before each key.
  private let indentation: Int
  /// The start of the line of a dash, if the first key is on it.
  private let dashLine: Int?

  var extents: [Range<Int>] { entries.map(\.body) }

  /// Finds the entries of a mapping in the text.
  /// - Parameter isRoot: Whether it is the whole document.
  /// - Returns: The text, or `nil` if it is written in a way of which nobody should move a part.
  static func locate(_ entries: [YAMLEntry], isRoot: Bool, _ source: CommentedSource) -> BlockMapping? {
    var keys: [KeyPosition] = []
    for entry in entries {
      guard let key = KeyPosition(of: entry, isFirst: keys.isEmpty, source),
        key.column == keys.first?.column ?? key.column
      else { return nil }
      keys.append(key)
    }
    guard let first = keys.first else { return nil }
    let column = first.column
    var parts: [Entry] = []
    var comments = source.commentsAbove(first, isRoot: isRoot)
    var blankLines = 0
    for (index, entry) in entries.enumerated() {
      let next = index + 1 < keys.count ? keys[index + 1].lineStart : nil
      guard let end = source.endOfEntry(entry, before: next, deeperThan: column) else { return nil }
      var body = keys[index].start..<end
      var below = (blankLines: 0, comments: 0..<0)
      if let next { below = source.split(&body, before: next) }
      parts.append(Entry(blankLines: blankLines, comments: comments, body: body))
      (blankLines, comments) = below
    }
    return BlockMapping(
      source: source, entries: parts, indentation: column, dashLine: first.isBehindDash ? first.lineStart : nil)
  }

  func edits(ordering order: [Int], besides edits: [TextEdit]) -> [TextEdit] {
    guard let first = entries.first, let last = entries.last else { return edits }
    let start = dashLine == nil ? first.body.lowerBound - indentation : first.body.lowerBound
    let region = min(start, first.comments.isEmpty ? start : first.comments.lowerBound)..<last.body.upperBound
    var text = ""
    var result: [TextEdit] = []
    for (position, index) in order.enumerated() {
      let entry = entries[index]
      if position > 0 {
        text += String(repeating: source.lineEnd, count: blankLines(before: index, after: order[position - 1]))
      }
      if position == 0, let dashLine {
        if !entry.comments.isEmpty {
          result.append(TextEdit(inserting: comments(of: entry, at: dashLine), at: dashLine))
        }
      } else {
        text += source.string(entry.comments) + String(repeating: " ", count: indentation)
      }
      text += source.string(entry.body, after: edits)
      if position + 1 < order.count { text += lineEnd(of: entry) }
    }
    result.append(TextEdit(range: region, replacement: text))
    return result + edits.filter { edit in !entries.contains { $0.body.encloses(edit.range) } }
  }

  /// Returns the number of blank lines between two entries in the new order.
  private func blankLines(before index: Int, after previous: Int) -> Int {
    let own = entries[index].blankLines
    guard previous != index - 1, entries.contains(where: { $0.blankLines > 0 }), own == 0 else { return own }
    return isTall(index) || isTall(previous) ? 1 : 0
  }

  private func isTall(_ index: Int) -> Bool {
    !entries[index].comments.isEmpty || source.bytes[entries[index].body].contains(where: isLineEnd)
  }

  /// Returns the comments above an entry as lines above a dash.
  private func comments(of entry: Entry, at dashLine: Int) -> String {
    let spaces = source.bytes[dashLine...].prefix { isBlank($0) }.count
    let indentation = String(repeating: " ", count: spaces)
    return source.lines(in: entry.comments).map { line in
      let text = source.string(line).drop { $0 == " " || $0 == "\t" }
      return (text.isEmpty ? "" : indentation + text) + source.lineEnd
    }.joined()
  }

  private func lineEnd(of entry: Entry) -> String {
    let end = source.string(entry.body.upperBound..<source.startOfNextLine(after: entry.body.upperBound))
    return end.isEmpty ? source.lineEnd : end
  }
}

/// The position of a key in a mapping without braces.
private struct KeyPosition {
  let lineStart: Int
  /// The offset of the key, or of the anchor before it.
  let start: Int
  /// Whether the key is on the line of a dash.
  let isBehindDash: Bool

  var column: Int { start - lineStart }

  /// Finds the key; there is none if something else is before it on its line.
  init?(of entry: YAMLEntry, isFirst: Bool, _ source: CommentedSource) {
    guard let key = source.bytes(of: entry.keyRange)?.lowerBound else { return nil }
    lineStart = source.startOfLine(at: key)
    var offset = lineStart
    func skip(_ isSkipped: (UInt8) -> Bool) { while offset < key, isSkipped(source.bytes[offset]) { offset += 1 } }
    skip { $0 == UInt8(ascii: " ") }
    var hasDash = false
    while isFirst, offset + 1 < key, source.bytes[offset] == UInt8(ascii: "-"), isBlank(source.bytes[offset + 1]) {
      hasDash = true
      offset += 1
      skip(isBlank)
    }
    (start, isBehindDash) = (offset, hasDash)
    while offset < key {
      guard [UInt8(ascii: "&"), UInt8(ascii: "!")].contains(source.bytes[offset]) else { return nil }
      skip { !isBlank($0) }
      skip(isBlank)
    }
    // A tab has no width of which everybody thinks the same.
    if source.bytes[lineStart..<start].contains(UInt8(ascii: "\t")) { return nil }
  }
}

extension CommentedSource {
  /// Returns the lines in a range that begins at the start of a line, one by one and without their ends.
  func lines(in range: Range<Int>) -> some Sequence<Range<Int>> {
    sequence(state: range.lowerBound) { start -> Range<Int>? in
      guard start < range.upperBound else { return nil }
      let line = start..<endOfLine(at: start)
      start = startOfNextLine(after: line.upperBound)
      return line
    }
  }

  private func firstByte(ofLine line: Range<Int>) -> Int? { bytes[line].firstIndex { !isBlank($0) } }

  /// Returns the indentation of a line that is a comment; `nil` for another line.
  private func indentationOfComment(_ line: Range<Int>) -> Int? {
    guard let offset = firstByte(ofLine: line), bytes[offset] == UInt8(ascii: "#") else { return nil }
    return offset - line.lowerBound
  }

  /// Returns the lines of the comments directly above the first key of a mapping. Comments at the head of a document belong to
  /// the document.
  fileprivate func commentsAbove(_ key: KeyPosition, isRoot: Bool) -> Range<Int> {
    var start = key.lineStart
    if key.isBehindDash { return start..<start }
    while start > 0 {
      let isPair = start > 1 && bytes[start - 1] == 0x0A && bytes[start - 2] == 0x0D
      let line = startOfLine(at: start - (isPair ? 2 : 1))..<start
      guard indentationOfComment(line) != nil else { break }
      start = line.lowerBound
    }
    if isRoot, comments.first.map({ $0.upperBound > start }) ?? true { start = key.lineStart }
    return start..<key.lineStart
  }

  /// Returns the end of the last line of an entry: with a comment beside the value, and comments below it that are indented
  /// deeper than the key.
  /// - Parameter next: The start of the line of the next key.
  fileprivate func endOfEntry(_ entry: YAMLEntry, before next: Int?, deeperThan column: Int) -> Int? {
    guard let key = bytes(of: entry.keyRange), let value = bytes(of: entry.value.usageRange) else { return nil }
    var end = endOfLine(at: max(key.upperBound, value.upperBound))
    if let text = entry.value.lastLeaf { end = endOfBlockText(text, from: end) }
    if let next {
      // An anchor of nothing may be on a line of its own.
      let below = startOfNextLine(after: end)
      for line in lines(in: below..<max(next, below)) {
        if firstByte(ofLine: line) != nil, indentationOfComment(line) == nil { end = line.upperBound }
      }
    }
    let below = startOfNextLine(after: end)
    for line in lines(in: below..<max(next ?? bytes.count, below)) where firstByte(ofLine: line) != nil {
      guard let indentation = indentationOfComment(line), indentation > column else { break }
      end = line.upperBound
    }
    return end
  }

  /// Returns the end of a text below `|` or `>`, to which blank lines may belong.
  private func endOfBlockText(_ node: YAMLNode, from end: Int) -> Int {
    guard case .scalar(let scalar) = node.content, scalar.style == .literal || scalar.style == .folded,
      let start = bytes(of: node.range)?.lowerBound
    else { return end }
    let keepsLines = bytes[start..<endOfLine(at: start)].prefix(3).contains(UInt8(ascii: "+"))
    var result = end
    for line in lines(in: startOfNextLine(after: end)..<bytes.count) {
      guard firstByte(ofLine: line) == nil else { break }
      if keepsLines || !line.isEmpty { result = line.upperBound }
    }
    return result
  }

  /// Divides the lines between two entries. Comments directly below the first one belong to it if a blank line follows.
  /// - Parameters:
  ///   - body: The text of the first entry, which may become longer.
  ///   - next: The start of the line of the next key.
  /// - Returns: The number of blank lines, and the lines of comments of the next entry.
  fileprivate func split(_ body: inout Range<Int>, before next: Int) -> (blankLines: Int, comments: Range<Int>) {
    var rest = Array(lines(in: startOfNextLine(after: body.upperBound)..<next))[...]
    let below = rest.prefix { indentationOfComment($0) != nil }
    if let last = below.last, below.count < rest.count {
      body = body.lowerBound..<last.upperBound
      rest = rest.dropFirst(below.count)
    }
    let blank = rest.prefix { firstByte(ofLine: $0) == nil }
    rest = rest.dropFirst(blank.count)
    return (blank.count, (rest.first?.lowerBound ?? next)..<next)
  }
}

extension YAMLNode {
  /// The last scalar in the node; `nil` if an alias is last.
  fileprivate var lastLeaf: YAMLNode? {
    if alias != nil { return nil }
    switch content {
    case .scalar: return self
    case .sequence(let items): return items.last?.lastLeaf
    case .mapping(let entries): return entries.last?.value.lastLeaf
    }
  }
}
