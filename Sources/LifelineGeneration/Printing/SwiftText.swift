/// Spells names, literals and prose in Swift, so that no text of a spec becomes code.
enum SwiftText {
  /// Returns a name for its declaration, and for its uses.
  static func identifier(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// Returns the name of a case of an enum with a raw type, which has a type `RawValue`. The case has one more `_`.
  static func rawCase(_ name: String) -> String {
    let isRawValue = name.hasPrefix("RawValue") && name.dropFirst("RawValue".count).allSatisfy { $0 == "_" }
    return isRawValue ? "\(name)_" : identifier(name)
  }

  /// Returns the name of a case of an enum whose code uses `Self.allCases`.
  static func iterableCase(_ name: String) -> String {
    let isTaken = ["allCases", "AllCases", "Self"].contains { word in
      name.hasPrefix(word) && name.dropFirst(word.count).allSatisfy { $0 == "_" }
    }
    return isTaken ? "\(name)_" : rawCase(name)
  }

  /// Returns whether an optional has a case with a name, too.
  static func isCaseOfOptional(_ name: String) -> Bool { ["none", "some"].contains(name) }

  /// Returns a case for a position whose type is an optional of the case's type.
  static func optional(_ name: String, in type: String) -> String {
    isCaseOfOptional(name) ? "\(type).\(name)" : ".\(name)"
  }

  /// Returns a case with its type in front. Swift takes some names after a type for its own, even in backticks: only the
  /// type that the context requires remains for these.
  static func qualified(_ name: String, in type: String) -> String {
    ["`Type`", "`Protocol`", "`self`", "`init`"].contains(name) ? ".\(name)" : "\(type).\(name)"
  }

  /// Returns a name in the spelling of a type. Swift reads some words that aren't keywords as modifiers there.
  static func typeIdentifier(_ name: String) -> String {
    name == "each" ? "`each`" : identifier(name)
  }

  /// Returns an argument label. Swift warns about backticks that a label doesn't need.
  static func argumentLabel(_ name: String) -> String {
    name == "inout" ? "`inout`" : name
  }

  /// Returns names with dots between them, such as a module's.
  static func path(_ path: String) -> String {
    path.split(separator: ".", omittingEmptySubsequences: false).map { identifier(String($0)) }.joined(separator: ".")
  }

  /// Returns a text as a string literal, with its quotes.
  static func stringLiteral(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { isPrintable($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    if isPlain { return "\"\(text)\"" }
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    bytes.reserveCapacity(text.utf8.count + 2)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
      case "\n": bytes += Array("\\n".utf8)
      case "\t": bytes += Array("\\t".utf8)
      default: append(scalar, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns prose as lines of a comment, without the slashes. Every kind of line break ends a line, so that none ends
  /// the comment.
  static func commentLines(_ text: String) -> [String] {
    // Most texts are one line that needs no change.
    if let last = text.utf8.last, last != 0x20, text.utf8.allSatisfy(isPrintable) { return [text] }
    var lines: [String] = []
    let bytes = Array(text.utf8)
    if bytes.allSatisfy({ isPrintable($0) || $0 == 0x0A }) {
      var start = 0
      for index in bytes.indices where bytes[index] == 0x0A {
        lines.append(trimmed(bytes[start..<index]))
        start = index + 1
      }
      lines.append(trimmed(bytes[start...]))
      while lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
    var line: [UInt8] = []
    line.reserveCapacity(text.utf8.count)
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}":
        lines.append(trimmed(line[...]))
        line.removeAll(keepingCapacity: true)
      case "\t": line.append(0x20)
      default: append(scalar, to: &line)
      }
      previous = scalar
    }
    lines.append(trimmed(line[...]))
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Returns prose as one line of a comment.
  static func commentLine(_ text: String) -> String {
    commentLines(text).joined(separator: " ")
  }

  /// Returns the smallest type that counts `count` cases.
  static func rawType(caseCount count: Int) -> String {
    count <= 1 << 8 ? "Swift.UInt8" : count <= 1 << 16 ? "Swift.UInt16" : "Swift.UInt32"
  }

  /// Returns the name with a capital first letter.
  static func capitalized(_ name: String) -> String {
    guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return name }
    return String(decoding: [first - 0x20] + name.utf8.dropFirst(), as: UTF8.self)
  }

  /// Returns the name with a small first letter.
  static func decapitalized(_ name: String) -> String {
    guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return name }
    return String(decoding: [first + 0x20] + name.utf8.dropFirst(), as: UTF8.self)
  }

  /// Returns a full path in camel case.
  static func camelCase(path: String) -> String {
    let parts = path.split(separator: ".")
    guard let first = parts.first else { return path }
    return parts.dropFirst().reduce(into: String(first)) { $0 += capitalized(String($1)) }
  }

  /// Appends a character, or its escape if it could hide or reorder others.
  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    if scalar.value >= 0x20, scalar.value < 0x7F {
      bytes.append(UInt8(scalar.value))
      return
    }
    // Most letters and punctuation needn't be looked up.
    if (0xC0...0x2AF).contains(scalar.value) || (0x2010...0x2027).contains(scalar.value)
      || (0x3001...0x9FFF).contains(scalar.value)
    {
      if let encoded = UTF8.encode(scalar) { bytes += encoded }
      return
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: break
    // Joiners belong to the spelling of words and to emoji.
    case .format where scalar != "\u{200C}" && scalar != "\u{200D}": break
    default:
      if let encoded = UTF8.encode(scalar) { bytes += encoded }
      return
    }
    bytes += Array("\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8)
  }

  private static func isPrintable(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> String {
    var line = line
    while line.last == 0x20 { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  /// The words that Swift reserves somewhere. Backticks are allowed around any name in its declaration and uses.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let",
    "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias",
    "var", "where", "while",
  ]
}
