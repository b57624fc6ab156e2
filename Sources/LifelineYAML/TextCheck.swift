import LifelineSource

extension DiagnosticKind {
  /// More bytes than a document may have.
  package static let textTooLong = DiagnosticKind(
    "L101", .error, "text too long",
    explanation: """
      A spec may have 16 MiB of text, so that a wrong file cannot take all memory. A machine that needs more \
      is better told in several specs, or was generated, in which case the generator can write the Swift \
      code itself.

          $ ls -l Specs
          -rw-r--r--  1 me  staff  48211968  Export.yaml     # a spec, or somebody's data?

      Name another file, or split the machine: one spec for each life cycle.
      """)

  /// Bytes that are not UTF-8.
  package static let notUTF8 = DiagnosticKind(
    "L102", .error, "not UTF-8",
    explanation: """
      A spec is a text in UTF-8. A byte that cannot stand there comes from another encoding (Latin-1, \
      Windows-1252, UTF-16) or from a file that is not a text, and guessing would change names and prose.

          $ iconv -f LATIN1 -t UTF-8 Old.yaml > Specs/Player.yaml

      Save the file as UTF-8: editors offer that in their "save as" dialog, and `iconv` converts from a \
      known encoding.
      """)

  /// A character that may not stand in a YAML text.
  package static let forbiddenCharacter = DiagnosticKind(
    "L103", .error, "forbidden character",
    explanation: """
      Control characters, the line separators U+0085, U+2028 and U+2029, and a byte order mark anywhere but \
      at the beginning, may not stand in a spec: editors do not show them, and programs disagree on what \
      they mean.

          doc: "One line\\u2028and another"

      Delete the character, or, where it is wanted in a text, write it as an escape between double quotes, \
      such as "\\u2028" or "\\x1B".
      """)
}

/// A text before it is read as YAML.
enum TextCheck {
  case text(YAMLText)
  /// What is wrong, and as much of the text as a message can show.
  case refused(Diagnostic, source: SourceFile)

  init(_ bytes: [UInt8], path: String) {
    func refuse(_ kind: DiagnosticKind, _ message: String, at position: SourcePosition?) -> TextCheck {
      let range = position.map {
        SourceRange($0, SourcePosition(line: $0.line, column: $0.column + 1))
      }
      let shown = position == nil ? "" : String(decoding: bytes.droppingByteOrderMark, as: UTF8.self)
      return .refused(
        Diagnostic(kind, message, at: SourceLocation(path: path, range: range)),
        source: SourceFile(path: path, text: shown))
    }

    if bytes.count > YAMLLimits.bytes {
      self = refuse(
        .textTooLong,
        "the file has \(bytes.count) bytes; a spec may have \(YAMLLimits.bytes) (16 MiB)", at: nil)
      return
    }
    if let encoding = otherEncoding(of: bytes) {
      self = refuse(
        .notUTF8, "the file is written in \(encoding); save it as UTF-8", at: nil)
      return
    }
    let bytes = bytes.droppingByteOrderMark
    let found = bytes.withUnsafeBufferPointer(scan)
    let text = YAMLText(bytes: bytes, lineStarts: found.lineStarts, isASCII: found.isASCII)
    switch found.fault {
    case nil: self = .text(text)
    case .invalidByte(let offset):
      let byte = "0x" + hexadecimal(UInt32(bytes[offset]), digits: 2)
      self = refuse(
        .notUTF8, "byte \(byte) is not UTF-8 here; save the file as UTF-8",
        at: text.position(ofByte: offset))
    case .forbidden(let scalar, let offset):
      self = refuse(.forbiddenCharacter, forbidding(scalar), at: text.position(ofByte: offset))
    }
  }
}

/// What a text's first look finds.
private struct Scan {
  enum Fault {
    case invalidByte(at: Int)
    case forbidden(UInt32, at: Int)
  }

  var lineStarts = [0]
  var isASCII = true
  var fault: Fault?
}

extension [UInt8] {
  fileprivate var droppingByteOrderMark: [UInt8] {
    starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
  }
}

