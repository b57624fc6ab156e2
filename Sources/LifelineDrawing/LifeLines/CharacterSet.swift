/// The characters of a life line in text.
package enum LifeLineCharacters: String, CaseIterable, Sendable {
  /// Lines and arrows of Unicode.
  case unicode
  /// ASCII alone. Each character stands for one of Unicode, so that the columns are the same.
  case ascii

  /// Returns the character that stands for one of Unicode. Letters stay as they are.
  func spell(_ character: Character) -> Character {
    self == .unicode ? character : Self.replacements[character] ?? character
  }

  private static let replacements: [Character: Character] = [
    "│": "|", "┃": "#", "┌": "+", "┏": "#", "┊": ":", "─": "-", "╌": "-", "→": ">", "←": "<", "┤": "|", "≈": "~",
    "○": "o", "✓": "*", "✗": "x", "≠": "!", "…": "~", "·": "-", "↻": "@", "↺": "%", "⋮": ":", "›": ">", "╭": "/",
    "╰": "\\", "‘": "'",
    "’": "'",
  ]
}
