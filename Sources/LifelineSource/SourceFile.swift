/// A text with the path that messages call it by.
package struct SourceFile: Sendable {
  /// The path as the user gave it.
  package let path: String
  /// What stands in the file, in UTF-8.
  package let bytes: [UInt8]
  /// How many bytes stand before each line.
  private let lineStarts: [Int]
  private let isASCII: Bool

  /// Creates the file `path` that holds `text`. Lines end at LF, CR LF or CR, as YAML's do.
  package init(path: String, text: String) {
    let bytes = Array(text.utf8)
    var lineStarts = [0]
    for offset in bytes.indices where bytes[offset] < 0x0E {
      let isLoneReturn = bytes[offset] == 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A)
      if bytes[offset] == 0x0A || isLoneReturn { lineStarts.append(offset + 1) }
    }
    self.init(path: path, utf8: bytes, lineStarts: lineStarts, isASCII: bytes.allSatisfy { $0 < 0x80 })
  }

  /// Creates the file `path` that holds `bytes`, which are known to be UTF-8, and of which somebody knows already how
  /// many stand before each line, and whether all are ASCII.
  package init(path: String, utf8 bytes: [UInt8], lineStarts: [Int], isASCII: Bool) {
    self.path = path
    self.bytes = bytes
    self.lineStarts = lineStarts
    self.isASCII = isASCII
  }

  /// What stands in the file, made of its bytes each time.
  package var text: String { text(of: bytes.indices) }

  /// How many lines the text has; an empty text has one.
  package var lineCount: Int { lineStarts.count }

  /// The text of a line without its end, or `nil` if there is no such line. Lines count from 1.
  package func line(_ number: Int) -> String? {
    range(ofLine: number).map { text(of: $0) }
  }

  /// Up to `count` characters of a line from `position` on, or `nil` if there is no such place.
  package func text(from position: SourcePosition, count: Int) -> String? {
    guard count >= 0, let rest = restOfLine(from: position) else { return nil }
    return text(of: rest.lowerBound..<(byteOffset(ofCharacter: count, in: rest) ?? rest.upperBound))
  }

  /// How many bytes stand before a place; `nil` if there is no such place.
  package func byteOffset(of position: SourcePosition) -> Int? { restOfLine(from: position)?.lowerBound }

  /// The first byte of the character at `position`, or `nil` if none stands there in its line.
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

// MARK: - Stretches of bytes

extension SourceFile {
  /// The text of a stretch.
  package func text(of stretch: Range<Int>) -> String { String(decoding: bytes[stretch], as: UTF8.self) }

  /// Where a line stands without its end, or `nil` if there is no such line. Lines count from 1.
  package func range(ofLine number: Int) -> Range<Int>? {
    guard lineStarts.indices.contains(number - 1) else { return nil }
    let start = lineStarts[number - 1]
    guard number < lineStarts.count else { return start..<bytes.count }
    var end = lineStarts[number] - 1
    if end > start, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// Where the character of a stretch begins that has `count` before it; the end if there are just as many, `nil` if
  /// there are fewer. What comes before is skipped at once where the text is ASCII, and byte by byte elsewhere.
  package func byteOffset(ofCharacter count: Int, in stretch: Range<Int>) -> Int? {
    if isASCII { return count <= stretch.count ? stretch.lowerBound + count : nil }
    var left = count
    // Bytes that go on with a character are not counted.
    for offset in stretch where bytes[offset] & 0xC0 != 0x80 {
      if left == 0 { return offset }
      left -= 1
    }
    return left == 0 ? stretch.upperBound : nil
  }
}
