import LifelineReporting
import XCTest

final class UnifiedDifferenceTests: XCTestCase {
  private func difference(_ old: String, _ new: String) -> [String] {
    UnifiedDifference.compare(old, with: new, path: "a.yaml").lines.map(\.text)
  }

  func testEqualTextsHaveNone() { XCTAssertEqual(difference("a\nb\n", "a\nb\n"), []) }

  func testShowsThreeLinesAround() {
    let old = (1...9).map { "\($0)\n" }.joined()
    XCTAssertEqual(
      difference(old, old.replacing("5", with: "five\nand")),
      [
        "--- a.yaml", "+++ a.yaml", "@@ -2,7 +2,8 @@", " 2", " 3", " 4", "-5", "+five", "+and", " 6", " 7", " 8",
      ])
  }

  func testFarChangesAreHunksOfTheirOwn() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacing("\n2\n", with: "\ntwo\n").replacing("\n19\n", with: "\n")
    XCTAssertEqual(
      difference(old, new).filter { $0.hasPrefix("@@") }, ["@@ -1,5 +1,5 @@", "@@ -16,5 +16,4 @@"])
  }

  func testEmptyTexts() {
    XCTAssertEqual(difference("", "a\n"), ["--- a.yaml", "+++ a.yaml", "@@ -0,0 +1,1 @@", "+a"])
    XCTAssertEqual(difference("a\n", ""), ["--- a.yaml", "+++ a.yaml", "@@ -1,1 +0,0 @@", "-a"])
  }
}
