import LifelineSource

/// Text for Markdown that shows as it is.
enum MarkdownText {
  /// Returns text of one line in which nothing means anything to Markdown, also at the beginning of a line.
  static func escaped(_ text: String) -> String {
    let scalars = Array(VisibleText.escaped(text).unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      if isMarkup(scalar, at: index, in: scalars) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private static func isMarkup(_ scalar: Unicode.Scalar, at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    func next(_ wanted: String) -> Bool {
      scalars[index...].dropFirst().starts(with: Array(wanted.unicodeScalars))
    }
    switch scalar {
    case "\\", "`", "*", "[", "]", "<", ">", "&", "~", "|", "$", "#", "@": return true
    // Between letters, it is one of them.
    case "_":
      let isInWord =
        index > 0 && index + 1 < scalars.count && isLetter(scalars[index - 1]) && isLetter(scalars[index + 1])
      return !isInWord
    // An address would become a link.
    case ":": return next("//")
    case ".": return followsNumber(index, scalars) || endsAddress(index, scalars)
    case ")": return followsNumber(index, scalars)
    case "-", "+", "=": return scalars[..<index].allSatisfy { $0 == " " || $0 == scalar }
    default: return false
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// Returns whether everything before is digits, so that a list would begin.
  private static func followsNumber(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    let before = scalars[..<index].drop { $0 == " " }
    return !before.isEmpty && before.allSatisfy { ("0"..."9").contains($0) }
  }

  /// Returns whether the letters before are `www`, which begin an address.
  private static func endsAddress(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    index >= 3 && scalars[index - 3..<index].allSatisfy { $0 == "w" || $0 == "W" }
  }

  /// Returns text in the font of code, between as many backticks as it needs.
  static func code(_ text: String, inTable: Bool) -> String {
    let shown = VisibleText.escaped(text)
    var longest = 0
    var run = 0
    for character in shown {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    // DocC takes two backticks for a link to a symbol.
    let fence = String(repeating: "`", count: longest == 1 ? 3 : longest + 1)
    let needsBlanks = shown.isEmpty || shown.first == "`" || shown.last == "`" || shown.allSatisfy { $0 == " " }
    let content = needsBlanks ? " \(shown) " : shown
    // In a table, a bar ends the cell also within code.
    return fence + (inTable ? content.replacing("|", with: "\\|") : content) + fence
  }

  /// Returns an address as the target of a link; `nil` if it isn't one of the web.
  static func target(_ address: String) -> String? {
    let scheme = address.prefix { $0 != ":" }.lowercased()
    guard ["http", "https"].contains(scheme), address.dropFirst(scheme.count).hasPrefix("://") else { return nil }
    return percentEncoded(address, besides: "-._~:/?#@!&+,;=%")
  }

  /// Returns the path of a file as the target of a link.
  static func fileTarget(_ path: String) -> String { percentEncoded(path, besides: "-._~/") }

  /// Returns an address or an anchor without the characters that would end it in Markdown.
  private static func percentEncoded(_ text: String, besides plain: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      let scalar = Unicode.Scalar(byte)
      let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if isWord || plain.unicodeScalars.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }
}

extension String {
  fileprivate func replacing(_ character: Character, with text: String) -> String {
    reduce(into: "") { $0 += $1 == character ? text : String($1) }
  }
}
