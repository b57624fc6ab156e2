import LifelineDiagnostics
import LifelineExecution
import TestSupport
import XCTest

final class DiagnosticKindsTests: XCTestCase {
  func testTheListOfKindsIsComplete() throws {
    XCTAssertEqual(DiagnosticKind.executionKinds.map(\.code), try declaredCodes(inSourcesOf: "LifelineExecution"))
  }
}
