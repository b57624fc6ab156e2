import LifelineModel
import LifelineReporting
import LifelineScenarios
import LifelineSource

/// Shows how much scenarios cover, for people.
package enum CoverageTable {
  /// Returns a table with a line for each machine: how many items of each subject are covered, and of how many.
  package static func lines(_ coverages: [Coverage]) -> [String] {
    let heads = ["coverage"] + CoverageSubject.allCases.map(\.rawValue)
    let rows = coverages.map { coverage in
      [coverage.machine] + CoverageSubject.allCases.map { text(coverage.figure($0)) }
    }
    let widths = heads.indices.map { column in
      ([heads] + rows).reduce(0) { max($0, $1[column].unicodeScalars.count) }
    }
    return ([heads] + rows).map { row in
      row.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - row[column].unicodeScalars.count)
        return column == 0 ? row[column] + blanks : blanks + row[column]
      }.joined(separator: "   ")
    }
  }

  /// Returns a line for each item that isn't covered, with its position.
  package static func missing(_ coverage: Coverage) -> [String] {
    coverage.missing.map { item in
      let start = item.range.start
      return "\(coverage.path):\(start.line):\(start.column): \(item.name) \(item.complaint)"
    }
  }

  private static func text(_ figure: Coverage.Figure) -> String {
    guard figure.total > 0 else { return "none" }
    let percent = "\(figure.percent)"
    let blanks = String(repeating: " ", count: 3 - percent.utf8.count)
    return "\(figure.covered)/\(figure.total) \(blanks)\(percent) %"
  }
}
