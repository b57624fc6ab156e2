/// How names, literals and prose are spelt in Swift, so that no text of a spec becomes code.
enum SwiftText {
  /// A name where it is declared, and where it is used behind a dot or alone.
  static func identifier(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// A name in front of an argument: there, Swift warns of backticks that it does not need.
  static func argumentLabel(_ name: String) -> String {
    name == "inout" ? "`inout`" : name
  }

  /// Names with dots between them, such as a module's.
  static func path(_ path: String) -> String {
    path.split(separator: ".", omittingEmptySubsequences: false).map { identifier(String($0)) }.joined(separator: ".")
  }

  /// A text as a string literal, with its quotes.
  static func stringLiteral(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result.unicodeScalars.append(contentsOf: ["\\", scalar])
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default: append(scalar, to: &result)
      }
    }
    return result + "\""
  }

  /// Prose as lines of a comment, without what makes them one. A line break of any sort ends a line, so that
  /// none ends the comment.
  static func commentLines(_ text: String) -> [String] {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return plainLines(text) }
    var lines: [String] = []
    var line = ""
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}":
        lines.append(trimmed(line))
        line = ""
      case "\t": line += " "
      default: append(scalar, to: &line)
      }
      previous = scalar
    }
    lines.append(trimmed(line))
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The lines of a text in which nothing is to be escaped.
  private static func plainLines(_ text: String) -> [String] {
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      String(line.prefix(upTo: line.lastIndex { $0 != 0x20 }.map { line.index(after: $0) } ?? line.startIndex)) ?? ""
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Prose as one line of a comment.
  static func commentLine(_ text: String) -> String {
    commentLines(text).joined(separator: " ")
  }

  /// The name with a capital at its beginning.
  static func capitalized(_ name: String) -> String {
    guard let first = name.unicodeScalars.first, first.isASCII else { return name }
    return String(Character(first)).uppercased() + name.dropFirst()
  }

  /// Appends a character, or its escape where it could hide or reorder others.
  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    if scalar.value >= 0x20, scalar.value < 0x7F {
      text.unicodeScalars.append(scalar)
      return
    }
    switch scalar.properties.generalCategory {
    case .format where scalar == "\u{200C}" || scalar == "\u{200D}":
      text.unicodeScalars.append(scalar)
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default:
      text.unicodeScalars.append(scalar)
    }
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }

  /// What Swift reserves somewhere. Backticks are welcome around any name where it is declared or used.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let",
    "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias",
    "var", "where", "while",
  ]
}
