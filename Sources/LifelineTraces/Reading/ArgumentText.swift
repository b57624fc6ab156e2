import LifelineAnalysis
import LifelineReporting

/// Reads the arguments of a call: a JSON object whose grammar has been checked.
enum ArgumentText {
  /// The number of arguments that are read.
  private static let limit = 64
  /// The number of bytes of a text that is compared. A text is kept as long as its session.
  private static let lengthLimit = 1_000

  /// Returns the arguments by their names, without values that are objects or lists.
  static func read(_ bytes: [UInt8], in range: Range<Int>) -> [String: LoggedValue] {
    var scanner = JSONScanner(bytes: bytes, in: range)
    var result: [String: LoggedValue] = [:]
    // Nothing is thrown, since the whole line was read before.
    try? read(&scanner, into: &result)
    return result
  }

  private static func read(_ scanner: inout JSONScanner, into result: inout [String: LoggedValue]) throws(JSONFault) {
    try scanner.readObject { (name, scanner) throws(JSONFault) in
      let value = try readValue(&scanner)
      if result.count < limit, name.count <= lengthLimit, let value {
        result[String(decoding: name, as: UTF8.self)] = value
      }
    }
  }

  private static func readValue(_ scanner: inout JSONScanner) throws(JSONFault) -> LoggedValue? {
    if scanner.next == UInt8(ascii: "\"") {
      var text: [UInt8] = []
      try scanner.copyString(to: &text)
      return text.count <= lengthLimit ? .text(String(decoding: text, as: UTF8.self)) : nil
    }
    let start = scanner.offset
    try scanner.skipValue(depth: JSONLine.depthLimit)
    let bytes = scanner.bytes[start..<scanner.offset]
    guard let first = bytes.first, bytes.count <= lengthLimit else { return nil }
    switch Unicode.Scalar(first) {
    case "{", "[": return nil
    case "t": return .bool(true)
    case "f": return .bool(false)
    case "n": return .null
    default: return .number(String(decoding: bytes, as: UTF8.self))
    }
  }
}
