import XCTest

@testable import LifelineReporting

final class JSONScannerTests: XCTestCase {
  /// Skips the value in the brackets of a text, and returns the fault.
  private func fault(_ text: String, allowsLines: Bool = false) -> JSONFault? {
    let bytes = Array("<\(text)>".utf8)
    var scanner = JSONScanner(bytes: bytes, in: 1..<bytes.count - 1, allowsLines: allowsLines)
    do throws(JSONFault) {
      scanner.skipBlanks()
      try scanner.skipValue(depth: 2)
      try scanner.expectEnd()
    } catch {
      return error
    }
    return nil
  }

  func testValues() {
    for text in ["{}", " [1, \"a\\u00e9\", {\"b\": null}] ", "-0.5e+3", "true", "\"\""] {
      XCTAssertNil(fault(text), text)
    }
    XCTAssertNil(fault("{\n}", allowsLines: true))
  }

  func testFaults() {
    for (text, offset, reason) in [
      ("", 0, .textEnds), ("[1,", 3, .textEnds), ("\"a", 2, .textEnds), ("1 2", 2, .textGoesOn),
      ("[1 2]", 3, .mistake("`,` or `]` is expected here")), ("{\"a\" 1}", 5, .mistake("`:` is expected here")),
      ("{a: 1}", 1, .mistake("a member's name in quotes is expected here")),
      ("[[[]]]", 2, .mistake("values are nested too deeply here")),
      ("{\n}", 1, .mistake("a member's name in quotes is expected here")),
      ("\"\\u00g0\"", 5, .mistake("four hexadecimal digits are expected here")),
    ] as [(String, Int, JSONFault.Reason)] {
      XCTAssertEqual(fault(text), JSONFault(offset: offset, reason: reason), text)
    }
  }
}
