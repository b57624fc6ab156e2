import XCTest

@testable import LifelineInterpreter

final class QueueTests: XCTestCase {
  func testElementsLeaveInTheOrderOfTheirArrival() {
    var queue = Queue<Int>()
    XCTAssertNil(queue.popFirst())
    queue.append(1)
    queue.append(2)
    XCTAssertEqual(queue.popFirst(), 1)
    queue.append(3)
    XCTAssertEqual(queue.popFirst(), 2)
    XCTAssertEqual(queue.popFirst(), 3)
    XCTAssertNil(queue.popFirst())
    queue.append(4)
    XCTAssertEqual(queue.popFirst(), 4)
    XCTAssertNil(queue.popFirst())
  }
}
