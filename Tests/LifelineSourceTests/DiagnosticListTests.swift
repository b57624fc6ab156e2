import LifelineSource
import XCTest

final class DiagnosticListTests: XCTestCase {
  private let error = DiagnosticKindList([.error("L001", "an error", explanation: "")]).all[0]
  private let otherError = DiagnosticKindList([.error("L002", "another error", explanation: "")]).all[0]
  private let warning = DiagnosticKindList([.warning("L003", "a warning", explanation: "")]).all[0]

  private func diagnostics(_ kind: DiagnosticKind, _ lines: Range<Int>) -> [Diagnostic] {
    lines.map { line in
      let position = SourcePosition(line: line, column: 1)
      return Diagnostic(kind, "found", at: SourceLocation(path: "a", range: SourceRange(position, position)))
    }
  }

  private func notes(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.flatMap { diagnostic in
      diagnostic.notes.map { "\(diagnostic.kind.code) \(diagnostic.location.range?.start.line ?? 0): \($0.message)" }
    }
  }

  func testAHundredOfOneKindAreKept() {
    var list = DiagnosticList()
    for diagnostic in diagnostics(error, 1..<101) { list.append(diagnostic) }
    XCTAssertEqual(list.count, 100)
    XCTAssertEqual(notes(list.inSourceOrder()), [])
  }

  func testTheLastDiagnosticCountsTheOmittedOnes() {
    var list = DiagnosticList(diagnostics(otherError, 1..<3))
    for diagnostic in diagnostics(error, 5..<906) { list.append(diagnostic) }
    XCTAssertEqual(list.count, 102)
    XCTAssertEqual(notes(list.inSourceOrder()), ["L001 104: 801 more diagnostics of this kind are not shown"])
  }

  func testDiagnosticsThatAreNotShownAreNotMade() {
    var list = DiagnosticList()
    var made: [String: Int] = [:]
    for kind in [error, otherError, warning] {
      for line in 1..<1_001 {
        list.append(of: kind) {
          made[kind.code, default: 0] += 1
          return diagnostics(kind, line..<line + 1)[0]
        }
      }
    }
    XCTAssertEqual(made, ["L001": 100, "L002": 100, "L003": 1_000])
    XCTAssertEqual(
      notes(list.inSourceOrder()),
      [
        "L001 100: 900 more diagnostics of this kind are not shown",
        "L002 100: 900 more diagnostics of this kind are not shown",
      ])
  }

  func testTheLastInSourceOrderCountsTheOmittedOnes() {
    let list = DiagnosticList(diagnostics(error, 2..<103).reversed() + diagnostics(error, 1..<2))
    XCTAssertEqual(list.inSourceOrder().first?.location.range?.start.line, 3)
    XCTAssertEqual(notes(list.inSourceOrder()), ["L001 102: 2 more diagnostics of this kind are not shown"])
  }

  func testWarningsAreNotLimitedBeforeSuppression() {
    let list = DiagnosticList(diagnostics(warning, 1..<103))
    XCTAssertEqual(list.count, 102)
    let abridged = list.inSourceOrder().abridged()
    XCTAssertEqual(abridged.count, 100)
    XCTAssertEqual(notes(abridged), ["L003 100: 2 more diagnostics of this kind are not shown"])
  }

  func testShortListsAreUnchanged() {
    let few = diagnostics(error, 1..<101) + diagnostics(warning, 1..<102)
    XCTAssertEqual(notes(few.abridged()), ["L003 100: 1 more diagnostic of this kind is not shown"])
    XCTAssertEqual(diagnostics(error, 1..<101).abridged(), diagnostics(error, 1..<101))
  }
}
