import LifelineSource
import XCTest

final class DiagnosticKindListTests: XCTestCase {
  private let list = DiagnosticKindList([
    .error("L999", "an error", explanation: "It is a test."),
    .warning("L998", "a warning", explanation: "It is a test."),
  ])

  func testKindsAreFoundByTheirCodes() {
    XCTAssertEqual(list["L998"].title, "a warning")
    XCTAssertEqual(list["L998"].severity, .warning)
    XCTAssertEqual(list["L999"].severity, .error)
  }

  func testAllKindsAreListedInOrder() { XCTAssertEqual(list.all.map(\.code), ["L999", "L998"]) }
}
