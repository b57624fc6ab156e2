import LifelineSource
import LifelineYAML
import TestSupport
import XCTest

/// Tests files that can't be read as YAML text.
final class TextTests: XCTestCase {
  private func diagnostics(_ bytes: [UInt8]) -> [Diagnostic] {
    let document = YAMLReader.read(bytes, path: "Spec.yaml", as: .sample)
    XCTAssertNil(document.root)
    return document.diagnostics
  }

  private func check(
    _ bytes: [UInt8], _ code: String, _ message: String, line: Int, column: Int,
    file: StaticString = #filePath, at testLine: UInt = #line
  ) {
    let diagnostics = diagnostics(bytes)
    XCTAssertEqual(diagnostics.map(\.kind.code), [code], file: file, line: testLine)
    XCTAssertEqual(
      diagnostics.first?.location.range?.start, SourcePosition(line: line, column: column), file: file,
      line: testLine)
    XCTAssertTrue(
      diagnostics.first?.message.contains(message) ?? false, "\(diagnostics.map(\.message))", file: file,
      line: testLine)
  }

  func testInvalidUTF8() {
    let sequences: [[UInt8]] = [
      [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0x81], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE2, 0x82],
      [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ]
    for sequence in sequences {
      let name = String(sequence[0], radix: 16, uppercase: true)
      for tail in ["", " b\n", "é"] {
        check(
          Array("a: x\né😀: ".utf8) + sequence + Array(tail.utf8), "L102", "the byte 0x\(name) is not valid UTF-8",
          line: 2, column: 5)
      }
    }
    let document = YAMLReader.read(Array("a: b\nc: ".utf8) + [0xFC, 0x62], path: "Spec.yaml", as: .sample)
    XCTAssertEqual(document.source.line(2), "c: \u{FFFD}b", "the line can still be shown")
  }

  func testOtherEncodings() {
    let text = "lifeline: 1\n"
    let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let utf16BigEndian = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let utf32 = text.unicodeScalars.flatMap { [UInt8($0.value & 0xFF), 0, 0, 0] }
    for bytes in [[0xFF, 0xFE] + utf16, [0xFE, 0xFF] + utf16BigEndian, utf16, utf16BigEndian, [0xFF, 0xFE]] {
      XCTAssertEqual(diagnostics(bytes).map(\.message), ["the file is written in UTF-16; save it as UTF-8"])
    }
    for bytes in [[0xFF, 0xFE, 0, 0] + utf32, [0, 0, 0xFE, 0xFF]] {
      XCTAssertEqual(diagnostics(bytes).map(\.message), ["the file is written in UTF-32; save it as UTF-8"])
    }
  }

  func testForbiddenCharacters() {
    let forbidden: [UInt32] = [
      0x00, 0x01, 0x08, 0x0B, 0x0C, 0x1B, 0x1F, 0x7F, 0x80, 0x84, 0x86, 0x9F, 0xFFFE, 0xFFFF,
    ]
    for scalar in forbidden {
      guard let character = Unicode.Scalar(scalar) else { return XCTFail("no scalar") }
      let digits = String(scalar, radix: 16, uppercase: true)
      let name = "U+" + String(repeating: "0", count: 4 - digits.count) + digits
      check(Array("a: é\nb: x\(character)\n".utf8), "L103", name, line: 2, column: 5)
    }
    for (scalar, escape) in [("\u{85}", "\\u0085"), ("\u{2028}", "\\u2028"), ("\u{2029}", "\\u2029")] {
      let advice = "write `\(escape)` between double quotes"
      check(Array("# a\(scalar)b".utf8), "L103", advice, line: 1, column: 4)
      XCTAssertEqual(document("a: \"\(escape)\"").diagnostics.count, 0)
    }
    check(Array("a: b\n\u{FEFF}c: d\n".utf8), "L103", "byte order mark", line: 2, column: 1)
    check(Array("\u{FEFF}\u{FEFF}c: d\n".utf8), "L103", "byte order mark", line: 1, column: 1)
    let allowed = "a: \t\u{A0}\u{200B}\u{202E}\u{E000}\u{FFFD}\u{10FFFF}x\r\n"
    XCTAssertEqual(document(allowed).diagnostics.count, 0)
  }

