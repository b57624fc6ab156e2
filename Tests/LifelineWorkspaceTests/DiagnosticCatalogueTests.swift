import Foundation
import LifelineSource
import TestSupport
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

  /// The examples of explanations about templates use templates and keys that exist.
  func testTagsInExplanationsHaveNamesThatExist() throws {
    let page = try String(contentsOf: packageRoot.appending(path: "docs/templates.md"), encoding: .utf8)
    let names = page.matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.1) }
    XCTAssertGreaterThan(names.count, 100)
    let others: Set = ["contxt", "title", "header", "copyright", "name"]
    for kind in kinds where kind.code.hasPrefix("L7") {
      for tag in kind.explanation.matches(of: /\{\{[#^\/>& ]*([\w.]+)\}\}/) {
        for name in tag.1.split(separator: ".").map(String.init) where !others.contains(name) {
          XCTAssertTrue(names.contains(name), "\(kind.code): \(tag.0)")
        }
      }
    }
  }

  func testTheCatalogueHoldsEachModulesKinds() {
    for code in ["L101", "L219", "L330", "L402", "L505", "L610", "L707", "L801", "L901", "L903"] {
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
