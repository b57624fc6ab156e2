/// A text with the path that messages call it by.
public struct SourceFile: Sendable {
  /// The path as the user gave it.
  public let path: String
  /// What stands in the file.
  public let text: String
  /// How many bytes of UTF-8 stand before each line.
  private let lineStarts: [Int]
  private let isASCII: Bool

  /// Creates the file `path` that holds `text`. Lines end at LF, CR LF or CR, as YAML's do.
  public init(path: String, text: String) {
    var text = text
    let lineStarts = text.withUTF8 { bytes in
      var starts = [0]
      for offset in bytes.indices where bytes[offset] < 0x0E {
        let isLoneReturn = bytes[offset] == 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A)
        if bytes[offset] == 0x0A || isLoneReturn { starts.append(offset + 1) }
      }
      return starts
    }
    self.init(path: path, text: text, lineStarts: lineStarts, isASCII: text.utf8.allSatisfy { $0 < 0x80 })
  }

  /// Creates the file `path` that holds `text`, of which somebody knows already how
  /// many bytes stand before each line, and whether all are ASCII.
  package init(path: String, text: String, lineStarts: [Int], isASCII: Bool) {
    self.path = path
    self.text = text
    self.lineStarts = lineStarts
    self.isASCII = isASCII
  }

  /// How many lines the text has; an empty text has one.
  public var lineCount: Int { lineStarts.count }

  /// The text of a line without its end, or `nil` if there is no such line. Lines count from 1.
  public func line(_ number: Int) -> String? {
    range(ofLine: number).map { String(text.unicodeScalars[$0]) }
  }

  /// Up to `count` characters of a line from `position` on, or `nil` if there is no such place. What comes before is
  /// skipped at once where the text is ASCII, and character by character elsewhere.
  public func text(from position: SourcePosition, count: Int) -> String? {
    guard let line = range(ofLine: position.line), position.column >= 1, count >= 0 else { return nil }
    let offset = position.column - 1
    if isASCII {
      let length = text.utf8.distance(from: line.lowerBound, to: line.upperBound)
      guard offset <= length else { return nil }
      let start = text.utf8.index(line.lowerBound, offsetBy: offset)
      return String(text[start..<text.utf8.index(start, offsetBy: min(count, length - offset))])
    }
    let scalars = text.unicodeScalars[line]
    guard let start = scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: scalars.endIndex) else {
      return nil
    }
    return String(scalars[start...].prefix(count))
  }

  /// How many bytes of UTF-8 stand before a place; `nil` if there is no such place.
  public func byteOffset(of position: SourcePosition) -> Int? {
    guard let line = range(ofLine: position.line), position.column >= 1 else { return nil }
    let start = lineStarts[position.line - 1]
    if isASCII {
      let offset = start + position.column - 1
      return offset <= start + text.utf8.distance(from: line.lowerBound, to: line.upperBound) ? offset : nil
    }
    let scalars = text.unicodeScalars
    return scalars.index(line.lowerBound, offsetBy: position.column - 1, limitedBy: line.upperBound)
      .map { start + text.utf8.distance(from: line.lowerBound, to: $0) }
  }

  /// The first byte of the character at `position`, or `nil` if none stands there in its line.
  public func byte(at position: SourcePosition) -> UInt8? {
    guard let line = range(ofLine: position.line), position.column >= 1 else { return nil }
    let bytes = text.utf8[line]
    if isASCII { return bytes.dropFirst(position.column - 1).first }
    return bytes.withContiguousStorageIfAvailable { firstByte(ofCharacter: position.column, of: $0) }
      ?? firstByte(ofCharacter: position.column, of: bytes)
  }

  /// Where a line stands without its end, or `nil` if there is no such line. Lines count from 1.
  func range(ofLine number: Int) -> Range<String.Index>? {
    guard lineStarts.indices.contains(number - 1) else { return nil }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: lineStarts[number - 1])
    guard number < lineStarts.count else { return start..<bytes.endIndex }
    var end = bytes.index(bytes.startIndex, offsetBy: lineStarts[number] - 1)
    if end > start, bytes[end] == 0x0A {
      let before = bytes.index(before: end)
      if bytes[before] == 0x0D { end = before }
    }
    return start..<end
  }
}

/// The first byte of a character, counted from 1, in UTF-8.
private func firstByte(ofCharacter number: Int, of bytes: some Sequence<UInt8>) -> UInt8? {
  var count = 0
  // Bytes that go on with a character are not counted.
  for byte in bytes where byte & 0xC0 != 0x80 {
    count += 1
    if count == number { return byte }
  }
  return nil
}
