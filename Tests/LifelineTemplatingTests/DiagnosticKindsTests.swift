import LifelineSource
import LifelineTemplating
import TestSupport
import XCTest

final class DiagnosticKindsTests: XCTestCase {
  func testTheListOfKindsIsComplete() throws {
    XCTAssertEqual(DiagnosticKind.templatingKinds.map(\.code), try declaredCodes(inSourcesOf: "LifelineTemplating"))
  }
}
