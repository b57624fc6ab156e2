import LifelineSource

/// Writes JSON (RFC 8259) piece by piece: on one line, with the members of objects in the given order.
package enum JSONText {
  /// An object whose values are JSON already.
  package static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }

  /// An array whose items are JSON already.
  package static func array(_ items: [String]) -> String {
    "[" + items.joined(separator: ",") + "]"
  }

  /// A text. What is not plainly visible is escaped.
  package static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
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
    return result + "\""
  }
}
