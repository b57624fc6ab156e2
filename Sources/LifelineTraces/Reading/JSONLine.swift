import LifelineSource

/// Reads lines that are JSON objects (RFC 8259), and keeps the values of some members.
///
/// libyaml would read them, too, but it makes a tree of a document, which takes many times as long as the judgement of
/// a call; and Foundation's reader isn't an option, since every user of the build plugin would build against it. So this
/// checks the grammar of a line and copies nothing but the values that are asked for.
package struct JSONLine {
  /// The members that mean something in a trace.
  enum Member: Int, CaseIterable {
    case callback, selector, session, instance, `class`, part, time, line
    /// The members of the objects that `log show` prints.
    case eventMessage, timestamp
    /// The member whose name the reader was given, such as that of `--by`.
    case key
    /// The other member whose name the reader was given.
    case other
  }

  /// The reason that a line can't be read.
  package struct Fault: Error {
    /// The number of bytes before the fault.
    package var offset: Int
    package var reason: String
    /// The character with which the line begins, if it isn't that of an object.
    var firstCharacter: String?

    /// The reason as a message about the line.
    var message: String {
      firstCharacter.map { "the line must be a JSON object: it begins with `\($0)`, not with `{`" }
        ?? "this line is no JSON object: after \(counted(offset, "byte")), \(reason)"
    }
  }

  /// The values of members, one behind the other: texts without quotes and escapes, and other scalars as they are written.
  private(set) var values: [UInt8] = []
  private var ranges: [Range<Int>?] = Array(repeating: nil, count: Member.allCases.count)
  private var areTexts: [Bool] = Array(repeating: false, count: Member.allCases.count)
  private let names: [(name: [UInt8], member: Member)]
  /// The members that were asked for besides those that always mean something.
  private let further: [(name: [UInt8], member: Member)]

  /// The greatest depth of values in values.
  private static let depthLimit = 128

  /// Creates a reader.
  /// - Parameters:
  ///   - key: The name of a member whose value is kept as ``Member/key``.
  ///   - other: The name of a member whose value is kept as ``Member/other``.
  init(key: String?, another other: String? = nil) {
    names = Member.allCases.filter { $0 != .key && $0 != .other }.map { (Array("\($0)".utf8), $0) }
    further = [(key, Member.key), (other, .other)].compactMap { name, member in name.map { (Array($0.utf8), member) } }
  }

  /// Returns the value of a member in ``values``; `nil` if it isn't there, or is an array, an object or `null`.
  func value(of member: Member) -> Range<Int>? { ranges[member.rawValue] }

  /// Returns whether the value of a member is a text.
  func isText(_ member: Member) -> Bool { areTexts[member.rawValue] }

  /// Reads a line.
  /// - Throws: If the line is no JSON object. The values of its beginning may have been kept.
  mutating func read(_ bytes: [UInt8], in range: Range<Int>) throws(Fault) {
    values.removeAll(keepingCapacity: true)
    for index in ranges.indices { ranges[index] = nil }
    var scanner = JSONScanner(bytes: bytes, start: range.lowerBound, end: range.upperBound)
    scanner.skipBlanks()
    guard scanner.next == UInt8(ascii: "{") else { throw scanner.noObject }
    scanner.offset += 1
    scanner.skipBlanks()
    if scanner.take("}") { return try scanner.expectEnd() }
    while true {
      scanner.skipBlanks()
      guard scanner.next == UInt8(ascii: "\"") else {
        throw scanner.fault("a member's name in quotes is expected here")
      }
      let nameStart = values.count
      try scanner.copyString(to: &values)
      let members = members(named: nameStart..<values.count)
      values.removeLast(values.count - nameStart)
      scanner.skipBlanks()
      guard scanner.take(":") else { throw scanner.fault("`:` is expected here") }
      scanner.skipBlanks()
      if members.first == nil, members.second == nil {
        try scanner.skipValue(depth: Self.depthLimit)
      } else {
        try readValue(of: members, &scanner)
      }
      scanner.skipBlanks()
      if scanner.take(",") { continue }
      guard scanner.take("}") else { throw scanner.fault("`,` or `}` is expected here") }
      return try scanner.expectEnd()
    }
  }

  private func members(named range: Range<Int>) -> (first: Member?, second: Member?) {
    func member(among members: [(name: [UInt8], member: Member)]) -> Member? {
      for (name, member) in members where name.count == range.count && name.elementsEqual(values[range]) {
        return member
      }
      return nil
    }
    return (member(among: names), member(among: further))
  }

  private mutating func readValue(
    of members: (first: Member?, second: Member?), _ scanner: inout JSONScanner
  ) throws(Fault) {
    let start = values.count
    let isText = scanner.next == UInt8(ascii: "\"")
    var range: Range<Int>?
    if isText {
      try scanner.copyString(to: &values)
      range = start..<values.count
    } else {
      let valueStart = scanner.offset
      try scanner.skipValue(depth: Self.depthLimit)
      let first = scanner.bytes[valueStart]
      if first != UInt8(ascii: "{"), first != UInt8(ascii: "["), first != UInt8(ascii: "n") {
        values += scanner.bytes[valueStart..<scanner.offset]
        range = start..<values.count
      }
    }
    for member in [members.first, members.second].compactMap(\.self) {
      ranges[member.rawValue] = range
      areTexts[member.rawValue] = isText
    }
  }
}

