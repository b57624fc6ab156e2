import LifelineModel
import XCTest

final class IDCollectionsTests: XCTestCase {
  func testASetHasEachPartOnceAndListsThemInOrder() {
    var set = IDSet<State>([ID(9), ID(2)])
    XCTAssertTrue(set.insert(ID(4)))
    XCTAssertFalse(set.insert(ID(2)))
    XCTAssertEqual(set.sorted, [ID(2), ID(4), ID(9)])
    XCTAssertEqual(set.count, 3)
    XCTAssertTrue(set.contains(ID(9)))
    XCTAssertFalse(set.contains(ID(0)))
    XCTAssertFalse(set.isEmpty)
    XCTAssertTrue(IDSet<State>().isEmpty)
  }

  func testASetReachesFarAndTakesInOthers() {
    let places = [0, 1, 63, 64, 127, 128, 10_000]
    var set = IDSet<State>(places.reversed().map { ID($0) })
    XCTAssertEqual(set.sorted.map(\.index), places)
    XCTAssertFalse(set.contains(ID(65)))
    XCTAssertFalse(set.contains(ID(10_001)))
    XCTAssertFalse(set.contains(ID(1_000_000)))
    set.formUnion(IDSet([ID(65), ID(10_200)]))
    set.formUnion(IDSet([ID(2)]))
    XCTAssertEqual(set.sorted.map(\.index), [0, 1, 2, 63, 64, 65, 127, 128, 10_000, 10_200])
    XCTAssertEqual(set.count, 10)
  }

  func testAMapHasValuesByParts() {
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
