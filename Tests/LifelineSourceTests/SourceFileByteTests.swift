import LifelineSource
import TestSupport
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

/// Compares positions in texts with those in strings of characters.
final class SourceFilePositionTests: XCTestCase {
  func testPositionsInRandomTexts() {
    let seed = testSeed()
    var random = SplitMix64(seed: seed)
    for number in 0..<400 {
      let alphabet = number.isMultiple(of: 2) ? ["a", "b", " "] : ["a", "ä", "–", "🚪", "e\u{301}", " "]
      let lines = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
      }
      let end = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
      let file = SourceFile(path: "", text: lines.joined(separator: end))
      var before = 0
      for (index, line) in lines.enumerated() {
        let scalars = Array(line.unicodeScalars)
        for column in -1...scalars.count + 3 {
          let position = SourcePosition(line: index + 1, column: column)
          let isThere = (1...scalars.count + 1).contains(column)
          let start = max(0, min(scalars.count, column - 1))
          let text = { (count: Int) in
            var text = ""
            text.unicodeScalars += scalars[start...].prefix(count)
            return text
          }
          let offset = before + scalars[..<start].reduce(0) { $0 + UTF8.width($1) }
          let message = "seed \(seed), text \(number), \(index + 1):\(column) of \(lines)"
          XCTAssertEqual(file.byteOffset(of: position), isThere ? offset : nil, message)
          XCTAssertEqual(file.byte(at: position), isThere ? text(1).utf8.first : nil, message)
          for count in 0...3 {
            XCTAssertEqual(file.text(from: position, count: count), isThere ? text(count) : nil, message)
          }
          XCTAssertEqual(file.text(from: position, count: .max), isThere ? text(.max) : nil, message)
        }
        XCTAssertEqual(file.line(index + 1), line, "seed \(seed), text \(number)")
        before += line.utf8.count + end.utf8.count
      }
    }
  }
}
