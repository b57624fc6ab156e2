import LifelineModel
import LifelineSource
import LifelineYAML

extension DiagnosticKind {
  static let badType = DiagnosticKind(
    "L209", .error, "a type that cannot be used",
    explanation: """
      A parameter's type is a path of Swift identifiers with `< > [ ] ? ,`. It must be `Hashable` and \
      `Sendable`, because events are compared and stored, so functions, tuples, `any` and `some` types are \
      none.

          parameters:
            url: URL?
            ids: "[Scene.Identifier]"        # in quotes, or YAML reads a list
            handler: (Bool) -> Void          # not possible

      Use a type of this form; for others declare a type of your own that contains them.
      """)
}

/// Reads the Swift types that parameters may have: `path<…>`, `[…]`, each with any number of `?`.
struct TypeNameParser {
  private var bytes: ArraySlice<UInt8>
  private var text = ""
  private static let maximumDepth = 32

  /// The type in its usual spelling (one blank after a comma, none elsewhere), or `nil` if it is none.
  static func parse(_ text: String) -> String? {
    var parser = TypeNameParser(bytes: Array(text.utf8)[...])
    guard parser.type(depth: 0), parser.peek() == nil else { return nil }
    return parser.text
  }

  private mutating func peek() -> UInt8? {
    bytes = bytes.drop { $0 == 0x20 }
    return bytes.first
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard let byte = peek(), UInt32(byte) == character.value else { return false }
    bytes.removeFirst()
    text.unicodeScalars.append(character)
    return true
  }

  private mutating func type(depth: Int) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    if accept("[") {
      guard type(depth: depth + 1), accept("]") else { return false }
    } else {
      guard path() else { return false }
      if accept("<") {
        repeat {
          guard type(depth: depth + 1) else { return false }
        } while acceptComma()
        guard accept(">") else { return false }
      }
    }
    while accept("?") {}
    return true
  }

  private mutating func acceptComma() -> Bool {
    guard accept(",") else { return false }
    text += " "
    return true
  }

  private mutating func path() -> Bool {
    repeat {
      _ = peek()
      let name = bytes.prefix { isIdentifierStart($0) || isDigit($0) }
      let word = String(decoding: name, as: UTF8.self)
      guard isIdentifier(word), !["any", "some", "Any", "inout"].contains(word) else { return false }
      bytes.removeFirst(name.count)
      text += word
    } while accept(".")
    return true
  }
}

extension Findings {
  /// The type that a parameter is declared with.
  mutating func parameterType(_ node: YAMLNode) -> ValueType? {
    guard let text = text(node, expected: "a Swift type such as `Int`, `URL?` or `\"[URL]\"` (in quotes)") else {
      return nil
    }
    switch text {
    case "Bool": return .bool
    case "Int": return .int
    case "Duration": return .duration
    case "Double": return .double
    case "String": return .string
    default:
      if let type = TypeNameParser.parse(text) { return .opaque(type) }
      report(
        .badType,
        "`\(text)` is no type for a parameter: write a path of identifiers with `< > [ ] ? ,`, such as "
          + "`URL`, `[Int]` or `Dictionary<String, URL>`", at: node.place)
      return nil
    }
  }
}
