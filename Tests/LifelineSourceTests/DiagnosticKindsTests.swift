import LifelineSource
import TestSupport
import XCTest

final class DiagnosticKindsTests: XCTestCase {
  func testTheListOfKindsIsComplete() throws {
    XCTAssertEqual(DiagnosticKind.diagnosticsKinds.map(\.code), try declaredCodes(inSourcesOf: "LifelineSource"))
  }
}
