import LifelineSource
import TestSupport
import XCTest

final class DiagnosticKindsTests: XCTestCase {
  func testTheListOfKindsIsComplete() throws {
    XCTAssertEqual(DiagnosticKind.playingKinds.map(\.code), try declaredCodes(inSourcesOf: "LifelineScenarios"))
  }
}
