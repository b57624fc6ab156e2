import TestSupport
import XCTest

@testable import LifelineExecution

final class SampleSpecTests: XCTestCase {
  func testTheSampleIsRead() throws { XCTAssertEqual(try machine(sampleSpec).scenarios.count, 4) }
}
