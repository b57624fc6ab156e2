import LifelineModel
import LifelineReporting
import LifelineScenarios
import LifelineSource

/// Writes coverage in the trace format of `lcov`, which editors and services show beside the text.
package enum CoverageTrace {
  /// The text that every trace begins with.
  package static let beginning = "TN:"

  /// Returns a trace with a record for each machine.
  ///
  /// A line of the spec counts if the name of a state, a callback or a claim, a transition, or a call begins on it. Its
  /// count is the lowest count of these. The outcomes of guards are branches: 0 is true, and 1 is false.
  package static func text(_ coverages: [Coverage]) -> String { coverages.map(record).joined() }

  private static func record(_ coverage: Coverage) -> String {
    var lines: [Int: Int] = [:]
    func count(_ range: SourceRange, _ count: Int) {
      lines[range.start.line] = min(lines[range.start.line] ?? .max, count)
    }
    for item in coverage.items where item.subject != .guards { count(item.range, item.count) }
    for (range, calls) in coverage.calls { count(range, calls) }

    let branches = branchLines(coverage.items.filter { $0.subject == .guards })
    let body =
      ["\(beginning)\(coverage.machine)", "SF:\(VisibleText.escaped(coverage.path))"] + branches
      + lines.sorted { $0.key < $1.key }.map { "DA:\($0.key),\($0.value)" }
      + ["LF:\(lines.count)", "LH:\(lines.values.count { $0 > 0 })", "end_of_record"]
    return body.map { $0 + "\n" }.joined()
  }

  /// Returns the lines for `guards`, which are the two outcomes of each guard, one after the other.
  private static func branchLines(_ guards: [Coverage.Item]) -> [String] {
    guard !guards.isEmpty else { return [] }
    var blocks: [Int: Int] = [:]
    var lines: [(line: Int, text: String)] = []
    for index in stride(from: 0, to: guards.count - 1, by: 2) {
      let line = guards[index].range.start.line
      let block = blocks[line, default: 0]
      blocks[line] = block + 1
      let isReached = guards[index].count + guards[index + 1].count > 0
      for branch in 0...1 {
        let taken = isReached ? "\(guards[index + branch].count)" : "-"
        lines.append((line, "BRDA:\(line),\(block),\(branch),\(taken)"))
      }
    }
    let sorted = lines.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
    return sorted.map(\.element.text) + ["BRF:\(guards.count)", "BRH:\(guards.count { $0.count > 0 })"]
  }
}