/// The encoding that a byte order mark, or the zeros of a first ASCII character, tell of.
private func otherEncoding(of bytes: [UInt8]) -> String? {
  let head = Array(bytes.prefix(4))
  switch head {
  case [0x00, 0x00, 0xFE, 0xFF], [0xFF, 0xFE, 0x00, 0x00]: return "UTF-32"
  default: break
  }
  guard head.count >= 2 else { return nil }
  switch (head[0], head[1]) {
  case (0xFE, 0xFF), (0xFF, 0xFE): return "UTF-16"
  case (0x00, 1...), (1..., 0x00):
    // Without a mark, ASCII in UTF-16 is every other byte a zero.
    guard head.count == 4, (head[0] == 0) == (head[2] == 0), (head[1] == 0) == (head[3] == 0) else {
      return nil
    }
    return "UTF-16"
  default: return nil
  }
}

private func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> Scan {
  var result = Scan()
  var offset = 0
  let words = UnsafeRawBufferPointer(bytes)
  let lastWord = bytes.count - MemoryLayout<UInt64>.size
  while offset < bytes.count {
    if offset <= lastWord, isPlain(words.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) {
      offset += MemoryLayout<UInt64>.size
      continue
    }
    let byte = bytes[offset]
    if (0x20..<0x7F).contains(byte) {
      offset += 1
      continue
    }
    if byte < 0x80 {
      switch byte {
      case 0x0A: result.lineStarts.append(offset + 1)
      case 0x0D:
        if offset + 1 == bytes.count || bytes[offset + 1] != 0x0A { result.lineStarts.append(offset + 1) }
      case 0x09: break
      default:
        result.fault = .forbidden(UInt32(byte), at: offset)
        return result
      }
      offset += 1
      continue
    }
    result.isASCII = false
    guard let (scalar, width) = decodeScalar(bytes, at: offset) else {
      result.fault = .invalidByte(at: offset)
      return result
    }
    if isForbidden(scalar) {
      result.fault = .forbidden(scalar, at: offset)
      return result
    }
    offset += width
  }
  return result
}

/// Whether eight bytes are printable ASCII, all at once: most of a text is.
private func isPlain(_ word: UInt64) -> Bool {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let highBits = ones << 7
  // Where no byte has its high bit, the subtractions set it in the first that is below 0x20, and the first that is 0x7F.
  let isControl = word &- 0x20 * ones
  let isDelete = (word ^ 0x7F * ones) &- ones
  return (word | isControl | isDelete) & highBits == 0
}

/// The scalar of two to four bytes at `offset` if they are UTF-8: the shortest form, no surrogate, at most
/// U+10FFFF.
private func decodeScalar(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> (UInt32, width: Int)? {
  let lead = bytes[offset]
  let width: Int
  var value: UInt32
  switch lead {
  case 0xC2...0xDF: (width, value) = (2, UInt32(lead & 0x1F))
  case 0xE0...0xEF: (width, value) = (3, UInt32(lead & 0x0F))
  case 0xF0...0xF4: (width, value) = (4, UInt32(lead & 0x07))
  default: return nil
  }
  guard offset + width <= bytes.count else { return nil }
  for index in (offset + 1)..<(offset + width) {
    guard bytes[index] & 0xC0 == 0x80 else { return nil }
    value = value << 6 | UInt32(bytes[index] & 0x3F)
  }
  if width == 3, value < 0x800 || 0xD800...0xDFFF ~= value { return nil }
  if width == 4, !(0x10000...0x10FFFF ~= value) { return nil }
  return (value, width)
}

private func isForbidden(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x80...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
  default: false
  }
}

private func forbidding(_ scalar: UInt32) -> String {
  let name = "U+" + hexadecimal(scalar, digits: 4)
  switch scalar {
  case 0: return "the file holds a NUL (U+0000): it is no text, or is damaged"
  case 0xFEFF: return "a byte order mark (U+FEFF) may only stand at the beginning of the file; delete it"
  case 0x85, 0x2028, 0x2029:
    let escape = "\\u" + hexadecimal(scalar, digits: 4)
    return "\(name) ends a line for some programs and not for others; "
      + "delete it, or write `\(escape)` between double quotes"
  default:
    return "the control character \(name) may not stand in a spec; delete it"
  }
}

private func hexadecimal(_ value: UInt32, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
