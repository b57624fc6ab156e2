import LifelineSource
import LifelineYAML
import XCTest

@testable import LifelineLanguage

final class DiagnosticCollectorTests: XCTestCase {
  private struct Reading: NodeReading {
    let diagnostics: DiagnosticCollector
  }

  private let collector = DiagnosticCollector(
    document: YAMLReader.read(
      Array("lifeline: 1\n".utf8), path: "Spec.yaml",
      as: YAMLFormat(name: "spec", firstLine: "lifeline: 1", allowsEmptyFiles: false)))
  private let range = SourceRange(SourcePosition(line: 1, column: 1), SourcePosition(line: 1, column: 9))

  /// A search for each of thousands of diagnostics takes minutes.
  func testSuggestionsAreSearchedForWhereTheyAreShown() {
    var searches: [String] = []
    func search(_ use: String) -> [String] {
      searches.append(use)
      return ["name"]
    }
    for _ in 0..<300 {
      collector.report(.unknownState, "there is no state", at: range, suggestion: search("suggestion").first)
      Reading(diagnostics: collector).reportUnknown("nmae", "event", at: range, among: search("names"))
    }
    XCTAssertEqual(searches.count { $0 == "suggestion" }, 100)
    XCTAssertEqual(searches.count { $0 == "names" }, 100)
    XCTAssertEqual(collector.diagnostics.map(\.fixIt?.replacement), [String](repeating: "name", count: 200))
  }

  func testAdviceIsGivenWithoutASuggestion() {
    collector.report(.unknownState, "there is no state", at: range, suggestion: "name", advice: "; declare one")
    collector.report(.unknownName, "there is no name", at: range, suggestion: nil, advice: "; declare one")
    XCTAssertEqual(
      collector.diagnostics.map(\.message),
      ["there is no state; did you mean `name`?", "there is no name; declare one"])
  }
}
