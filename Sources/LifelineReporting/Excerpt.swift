import LifelineSource

/// The part of a source line that a message shows, with the columns to underline.
struct Excerpt {
  /// The line's text, or the part of it around the range: visible characters only, tabs expanded.
  var text: String
  /// The first underlined column of `text`, counted from 0.
  var indentation: Int
  /// How many columns are underlined; at least one.
  var length: Int

  /// The most columns of a line that are shown.
  static let maximumWidth = 140
  /// How much of a cut line is shown before the range.
  private static let contextWidth = 40
  private static let tabWidth = 4
}

extension Excerpt {
  /// Lays out the first line of `range`. `nil` if `source` has no such line.
  init?(_ range: SourceRange, in source: SourceFile, cursor: inout LineCursor) {
    // As much as any window shows: a line of a megabyte is not laid out for each message.
    let reach = Self.maximumWidth
    let first = max(0, range.start.column - 1 - reach)
    guard let stretch = cursor.stretch(line: range.start.line, from: first, count: 2 * reach + 2, of: source)
    else { return nil }
    let start = range.start.column - 1 - first
    let end = range.end.line == range.start.line ? range.end.column - 1 - first : Int.max
    let cells = Cells(stretch.text, tabWidth: Self.tabWidth, underlining: start..<max(start + 1, end))

    let isCutBefore = stretch.startsInside
    let isCutBehind = stretch.endsInside
    if !isCutBefore, !isCutBehind, cells.width <= Self.maximumWidth {
      (text, indentation, length) = (cells.text, cells.underlined.lowerBound, cells.underlined.count)
      return
    }
    var window = 0..<Self.maximumWidth
    if cells.underlined.upperBound > Self.maximumWidth {
      let from = max(0, cells.underlined.lowerBound - Self.contextWidth)
      window = from..<(from + Self.maximumWidth)
    }
    let shown = cells.cut(to: window)
    let head = isCutBefore || window.lowerBound > 0 ? "… " : ""
    let tail = isCutBehind || cells.width > window.upperBound ? " …" : ""
    text = head + shown.text + tail
    indentation = head.count + shown.underlined.lowerBound
    length = shown.underlined.count
  }
}

/// Finds columns of lines. It remembers the last place, so that messages in source order about one long line
/// take linear time all together.
struct LineCursor {
  private var path = ""
  private var line = 0
  private var column = 0
  private var offset = 0

  /// Up to `count` scalars of a line from the scalar at `column` (counted from 0) on.
  mutating func stretch(
    line: Int, from column: Int, count: Int, of source: SourceFile
  ) -> (text: String, startsInside: Bool, endsInside: Bool)? {
    guard let range = source.range(ofLine: line) else { return nil }
    if path != source.path || self.line != line || self.column > column {
      (path, self.line, self.column, offset) = (source.path, line, 0, range.lowerBound)
    }
    let rest = offset..<range.upperBound
    offset = source.byteOffset(ofCharacter: column - self.column, in: rest) ?? range.upperBound
    self.column = column
    let end = source.byteOffset(ofCharacter: count, in: offset..<range.upperBound) ?? range.upperBound
    return (source.text(of: offset..<end), offset > range.lowerBound, end < range.upperBound)
  }
}

/// A text laid out in a terminal's columns.
private struct Cells {
  var text: String
  var width: Int
  /// The columns to underline, at least one.
  var underlined: Range<Int>
  private var pieces: [(text: String, column: Int)] = []

  /// Lays out `text` and finds the columns of its scalars `range`.
  init(_ text: String, tabWidth: Int, underlining range: Range<Int>) {
    var column = 0
    var scalar = 0
    var first: Int?
    var last = 0
    var visibleEnd = 0
    for character in text {
      let count = character.unicodeScalars.count
      let (shown, width) = Self.layOut(character, at: column, tabWidth: tabWidth)
      if scalar < range.upperBound, scalar + count > range.lowerBound {
        first = first ?? column
        last = column + width
      }
      pieces.append((shown, column))
      column += width
      scalar += count
      if !character.isWhitespace { visibleEnd = column }
    }
    self.text = pieces.map(\.text).joined()
    width = column
    let start = first ?? column
    // Where the range runs on to the next line, the spaces at the end of this one are not worth underlining.
    if range.upperBound == .max { last = min(last, visibleEnd) }
    underlined = start..<max(start + 1, last)
  }

  private static func layOut(_ character: Character, at column: Int, tabWidth: Int) -> (String, width: Int) {
    if character == "\t" {
      let width = tabWidth - column % tabWidth
      return (String(repeating: " ", count: width), width)
    }
    if character.unicodeScalars.contains(where: VisibleText.isUnsafe) {
      let shown = VisibleText.escaped(String(character))
      return (shown, shown.reduce(0) { $0 + VisibleText.width($1) })
    }
    return (String(character), VisibleText.width(character))
  }

  /// What stands in the columns `window`, and which of its columns are underlined.
  func cut(to window: Range<Int>) -> (text: String, underlined: Range<Int>) {
    let shown = pieces.filter { window.contains($0.column) }
    let from = shown.first?.column ?? window.lowerBound
    let start = max(0, underlined.lowerBound - from)
    let end = min(underlined.upperBound, window.upperBound) - from
    return (shown.map(\.text).joined(), start..<max(start + 1, end))
  }
}
