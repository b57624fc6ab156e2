/// The difference between two texts in the unified format, as `diff -u` shows it.
package struct UnifiedDifference: Sendable {
  /// A line of the difference.
  package enum Line: Hashable, Sendable {
    /// The name of the old or the new file.
    case file(String)
    /// Where a stretch of lines stands.
    case stretch(String)
    /// A line that is in both texts.
    case same(String)
    /// A line of the old text alone.
    case old(String)
    /// A line of the new text alone.
    case new(String)

    /// The line as text.
    package var text: String {
      switch self {
      case .file(let text), .stretch(let text): text
      case .same(let text): " " + text
      case .old(let text): "-" + text
      case .new(let text): "+" + text
      }
    }
  }

  /// The lines; none if the texts are the same.
  package private(set) var lines: [Line] = []

  /// How many lines around a change are shown.
  private static let context = 3

  /// Compares two texts of the file at `path`.
  package init(from old: String, to new: String, path: String) {
    let old = Self.lines(of: old)
    let new = Self.lines(of: new)
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let oldMiddle = Array(old[head..<(old.count - tail)])
    let newMiddle = Array(new[head..<(new.count - tail)])
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in newMiddle.difference(from: oldMiddle) {
      switch change {
      case .remove(let offset, _, _): removed.insert(head + offset)
      case .insert(let offset, _, _): inserted.insert(head + offset)
      }
    }
    let rows = Self.rows(old, new, removed, inserted)
    let stretches = Self.stretches(rows)
    if stretches.isEmpty { return }
    lines = [.file("--- \(path)"), .file("+++ \(path)")]
    for stretch in stretches {
      let shown = rows[stretch]
      let oldCount = shown.count { if case .new = $0.line { false } else { true } }
      let newCount = shown.count { if case .old = $0.line { false } else { true } }
      guard let first = shown.first else { continue }
      // An empty stretch is named after the line before it.
      let oldStart = first.old + (oldCount == 0 ? 0 : 1)
      let newStart = first.new + (newCount == 0 ? 0 : 1)
      lines.append(.stretch("@@ -\(oldStart),\(oldCount) +\(newStart),\(newCount) @@"))
      lines += shown.map(\.line)
    }
  }

  /// A line with how many lines of the two texts come before it.
  private typealias Row = (line: Line, old: Int, new: Int)

  private static func rows(
    _ old: [String], _ new: [String], _ removed: Set<Int>, _ inserted: Set<Int>
  ) -> [Row] {
    var rows: [Row] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left), left < old.count {
        rows.append((.old(old[left]), left, right))
        left += 1
      } else if inserted.contains(right), right < new.count {
        rows.append((.new(new[right]), left, right))
        right += 1
      } else {
        rows.append((.same(left < old.count ? old[left] : new[right]), left, right))
        left += 1
        right += 1
      }
    }
    return rows
  }

  /// The rows around changes; those that touch are one stretch.
  private static func stretches(_ rows: [Row]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for (place, row) in rows.enumerated() {
      if case .same = row.line { continue }
      let around = max(0, place - context)..<min(rows.count, place + context + 1)
      if let last = result.last, last.upperBound >= around.lowerBound {
        result[result.count - 1] = last.lowerBound..<around.upperBound
      } else {
        result.append(around)
      }
    }
    return result
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
