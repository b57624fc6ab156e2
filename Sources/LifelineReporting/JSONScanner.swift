import LifelineSource

/// A reason that a text isn't JSON.
package struct JSONFault: Error, Equatable {
  package enum Reason: Equatable, Sendable {
    /// The text ends within a value.
    case textEnds
    /// The text goes on behind the value.
    case textGoesOn
    /// The text has a mistake, which the message names.
    case mistake(String)
  }

  /// The number of bytes before the fault.
  package var offset: Int
  package var reason: Reason
}

/// A position in a JSON text (RFC 8259), from which values are read or skipped.
package struct JSONScanner {
  package let bytes: [UInt8]
  private let start: Int
  private let end: Int
  package private(set) var offset: Int
  /// Whether the text may have several lines.
  private let allowsLines: Bool

  /// Creates a scanner at the beginning of a text.
  /// - Parameter range: The range of the text in `bytes`.
  package init(bytes: [UInt8], in range: Range<Int>, allowsLines: Bool = false) {
    self.bytes = bytes
    self.allowsLines = allowsLines
    start = range.lowerBound
    end = range.upperBound
    offset = start
  }

  /// The next byte, or `nil` at the end of the text.
  package var next: UInt8? { offset < end ? bytes[offset] : nil }

  /// Returns the fault that the text has a mistake at the offset, or that it ends there.
  package func fault(_ mistake: String) -> JSONFault {
    JSONFault(offset: offset - start, reason: offset < end ? .mistake(mistake) : .textEnds)
  }

  package mutating func skipBlanks() {
    while offset < end,
      isBlank(bytes[offset]) || bytes[offset] == 0x0D || (allowsLines && bytes[offset] == 0x0A)
    {
      offset += 1
    }
  }

  /// Moves behind a character if it is the next one.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  /// Moves behind a character, which must be the next one.
  package mutating func expect(_ character: Unicode.Scalar) throws(JSONFault) {
    guard take(character) else { throw fault("`\(character)` is expected here") }
  }

  /// Moves behind the separator of two items.
  /// - Parameter close: The character that ends the collection.
  /// - Returns: Whether another item follows. If none does, the collection is over.
  package mutating func takeSeparator(orEnd close: Unicode.Scalar) throws(JSONFault) -> Bool {
    skipBlanks()
    if take(",") { return true }
    guard take(close) else { throw fault("`,` or `\(close)` is expected here") }
    return false
  }

  /// Moves behind an object.
  /// - Parameter read: Moves behind the value of a member, whose name it gets in UTF-8.
  package mutating func readObject(
    _ read: (_ name: [UInt8], _ scanner: inout JSONScanner) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try expect("{")
    skipBlanks()
    if take("}") { return }
    repeat {
      skipBlanks()
      var name: [UInt8] = []
      try copyName(to: &name)
      skipBlanks()
      try expect(":")
      skipBlanks()
      try read(name, &self)
    } while try takeSeparator(orEnd: "}")
  }

  package mutating func expectEnd() throws(JSONFault) {
    skipBlanks()
    if offset < end { throw JSONFault(offset: offset - start, reason: .textGoesOn) }
  }

  // MARK: Values

  /// Moves behind a value.
  /// - Parameter depth: The greatest depth of collections.
  package mutating func skipValue(depth: Int) throws(JSONFault) {
    guard let first = next else { throw fault("") }
    switch Unicode.Scalar(first) {
    case "\"": try skipString()
    case "{", "[":
      guard depth > 0 else { throw fault("values are nested too deeply here") }
      try skipCollection(isObject: first == UInt8(ascii: "{"), depth: depth - 1)
    case "t": try skipWord("true")
    case "f": try skipWord("false")
    case "n": try skipWord("null")
    default: try skipNumber()
    }
  }

  private mutating func skipCollection(isObject: Bool, depth: Int) throws(JSONFault) {
    offset += 1
    skipBlanks()
    let close: Unicode.Scalar = isObject ? "}" : "]"
    if take(close) { return }
    repeat {
      skipBlanks()
      if isObject {
        try expectName()
        try skipString()
        skipBlanks()
        try expect(":")
        skipBlanks()
      }
      try skipValue(depth: depth)
    } while try takeSeparator(orEnd: close)
  }

  private mutating func skipWord(_ word: StaticString) throws(JSONFault) {
    guard has(word) else { throw fault("a value is expected here") }
    offset += word.utf8CodeUnitCount
  }

  private func has(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    return offset + count <= end && (0..<count).allSatisfy { bytes[offset + $0] == word.utf8Start[$0] }
  }

  private mutating func skipNumber() throws(JSONFault) {
    _ = take("-")
    let first = offset
    try skipDigits()
    if bytes[first] == UInt8(ascii: "0"), offset > first + 1 { throw fault("a number has no zero in front") }
    if take(".") { try skipDigits() }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      offset += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
      try skipDigits()
    }
  }

  private mutating func skipDigits() throws(JSONFault) {
    let first = offset
    while offset < end, isDigit(bytes[offset]) { offset += 1 }
    if offset == first { throw fault("a value is expected here") }
  }

  // MARK: Strings

  private func expectName() throws(JSONFault) {
    guard next == UInt8(ascii: "\"") else { throw fault("a member's name in quotes is expected here") }
  }

  private mutating func skipString() throws(JSONFault) {
    offset += 1
    while offset < end {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        offset += 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        _ = try escape()
      } else if byte < 0x20 {
        throw fault("a control character in a text is written as an escape")
      } else {
        offset += 1
      }
    }
    throw fault("")
  }

  /// Appends the name of a member, and moves behind it.
  package mutating func copyName(to values: inout [UInt8]) throws(JSONFault) {
    try expectName()
    try copyString(to: &values)
  }

  /// Appends the text of a string, and moves behind it.
  package mutating func copyString(to values: inout [UInt8]) throws(JSONFault) {
    offset += 1
    var pieceStart = offset
    while offset < end {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        values += bytes[pieceStart..<offset]
        offset += 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        values += bytes[pieceStart..<offset]
        values += Array(String(try escape()).utf8)
        pieceStart = offset
      } else if byte < 0x20 {
        throw fault("a control character in a text is written as an escape")
      } else {
        offset += 1
      }
    }
    throw fault("")
  }

  /// Reads an escape. Half of a pair of surrogates counts as a character that can't be shown.
  private mutating func escape() throws(JSONFault) -> Character {
    offset += 1
    guard let byte = next else { throw fault("") }
    offset += 1
    switch Unicode.Scalar(byte) {
    case "\"": return "\""
    case "\\": return "\\"
    case "/": return "/"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let unit = try hexadecimal()
      if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
      guard unit < 0xDC00, has("\\u") else { return "\u{FFFD}" }
      let second = offset
      offset += 2
      let low = try hexadecimal()
      if (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00))
      {
        return Character(scalar)
      }
      offset = second
      return "\u{FFFD}"
    default:
      offset -= 1
      throw fault("there is no such escape")
    }
  }

  private mutating func hexadecimal() throws(JSONFault) -> UInt16 {
    var result: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("four hexadecimal digits are expected here")
      }
      result = result << 4 | UInt16(digit)
      offset += 1
    }
    return result
  }
}
