/// A place in a text.
package struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, counted from 1.
  package var line: Int
  /// The column, counted from 1, in Unicode scalars.
  package var column: Int

  /// Creates the place at `line` and `column`, both counted from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The beginning of a text.
  package static let start = SourcePosition(line: 1, column: 1)

  /// Whether `left` comes first.
  package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A stretch of a text: from `start` up to, and without, `end`.
package struct SourceRange: Hashable, Comparable, Sendable {
  /// The first character's place.
  package var start: SourcePosition
  /// The place just behind the last character.
  package var end: SourcePosition

  /// Creates the stretch from `start` up to, and without, `end`.
  package init(_ start: SourcePosition, _ end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// The empty stretch at the beginning of a text.
  package static let start = SourceRange(.start, .start)

  /// The stretch of `length` columns that begins `offset` columns into this one, on its first line.
  package func slice(offset: Int, length: Int) -> SourceRange {
    let first = SourcePosition(line: start.line, column: start.column + offset)
    return SourceRange(first, SourcePosition(line: first.line, column: first.column + length))
  }

  /// Whether `left` comes first.
  package static func < (left: SourceRange, right: SourceRange) -> Bool {
    (left.start, left.end) < (right.start, right.end)
  }
}

/// A place in a file, or a file as a whole.
package struct SourceLocation: Hashable, Comparable, Sendable {
  /// The file's path as the user gave it.
  package var path: String
  /// The stretch meant; `nil` for the file as a whole.
  package var range: SourceRange?

  /// Creates the place `range` in the file at `path`.
  package init(path: String, range: SourceRange?) {
    self.path = path
    self.range = range
  }

  /// Whether `left` comes first.
  package static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.path, left.range ?? .start) < (right.path, right.range ?? .start)
  }
}
