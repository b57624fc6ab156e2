import LifelineScenarios
import XCTest

final class AlignmentTests: XCTestCase {
  private func lines(_ expected: String, _ actual: String) -> [String] {
    align(
      expected: expected.split(separator: " ").map(String.init),
      actual: actual.split(separator: " ").map(String.init)
    ).formatLines()
  }

  func testAMissingOneKeepsTheRestInLine() {
    XCTAssertEqual(
      lines("a b c d", "a c d"),
      [
        "  expected  actual",
        "  a         a",
        "! b         (none)",
        "  c         c",
        "  d         d",
      ])
  }

  func testAnUnexpectedOneKeepsTheRestInLine() {
    XCTAssertEqual(
      lines("a c", "a b b c"),
      [
        "  expected  actual",
        "  a         a",
        "! (none)    b",
        "! (none)    b",
        "  c         c",
      ])
  }

  func testOneInTheOthersPlaceIsOneLine() {
    XCTAssertEqual(lines("a x c", "a b c"), ["  expected  actual", "  a         a", "! x         b", "  c         c"])
  }

  func testTwoInTheWrongOrder() {
    XCTAssertEqual(
      lines("a b", "b a"), ["  expected  actual", "! a         (none)", "  b         b", "! (none)    a"])
  }

  func testTheColumnIsAsWideAsTheLongest() {
    XCTAssertEqual(
      lines("applicationDidBecomeActive x", "x"),
      [
        "  expected                    actual",
        "! applicationDidBecomeActive  (none)",
        "  x                           x",
      ])
  }

  /// The second item stands for any number of `b`.
  func testAnItemMayStandForSeveralOrForNone() {
    func aligned(_ actual: [String]) -> Alignment {
      align(expected: ["a", "many b", "c"], actual: actual) { item, start in
        guard item == 1 else {
          return start < actual.count && actual[start] == ["a", "", "c"][item] ? [start + 1] : []
        }
        return Array(start...start + actual[start...].prefix { $0 == "b" }.count)
      }
    }
    XCTAssertEqual(
      aligned(["a", "b", "b", "c", "d"]).formatLines(),
      [
        "  expected  actual",
        "  a         a",
        "  many b    b",
        "            b",
        "  c         c",
        "! (none)    d",
      ])
    XCTAssertEqual(
      aligned(["a", "d"]).formatLines(), ["  expected  actual", "  a         a", "  many b", "! c         d"])
    XCTAssertEqual(aligned(["a", "d"]).firstUnexpected, 1)
    XCTAssertNil(aligned(["a", "b"]).firstUnexpected)
  }

  func testLongRunsOfEqualItemsAreCut() {
    let many = (1...100).map { "x\($0)" }
    let alignment = align(expected: many + ["a"] + many, actual: many + ["b"] + many)
    XCTAssertEqual(alignment.formatLines().prefix(3), ["  expected  actual", "  (95 more alike)", "  x96       x96"])
    XCTAssertEqual(alignment.formatLines()[7], "! a         b")
    XCTAssertEqual(alignment.formatLines().last, "  (61 more)")
    XCTAssertEqual(alignment.formatLines().count, 1 + 1 + 5 + 40 + 1)
  }

  func testVeryLongListsArePutSideBySide() {
    let expected = (0..<2000).map { "x\($0)" }
    let alignment = align(expected: ["a"] + expected, actual: ["b"] + expected + ["c"])
    XCTAssertEqual(alignment.rows.count, 2002)
    XCTAssertEqual(alignment.rows.filter(\.isDifference).count, 2)
    XCTAssertEqual(alignment.firstUnexpected, 0)
  }
}
