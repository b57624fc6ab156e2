import LifelineSource
import XCTest

@testable import LifelineRewriting

final class DiagnosticKindsTests: XCTestCase {
  func testCodesAreUniqueAndInOrder() {
    let codes = DiagnosticKind.rewritingKinds.map(\.code)
    XCTAssertEqual(codes, Set(codes).sorted())
    XCTAssertFalse(codes.isEmpty)
  }
}
