import LifelineSource
import LifelineYAML
import TestSupport
import XCTest

final class DiagnosticKindsTests: XCTestCase {
  func testTheListOfKindsIsComplete() throws {
    XCTAssertEqual(DiagnosticKind.yamlKinds.map(\.code), try declaredCodes(inSourcesOf: "LifelineYAML"))
  }
}
