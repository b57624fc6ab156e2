import LifelineSource

/// The difference between two texts in the unified format of `diff -u`.
package struct UnifiedDifference: Sendable {
  /// A line of the difference.
  package enum Line: Hashable, Sendable {
    /// The name of the old or the new file.
    case file(String)
    /// The head of a hunk, with its line numbers.
    case hunk(String)
    /// A line of both texts.
    case same(String)
    /// A line of the old text only.
    case old(String)
    /// A line of the new text only.
    case new(String)
    /// A remark in place of lines that aren't shown.
    case omission(String)

    /// The line as text.
    package var text: String {
      switch self {
      case .file(let text), .hunk(let text), .omission(let text): text
      case .same(let text): " " + text
      case .old(let text): "-" + text
      case .new(let text): "+" + text
      }
    }
  }

  /// The lines of the difference; none if the texts are the same.
  package let lines: [Line]

  /// The number of unchanged lines that are shown around a change.
  private static let context = 3

  /// Compares two texts of the file at `path`.
  package static func compare(_ old: String, with new: String, path: String) -> UnifiedDifference {
    let rows = rows(from: lines(of: old), to: lines(of: new))
    let hunks = hunks(of: rows)
    if hunks.isEmpty { return UnifiedDifference(lines: []) }
    let names: [Line] = [.file("--- \(path)"), .file("+++ \(path)")]
    return UnifiedDifference(
      lines: hunks.reduce(into: names) { $0 += [head(of: rows[$1])] + rows[$1].map(\.line) })
  }

  /// The number of lines on each side beyond which they are all taken for changed: a comparison needs memory that grows
  /// with the square of the number of changes.
  private static let comparableLines = 2_000

  /// Returns the difference with at most `limit` lines, the last of which says how many more there are.
  package func abridged(to limit: Int = 200) -> UnifiedDifference {
    guard lines.count > limit else { return self }
    let rest = lines.count - limit
    return UnifiedDifference(lines: lines.prefix(limit) + [.omission("… \(counted(rest, "more line"))")])
  }

  /// A line with the numbers of lines before it in both texts.
  private typealias Row = (line: Line, old: Int, new: Int)

  private static func rows(from old: [String], to new: [String]) -> [Row] {
    // Most lines are the same at the beginning and at the end; comparing the rest takes quadratic time at worst.
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let (removed, inserted) = changes(from: old[head..<(old.count - tail)], to: new[head..<(new.count - tail)])
    var rows: [Row] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        rows.append((.old(old[left]), left, right))
        left += 1
      } else if inserted.contains(right) {
        rows.append((.new(new[right]), left, right))
        right += 1
      } else {
        rows.append((.same(old[left]), left, right))
        left += 1
        right += 1
      }
    }
    return rows
  }

  /// Returns the indices of the lines that are removed and inserted.
  private static func changes(
    from old: ArraySlice<String>, to new: ArraySlice<String>
  ) -> (removed: Set<Int>, inserted: Set<Int>) {
    if max(old.count, new.count) > comparableLines { return (Set(old.indices), Set(new.indices)) }
    let changes = Array(new).difference(from: Array(old))
    return (
      Set(changes.removals.map { old.startIndex + $0.offset }),
      Set(changes.insertions.map { new.startIndex + $0.offset })
    )
  }

  /// Returns the ranges of rows around changes. Ranges that touch are joined.
  private static func hunks(of rows: [Row]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for (index, row) in rows.enumerated() {
      if case .same = row.line { continue }
      let range = max(0, index - context)..<min(rows.count, index + context + 1)
      if let last = result.last, last.upperBound >= range.lowerBound {
        result[result.count - 1] = last.lowerBound..<range.upperBound
      } else {
        result.append(range)
      }
    }
    return result
  }

  private static func head(of rows: ArraySlice<Row>) -> Line {
    let oldCount = rows.count { if case .new = $0.line { false } else { true } }
    let newCount = rows.count { if case .old = $0.line { false } else { true } }
    // A part without lines has the number of the line before it.
    let oldStart = rows[rows.startIndex].old + (oldCount == 0 ? 0 : 1)
    let newStart = rows[rows.startIndex].new + (newCount == 0 ? 0 : 1)
    return .hunk("@@ -\(oldStart),\(oldCount) +\(newStart),\(newCount) @@")
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

extension CollectionDifference.Change {
  /// The offset of the inserted or removed element.
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
