import LifelineSource
import XCTest

final class SuppressionTests: XCTestCase {
  private let warning = DiagnosticKindList([.warning("L998", "a test", explanation: "It is a test.")]).all[0]
  private let other = DiagnosticKindList([.warning("L997", "another", explanation: "It is a test.")]).all[0]
  private let error = DiagnosticKindList([.error("L999", "a test", explanation: "It is a test.")]).all[0]

  private func range(_ first: Int, _ last: Int) -> SourceRange {
    SourceRange(SourcePosition(line: first, column: 1), SourcePosition(line: last, column: 5))
  }

  private func diagnostic(_ kind: DiagnosticKind, line: Int?) -> Diagnostic {
    Diagnostic(kind, "no", at: SourceLocation(path: "a", range: line.map { range($0, $0) }))
  }

  /// A suppression, written in one line, of a warning in some lines.
  private func allow(_ code: String, at line: Int, for lines: ClosedRange<Int>?) -> Suppression {
    Suppression(
      code: code, at: SourceLocation(path: "a", range: range(line, line)),
      extent: lines.map { range($0.lowerBound, $0.upperBound) })
  }

  /// The lines and messages of the unused suppressions.
  private func unused(_ filter: inout SuppressionFilter, lookedFor: Set<String> = ["L998", "L997", "L219"]) -> [String]
  {
    let kinds = [warning, other, error] + DiagnosticKind.sourceKinds.all
    let known = Dictionary(uniqueKeysWithValues: kinds.map { ($0.code, $0) })
    return filter.unused(lookedFor: lookedFor, among: known, in: "this part").map {
      "\($0.location.range?.start.line ?? 0): \($0.message)"
    }
  }

  func testSuppressionAppliesToItsRangeOnly() {
    var filter = SuppressionFilter.prepare([allow("L998", at: 2, for: 2...4)])
    let diagnostics = [
      diagnostic(warning, line: 1), diagnostic(warning, line: 2), diagnostic(warning, line: 4),
      diagnostic(warning, line: 5),
      diagnostic(other, line: 3), diagnostic(error, line: 3), diagnostic(warning, line: nil),
    ]
    XCTAssertEqual(filter.wanted(diagnostics), [diagnostics[0]] + diagnostics[3...])
    XCTAssertEqual(unused(&filter), [])
  }

  func testSuppressionOfAFileAppliesToDiagnosticsWithoutARange() {
    var filter = SuppressionFilter.prepare([allow("L998", at: 1, for: nil)])
    XCTAssertEqual(filter.wanted([diagnostic(warning, line: nil), diagnostic(warning, line: 7)]), [])
  }

  func testErrorsAreNeverSuppressed() {
    var filter = SuppressionFilter.prepare([allow("L999", at: 1, for: nil)])
    XCTAssertEqual(filter.wanted([diagnostic(error, line: 1)]).count, 1)
    XCTAssertEqual(unused(&filter), ["1: `L999` is an error, but only warnings can be allowed"])
  }

  func testUnusedSuppressionsAreReported() {
    var filter = SuppressionFilter.prepare([
      allow("L998", at: 1, for: 1...3), allow("L998", at: 5, for: 5...6), allow("L979", at: 7, for: nil),
    ])
    _ = filter.wanted([diagnostic(warning, line: 2)])
    XCTAssertEqual(
      unused(&filter),
      [
        "5: nothing in this part causes the warning `L998`; delete this entry",
        "7: no diagnostic has the code `L979`; did you mean `L997`?",
      ])
  }

  func testSuppressionsOfUncheckedCodesAreNotReported() {
    var filter = SuppressionFilter.prepare([allow("L998", at: 1, for: nil), allow("L997", at: 2, for: nil)])
    XCTAssertEqual(
      unused(&filter, lookedFor: ["L997"]), ["2: nothing in this part causes the warning `L997`; delete this entry"])
  }

  func testOverlappingSuppressionsAreBothUsed() {
    var filter = SuppressionFilter.prepare([allow("L998", at: 1, for: nil), allow("L998", at: 2, for: 2...2)])
    _ = filter.wanted([diagnostic(warning, line: 2)])
    XCTAssertEqual(unused(&filter), [])
  }

  func testASuppressionBehindAnAliasIsUsedIfOneUseIs() {
    var filter = SuppressionFilter.prepare([allow("L998", at: 1, for: 1...2), allow("L998", at: 1, for: 8...9)])
    _ = filter.wanted([diagnostic(warning, line: 8)])
    XCTAssertEqual(unused(&filter), [])
  }

  func testUnusedSuppressionsCanBeSuppressed() {
    var silent = SuppressionFilter.prepare([allow("L998", at: 2, for: 2...3), allow("L219", at: 1, for: nil)])
    XCTAssertEqual(unused(&silent), [])
    var lonely = SuppressionFilter.prepare([allow("L219", at: 1, for: nil)])
    XCTAssertEqual(unused(&lonely), ["1: nothing in this part causes the warning `L219`; delete this entry"])
  }
}
