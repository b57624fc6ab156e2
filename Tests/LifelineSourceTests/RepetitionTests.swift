import LifelineSource
import TestSupport
import XCTest

/// Repetitions of steps in a list.
final class RepetitionTests: XCTestCase {
  private func texts(_ kinds: [Int?]) -> [String] {
    Repetition.find(in: kinds).map { "\($0.start): \($0.stepCount) steps, \($0.count) more" }
  }

  func testSeveralStepsAreRepeatedTogether() {
    XCTAssertEqual(texts([0, 1, 2, 1, 2, 1, 2, 1, 2, 3]), ["1: 2 steps, 3 more"])
    XCTAssertEqual(texts([1, 1, 1, 1, 1]), ["0: 1 steps, 4 more"])
    XCTAssertEqual(texts([1, 1, 1, 1, 2, 2, 2, 2]), ["0: 1 steps, 3 more", "4: 1 steps, 3 more"])
  }

  func testAFewAreNone() {
    XCTAssertEqual(texts([]), [])
    XCTAssertEqual(texts([1, 1, 1]), [])
    XCTAssertEqual(texts([1, 2, 1, 2, 1, 2, 1]), [])
    XCTAssertEqual(texts([nil, nil, nil, nil, nil]), [])
  }

  /// Everything that is left out is a copy of what stands before it, and nothing more could be.
  func testRandomLists() {
    var generator = SplitMix64(seed: testSeed())
    for _ in 0..<2_000 {
      let kinds = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        Int.random(in: 0...9, using: &generator) == 0 ? nil : Int.random(in: 0...1, using: &generator)
      }
      var next = 0
      for repetition in Repetition.find(in: kinds) {
        XCTAssertFalse((next..<repetition.start).contains { isRepeated(from: $0, in: kinds) }, "\(kinds)")
        for index in repetition.start + repetition.stepCount..<repetition.end {
          XCTAssertNotNil(kinds[index])
          XCTAssertEqual(kinds[index], kinds[index - repetition.stepCount], "\(kinds)")
        }
        next = repetition.end
      }
      XCTAssertFalse((next..<max(next, kinds.count)).contains { isRepeated(from: $0, in: kinds) }, "\(kinds)")
    }
  }

  private func isRepeated(from start: Int, in kinds: [Int?]) -> Bool {
    (1...12).contains { length in
      let end = start + 4 * length
      return end <= kinds.count
        && (start + length..<end).allSatisfy { kinds[$0] != nil && kinds[$0] == kinds[$0 - length] }
    }
  }
}
