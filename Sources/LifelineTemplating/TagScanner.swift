import LifelineSource

/// The kinds of tags, which differ in the character after the opening delimiter.
enum Sigil {
  case variable, section, inverted, close, partial, comment, delimiters

  init?(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "#"): self = .section
    case UInt8(ascii: "^"): self = .inverted
    case UInt8(ascii: "/"): self = .close
    case UInt8(ascii: ">"): self = .partial
    case UInt8(ascii: "!"): self = .comment
    case UInt8(ascii: "="): self = .delimiters
    case UInt8(ascii: "&"), UInt8(ascii: "{"): self = .variable
    default: return nil
    }
  }

  /// Whether the output omits a line that holds nothing but such a tag.
  var standsAlone: Bool { self != .variable }
}

/// A tag as it is written.
struct ScannedTag {
  var sigil: Sigil
  /// The range of the tag, including the delimiters.
  var range: Range<Int>
  /// The range of the text inside, without sigil and surrounding whitespace.
  var content: Range<Int>
}

/// Finds the tags in a template's text.
struct TagScanner {
  let bytes: [UInt8]
  /// The delimiters of the next tag.
  var opening = Array("{{".utf8)
  var closing = Array("}}".utf8)

  /// The result of looking for a tag.
  enum Result {
    case tag(ScannedTag)
    /// A tag begins at `range`, but `missing` doesn't follow.
    case unclosed(range: Range<Int>, missing: String)
  }

  /// Returns the first tag at or behind `position`, or `nil` if there is none.
  func nextTag(from position: Int) -> Result? {
    guard let start = bytes.firstIndex(of: opening, in: position..<bytes.count) else { return nil }
    var contentStart = start + opening.count
    var sigil = Sigil.variable
    var end = closing
    if contentStart < bytes.count, let written = Sigil(bytes[contentStart]) {
      switch bytes[contentStart] {
      case UInt8(ascii: "{"): end.insert(UInt8(ascii: "}"), at: 0)
      case UInt8(ascii: "="): end.insert(UInt8(ascii: "="), at: 0)
      default: break
      }
      sigil = written
      contentStart += 1
    }
    let contentEnd = bytes.firstIndex(of: end, in: contentStart..<bytes.count)
    var content = contentStart..<(contentEnd ?? contentStart)
    let mayContainTags = sigil == .comment || sigil == .delimiters
    guard let contentEnd, mayContainTags || bytes.firstIndex(of: opening, in: content) == nil else {
      return .unclosed(range: start..<start + opening.count, missing: String(decoding: end, as: UTF8.self))
    }
    while let first = content.first, Byte.isWhitespace(bytes[first]) { content.removeFirst() }
    while let last = content.last, Byte.isWhitespace(bytes[last]) { content.removeLast() }
    return .tag(ScannedTag(sigil: sigil, range: start..<contentEnd + end.count, content: content))
  }

  /// Returns the whole line of a tag, including its end, or `nil` if the tag shares the line.
  func standaloneLine(of tag: Range<Int>) -> Range<Int>? {
    var start = tag.lowerBound
    while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
    guard isLineStart(start) else { return nil }
    var end = tag.upperBound
    while end < bytes.count, isBlank(bytes[end]) { end += 1 }
    if end == bytes.count { return start..<end }
    return lineBreak(at: end).map { start..<end + $0 }
  }

  /// Whether a line begins at `position`.
  func isLineStart(_ position: Int) -> Bool { position == 0 || bytes[position - 1] == Byte.lineFeed }

  /// Returns the length of the line break at `position`, or `nil` if there is none.
  func lineBreak(at position: Int) -> Int? {
    if bytes.has(Byte.lineFeed, at: position) { return 1 }
    return bytes.has(Byte.carriageReturn, at: position) && bytes.has(Byte.lineFeed, at: position + 1) ? 2 : nil
  }

  /// Returns the positions in `range` at which a line begins that isn't empty.
  func lineStarts(in range: Range<Int>) -> [Int] {
    range.filter { isLineStart($0) && lineBreak(at: $0) == nil }
  }

  /// Whether a tag's content has no space inside and doesn't begin with a sigil, as in `{{ #name}}`.
  func isWord(_ content: Range<Int>) -> Bool {
    guard let first = content.first, Sigil(bytes[first]) == nil else { return false }
    return !bytes[content].contains(where: Byte.isWhitespace)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
