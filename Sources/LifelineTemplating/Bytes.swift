import LifelineSource

enum Byte {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let dot = UInt8(ascii: ".")

  static func isWhitespace(_ byte: UInt8) -> Bool { isBlank(byte) || (0x0A...0x0D).contains(byte) }
}

extension [UInt8] {
  /// Whether `byte` is at `index`, which may be behind the end.
  func has(_ byte: UInt8, at index: Int) -> Bool { index < count && self[index] == byte }

  /// Returns the index of the first occurrence of `other` that begins in `range`; it may end behind the range.
  func firstIndex(of other: [UInt8], in range: Range<Int>) -> Int? {
    range.first { self[$0] == other[0] && self[$0...].starts(with: other) }
  }
}
