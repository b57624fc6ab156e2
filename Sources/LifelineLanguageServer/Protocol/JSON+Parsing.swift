import LifelineReporting

extension JSON {
  /// The greatest depth of values in values.
  private static let depthLimit = 128

  /// Reads a JSON text.
  ///
  /// No number of the protocol has a fraction, so the fraction of one is dropped.
  static func parse(_ bytes: [UInt8]) throws(JSONFault) -> JSON {
    var scanner = JSONScanner(bytes: bytes, in: bytes.indices, allowsLines: true)
    scanner.skipBlanks()
    let value = try parseValue(&scanner, depth: depthLimit)
    try scanner.expectEnd()
    return value
  }

  private static func parseValue(_ scanner: inout JSONScanner, depth: Int) throws(JSONFault) -> JSON {
    guard depth > 0 else { throw scanner.fault("values are nested too deeply here") }
    switch scanner.next.map({ Unicode.Scalar($0) }) {
    case "{": return try parseObject(&scanner, depth: depth)
    case "[": return try parseArray(&scanner, depth: depth)
    case "\"":
      var text: [UInt8] = []
      try scanner.copyString(to: &text)
      return .string(String(decoding: text, as: UTF8.self))
    default: return try parseWord(&scanner)
    }
  }

  private static func parseObject(_ scanner: inout JSONScanner, depth: Int) throws(JSONFault) -> JSON {
    var members: [(name: String, value: JSON)] = []
    try scanner.readObject { (name, scanner) throws(JSONFault) in
      members.append((String(decoding: name, as: UTF8.self), try parseValue(&scanner, depth: depth - 1)))
    }
    return .object(members)
  }

  private static func parseArray(_ scanner: inout JSONScanner, depth: Int) throws(JSONFault) -> JSON {
    var items: [JSON] = []
    try scanner.expect("[")
    scanner.skipBlanks()
    if scanner.take("]") { return .array(items) }
    repeat {
      scanner.skipBlanks()
      items.append(try parseValue(&scanner, depth: depth - 1))
    } while try scanner.takeSeparator(orEnd: "]")
    return .array(items)
  }

  private static func parseWord(_ scanner: inout JSONScanner) throws(JSONFault) -> JSON {
    let start = scanner.offset
    try scanner.skipValue(depth: 1)
    let word = String(decoding: scanner.bytes[start..<scanner.offset], as: UTF8.self)
    switch word {
    case "true": return true
    case "false": return false
    case "null": return .null
    default:
      if let number = Int(word) { return .number(number) }
      return Double(word).flatMap { Int(exactly: $0.rounded(.towardZero)) }.map { .number($0) } ?? .null
    }
  }
}

extension JSON {
  /// Returns the last member of an object with a name.
  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var number: Int? { if case .number(let number) = self { number } else { nil } }
  var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  var items: [JSON]? { if case .array(let items, _) = self { items } else { nil } }
  var isNull: Bool { if case .null = self { true } else { false } }
}

extension JSONFault.Reason {
  /// The reason in a message about a text of several lines.
  var words: String {
    switch self {
    case .textEnds: "the text ends within a value"
    case .textGoesOn: "the text goes on after the value"
    case .mistake(let mistake): mistake
    }
  }
}
