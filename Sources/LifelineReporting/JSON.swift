import LifelineSource

/// A JSON value (RFC 8259).
package enum JSON: Sendable {
  case string(String)
  case number(Int)
  case bool(Bool)
  case null
  /// An array, with its items on one line or on lines of their own.
  indirect case array([JSON], onLines: Bool = false)
  /// An object whose members keep their order.
  indirect case object([(name: String, value: JSON)])

  /// The value as text: on one line, apart from the arrays that ask for lines of their own.
  package var text: String {
    switch self {
    case .string(let text): Self.quoted(text)
    case .number(let number): String(number)
    case .bool(let flag): String(flag)
    case .null: "null"
    case .array(let items, onLines: false): "[" + items.map(\.text).joined(separator: ",") + "]"
    case .array(let items, onLines: true): "[\n" + items.map(\.text).joined(separator: ",\n") + "\n]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  /// Returns the value as text for people, with each member of an object on a line of its own. Lists without objects stay
  /// on one line.
  package func indentedText(by depth: Int = 0) -> String {
    let (outer, inner) = (String(repeating: "  ", count: depth), String(repeating: "  ", count: depth + 1))
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { "\(inner)\(Self.quoted($0.name)): \($0.value.indentedText(by: depth + 1))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    case .array(let items, _) where items.contains { if case .object = $0 { true } else { false } }:
      return "[\n\(items.map { inner + $0.indentedText(by: depth + 1) }.joined(separator: ",\n"))\n\(outer)]"
    case .array(let items, _): return "[" + items.map { $0.indentedText(by: depth) }.joined(separator: ", ") + "]"
    case .object, .string, .number, .bool, .null: return text
    }
  }

  /// Returns a text in quotes, with every character escaped that isn't plainly visible.
  private static func quoted(_ text: String) -> String {
    // Most texts are names.
    if text.utf8.allSatisfy(isPlain) { return "\"\(text)\"" }
    let content = text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where VisibleText.isUnsafe(scalar):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(content)\""
  }

  /// Returns whether a byte is a character that stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}

extension JSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .number(number) }
  package init(booleanLiteral flag: Bool) { self = .bool(flag) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral items: JSON...) { self = .array(items) }

  /// Creates an object of the members that have values.
  package init(dictionaryLiteral members: (String, JSON?)...) {
    self = .object(members.compactMap { name, value in value.map { (name, $0) } })
  }
}

extension JSON {
  /// The members of an object that give a range: `line`, `column`, `endLine` and `endColumn`.
  package static func members(of range: SourceRange) -> [(name: String, value: JSON)] {
    [
      ("line", .number(range.start.line)), ("column", .number(range.start.column)),
      ("endLine", .number(range.end.line)), ("endColumn", .number(range.end.column)),
    ]
  }
}
