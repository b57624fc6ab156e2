import CLibYAML
import LifelineSource

/// The bytes of a text that is known to be UTF-8 without characters that YAML forbids, and the way from
/// libyaml's count of characters to bytes and places.
struct YAMLText {
  let bytes: [UInt8]
  /// The byte at which each line begins.
  let lineStarts: [Int]
  let isASCII: Bool
  /// Whether there may be a tag in it: a `!` anywhere.
  let mayHaveTags: Bool
  /// How many characters begin before each block of bytes; nothing if each byte is one.
  private let charactersBeforeBlocks: [Int]
  private static let blockLength = 256

  init(bytes: [UInt8], lineStarts: [Int], isASCII: Bool) {
    self.bytes = bytes
    self.lineStarts = lineStarts
    self.isASCII = isASCII
    mayHaveTags = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memchr($0, Int32(UInt8(ascii: "!")), bytes.count) != nil } ?? false
    }
    var count = 0
    charactersBeforeBlocks =
      isASCII
      ? []
      : stride(from: 0, to: bytes.count, by: Self.blockLength).map { start in
        defer { count += characterCount(bytes[start..<min(start + Self.blockLength, bytes.count)]) }
        return count
      }
  }

  /// The byte at which a character begins.
  func byteOffset(ofCharacter character: Int) -> Int {
    if isASCII { return min(character, bytes.count) }
    let block = charactersBeforeBlocks.lastIndex(notAbove: character)
    var place = charactersBeforeBlocks[block]
    for offset in block * Self.blockLength..<bytes.count where bytes[offset] & 0xC0 != 0x80 {
      if place == character { return offset }
      place += 1
    }
    return bytes.count
  }

  /// The line that a byte is in, counted from 0.
  func line(ofByte offset: Int) -> Int {
    lineStarts.lastIndex(notAbove: offset)
  }

  /// The place of a byte, or of the text's end.
  func position(ofByte offset: Int) -> SourcePosition {
    let offset = min(offset, bytes.count)
    let line = line(ofByte: offset)
    return SourcePosition(line: line + 1, column: scalarCount(lineStarts[line]..<offset) + 1)
  }

  /// The place of the byte `end`, counted on from `position`, which is the place of the byte `start`.
  func position(ofByte end: Int, from start: Int, at position: SourcePosition) -> SourcePosition {
    var position = position
    for offset in start..<max(start, min(end, bytes.count)) {
      let byte = bytes[offset]
      if byte == 0x0A || (byte == 0x0D && self[offset + 1] != 0x0A) {
        position = SourcePosition(line: position.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    return position
  }

  /// The byte at a place in the text.
  func byteOffset(of position: SourcePosition) -> Int {
    guard lineStarts.indices.contains(position.line - 1) else { return bytes.count }
    var offset = lineStarts[position.line - 1]
    for _ in 1..<position.column where offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  /// The byte at `offset`; 0, which no text contains, behind the end.
  subscript(_ offset: Int) -> UInt8 {
    bytes.indices.contains(offset) ? bytes[offset] : 0
  }

  /// The text of a stretch of bytes.
  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
  }

  private func scalarCount(_ range: Range<Int>) -> Int {
    isASCII ? range.count : characterCount(bytes[range])
  }
}

/// How many characters begin in a stretch of UTF-8.
private func characterCount(_ bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBytes { bytes in
    var count = bytes.count
    var offset = 0
    // All of a text goes through here, so eight bytes are looked at at a time: of one that goes on with a character the
    // first bit is set and the second is not.
    while offset + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      count -= (word & ~(word << 1) & 0x8080_8080_8080_8080).nonzeroBitCount
      offset += 8
    }
    for byte in bytes[offset...] where byte & 0xC0 == 0x80 { count -= 1 }
    return count
  }
}

extension [Int] {
  /// Of ascending numbers, the place of the last one that is not above `bound`; 0 if all are.
  fileprivate func lastIndex(notAbove bound: Int) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle] <= bound { low = middle } else { high = middle }
    }
    return low
  }
}

// MARK: - Scanning

extension YAMLText {
  /// Whether a space, tab or line's end stands at `offset`.
  func isSpace(_ offset: Int) -> Bool {
    switch self[offset] {
    case 0x09, 0x0A, 0x0D, 0x20: true
    default: false
    }
  }

  /// Whether a space or tab stands at `offset`.
  func isBlank(_ offset: Int) -> Bool {
    self[offset] == 0x20 || self[offset] == 0x09
  }

  /// The next byte from `offset` on that is neither a space nor a tab.
  func skippingBlanks(from offset: Int) -> Int {
    var offset = offset
    while isBlank(offset) { offset += 1 }
    return offset
  }

  /// The end of what looks like a tag and begins at `offset`: a space or a bracket or comma.
  func endOfTag(at offset: Int) -> Int {
    var end = offset + 1
    while end < bytes.count, !isSpace(end), !",[]{}".utf8.contains(bytes[end]) { end += 1 }
    return min(end, bytes.count)
  }

  /// The end of the anchor or tag that begins at `offset`.
  func endOfProperty(at offset: Int) -> Int {
    var end = offset + 1
    if self[offset] == UInt8(ascii: "!"), self[end] == UInt8(ascii: "<") {
      while end < bytes.count, self[end] != UInt8(ascii: ">"), !isSpace(end) { end += 1 }
      return min(end + 1, bytes.count)
    }
    while end < bytes.count, !isSpace(end), self[end] != UInt8(ascii: ",") {
      // What may stand directly behind an anchor's name.
      if self[offset] == UInt8(ascii: "&"), !isWordByte(self[end]) { break }
      end += 1
    }
    return end
  }

  /// The next byte from `offset` on that is not of a space, a line's end or a comment.
  func skippingSpace(from offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count {
      if isSpace(offset) {
        offset += 1
      } else if self[offset] == UInt8(ascii: "#"), offset > 0, isSpace(offset - 1) {
        while offset < bytes.count, self[offset] != 0x0A, self[offset] != 0x0D { offset += 1 }
      } else {
        break
      }
    }
    return offset
  }
}

/// Whether a byte is an ASCII letter, digit, `_` or `-`: what libyaml makes names of anchors of.
func isWordByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
  default: false
  }
}
