import LifelineModel
import XCTest

@testable import LifelineInterpreter

final class StateSetTests: XCTestCase {
  private func set(_ indices: [Int], of count: Int = 200) -> StateSet {
    var set = StateSet(stateCount: count)
    for index in indices { XCTAssertTrue(set.insert(ID(index))) }
    return set
  }

  func testStatesAreListedInDocumentOrder() {
    XCTAssertEqual(set([130, 0, 63, 64, 199, 5]).map(\.index), [0, 5, 63, 64, 130, 199])
    XCTAssertEqual(set([]).map(\.index), [])
    XCTAssertTrue(set([]).isEmpty)
    XCTAssertFalse(set([199]).isEmpty)
  }

  func testInsertingAndRemoving() {
    var states = set([1, 64])
    XCTAssertFalse(states.insert(ID(64)))
    XCTAssertTrue(states.contains(ID(64)))
    states.remove(ID(64))
    states.remove(ID(100))
    XCTAssertFalse(states.contains(ID(64)))
    XCTAssertEqual(states, set([1]))
    XCTAssertEqual(states.hashValue, set([1]).hashValue)
  }

  func testWhatTheMachineDoesNotHaveIsNotThere() {
    var states = set([1], of: 10)
    XCTAssertFalse(states.contains(ID(640)))
    XCTAssertFalse(states.insert(ID(640)))
    states.remove(ID(640))
    XCTAssertEqual(states.map(\.index), [1])
  }

  func testRanges() {
    let states = set([0, 5, 63, 64, 130, 199])
    XCTAssertEqual(states.states(in: 5..<130).map(\.index), [5, 63, 64])
    XCTAssertEqual(states.states(in: 64..<200).map(\.index), [64, 130, 199])
    XCTAssertEqual(states.states(in: 65..<130).map(\.index), [])
    XCTAssertEqual(states.states(in: 131..<131).map(\.index), [])
    XCTAssertEqual(states.first(in: 64..<65), ID(64))
    XCTAssertNil(states.first(in: 6..<63))
    XCTAssertNil(states.first(in: 500..<600))
  }
}
