import LifelineModel
import LifelineReporting
import LifelineScenarios
import LifelineSource

/// Writes coverage for programs: one JSON object, with its keys always in the same order.
///
/// `machines` has an object per machine: its `machine` and `path`; by subject (`states`, `transitions`, `guards`,
/// `callbacks`, `claims`) how many are `covered`, of what `total`, and in whole `percent`; and `items`, all that could
/// be covered: `subject`, `name`, the place (`line`, `column`, `endLine`, `endColumn`, from 1, columns in Unicode
/// scalars), of a guard the `outcome` meant, and the `count`.
package enum CoverageDocument {
  /// The version of the format. It rises when a key changes its meaning or goes, not when one is added.
  package static let version = 1

  /// What every document begins with.
  package static let beginning = "{\"lifeline\":\"coverage\""

  /// The document for machines in the given order.
  package static func text(_ coverages: [Coverage]) -> String {
    JSONText.object([
      ("lifeline", JSONText.string("coverage")),
      ("version", String(version)),
      ("machines", "[\n" + coverages.map(object).joined(separator: ",\n") + "\n]"),
    ]) + "\n"
  }

  private static func object(_ coverage: Coverage) -> String {
    let figures = CoverageSubject.allCases.map { subject in
      let figure = coverage.figure(subject)
      return (
        subject.rawValue,
        JSONText.object([
          ("covered", String(figure.covered)), ("total", String(figure.total)),
          ("percent", String(figure.percent)),
        ])
      )
    }
    return JSONText.object(
      [("machine", JSONText.string(coverage.machine)), ("path", JSONText.string(coverage.path))] + figures
        + [("items", "[\n" + coverage.items.map(object).joined(separator: ",\n") + "\n]")])
  }

  private static func object(_ item: Coverage.Item) -> String {
    let outcome = item.outcome.map { [("outcome", String($0))] } ?? []
    return JSONText.object(
      [
        ("subject", JSONText.string(item.subject.rawValue)), ("name", JSONText.string(item.name)),
        ("line", String(item.range.start.line)), ("column", String(item.range.start.column)),
        ("endLine", String(item.range.end.line)), ("endColumn", String(item.range.end.column)),
      ] + outcome + [("count", String(item.count))])
  }
}
