import LifelineModel
import LifelineSource

/// The types whose values the language can write, by their names.
package let builtInTypes: [String: ValueType] = [
  "Bool": .bool, "Int": .int, "Duration": .duration, "Double": .double, "String": .string,
]

/// Parses the Swift types that parameters can have: `path<…>` and `[…]`, each with any number of `?`.
struct TypeNameParser {
  private var bytes: ArraySlice<UInt8>
  private var text = ""
  private static let maximumDepth = 32

  /// Returns the type in its usual spelling (one space after a comma, none elsewhere), or `nil` if `text` is no such type.
  static func parse(_ text: String) -> String? {
    var parser = TypeNameParser(bytes: Array(text.utf8)[...])
    guard parser.type(depth: 0), parser.peek() == nil else { return nil }
    return parser.text
  }

  private mutating func peek() -> UInt8? {
    bytes = bytes.drop { $0 == UInt8(ascii: " ") }
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
      let name = bytes.prefix(while: isIdentifierByte)
      let word = String(decoding: name, as: UTF8.self)
      guard isIdentifier(word), !["any", "some", "Any", "inout"].contains(word) else { return false }
      bytes.removeFirst(name.count)
      text += word
    } while accept(".")
    return true
  }
}
