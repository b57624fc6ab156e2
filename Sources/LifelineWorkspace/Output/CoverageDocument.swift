import LifelineModel
import LifelineReporting
import LifelineScenarios
import LifelineSource

/// Writes coverage for programs as one JSON object, with its keys always in the same order.
///
/// `machines` has an object for each machine, with its `machine` and `path`, and for each subject (`states`,
/// `transitions`, `guards`, `callbacks`, `promises`, `claims`) the numbers `covered` and `total` and whole `percent`. Its `items`
/// are everything that can be covered: `subject`, `name`, the range (`line`, `column`, `endLine`, `endColumn`, from 1,
/// columns in Unicode scalars), the `outcome` of a guard, and the `count`.
package enum CoverageDocument {
  /// The version of the format. It rises when the meaning of a key changes or a key is removed, not when one is added.
  package static let version = 1

  /// The beginning of every document.
  package static let beginning = "{\"lifeline\":\"coverage\""

  /// Returns the document about machines in the given order.
  package static func text(_ coverages: [Coverage]) -> String {
    let document: JSON = [
      "lifeline": "coverage", "version": .number(version), "machines": .array(coverages.map(object), onLines: true),
    ]
    return document.text + "\n"
  }

  private static func object(_ coverage: Coverage) -> JSON {
    .object(
      [("machine", .string(coverage.machine)), ("path", .string(coverage.path))] + figures(coverage)
        + [("items", .array(coverage.items.map(object), onLines: true))])
  }

  /// Returns the figures about a machine, and the items that aren't covered, with what is missing in words.
  static func summary(_ coverage: Coverage) -> JSON {
    let missing = coverage.items.filter { $0.count == 0 }.map { item in
      JSON.object(
        [("message", .string(VisibleText.escaped("\(item.name) \(item.complaint)")))] + JSON.members(of: item.range))
    }
    return .object(figures(coverage) + [("missing", .array(missing))])
  }

  private static func figures(_ coverage: Coverage) -> [(name: String, value: JSON)] {
    CoverageSubject.allCases.map { subject in
      let figure = coverage.figure(subject)
      let numbers: JSON = [
        "covered": .number(figure.covered), "total": .number(figure.total), "percent": .number(figure.percent),
      ]
      return (name: subject.rawValue, value: numbers)
    }
  }

  private static func object(_ item: Coverage.Item) -> JSON {
    let outcome = item.outcome.map { [(name: "outcome", value: JSON.bool($0))] } ?? []
    return .object(
      [("subject", .string(item.subject.rawValue)), ("name", .string(item.name))] + JSON.members(of: item.range)
        + outcome + [("count", .number(item.count))])
  }
}
