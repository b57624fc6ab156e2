import LifelineSource
import XCTest

@testable import LifelineWorkspace

/// The properties that all kinds of diagnostics share.
final class DiagnosticCatalogueTests: XCTestCase {
  private let kinds = DiagnosticKind.allKinds

  func testCodesAreUniqueAndInOrder() {
    XCTAssertGreaterThan(kinds.count, 100)
    let codes = kinds.map(\.code)
    XCTAssertEqual(codes, Set(codes).sorted())
    for code in codes { XCTAssertNotNil(code.wholeMatch(of: /L\d{3}/), code) }
  }

  func testEveryKindIsExplainedWithAnExample() {
    for kind in kinds {
      XCTAssertTrue(
        kind.explanation.split(separator: "\n").contains { $0.hasPrefix("  ") }, "\(kind.code) has no example")
      XCTAssertFalse(kind.title.isEmpty || kind.title.hasSuffix("."), kind.code)
    }
  }

  func testCatalogueContainsTheKindsOfEveryModule() {
    for code in ["L101", "L201", "L219", "L330", "L402", "L505", "L610", "L707", "L801", "L850", "L901", "L903"] {
      XCTAssertTrue(kinds.contains { $0.code == code }, code)
    }
  }

  func testTheCollectorKeepsOrderAndStrictness() {
    let (error, warning) = (DiagnosticKind.unreadableFile, DiagnosticKind.notDerived)
    func diagnostic(_ kind: DiagnosticKind, _ line: Int) -> Diagnostic {
      let position = SourcePosition(line: line, column: 1)
      return Diagnostic(kind, "text", at: SourceLocation(path: "A", range: SourceRange(position, position)))
    }
    var collector = RunDiagnostics()
    collector.add([diagnostic(warning, 2), diagnostic(warning, 1)])
    XCTAssertEqual(collector.diagnostics.compactMap(\.location.range?.start.line), [1, 2])
    XCTAssertFalse(collector.containsErrors)
    var strict = RunDiagnostics(isStrict: true)
    strict.add(collector)
    XCTAssertTrue(strict.diagnostics.allSatisfy { $0.severity == .error })
    collector.add([diagnostic(error, 1)])
    XCTAssertTrue(collector.containsErrors)
  }
}
