/// An expected and an actual list side by side.
package struct Alignment: Hashable, Sendable {
  /// A line with an expected item, an actual item, or both.
  package struct Row: Hashable, Sendable {
    /// The text of the expected item, if there is one.
    package var expected: String?
    /// The index of the actual item, if there is one.
    package var actual: Int?
    /// Whether the items don't match, or one of them is missing.
    package var isDifference: Bool
  }

  /// The lines, in order.
  package internal(set) var rows: [Row]
  fileprivate let actual: [String]

  /// The number of lines that are shown before the first difference, and from there on.
  private static let shownLines = (before: 5, after: 40)

  /// The index of the first actual item that isn't expected.
  package var firstUnexpected: Int? { rows.first { $0.isDifference && $0.actual != nil }?.actual }

  /// Returns the alignment as lines with two columns and a `!` at each difference. Long lists are cut.
  package func formatLines() -> [String] {
    let first = rows.firstIndex(where: \.isDifference) ?? rows.count
    let start = first > Self.shownLines.before + 1 ? first - Self.shownLines.before : 0
    let end = min(rows.count, max(first, start) + Self.shownLines.after)
    let width = rows[start..<end].map { $0.expected?.unicodeScalars.count ?? 0 }.reduce(8, max)
    var lines = [line(" ", "expected", "actual", width)]
    if start > 0 { lines.append("  (\(start) more alike)") }
    for row in rows[start..<end] {
      let mark = row.isDifference ? "!" : " "
      // An item that matches several actual items, or none, is no difference and leaves its other side empty.
      let none = row.isDifference ? "(none)" : ""
      lines.append(line(mark, row.expected ?? none, row.actual.map { actual[$0] } ?? none, width))
    }
    if end < rows.count { lines.append("  (\(rows.count - end) more)") }
    return lines
  }

  private func line(_ mark: String, _ left: String, _ right: String, _ width: Int) -> String {
    let gap = String(repeating: " ", count: max(0, width - left.unicodeScalars.count) + 2)
    var line = Substring("\(mark) \(left)\(right.isEmpty ? "" : gap + right)")
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}

/// The greatest product of two lists' lengths for which the best alignment is searched. Longer lists are put side by
/// side as they are.
private let searchLimit = 250_000

/// Aligns two lists of texts.
package func align(expected: [String], actual: [String]) -> Alignment {
  align(expected: expected, actual: actual) { item, start in
    start < actual.count && actual[start] == expected[item] ? [start + 1] : []
  }
}

/// Returns an alignment with the fewest differences. An expected item with another item beside it weighs less than the
/// two on lines of their own.
/// - Parameter ends: Returns the ends of the ranges of actual items that an expected item matches from a start on. It
///   may match any number of them.
package func align(
  expected: [String], actual: [String], ends: (_ item: Int, _ start: Int) -> [Int]
) -> Alignment {
  var alignment = Alignment(rows: [], actual: actual)
  // Equal beginnings need no search.
  var start = 0
  while start < expected.count, ends(start, start) == [start + 1] {
    alignment.rows.append(Alignment.Row(expected: expected[start], actual: start, isDifference: false))
    start += 1
  }
  let left = expected.count - start
  let right = actual.count - start
  if left * right <= searchLimit {
    let table = CostTable.compute(items: start..<expected.count, positions: start..<actual.count, ends: ends)
    alignment.rows += table.cheapestRows(expected)
  } else {
    for index in start..<start + max(left, right) {
      let isAlike = index < min(expected.count, actual.count) && ends(index, index) == [index + 1]
      alignment.rows.append(
        Alignment.Row(
          expected: index < expected.count ? expected[index] : nil, actual: index < actual.count ? index : nil,
          isDifference: !isAlike))
    }
  }
  return alignment
}

/// The costs of the best alignments of the rests of two lists, for every pair of starts.
private struct CostTable {
  private static let missing = 2
  private static let unexpected = 2
  private static let replaced = 3

  private let items: Range<Int>
  private let positions: Range<Int>
  private let width: Int
  private var ends: [[Int]]
  private var costs: [Int]

  static func compute(
    items: Range<Int>, positions: Range<Int>, ends: (_ item: Int, _ start: Int) -> [Int]
  ) -> CostTable {
    let width = positions.count + 1
    var table = CostTable(
      items: items, positions: positions, width: width, ends: Array(repeating: [], count: items.count * width),
      costs: Array(repeating: 0, count: (items.count + 1) * width))
    for row in (0...items.count).reversed() {
      for column in (0...positions.count).reversed() {
        let here = row * width + column
        if row == items.count {
          table.costs[here] = (positions.count - column) * unexpected
          continue
        }
        table.ends[here] = ends(items.lowerBound + row, positions.lowerBound + column)
        var best = table.costs[here + width] + missing
        for end in table.ends[here] { best = min(best, table.costs[(row + 1) * width + end - positions.lowerBound]) }
        if column < positions.count {
          best = min(best, table.costs[here + 1] + unexpected, table.costs[here + width + 1] + replaced)
        }
        table.costs[here] = best
      }
    }
    return table
  }

  func cheapestRows(_ expected: [String]) -> [Alignment.Row] {
    var rows: [Alignment.Row] = []
    var row = 0
    var column = 0
    func add(_ expected: String?, _ actual: Int?, isDifference: Bool) {
      rows.append(Alignment.Row(expected: expected, actual: actual, isDifference: isDifference))
    }
    while row < items.count || column < positions.count {
      let here = row * width + column
      let position = positions.lowerBound + column
      guard row < items.count else {
        add(nil, position, isDifference: true)
        column += 1
        continue
      }
      let text = expected[items.lowerBound + row]
      let below = (row + 1) * width - positions.lowerBound
      if let end = ends[here].last(where: { costs[below + $0] == costs[here] }) {
        add(text, end > position ? position : nil, isDifference: false)
        for other in (position + 1)..<max(end, position + 1) { add(nil, other, isDifference: false) }
        row += 1
        column = end - positions.lowerBound
      } else if column < positions.count, costs[here] == costs[here + width + 1] + Self.replaced {
        add(text, position, isDifference: true)
        row += 1
        column += 1
      } else if costs[here] == costs[here + width] + Self.missing {
        add(text, nil, isDifference: true)
        row += 1
      } else {
        add(nil, position, isDifference: true)
        column += 1
      }
    }
    return rows
  }
}
