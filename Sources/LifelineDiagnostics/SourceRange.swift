/// A place in a text.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted from 1, in Unicode scalars.
  public var column: Int

  /// Creates the place at `line` and `column`, both counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The beginning of a text.
  public static let start = SourcePosition(line: 1, column: 1)

  /// Whether `left` comes first.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A stretch of a text: from `start` up to, and without, `end`.
public struct SourceRange: Hashable, Comparable, Sendable {
  /// The first character's place.
  public var start: SourcePosition
  /// The place just behind the last character.
  public var end: SourcePosition

  /// Creates the stretch from `start` up to, and without, `end`.
  public init(_ start: SourcePosition, _ end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// The empty stretch at the beginning of a text.
  public static let start = SourceRange(.start, .start)

  /// The stretch of `length` columns that begins `offset` columns into this one, on its first line.
  public func slice(offset: Int, length: Int) -> SourceRange {
    let first = SourcePosition(line: start.line, column: start.column + offset)
    return SourceRange(first, SourcePosition(line: first.line, column: first.column + length))
  }

  /// Whether `left` comes first.
  public static func < (left: SourceRange, right: SourceRange) -> Bool {
    (left.start, left.end) < (right.start, right.end)
  }
}

/// A place in a file, or a file as a whole.
public struct SourceLocation: Hashable, Comparable, Sendable {
  /// The file's path as the user gave it.
  public var path: String
  /// The stretch meant; `nil` for the file as a whole.
  public var range: SourceRange?

  /// Creates the place `range` in the file at `path`.
  public init(path: String, range: SourceRange?) {
    self.path = path
    self.range = range
  }

  /// Whether `left` comes first.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.path, left.range ?? .start) < (right.path, right.range ?? .start)
  }
}
