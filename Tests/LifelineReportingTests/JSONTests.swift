import LifelineReporting
import TestSupport
import XCTest

final class JSONTests: XCTestCase {
  func testValues() {
    let value = JSON.object([
      ("text", .string("\"\\\n\r\t\u{0}\u{85}\u{2028}é😀\u{E0001}")), ("a\"b", .number(-7)), ("flag", .bool(true)),
      ("nothing", .null), ("list", .array([.bool(false), .array([])])), ("object", .object([])),
    ])
    XCTAssertEqual(
      value.text,
      #"{"text":"\"\\\n\r\t\u0000\u0085\u2028é😀\udb40\udc01","a\"b":-7,"flag":true,"#
        + #""nothing":null,"list":[false,[]],"object":{}}"#)
  }

  func testFoldedText() {
    let value: JSON = [
      "a": ["b": [1, 2], "c": "a text that is longer than the line", "h": 1, "i": true, "j": .null, "k": 123],
      "d": [["e": 1], ["e": 22222]], "f": [], "g": [:],
    ]
    XCTAssertEqual(
      value.foldedText(width: 24),
      """
      {
        "a": {
          "b": [1, 2],
          "c": "a text that is longer than the line",
          "h": 1, "i": true,
          "j": null, "k": 123
        },
        "d": [
          {"e": 1},
          {"e": 22222}
        ],
        "f": [],
        "g": {}
      }
      """)
    XCTAssertEqual(value.foldedText(width: 1_000).filter { $0 != " " }, value.text.filter { $0 != " " })
    XCTAssertEqual(JSON.array([.array([])]).foldedText(width: 1), "[\n  []\n]", "nothing is longer than it has to be")
  }

  /// A value of several lines is looked at once, and not once for each level around it.
  func testFoldingTakesTimeInProportionToTheText() throws {
    try skipTest(below: .thorough)
    let items = JSON.array((0..<200_000).map { ["number": .number($0), "text": "some more words about it"] })
    let start = ContinuousClock.now
    XCTAssertGreaterThan(JSON.array([.array([.array([items])])]).foldedText().utf8.count, 9_000_000)
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(20))
  }

  func testItemsOnLines() {
    XCTAssertEqual(JSON.array([.number(1), .array([.number(2)])], onLines: true).text, "[\n1,\n[2]\n]")
  }
}
