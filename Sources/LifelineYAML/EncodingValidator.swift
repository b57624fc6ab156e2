import LifelineSource

/// The reason why a file can't be read as YAML text.
struct InvalidEncoding: Error {
  var kind: DiagnosticKind
  var message: String
  /// The part of the file that diagnostics can show; invalid bytes are replaced.
  var text = ""
  /// The first character that is forbidden, or `nil` if the whole file is.
  var range: SourceRange?
}

/// Decodes files and rejects those whose text YAML doesn't allow.
enum EncodingValidator {
  /// Decodes a file and removes the byte order mark at its beginning.
  static func decode(_ bytes: [UInt8], as format: YAMLFormat) throws(InvalidEncoding) -> String {
    if bytes.count > YAMLLimits.bytes {
      throw InvalidEncoding(
        kind: .textTooLong,
        message: "the file has \(bytes.count) bytes; a \(format.name) may have \(YAMLLimits.bytes) (16 MiB)")
    }
    if let encoding = otherEncoding(of: bytes) {
      throw InvalidEncoding(kind: .notUTF8, message: "the file is written in \(encoding); save it as UTF-8")
    }
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let text: String
    do throws(InvalidUTF8) { text = try decodeUTF8(bytes) } catch {
      let before = String(decoding: bytes[..<error.offset], as: UTF8.self)
      throw invalid(
        .notUTF8,
        "the byte 0x\(hexadecimal(bytes[error.offset], digits: 2)) is not valid UTF-8; save the file as UTF-8",
        atCharacter: before.unicodeScalars.count, of: String(decoding: bytes, as: UTF8.self))
    }
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if let reason = reasonToForbid(scalar) {
        throw invalid(.forbiddenCharacter, reason, atCharacter: index, of: text)
      }
    }
    return text
  }

  private static func invalid(
    _ kind: DiagnosticKind, _ message: String, atCharacter index: Int, of text: String
  ) -> InvalidEncoding {
    let position = YAMLText(text).position(of: index)
    return InvalidEncoding(
      kind: kind, message: message, text: text, range: SourceRange(position, position).slice(offset: 0, length: 1))
  }

  /// Returns the encoding that a byte order mark, or the zeros of the first ASCII characters, indicate.
  private static func otherEncoding(of bytes: [UInt8]) -> String? {
    let head = Array(bytes.prefix(4))
    if head == [0x00, 0x00, 0xFE, 0xFF] || head == [0xFF, 0xFE, 0x00, 0x00] { return "UTF-32" }
    if head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0xFF, 0xFE]) { return "UTF-16" }
    // Every other byte of ASCII in UTF-16 is a zero.
    let zeros = head.map { $0 == 0 }
    return zeros == [true, false, true, false] || zeros == [false, true, false, true] ? "UTF-16" : nil
  }

  private static func reasonToForbid(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E: return nil
    case 0x00: return "the file contains a NUL (U+0000), so it isn't a text, or is damaged"
    case 0xFEFF: return "a byte order mark (U+FEFF) is only allowed at the beginning of the file; delete it"
    case 0x85, 0x2028, 0x2029:
      let digits = hexadecimal(scalar.value, digits: 4)
      return "U+\(digits) is a line break for some programs only; "
        + "delete it, or write `\\u\(digits)` between double quotes"
    case 0x01...0x1F, 0x7F...0x9F, 0xFFFE, 0xFFFF:
      return "the control character U+\(hexadecimal(scalar.value, digits: 4)) isn't allowed; delete it"
    default: return nil
    }
  }

  private static func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