  func testEveryASCIICharacterAtEveryPosition() {
    for character in UInt8(0)..<0x80 {
      for index in 0..<20 {
        var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 20)
        bytes[index] = character
        let comment = Array("#\u{FFFD}".utf8) + bytes
        if character < 0x20 && ![0x09, 0x0A, 0x0D].contains(character) || character == 0x7F {
          check(comment, "L103", "U+00", line: 1, column: 3 + index)
        } else {
          let document = YAMLReader.read(comment, path: "Spec.yaml", as: .sample)
          XCTAssertNotEqual(document.diagnostics.first?.kind.code, "L103", "\(character) at \(index)")
        }
      }
    }
  }

  func testTooLong() {
    let line = Array(("#" + String(repeating: "x", count: 1022) + "\n").utf8)
    var bytes = Array("a: b\n".utf8)
    for _ in 0..<(16 << 10) { bytes += line }
    let diagnostics = diagnostics(bytes)
    XCTAssertEqual(diagnostics.map(\.kind.code), ["L101"])
    XCTAssertEqual(diagnostics.first?.message, "the file has 16777221 bytes; a spec may have 16777216 (16 MiB)")
    XCTAssertNil(diagnostics.first?.location.range)
  }
}

/// Tests the limits of documents, and that none takes long to read.
final class LimitTests: XCTestCase {
  private func nested(_ depth: Int, _ open: String, _ close: String) -> String {
    "a: " + String(repeating: open, count: depth - 1) + String(repeating: close, count: depth - 1) + "\n"
  }

  func testDepth() {
    XCTAssertEqual(document(nested(64, "[", "]")).diagnostics.count, 0)
    XCTAssertEqual(document(nested(64, "{a: ", "}")).diagnostics.count, 0)
    let document = document(nested(65, "[", "]"))
    XCTAssertEqual(document.diagnostics.map(\.kind.code), ["L107"])
    XCTAssertEqual(document.diagnostics.first?.location.range?.start, SourcePosition(line: 1, column: 67))
    XCTAssertTrue(document.diagnostics.first?.message.contains("more than 64 deep") ?? false)
    XCTAssertNil(document.root)
  }

  func testThirtyOneNestedStatesFit() {
    func spec(_ count: Int) -> String {
      var text = "states:\n"
      for depth in 0..<count {
        let indentation = String(repeating: "  ", count: 2 * depth + 1)
        text += "\(indentation)s:\n\(indentation)  entry: [a]\n"
        if depth + 1 < count { text += "\(indentation)  states:\n" }
      }
      return text
    }
    XCTAssertEqual(document(spec(31)).diagnostics.count, 0)
    XCTAssertEqual(document(spec(32)).diagnostics.map(\.kind.code), ["L107"])
  }

  func testDepthThroughAliases() {
    func spec(_ depth: Int) -> String {
      "a: &x " + String(repeating: "[", count: 30) + String(repeating: "]", count: 30) + "\nb: "
        + String(repeating: "[", count: depth) + "*x" + String(repeating: "]", count: depth) + "\n"
    }
    XCTAssertEqual(document(spec(33)).diagnostics.count, 0)
    let document = document(spec(34))
    XCTAssertEqual(document.diagnostics.map(\.kind.code), ["L107"])
    XCTAssertEqual(document.diagnostics.first?.notes.first?.location?.range?.start.line, 1)
    XCTAssertNil(document.root)
  }

  func testHostileDepth() throws {
    try skipTest(below: .thorough)
    let count = 200_000
    for open in ["[", "{", "[\n", "{a: ", "- ", "? ", "[{", "a: [", "!!seq [", "&x ["] {
      let document = document("a:\n " + String(repeating: open, count: count))
      XCTAssertEqual(document.diagnostics.filter { $0.kind.code == "L107" }.count, 1, open)
      XCTAssertNil(document.root)
    }
    var staircase = ""
    for depth in 0..<1_000 { staircase += String(repeating: " ", count: depth) + "a:\n" }
    XCTAssertEqual(document(staircase).diagnostics.map(\.kind.code), ["L107"])
  }

