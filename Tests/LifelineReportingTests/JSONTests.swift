import LifelineReporting
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

  func testItemsOnLines() {
    XCTAssertEqual(JSON.array([.number(1), .array([.number(2)])], onLines: true).text, "[\n1,\n[2]\n]")
  }
}
