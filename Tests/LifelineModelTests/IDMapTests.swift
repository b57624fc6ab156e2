import LifelineModel
import XCTest

final class IDMapTests: XCTestCase {
  func testValuesByParts() {
    var map = IDMap<Event, [String]>()
    map[ID(3)] = ["three"]
    map[ID(1), default: ["one"]].append("and more")
    XCTAssertEqual(map[ID(3)], ["three"])
    XCTAssertEqual(map[ID(1)], ["one", "and more"])
    XCTAssertNil(map[ID(0)])
    XCTAssertEqual(map[ID(0), default: ["none"]], ["none"])
    map[ID(3)] = nil
    XCTAssertEqual(map.sorted.map(\.id), [ID(1)])
    map[ID(0)] = []
    XCTAssertEqual(map.ids, [ID(0), ID(1)])
    XCTAssertFalse(map.isEmpty)
    var other = IDMap<Event, [String]>()
    XCTAssertTrue(other.isEmpty)
    XCTAssertNotEqual(map, other)
    other[ID(0)] = []
    other[ID(1)] = ["one", "and more"]
    XCTAssertEqual(map, other)
    XCTAssertEqual(map.hashValue, other.hashValue)
  }
}