  func testAliasBomb() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<40 {
      let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(items)]\n"
    }
    let document = document(text)
    XCTAssertEqual(document.diagnostics.map(\.kind.code), ["L108"])
    XCTAssertTrue(document.diagnostics.first?.message.contains("more than 1000000") ?? false)
    XCTAssertEqual(document.diagnostics.first?.location.range?.start.line, 6)
    XCTAssertNil(document.root)
  }

  func testMergeBomb() {
    var text = "a0: &a0 {b: c, d: e}\n"
    for level in 1..<40 {
      text += "a\(level): &a\(level) {<<: [*a\(level - 1), *a\(level - 1)], c\(level): x}\n"
    }
    let document = document(text)
    XCTAssertEqual(document.diagnostics.last?.kind.code, "L108")
    XCTAssertNil(document.root)
  }

  func testNodes() {
    func spec(_ count: Int) -> String {
      // The root, two keys and two lists; 1 + 998 times a list of 999 items besides.
      let items = String(repeating: "x, ", count: 999)
      return "a: &a [\(items)]\nb:\n" + String(repeating: "- *a\n", count: 998)
        + String(repeating: "-\n", count: count - 5 - 999 - 998 * 1_000)
    }
    XCTAssertEqual(document(spec(YAMLLimits.nodes)).diagnostics.count, 0)
    let document = document(spec(YAMLLimits.nodes + 1))
    XCTAssertEqual(document.diagnostics.map(\.kind.code), ["L108"])
    XCTAssertEqual(document.diagnostics.first?.location.range?.start.line, 2 + 998 + 997)
  }

  func testManyKeysAndManyDuplicatesTakeLinearTime() {
    let count = 30_000
    let keys = (0..<count).map { "k\($0):\n" }.joined()
    XCTAssertEqual(document(keys).diagnostics.count, 0)
    let document = document(keys + keys)
    XCTAssertEqual(document.diagnostics.count, 100)
    XCTAssertEqual(document.diagnostics.last?.notes.first?.location?.range?.start.line, 100)
    XCTAssertEqual(
      document.diagnostics.last?.notes.last?.message, "\(count - 100) more diagnostics of this kind are not shown")
  }

  func testPositionsBehindCharactersOfSeveralBytes() {
    let lengths = ["a", "é", "漢", "😀"]
    let lines = (0..<100).map { "k\($0): \(String(repeating: lengths[$0 % 4], count: 10 + $0)) x" }
    let faults = stride(from: 0, to: 100, by: 7)
    let text = lines.enumerated().map { $1 + (faults.contains($0) ? "\nt\($0): !!int é" : "") }.joined(separator: "\n")
    let expected = text.split(separator: "\n").enumerated().compactMap { line, text -> SourceRange? in
      guard let tag = text.scalarRange(of: "!!int") else { return nil }
      return SourceRange(
        SourcePosition(line: line + 1, column: tag.lowerBound + 1),
        SourcePosition(line: line + 1, column: tag.upperBound + 1))
    }
    XCTAssertEqual(expected.count, 15)
    XCTAssertEqual(document(text).diagnostics.map(\.location.range), expected)
  }

  func testLongLinesTakeLinearTime() {
    let item = "é: x, "
    let entries = (0..<50_000).map { "k\($0)\(item)" }.joined()
    XCTAssertEqual(document("a: {\(entries)}\n").diagnostics.count, 0)
    XCTAssertEqual(document("a: " + String(repeating: "x", count: 1 << 20)).diagnostics.count, 0)
    XCTAssertEqual(document("a: \"" + String(repeating: "é ", count: 1 << 18) + "\"").diagnostics.count, 0)
    let marked = (0..<20_000).map { "&a\($0) !!str é, " }.joined()
    XCTAssertEqual(document("a: [\(marked)]\n").diagnostics.count, 0)
    let undefined = (0..<20_000).map { "*b\($0), " }.joined()
    XCTAssertEqual(document("a: [\(marked)]\nb: [\(undefined)]\n").diagnostics.count, 100)
  }

  func testLongKeys() {
    let longKey = String(repeating: "x", count: 2_000)
    XCTAssertEqual(
      document("a: b\n\(longKey): c\n").diagnostics.map(\.message), ["a key has at most 1,024 characters"])
  }
}

extension Substring {
  /// Returns the range of `part`, counted in Unicode scalars.
  fileprivate func scalarRange(of part: String) -> Range<Int>? {
    let scalars = Array(unicodeScalars)
    let part = Array(part.unicodeScalars)
    return scalars.indices.lazy.map { $0..<$0 + part.count }.first {
      scalars[$0.clamped(to: scalars.indices)].elementsEqual(part)
    }
  }
}
