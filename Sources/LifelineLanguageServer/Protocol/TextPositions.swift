import LifelineReporting
import LifelineSource

/// The unit in which a client counts the characters of a line.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// A position as the protocol writes it: both numbers count from 0.
struct TextPosition: Hashable, Comparable {
  var line: Int
  var character: Int

  static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// Translates between positions of the protocol and those of diagnostics.
struct PositionTranslator {
  let source: SourceFile
  let encoding: PositionEncoding

  /// Returns the position of the protocol.
  func textPosition(of position: SourcePosition) -> TextPosition {
    let line = max(1, min(position.line, source.lineCount))
    let text = source.line(line)?.unicodeScalars ?? "".unicodeScalars
    if position.line > source.lineCount { return TextPosition(line: line - 1, character: width(text)) }
    return TextPosition(line: line - 1, character: width(text.prefix(max(0, position.column - 1))))
  }

  /// Returns the position of diagnostics. A position behind the end of a line is that end, and one within a character is
  /// the beginning of the character.
  func sourcePosition(of position: TextPosition) -> SourcePosition {
    guard position.line < source.lineCount else {
      let last = source.lineCount
      return SourcePosition(line: last, column: (source.line(last)?.unicodeScalars.count ?? 0) + 1)
    }
    guard position.line >= 0 else { return .start }
    var rest = max(0, position.character)
    var column = 1
    for scalar in (source.line(position.line + 1) ?? "").unicodeScalars {
      rest -= width(of: scalar)
      if rest < 0 { break }
      column += 1
    }
    return SourcePosition(line: position.line + 1, column: column)
  }

  private func width(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + width(of: $1) }
  }

  private func width(of scalar: Unicode.Scalar) -> Int {
    encoding == .utf8 ? UTF8.width(scalar) : UTF16.width(scalar)
  }

  func json(_ position: SourcePosition) -> JSON { .position(textPosition(of: position)) }

  func json(_ range: SourceRange) -> JSON {
    ["start": json(range.start), "end": json(range.end)]
  }
}

extension JSON {
  static func position(_ position: TextPosition) -> JSON {
    ["line": .number(position.line), "character": .number(position.character)]
  }

  /// The position that an object has.
  var position: TextPosition? {
    guard let line = self["line"]?.number, let character = self["character"]?.number else { return nil }
    return TextPosition(line: line, character: character)
  }
}
