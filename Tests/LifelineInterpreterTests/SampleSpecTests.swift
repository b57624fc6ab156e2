import TestSupport
import XCTest

final class SampleSpecTests: XCTestCase {
  func testTheSampleIsRead() throws { XCTAssertEqual(try machine(sampleSpec).scenarios.count, 4) }
}
