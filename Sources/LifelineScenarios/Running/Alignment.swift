/// Two lists side by side, so that the eye finds the first difference: what is expected, and what there is.
package struct Alignment: Hashable, Sendable {
  /// One line.
  package struct Row: Hashable, Sendable {
    /// What is expected; `nil` where nothing is.
    package var expected: String?
    /// The place of what there is; `nil` where there is nothing.
    package var actual: Int?
    /// Whether the two do not belong together.
    package var isDifference: Bool
  }

  /// The lines, in order.
  package private(set) var rows: [Row] = []
  private let actual: [String]

  /// Aligns two lists of texts.
  package init(expected: [String], actual: [String]) {
    self.init(expected: expected, actual: actual) { item, start in
      start < actual.count && actual[start] == expected[item] ? [start + 1] : []
    }
  }

  /// Aligns `expected` items, each of which may stand for any number of `actual` ones: `ends` says for an item
  /// and a place up to which places the item can reach from there.
  ///
  /// Of all alignments one with the fewest differences is taken; something expected and something else in its
  /// place weigh less than the two apart.
  package init(expected: [String], actual: [String], ends: (_ item: Int, _ start: Int) -> [Int]) {
    self.actual = actual
    // What is alike at the beginning needs no search.
    var item = 0
    var place = 0
    while item < expected.count, ends(item, place) == [place + 1] {
      rows.append(Row(expected: expected[item], actual: place, isDifference: false))
      item += 1
      place += 1
    }
    let left = expected.count - item
    let right = actual.count - place
    if left * right <= Self.searchLimit {
      let costs = Costs(items: item..<expected.count, places: place..<actual.count, ends: ends)
      rows += costs.cheapestRows(expected)
    } else {
      for offset in 0..<max(left, right) {
        let text = offset < left ? expected[item + offset] : nil
        let isAlike = offset < min(left, right) && ends(item + offset, place + offset) == [place + offset + 1]
        rows.append(
          Row(expected: text, actual: offset < right ? place + offset : nil, isDifference: !isAlike))
      }
    }
  }

  /// Beyond this product of lengths the lists are put side by side as they are.
  private static let searchLimit = 250_000
  /// How many lines are shown before the first difference, and how many from there on.
  private static let shown = (before: 5, after: 40)

  /// The first of what there is that nobody expected.
  package var firstUnexpected: Int? { rows.first { $0.isDifference && $0.actual != nil }?.actual }

  /// The alignment as text in two columns, each difference marked with `!`. Long stretches are cut.
  package var lines: [String] {
    let first = rows.firstIndex(where: \.isDifference) ?? rows.count
    let start = first > Self.shown.before + 1 ? first - Self.shown.before : 0
    let end = min(rows.count, max(first, start) + Self.shown.after)
    let width = rows[start..<end].map { $0.expected?.unicodeScalars.count ?? 0 }.reduce(8, max)
    var lines = [line(" ", "expected", "actual", width)]
    if start > 0 { lines.append("  (\(start) more alike)") }
    for row in rows[start..<end] {
      let mark = row.isDifference ? "!" : " "
      // An item that stands for several, or for none, is no difference and leaves its other side empty.
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

/// What the best alignment of the rest of two lists costs, from every pair of places.
private struct Costs {
  private static let missing = 2
  private static let unexpected = 2
  private static let replaced = 3

  private let items: Range<Int>
  private let places: Range<Int>
  private let ends: [[Int]]
  private var costs: [Int]

  init(items: Range<Int>, places: Range<Int>, ends: (_ item: Int, _ start: Int) -> [Int]) {
    self.items = items
    self.places = places
    let width = places.count + 1
    costs = [Int](repeating: 0, count: (items.count + 1) * width)
    var allEnds = [[Int]](repeating: [], count: items.count * width)
    for row in (0...items.count).reversed() {
      for column in (0...places.count).reversed() {
        var best = Int.max
        if row == items.count { best = (places.count - column) * Self.unexpected }
        if row < items.count {
          let reached = ends(items.lowerBound + row, places.lowerBound + column)
          allEnds[row * width + column] = reached
          for end in reached { best = min(best, costs[(row + 1) * width + end - places.lowerBound]) }
          best = min(best, costs[(row + 1) * width + column] + Self.missing)
          if column < places.count {
            best = min(best, costs[row * width + column + 1] + Self.unexpected)
            best = min(best, costs[(row + 1) * width + column + 1] + Self.replaced)
          }
        }
        costs[row * width + column] = best
      }
    }
    self.ends = allEnds
  }

  func cheapestRows(_ expected: [String]) -> [Alignment.Row] {
    let width = places.count + 1
    var rows: [Alignment.Row] = []
    var row = 0
    var column = 0
    while row < items.count || column < places.count {
      let here = costs[row * width + column]
      let place = places.lowerBound + column
      guard row < items.count else {
        rows.append(Alignment.Row(expected: nil, actual: place, isDifference: true))
        column += 1
        continue
      }
      let text = expected[items.lowerBound + row]
      let below = (row + 1) * width - places.lowerBound
      if let end = ends[row * width + column].last(where: { costs[below + $0] == here }) {
        rows.append(Alignment.Row(expected: text, actual: end > place ? place : nil, isDifference: false))
        for more in (place + 1)..<max(end, place + 1) {
          rows.append(Alignment.Row(expected: nil, actual: more, isDifference: false))
        }
        row += 1
        column = end - places.lowerBound
      } else if column < places.count, here == costs[(row + 1) * width + column + 1] + Self.replaced {
        rows.append(Alignment.Row(expected: text, actual: place, isDifference: true))
        row += 1
        column += 1
      } else if here == costs[(row + 1) * width + column] + Self.missing {
        rows.append(Alignment.Row(expected: text, actual: nil, isDifference: true))
        row += 1
      } else {
        rows.append(Alignment.Row(expected: nil, actual: place, isDifference: true))
        column += 1
      }
    }
    return rows
  }
}
