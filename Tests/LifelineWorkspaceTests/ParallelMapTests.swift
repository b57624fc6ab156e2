import XCTest

@testable import LifelineWorkspace

final class ParallelMapTests: XCTestCase {
  func testResultsAreInTheOrderOfTheElements() {
    XCTAssertEqual(parallelMap([Int]()) { $0 }, [])
    XCTAssertEqual(parallelMap([1]) { "\($0)" }, ["1"])
    XCTAssertEqual(parallelMap(Array(0..<10_000)) { $0 * 2 }, (0..<10_000).map { $0 * 2 })
  }

  func testMissingResultsKeepTheirPositions() {
    XCTAssertEqual(parallelMap([1, 2, 3]) { $0 == 2 ? nil : $0 }, [1, nil, 3])
  }

  func testMapsInsideOfMaps() {
    let sums = parallelMap(Array(0..<50)) { outer in parallelMap(Array(0..<50)) { $0 + outer }.reduce(0, +) }
    XCTAssertEqual(sums, (0..<50).map { 1_225 + 50 * $0 })
  }
}
