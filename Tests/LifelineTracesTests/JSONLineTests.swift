import TestSupport
import XCTest

@testable import LifelineTraces

/// Tests of the reader of JSON lines: the lines that it accepts, and the values that it keeps.
final class JSONLineTests: XCTestCase {
  private func read(_ text: String, key: String? = nil) -> String {
    var line = JSONLine(key: key)
    let bytes = Array(text.utf8)
    do throws(JSONLine.Fault) { try line.read(bytes, in: bytes.indices) } catch {
      return "\(error.offset): \(error.reason)"
    }
    return JSONLine.Member.allCases.compactMap { member in
      line.value(of: member).map { range in
        let text = String(decoding: line.values[range], as: UTF8.self)
        return "\(member)=\(line.isText(member) ? "'\(text)'" : text)"
      }
    }.joined(separator: " ")
  }

  func testMembers() {
    XCTAssertEqual(read("{}"), "")
    XCTAssertEqual(read(#"{"callback":"a"}"#), "callback='a'")
    XCTAssertEqual(
      read(#" { "time" : 1.5e3 , "callback" : "a" , "x" : [1, {"callback": "b"}, null, true], "class": null } "#),
      "callback='a' time=1.5e3")
    XCTAssertEqual(read(#"{"user": 12, "callback": "a"}"#, key: "user"), "callback='a' key=12")
    XCTAssertEqual(read(#"{"session": "s", "callback": "a"}"#, key: "session"), "callback='a' session='s' key='s'")
    XCTAssertEqual(read(#"{"callback":"a","callback":"b"}"#), "callback='b'")
  }

  func testMembersOfLogShow() {
    XCTAssertEqual(
      read(#"{"timestamp" : "2026-10-31 10:00:00.000000+0100", "source" : null, "eventMessage" : "a\nb"}"#),
      "eventMessage='a\nb' timestamp='2026-10-31 10:00:00.000000+0100'")
  }

  func testEscapes() {
    XCTAssertEqual(read(#"{"callback":"a\"\\\/\b\f\n\r\t"}"#), "callback='a\"\\/\u{8}\u{C}\n\r\t'")
    XCTAssertEqual(read(#"{"c\u0061llback":"\u00e9\ud83d\ude00"}"#), "callback='é😀'")
    XCTAssertEqual(read(#"{"callback":"\ud83dx\ude00"}"#), "callback='\u{FFFD}x\u{FFFD}'")
    XCTAssertEqual(read(#"{"callback":"é"}"#), "callback='é'")
  }

  func testFaults() {
    for text in [
      "", "[]", "{", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{\"a\" 1}",
      "{\"a\":01}", "{\"a\":1.}", "{\"a\":.5}", "{\"a\":+1}", "{\"a\":1e}", "{\"a\":tru}", "{\"a\":'b'}",
      "{\"a\":\"\\x\"}",
      "{\"a\":\"\\u12\"}", "{\"a\":\"\t\"}", "{\"a\":1}}", "{\"a\":1} x", "{\"a\":[1,]}", "{\"a\":[1}",
      "{\"a\":{\"b\"}}",
      "{\"a\":" + String(repeating: "[", count: 1_000),
    ] {
      XCTAssertNotNil(read(text).firstMatch(of: /^[0-9]+: ./), text)
    }
    XCTAssertEqual(read("{\"callback\": \"viewWillAp"), "24: the line ends within the object")
  }

  func testValuesAreReadAsFoundationReadsThem() throws {
    try skipTest(below: .thorough)
    var random = SplitMix64(seed: testSeed(default: 3))
    let pieces = [
      "{", "}", "[", "]", ":", ",", "\"callback\"", "\"a\"", "1", "-0", "0.5", "1e9", "true", "null", " ",
      "\"\\u0041\"", "\"\\", "tr",
    ]
    var counts = (valid: 0, invalid: 0)
    for round in 0..<30_000 {
      var text = (0..<random.below(9)).map { _ in random.element(pieces) }.joined()
      if round.isMultiple(of: 2) { text = "{\"callback\":\(text)}" }
      // Foundation accepts a comma before the end, and no number that is too great for it.
      if text.firstMatch(of: /, *[}\]]|e9[0-9]/) != nil { continue }
      let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let isValid = read(text).firstMatch(of: /^[0-9]+: ./) == nil
      XCTAssertEqual(isValid, object != nil, text)
      if isValid { counts.valid += 1 } else { counts.invalid += 1 }
    }
    XCTAssertGreaterThan(counts.valid, 500)
    XCTAssertGreaterThan(counts.invalid, 500)
  }
}