/// A position in a JSON text.
package struct JSONScanner {
  package let bytes: [UInt8]
  let start: Int
  let end: Int
  package var offset: Int
  /// Whether the text may have several lines.
  let allowsLines: Bool

  package init(bytes: [UInt8], start: Int, end: Int, allowsLines: Bool = false) {
    self.bytes = bytes
    self.start = start
    self.end = end
    self.allowsLines = allowsLines
    offset = start
  }

  package var next: UInt8? { offset < end ? bytes[offset] : nil }

  package func fault(_ reason: String) -> JSONLine.Fault {
    JSONLine.Fault(offset: offset - start, reason: offset < end ? reason : "the line ends within the object")
  }

  /// The fault that the line begins with something else than an object.
  var noObject: JSONLine.Fault {
    // No character has more than four bytes.
    let first = String(decoding: bytes[offset..<min(offset + 4, end)], as: UTF8.self).unicodeScalars.first
    var fault = fault("an object begins with `{`")
    fault.firstCharacter = first.map { VisibleText.escaped(String($0)) }
    return fault
  }

  package mutating func skipBlanks() {
    while offset < end,
      bytes[offset] == 0x20 || bytes[offset] == 0x09 || bytes[offset] == 0x0D || (allowsLines && bytes[offset] == 0x0A)
    {
      offset += 1
    }
  }

  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  package mutating func expectEnd() throws(JSONLine.Fault) {
    skipBlanks()
    if offset < end { throw fault("the line goes on behind the object") }
  }

  /// Moves behind a value.
  package mutating func skipValue(depth: Int) throws(JSONLine.Fault) {
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

  private mutating func skipCollection(isObject: Bool, depth: Int) throws(JSONLine.Fault) {
    offset += 1
    skipBlanks()
    let close: Unicode.Scalar = isObject ? "}" : "]"
    if take(close) { return }
    while true {
      skipBlanks()
      if isObject {
        guard next == UInt8(ascii: "\"") else { throw fault("a member's name in quotes is expected here") }
        try skipString()
        skipBlanks()
        guard take(":") else { throw fault("`:` is expected here") }
        skipBlanks()
      }
      try skipValue(depth: depth)
      skipBlanks()
      if take(",") { continue }
      guard take(close) else { throw fault("`,` or `\(close)` is expected here") }
      return
    }
  }

  private mutating func skipWord(_ word: StaticString) throws(JSONLine.Fault) {
    guard bytes.has(word, at: offset, to: end) else { throw fault("a value is expected here") }
    offset += word.utf8CodeUnitCount
  }

  private mutating func skipNumber() throws(JSONLine.Fault) {
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

  private mutating func skipDigits() throws(JSONLine.Fault) {
    let first = offset
    offset = bytes.skip(from: offset, to: end, while: isDigit)
    if offset == first { throw fault("a value is expected here") }
  }

  private mutating func skipString() throws(JSONLine.Fault) {
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

  /// Appends the text of a string, and moves behind it.
  package mutating func copyString(to values: inout [UInt8]) throws(JSONLine.Fault) {
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
  private mutating func escape() throws(JSONLine.Fault) -> Character {
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
      guard unit < 0xDC00, bytes.has("\\u", at: offset, to: end) else { return "\u{FFFD}" }
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

  private mutating func hexadecimal() throws(JSONLine.Fault) -> UInt16 {
    var result: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, isHexadecimal(byte) else { throw fault("four hexadecimal digits are expected here") }
      let digit = isDigit(byte) ? byte - UInt8(ascii: "0") : (byte | 0x20) - UInt8(ascii: "a") + 10
      result = result << 4 | UInt16(digit)
      offset += 1
    }
    return result
  }
}
