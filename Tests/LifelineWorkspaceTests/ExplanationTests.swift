import LifelineSource
import LifelineWorkspace
import XCTest

/// Tests the explanations of all kinds of diagnostics.
final class ExplanationTests: XCTestCase {
  func testEveryKindIsExplainedWithAnExample() {
    for kind in DiagnosticKind.allKinds {
      let lines = kind.explanation.split(separator: "\n")
      XCTAssertTrue(lines.contains { $0.hasPrefix("  ") }, "\(kind.code) has no example")
      XCTAssertTrue(lines.contains { !$0.hasPrefix(" ") }, "\(kind.code) has no prose")
    }
  }

  func testEveryKindHasACodeOfItsOwn() {
    let codes = DiagnosticKind.allKinds.map(\.code)
    XCTAssertEqual(Set(codes).count, codes.count)
    XCTAssertGreaterThan(codes.count, 100)
    for code in codes { XCTAssertNotNil(code.wholeMatch(of: /L[0-9]{3}/), code) }
  }
}
