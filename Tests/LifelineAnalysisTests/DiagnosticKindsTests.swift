import LifelineSource
import TestSupport
import XCTest

final class DiagnosticKindsTests: XCTestCase {
  func testTheListOfKindsIsComplete() throws {
    XCTAssertEqual(DiagnosticKind.analysisKinds.map(\.code), try declaredCodes(inSourcesOf: "LifelineAnalysis"))
  }
}
