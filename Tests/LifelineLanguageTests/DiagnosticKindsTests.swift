import LifelineLanguage
import LifelineSource
import XCTest

final class DiagnosticKindsTests: XCTestCase {
  func testCodesAreUniqueAndInOrder() {
    let codes = DiagnosticKind.languageKinds.map(\.code)
    XCTAssertEqual(codes, Set(codes).sorted())
  }
}
