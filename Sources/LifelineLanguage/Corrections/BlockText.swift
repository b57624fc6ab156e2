import LifelineSource
import LifelineYAML

/// The whole lines of an entry or of an item of a block, which can be moved to another column.
struct BlockText {
  /// The numbers of the lines.
  let numbers: ClosedRange<Int>
  /// The column of the first character, counted from 0.
  let column: Int
  private let lines: [String]

  /// Creates the text between two positions, with the comments that belong to it: those at the end of its last line, and those
  /// below it that are deeper; `nil` if anything but spaces and the dashes of items comes before it on its line.
  init?(_ range: SourceRange, in source: SourceFile) {
    guard let first = source.line(range.start.line)?.unicodeScalars else { return nil }
    let before = first.prefix(range.start.column - 1)
    guard before.allSatisfy({ $0 == " " || $0 == "-" }) else { return nil }
    column = before.count
    var last = range.end.line
    var next = last + 1
    while let line = source.line(next) {
      let depth = line.firstIndex { $0 != " " } ?? line.endIndex
      if depth == line.endIndex {
        next += 1
        continue
      }
      guard line[depth] == "#", line.distance(from: line.startIndex, to: depth) > column else { break }
      last = next
      next += 1
    }
    numbers = range.start.line...last
    lines = [String(first.dropFirst(before.count))] + (range.start.line + 1..<last + 1).map { source.line($0) ?? "" }
  }

  /// Creates the text of an entry.
  init?(_ entry: YAMLEntry, in source: SourceFile) {
    // The lines of an alias are elsewhere.
    self.init(entry.extent, in: source)
  }

  /// Returns the lines, moved to a column, counted from 0.
  /// - Parameter lead: The characters in front of the first line, in place of the last of its spaces.
  func moved(to column: Int, lead: String = "") -> [String] {
    let rest = lines.dropFirst().map { line in
      let depth = line.prefix { $0 == " " }.count
      if depth == line.count { return line }
      return String(repeating: " ", count: max(0, depth + column - self.column)) + line.dropFirst(depth)
    }
    return [String(repeating: " ", count: max(0, column - lead.count)) + lead + lines[0]] + rest
  }
}
