/// Makes text safe to print on a terminal or to write into a log.
///
/// Characters that move the cursor, change colors, break lines or turn the writing direction are escaped, so that a
/// spec can't paint over what a diagnostic says about it.
package enum VisibleText {
  /// Returns the text on one line, with every character that isn't plainly visible as `\u{…}`.
  package static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if isUnsafe(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
    }
  }

  /// Returns whether a scalar must not reach a terminal as it is.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // The joiners only choose the shapes of their neighbors; emoji and several scripts need them.
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    default: false
    }
  }

  /// Returns the scalar as an escape in a Swift string literal.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\u{" + (digits.utf8.count < 2 ? "0" : "") + digits + "}"
  }

  /// Returns the number of terminal columns that a visible character takes.
  package static func width(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    // U+FE0F selects the colored picture of the character before it.
    if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    return character.unicodeScalars.map(width).max() ?? 0
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    // The blocks with Unicode's East Asian Width W and F. Pictures are handled below.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      return 2
    // The vowels and finals that compose a Hangul syllable.
    case 0x1160...0x11FF: return 0
    default: return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
