import LifelineSource

// What `FaultReading` sees around a fault. All offsets count bytes.

extension FaultReading {
  typealias Note = (message: String, stretch: Range<Int>)

  func finding(
    _ kind: DiagnosticKind, _ message: String, at stretch: Range<Int>, notes: [Note] = [],
    fix: (stretch: Range<Int>, replacement: String)? = nil
  ) -> Diagnostic {
    Diagnostic(
      kind, message, at: location(stretch), notes: notes.map { .init($0.message, at: location($0.stretch)) },
      fixIt: fix.map { .init(replace: location($0.stretch), with: $0.replacement) })
  }

  private func location(_ stretch: Range<Int>) -> SourceLocation {
    let stretch = stretch.clamped(to: 0..<text.bytes.count)
    return SourceLocation(
      path: path,
      range: SourceRange(
        text.position(ofByte: stretch.lowerBound), text.position(ofByte: stretch.upperBound)))
  }

  /// The character at `offset`; empty behind the end.
  func character(_ offset: Int) -> String { text.string(offset..<end(ofCharacter: offset)) }

  /// The end of the character that begins at `offset`.
  func end(ofCharacter offset: Int) -> Int {
    guard offset < text.bytes.count else { return offset }
    var end = offset + 1
    while text[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  func startOfLine(_ offset: Int) -> Int { text.lineStarts[text.line(ofByte: offset)] }

  /// Where the line's content ends: before its end, a comment, and the spaces before these.
  func endOfLine(_ offset: Int) -> Int {
    var end = offset
    while end < text.bytes.count, text[end] != 0x0A, text[end] != 0x0D {
      if text[end] == UInt8(ascii: "#"), end > offset, text.isBlank(end - 1) { break }
      end += 1
    }
    while end > offset, text.isBlank(end - 1) { end -= 1 }
    return end
  }

  /// What stands in one piece from `offset` on: at least a character, up to a space or a bracket or comma.
  func word(_ offset: Int) -> Range<Int> {
    var end = end(ofCharacter: offset)
    while end < text.bytes.count, !text.isSpace(end), !",[]{}:".utf8.contains(text[end]) { end += 1 }
    return offset..<end
  }

  func column(_ offset: Int) -> Int { text.position(ofByte: min(offset, text.bytes.count)).column }

  /// Whether nothing of the document is left: the text ends here, or `---` or `...` stands here.
  var isAtDocumentsEnd: Bool {
    offset >= text.bytes.count || (column(offset) == 1 && ["---", "..."].contains(text.string(word(offset))))
  }

  func isFirstInLine(_ offset: Int) -> Bool {
    text.skippingBlanks(from: startOfLine(offset)) >= offset
  }

  /// The content of the nearest line above the one that begins at `lineStart` that has any but a comment.
  func lineAbove(_ lineStart: Int) -> Range<Int>? {
    var lineStart = lineStart
    while lineStart > 0 {
      lineStart = startOfLine(lineStart - 1)
      let first = text.skippingBlanks(from: lineStart)
      if text[first] != UInt8(ascii: "#"), !text.isSpace(first) { return first..<endOfLine(first) }
    }
    return nil
  }

  /// Where the last value begins that starts in the line before `offset`: behind a `: `, `- ` or opening
  /// bracket, or at `first`, the beginning of the line's content.
  func startOfValue(before offset: Int, from first: Int) -> Int {
    var start = first
    var index = first
    while index < offset {
      let byte = text[index]
      let separates = byte == UInt8(ascii: ":") || (byte == UInt8(ascii: "-") && start == index)
      if separates, text.isBlank(index + 1) {
        let next = text.skippingBlanks(from: index + 1)
        if next < offset { start = next }
        index = next
      } else {
        index += 1
      }
    }
    return start
  }

  /// Where the key begins of a line whose content begins at `first`: behind the dashes of list items.
  func startOfKey(_ first: Int) -> Int {
    var start = first
    while text[start] == UInt8(ascii: "-"), text.isBlank(start + 1) {
      start = text.skippingBlanks(from: start + 1)
    }
    return start
  }

  func isQuotedOrAlias(_ offset: Int) -> Bool {
    "\"'*".utf8.contains(text[offset])
  }

  /// The text in quotes.
  func quoted(_ text: String) -> String {
    if !text.contains("\""), !text.contains("\\") { return "\"\(text)\"" }
    let doubled = text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    return "'\(doubled)'"
  }

  func shortened(_ stretch: Range<Int>) -> String { shortened(text.string(stretch)) }

  /// As much of a text as a message quotes.
  func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(59) + "…" : text
  }
}
