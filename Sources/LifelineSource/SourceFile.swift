/// The text of a file with the path that diagnostics call it by.
package struct SourceFile: Sendable {
  /// The path as the user gave it.
  package let path: String
  /// The text in UTF-8.
  package let bytes: [UInt8]
  /// The offset of each line.
  private let lineStarts: [Int]
  private let isASCII: Bool

  /// Creates a file. Lines end at LF, CR LF or CR, as they do in YAML.
  package init(path: String, text: String) {
    self.path = path
    bytes = Array(text.utf8)
    lineStarts = Self.lineStarts(of: bytes)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  private static func lineStarts(of bytes: [UInt8]) -> [Int] {
    var starts = [0]
    for offset in bytes.indices where bytes[offset] == 0x0A || bytes[offset] == 0x0D {
      let isFollowedByFeed = offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
      if bytes[offset] == 0x0A || !isFollowedByFeed { starts.append(offset + 1) }
    }
    return starts
  }

  /// The text, decoded from its bytes at each call.
  package var text: String { text(of: bytes.indices) }

  /// The number of lines. An empty text has one.
  package var lineCount: Int { lineStarts.count }

  /// Returns a line without its end, or `nil` if there is no such line. Lines count from 1.
  package func line(_ number: Int) -> String? {
    range(ofLine: number).map { text(of: $0) }
  }

  /// Returns up to `count` characters of a line from `position` on, or `nil` if the text has no such position.
  package func text(from position: SourcePosition, count: Int) -> String? {
    guard count >= 0, let rest = restOfLine(from: position) else { return nil }
    return text(of: rest.lowerBound..<(byteOffset(ofCharacter: count, in: rest) ?? rest.upperBound))
  }

  /// Returns the byte offset of a position, or `nil` if the text has no such position.
  package func byteOffset(of position: SourcePosition) -> Int? { restOfLine(from: position)?.lowerBound }

  /// Returns the first byte of the character at `position`, or `nil` if its line has none there.
  package func byte(at position: SourcePosition) -> UInt8? {
    guard let rest = restOfLine(from: position), !rest.isEmpty else { return nil }
    return bytes[rest.lowerBound]
  }

  private func restOfLine(from position: SourcePosition) -> Range<Int>? {
    guard position.column >= 1, let line = range(ofLine: position.line),
      let start = byteOffset(ofCharacter: position.column - 1, in: line)
    else { return nil }
    return start..<line.upperBound
  }
}

// MARK: - Byte ranges

extension SourceFile {
  /// Returns the text of a range of bytes.
  package func text(of range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the byte range of a line without its end, or `nil` if there is no such line. Lines count from 1.
  package func range(ofLine number: Int) -> Range<Int>? {
    guard lineStarts.indices.contains(number - 1) else { return nil }
    let start = lineStarts[number - 1]
    guard number < lineStarts.count else { return start..<bytes.count }
    var end = lineStarts[number] - 1
    if end > start, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// Returns the byte offset of the character behind the first `count` characters of a byte range.
  ///
  /// - Returns: The offset, the end of the range if it has exactly `count` characters, or `nil` if it has fewer.
  package func byteOffset(ofCharacter count: Int, in range: Range<Int>) -> Int? {
    // Many questions about one long line stay linear this way, at least in a text that is ASCII.
    if isASCII { return count <= range.count ? range.lowerBound + count : nil }
    let text = text(of: range)
    guard let index = text.unicodeScalars.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex) else {
      return nil
    }
    return range.lowerBound + text.utf8.distance(from: text.startIndex, to: index)
  }

  /// Returns the position of the character that begins at a byte offset, or of the text's end.
  package func position(ofByte offset: Int) -> SourcePosition {
    let line = lineStarts.lastIndex { $0 <= offset } ?? 0
    return SourcePosition(line: line + 1, column: text(of: lineStarts[line]..<offset).unicodeScalars.count + 1)
  }
}
