import LifelineSource
import XCTest

final class UTF8DecodingTests: XCTestCase {
  func testValidTexts() throws {
    for text in ["", "plain", "é–🚪", "e\u{301}", "\u{0}\u{10FFFF}\u{FFFD}", "\u{FEFF}x"] {
      XCTAssertEqual(Array(try decodeUTF8(Array(text.utf8)).utf8), Array(text.utf8))
    }
  }

  func testTheFirstInvalidByte() {
    let invalid: [[UInt8]] = [
      [0x80], [0xC0, 0xAF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xEF, 0xBF],
      [0xEF, 0x41], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF],
    ]
    for prefix in ["", "a", "é–🚪\u{FFFD}"] {
      for bytes in invalid {
        let offset = prefix.utf8.count
        for suffix in ["", "x", "é", "\u{FFFD}"] {
          XCTAssertThrowsError(try decodeUTF8(Array(prefix.utf8) + bytes + Array(suffix.utf8))) { error in
            XCTAssertEqual((error as? InvalidUTF8)?.offset, offset, "\(prefix) \(bytes) \(suffix)")
          }
        }
      }
    }
  }
}
