import LifelineSource
import TestSupport
import XCTest

final class DiagnosticKindsTests: XCTestCase {
  func testTheListOfKindsIsComplete() throws {
    XCTAssertEqual(DiagnosticKind.acceptingKinds.map(\.code), try declaredCodes(inSourcesOf: "LifelineRewriting"))
  }
}
