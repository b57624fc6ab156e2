import LifelineSource

/// Returns whether a byte can be part of an identifier. A byte beyond ASCII is part of a letter.
func isWordByte(_ byte: UInt8) -> Bool {
  isIdentifierByte(byte) || byte == UInt8(ascii: "$") || byte >= 0x80
}

/// Returns whether a byte is a control character that isn't a blank.
func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && !isBlank(byte) || byte == 0x7F }

extension [UInt8] {
  /// Returns the offset behind the blanks at `start`.
  func skipBlanks(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, isBlank(self[index]) { index += 1 }
    return index
  }

  /// Returns the offset behind the bytes from `start` on for which `belongs` holds.
  @inline(__always)
  func skip(from start: Int, to end: Int, while belongs: (UInt8) -> Bool) -> Int {
    var index = start
    while index < end, belongs(self[index]) { index += 1 }
    return index
  }

  /// Returns whether `text` begins at `start`.
  func has(_ text: StaticString, at start: Int, to end: Int) -> Bool {
    guard start + text.utf8CodeUnitCount <= end else { return false }
    for offset in 0..<text.utf8CodeUnitCount where self[start + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// Returns the offset of the first `byte` from `start` on.
  func firstOffset(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    var index = start
    while index < end {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// Returns the bytes up to a limit, or a little less, so that they end with a whole character of UTF-8.
  func beginning(upTo limit: Int) -> ArraySlice<UInt8> {
    guard count > limit else { return self }
    var end = startIndex + limit
    while end > startIndex, self[end] & 0xC0 == 0x80 { end -= 1 }
    return self[..<end]
  }
}
