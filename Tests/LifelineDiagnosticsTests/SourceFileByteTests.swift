import LifelineDiagnostics
import XCTest

final class SourceFileByteTests: XCTestCase {
  private func byte(_ text: String, _ line: Int, _ column: Int) -> Character? {
    SourceFile(path: "", text: text).byte(at: SourcePosition(line: line, column: column))
      .map { Character(Unicode.Scalar($0)) }
  }

  func testBytesOfASCII() {
    XCTAssertEqual(byte("ab\ncd # e", 2, 3), " ")
    XCTAssertEqual(byte("ab\ncd # e", 1, 1), "a")
    XCTAssertNil(byte("ab\ncd", 1, 3))
    XCTAssertNil(byte("ab\ncd", 3, 1))
    XCTAssertNil(byte("ab", 1, 0))
  }

  func testCharactersOfSeveralBytesCountOnce() {
    XCTAssertEqual(byte("ä–\n–é #", 2, 3), " ")
    XCTAssertEqual(byte("ä–\n–é #", 2, 4), "#")
    XCTAssertNil(byte("ä–\n–é #", 1, 3))
    XCTAssertNil(byte("ä–\n–é #", 2, 5))
  }
}
