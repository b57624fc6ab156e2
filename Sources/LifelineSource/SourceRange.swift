/// A position in a text.
package struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, counted from 1.
  package var line: Int
  /// The column, counted from 1 in Unicode scalars.
  package var column: Int

  /// Creates the position at `line` and `column`, both counted from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The beginning of a text.
  package static let start = SourcePosition(line: 1, column: 1)

  package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A half-open range of positions in a text.
package struct SourceRange: Hashable, Comparable, Sendable {
  /// The position of the first character.
  package var start: SourcePosition
  /// The position behind the last character.
  package var end: SourcePosition

  /// Creates the range from `start` up to, but not including, `end`.
  package init(_ start: SourcePosition, _ end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// The empty range at the beginning of a text.
  package static let start = SourceRange(.start, .start)

  /// Returns the range of `length` columns that begins `offset` columns behind the start of this one, on the same line.
  package func slice(offset: Int, length: Int) -> SourceRange {
    let first = SourcePosition(line: start.line, column: start.column + offset)
    return SourceRange(first, SourcePosition(line: first.line, column: first.column + length))
  }

  package static func < (left: SourceRange, right: SourceRange) -> Bool {
    (left.start, left.end) < (right.start, right.end)
  }
}

/// A range in a file, or a file as a whole.
package struct SourceLocation: Hashable, Comparable, Sendable {
  /// The path of the file as the user gave it.
  package var path: String
  /// The range in the file, or `nil` for the file as a whole.
  package var range: SourceRange?

  /// Creates the location of `range` in the file at `path`.
  package init(path: String, range: SourceRange?) {
    self.path = path
    self.range = range
  }

  package static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.path, left.range ?? .start) < (right.path, right.range ?? .start)
  }
}
