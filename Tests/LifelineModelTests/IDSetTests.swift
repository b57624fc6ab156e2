import LifelineModel
import XCTest

final class IDSetTests: XCTestCase {
  private func set(_ indices: Int...) -> IDSet<State> { IDSet(indices.map { ID($0) }) }

  func testMembersAreListedInDocumentOrder() {
    XCTAssertEqual(set(130, 0, 63, 10_000, 64, 199, 5).map(\.index), [0, 5, 63, 64, 130, 199, 10_000])
    XCTAssertEqual(set().map(\.index), [])
    XCTAssertEqual(set(0, 63, 64, 10_000).count, 4)
  }

  func testInsertingAndRemoving() {
    var states = set(1, 64)
    XCTAssertFalse(states.insert(ID(64)))
    XCTAssertTrue(states.insert(ID(65)))
    XCTAssertTrue(states.contains(ID(64)))
    states.remove(ID(64))
    states.remove(ID(100))
    states.remove(ID(100_000))
    XCTAssertFalse(states.contains(ID(64)))
    XCTAssertFalse(states.contains(ID(100_000)))
    XCTAssertEqual(states.map(\.index), [1, 65])
  }

  func testSetsOfTheSameMembersAreEqual() {
    var states = set(1, 640)
    states.remove(ID(640))
    XCTAssertEqual(states, set(1))
    XCTAssertEqual(states.hashValue, set(1).hashValue)
    states.remove(ID(1))
    XCTAssertEqual(states, set())
    XCTAssertTrue(states.isEmpty)
    XCTAssertNotEqual(set(1), set(2))
  }

  func testUnionAndDifference() {
    var states = set(1, 64)
    states.formUnion(set(2, 10_000))
    XCTAssertEqual(states, set(1, 2, 64, 10_000))
    states.formUnion(set())
    states.subtract(set(10_000, 2, 3))
    XCTAssertEqual(states, set(1, 64))
    states.subtract(set(64, 20_000))
    XCTAssertEqual(states, set(1))
  }

  func testRanges() {
    let states = set(0, 5, 63, 64, 130, 199)
    XCTAssertEqual(states.members(in: 5..<130).map(\.index), [5, 63, 64])
    XCTAssertEqual(states.members(in: 64..<200).map(\.index), [64, 130, 199])
    XCTAssertEqual(states.members(in: 65..<130), [])
    XCTAssertEqual(states.members(in: 131..<131), [])
    XCTAssertEqual(states.first(in: 64..<65), ID(64))
    XCTAssertNil(states.first(in: 6..<63))
    XCTAssertNil(states.first(in: 64..<64))
    XCTAssertNil(states.first(in: 500..<600))
  }
}
