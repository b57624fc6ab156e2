/// Text as a terminal or a log may be given it.
///
/// What moves the cursor, changes colours, breaks lines or turns the direction of writing is shown as an
/// escape: a spec must not be able to paint over what is said of it.
package enum VisibleText {
  /// The text on one line, with everything that is not plainly visible as `\u{…}`.
  package static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Whether a scalar must not reach a terminal as it is.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    // The joiners only choose the shapes of their neighbours; emoji and several scripts need them.
    case .format: return scalar.value != 0x200C && scalar.value != 0x200D
    default: return false
    }
  }

  /// The scalar as Swift writes it in a literal.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\u{" + (digits.utf8.count < 2 ? "0" : "") + digits + "}"
  }

  /// How many columns of a terminal a visible character takes.
  package static func width(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    var width = 0
    for scalar in character.unicodeScalars {
      // The selector of the coloured picture.
      if scalar.value == 0xFE0F { return 2 }
      width = max(width, self.width(scalar))
    }
    return width
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    // Unicode's East Asian Width W and F, in blocks; pictures are below.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      return 2
    // The vowels and finals that a Hangul syllable is composed with.
    case 0x1160...0x11FF: return 0
    default: return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
