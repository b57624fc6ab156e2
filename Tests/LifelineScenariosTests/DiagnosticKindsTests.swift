import LifelineSource
import XCTest

@testable import LifelineScenarios

final class DiagnosticKindsTests: XCTestCase {
  func testCodesAreUniqueAndInOrder() {
    let codes = DiagnosticKind.scenarioKinds.map(\.code)
    XCTAssertEqual(codes, Set(codes).sorted())
    XCTAssertFalse(codes.isEmpty)
  }
}
