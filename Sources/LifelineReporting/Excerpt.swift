import LifelineSource

/// The part of a source line that a diagnostic shows, with the columns to underline.
struct Excerpt {
  /// The line, or the part of it around the range, with tabs expanded and only visible characters.
  var text: String
  /// The first underlined column of `text`, counted from 0.
  var indentation: Int
  /// The number of underlined columns, at least one.
  var length: Int

  /// The greatest number of columns that are shown.
  private static let maximumWidth = 140
  /// The number of columns that are shown before the range, if the line is cut.
  private static let contextWidth = 40
}

extension Excerpt {
  /// Lays out the first line of a range.
  ///
  /// - Returns: The excerpt, or `nil` if the file has no such line.
  static func layOut(_ range: SourceRange, in source: SourceFile, cursor: inout LineCursor) -> Excerpt? {
    // Only the part that can be shown is laid out, because lines may be very long.
    let first = max(0, range.start.column - 1 - maximumWidth)
    guard let part = cursor.read(line: range.start.line, from: first, count: 2 * maximumWidth + 2, of: source) else {
      return nil
    }
    let start = range.start.column - 1 - first
    let end = range.end.line == range.start.line ? range.end.column - 1 - first : Int.max
    let cells = Cells.layOut(part.text, underlining: start..<max(start + 1, end))
    let isWhole = !part.isCutBefore && !part.isCutBehind && cells.width <= maximumWidth
    var window = 0..<maximumWidth
    if !isWhole, cells.underlined.upperBound > maximumWidth {
      let from = max(0, cells.underlined.lowerBound - contextWidth)
      window = from..<(from + maximumWidth)
    }
    let shown = cells.cut(to: window)
    let head = part.isCutBefore || window.lowerBound > 0 ? "… " : ""
    let tail = part.isCutBehind || cells.width > window.upperBound ? " …" : ""
    return Excerpt(
      text: head + shown.text + tail, indentation: head.count + shown.underlined.lowerBound,
      length: shown.underlined.count)
  }
}

/// Reads parts of lines.
///
/// It remembers the last position, so that all diagnostics about one long line take linear time together.
struct LineCursor {
  private var path = ""
  private var line = 0
  private var column = 0
  private var offset = 0

  /// Returns up to `count` characters of a line from `column` on, which counts from 0.
  mutating func read(
    line: Int, from column: Int, count: Int, of source: SourceFile
  ) -> (text: String, isCutBefore: Bool, isCutBehind: Bool)? {
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

/// A text in the columns of a terminal.
private struct Cells {
  /// The number of columns.
  private(set) var width = 0
  /// The columns to underline, at least one.
  private(set) var underlined = 0..<1
  private var pieces: [(text: String, column: Int)] = []

  private static let tabWidth = 4

  /// Lays out a text and finds the columns of a range of its scalars.
  static func layOut(_ text: String, underlining range: Range<Int>) -> Cells {
    var cells = Cells()
    var scalarIndex = 0
    var first: Int?
    var last = 0
    var visibleEnd = 0
    for character in text {
      let count = character.unicodeScalars.count
      let column = cells.width
      cells.append(character)
      if scalarIndex < range.upperBound, scalarIndex + count > range.lowerBound {
        first = first ?? column
        last = cells.width
      }
      scalarIndex += count
      if !character.isWhitespace { visibleEnd = cells.width }
    }
    let start = first ?? cells.width
    // If the range continues on the next line, the spaces at the end of this one aren't underlined.
    if range.upperBound == .max { last = min(last, visibleEnd) }
    cells.underlined = start..<max(start + 1, last)
    return cells
  }

  private mutating func append(_ character: Character) {
    let column = width
    if character == "\t" {
      width += Self.tabWidth - column % Self.tabWidth
      pieces.append((String(repeating: " ", count: width - column), column))
    } else {
      let isUnsafe = character.unicodeScalars.contains(where: VisibleText.isUnsafe)
      let shown = isUnsafe ? VisibleText.escaped(String(character)) : String(character)
      width += shown.map(VisibleText.width).reduce(0, +)
      pieces.append((shown, column))
    }
  }

  /// Returns the text in a window of columns, and the columns of that text to underline.
  func cut(to window: Range<Int>) -> (text: String, underlined: Range<Int>) {
    let shown = pieces.filter { window.contains($0.column) }
    let from = shown.first?.column ?? window.lowerBound
    let start = max(0, underlined.lowerBound - from)
    let end = min(underlined.upperBound, window.upperBound) - from
    return (shown.map(\.text).joined(), start..<max(start + 1, end))
  }
}
