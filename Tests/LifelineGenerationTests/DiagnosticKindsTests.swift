import LifelineGeneration
import LifelineSource
import TestSupport
import XCTest

final class DiagnosticKindsTests: XCTestCase {
  func testTheListOfKindsIsComplete() throws {
    XCTAssertEqual(DiagnosticKind.generationKinds.map(\.code), try declaredCodes(inSourcesOf: "LifelineGeneration"))
  }
}
