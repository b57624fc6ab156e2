import LifelineSource

/// A text with spaces in place of the tabs that indent it, for tabs of one width.
struct TabExpansion {
  /// The new text.
  private(set) var text = ""
  /// The part of the old text that contains all changed lines, and its new text.
  private(set) var change: (range: Range<Int>, replacement: String)?
  /// The number of changed lines.
  private(set) var lineCount = 0

  private let old: YAMLText
  private let width: Int
  /// The block of text to which the next line may belong: the column of what it belongs to, and the space in front of its
  /// first line.
  private var block: (column: Int, indentation: String?)?

  /// Creates the text.
  init(_ old: YAMLText, width: Int) {
    self.old = old
    self.width = width
    expand()
  }

  private mutating func expand() {
    var (start, first, last) = (0, Int?.none, 0)
    // All pieces of the new text, and the number of those in front of the first changed line and behind the last one.
    var pieces: [String] = []
    var (head, end) = (0, 0)
    while start < old.count {
      var lineEnd = start
      while lineEnd < old.count, !old.isLineEnd(lineEnd) { lineEnd += 1 }
      let line = expandedLine(start..<lineEnd)
      var next = min(lineEnd + 1, old.count)
      if next < old.count, old[lineEnd] == "\r", old[next] == "\n" { next += 1 }
      if !line.unicodeScalars.elementsEqual(old.string(start..<lineEnd).unicodeScalars) {
        lineCount += 1
        if first == nil { (first, head) = (start, pieces.count) }
        (last, end) = (lineEnd, pieces.count + 1)
      }
      pieces += [line, old.string(lineEnd..<next)]
      start = next
    }
    text = pieces.joined()
    change = first.map { ($0..<last, pieces[head..<end].joined()) }
  }

  private mutating func expandedLine(_ line: Range<Int>) -> String {
    let content = min(old.skippingBlanks(from: line.lowerBound), line.upperBound)
    let space = old.string(line.lowerBound..<content)
    if let block, let indentation = block.indentation, space.hasPrefix(indentation) {
      let rest = old.string(line).dropFirst(indentation.count)
      return spaces(columns(of: indentation)) + rest
    }
    if content == line.upperBound { return space.contains("\t") ? "" : space }
    let column = columns(of: space)
    if let open = block, column > open.column {
      if open.indentation == nil { block = (open.column, space) }
      return spaces(column) + old.string(content..<line.upperBound)
    }
    block = nil
    return expandedContent(content..<line.upperBound, at: column)
  }

  /// Returns a line that belongs to no block of text, with the dashes of items in front of it.
  private mutating func expandedContent(_ line: Range<Int>, at column: Int) -> String {
    var (result, start, column) = (spaces(column), line.lowerBound, column)
    var outer = column
    while old[start] == "-", old.isBlank(start + 1) {
      let next = min(old.skippingBlanks(from: start + 1), line.upperBound)
      let after = columns(of: old.string(start + 1..<next), from: column + 1)
      result += "-" + spaces(after - column - 1)
      outer = column
      (start, column) = (next, after)
    }
    let content = old.string(start..<line.upperBound)
    if let header = content.split(whereSeparator: \.isWhitespace).prefix(while: { !$0.hasPrefix("#") }).last,
      let sign = header.first, sign == "|" || sign == ">",
      header.dropFirst().allSatisfy({ "+-123456789".contains($0) })
    {
      block = (content.hasPrefix(header) ? outer : column, nil)
    }
    return result + content
  }

  private func columns(of space: String, from start: Int = 0) -> Int {
    space.unicodeScalars.reduce(start) { $1 == "\t" ? ($0 / width + 1) * width : $0 + 1 }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

extension YAMLNode {
  /// Returns whether two documents say the same, apart from the spaces in texts.
  func says(sameAs other: YAMLNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let left), .scalar(let right)):
      left.text.split(whereSeparator: \.isWhitespace) == right.text.split(whereSeparator: \.isWhitespace)
    case (.sequence(let left), .sequence(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.says(sameAs: $1) }
    case (.mapping(let left), .mapping(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.key == $1.key && $0.value.says(sameAs: $1.value) }
    default: false
    }
  }
}

extension YAMLFormat {
  /// Returns the number of keys in a document that their mappings don't have.
  func unknownKeyCount(in root: YAMLNode) -> Int {
    var count = 0
    var rest: [(node: YAMLNode, path: [String?])] = [(root, [])]
    while let (node, path) = rest.popLast() {
      switch node.content {
      case .scalar: break
      case .sequence(let items): rest += items.map { ($0, path + [nil]) }
      case .mapping(let entries):
        if case .mapping(_, let keys, _) = valueKind(path), !keys.isEmpty {
          count += entries.count { !keys.contains($0.key) }
        }
        rest += entries.map { ($0.value, path + [$0.key]) }
      }
    }
    return count
  }
}
