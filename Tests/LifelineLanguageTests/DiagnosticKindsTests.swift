import LifelineLanguage
import LifelineSource
import TestSupport
import XCTest

final class DiagnosticKindsTests: XCTestCase {
  func testTheListOfKindsIsComplete() throws {
    XCTAssertEqual(DiagnosticKind.languageKinds.map(\.code), try declaredCodes(inSourcesOf: "LifelineLanguage"))
  }
}
