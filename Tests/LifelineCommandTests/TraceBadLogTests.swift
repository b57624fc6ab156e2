import Foundation
import TestSupport
import XCTest

/// Logs that can't be read, or not to the end.
final class TraceBadLogTests: TraceTestCase {
  func testBadLogs() throws {
    try skipTest(below: .thorough)
    try writeScreen()
    let files: [(name: String, bytes: Data, status: Int32, message: String)] = [
      ("empty.log", Data(), 1, "error: no line of this log begins with a callback"),
      ("other.log", Data("hello\n".utf8), 1, "[L625]"),
      ("binary.log", Data([0x41, 0x00, 0x42]), 1, "[L625]"),
      ("narrow.log", "viewDidLoad\n".data(using: .utf16LittleEndian) ?? Data(), 1, "UTF-16"),
      ("packed.log", Data([0x1F, 0x8B, 0x08]), 1, "gunzip"),
      ("wide.log", Data([0xFF, 0xFE, 0x41, 0x00]), 1, "UTF-16"),
      ("latin.log", Data("viewDidLoad \u{0}".utf8.dropLast()) + Data([0xE9, 0x0A]), 0, ""),
      ("cut.ndjson", Data("{\"callback\": \"viewDidLoad\"}\n{\"callback\": \"viewWi".utf8), 1, "[L623]"),
      ("array.json", Data("[{\n  \"eventMessage\" : \"viewDidLoad\"\n}]\n".utf8), 1, "with `log show --style ndjson`"),
      ("cut.log", Data("viewDidLoad\nviewWillAppe".utf8), 0, ""),
      ("windows.log", Data("\u{FEFF}viewDidLoad\r\nviewWillAppear:\r\n".utf8), 0, ""),
      ("unknown.log", Data("-[A viewDidLoad]\n-[A viewDidUnload]\n".utf8), 0, "[L952]"),
      ("backwards.log", Data("10:00:01 viewDidLoad\n10:00:00 viewWillAppear\n".utf8), 0, "[L953]"),
      (
        "two.log", Data("A.viewDidLoad\nA.viewWillAppear\nA.viewDidLoad\nA.viewWillAppear\n".utf8), 1,
        "if it is another object's"
      ),
    ]
    for file in files {
      try file.bytes.write(to: folder.appending(path: file.name))
      let result = try lifeline("trace", "Screen.yaml", file.name)
      XCTAssertEqual(result.status, file.status, "\(file.name): \(result.errors)")
      XCTAssertTrue(result.errors.contains(file.message) || file.message.isEmpty, "\(file.name): \(result.errors)")
      if file.message.isEmpty { XCTAssertEqual(result.errors, "", file.name) }
      XCTAssertTrue(result.output.hasPrefix("sessions: "), file.name)
    }
    let strict = try lifeline("trace", "Screen.yaml", "empty.log", "--strict")
    XCTAssertEqual(strict.status, 1)
    for path in ["missing.log", "."] {
      let result = try lifeline("trace", "Screen.yaml", path)
      XCTAssertEqual(result.status, 1)
      XCTAssertTrue(result.errors.contains("error:"), result.errors)
    }
    // The session may be in what can't be read.
    let missing = try lifeline("trace", "Screen.yaml", "missing.log", "--only", "DetailViewController")
    XCTAssertEqual(missing.status, 1)
    XCTAssertTrue(missing.errors.contains("missing.log: error:"), missing.errors)
    // Each log should have calls, and at least one of them has to.
    let several = try lifeline("trace", "Screen.yaml", "cut.log", "other.log")
    XCTAssertEqual(several.status, 0, several.errors)
    let neither = try lifeline("trace", "Screen.yaml", "empty.log", "other.log")
    XCTAssertEqual(neither.status, 1, neither.errors)
    XCTAssertTrue(
      several.errors.hasPrefix("other.log: warning: no line of this log begins with a callback"), several.errors)
    XCTAssertFalse(several.errors.contains("cut.log"), several.errors)
    // What can't be read is no reason to lose the rest.
    let both = try lifeline("trace", "Screen.yaml", "packed.log", "device.log")
    XCTAssertTrue(both.errors.contains("[L624]") && both.errors.contains("[L951]"), both.errors)
  }

  /// A zero is a character that no line should have, wherever it is in the log. The lines without it are judged.
  func testZeros() throws {
    try skipTest(below: .thorough)
    try writeScreen()
    let (load, appear) = ("viewDidLoad\n", "viewDidAppear\n")
    let zeros = String(repeating: "\0", count: 3)
    let padding = String(repeating: "other\n", count: 2_000)
    for log in [zeros + "\n" + load + appear, load + zeros + "\n" + appear, load + padding + zeros + "\n" + appear] {
      try write(log, to: "zero.log")
      let result = try lifeline("trace", "Screen.yaml", "zero.log")
      XCTAssertEqual(result.status, 1)
      XCTAssertTrue(result.errors.contains("error: `viewDidAppear` came where it cannot [L951]"), result.errors)
      XCTAssertFalse(result.errors.contains("L624"), result.errors)
    }
    // Zeros that a program left before it went on don't hide the form of the log.
    for beginning in [zeros + "\n", zeros + "{}\n", "{}\n" + zeros + "\n"] {
      try write(
        beginning + "{\"callback\": \"viewDidLoad\"}\n{\"callback\": \"viewDidAppear\"}\n", to: "zero.ndjson")
      let result = try lifeline("trace", "Screen.yaml", "zero.ndjson")
      XCTAssertEqual(result.status, 1)
      XCTAssertTrue(result.errors.contains("`viewDidAppear` came where it cannot [L951]"), result.errors)
    }
  }

  /// Bytes that no text has tell sessions apart, and are shown.
  func testKeysThatAreNotText() throws {
    try writeScreen()
    var log = Data("user=".utf8) + [0xFF, 0xC3] + Data("a viewDidLoad\nuser=\u{FFFD}\u{FFFD}a viewDidLoad\n".utf8)
    log += Data("user=e\u{301} viewDidLoad\nuser=\u{E9} viewDidLoad\n".utf8)
    try log.write(to: folder.appending(path: "keys.log"))
    let options = ["trace", "Screen.yaml", "keys.log", "--by", "user=([^ ]+)", "--call-pattern", " (.*)"]
    let result = try lifeline(options + ["--verdicts"])
    XCTAssertEqual(result.output.split(separator: "\n").count, 4, result.output)
    XCTAssertTrue(result.output.hasPrefix(#"{"key":"\\xFF\\xC3a","verdict":"conforms","calls":1"#), result.output)
    XCTAssertTrue(result.output.contains("{\"key\":\"\u{FFFD}\u{FFFD}a\","), result.output)
    for key in [#"\xFF\xC3a"#, "\u{FFFD}\u{FFFD}a", "e\u{301}", "\u{E9}"] {
      let only = try lifeline(options + ["--only", key])
      XCTAssertTrue(only.output.hasPrefix("sessions: 1 conforms"), only.output + only.errors)
    }
  }

  func testLongLines() throws {
    try writeScreen()
    let long = String(repeating: "x", count: 10_000_000)
    try write("viewDidLoad\n\(long)\nviewWillAppear: \(long.prefix(900_000))\nviewDidAppear:\n\(long)", to: "long.log")
    let result = try lifeline("trace", "Screen.yaml", "long.log")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(
      result.output,
      "sessions: 1 conforms, 0 violate, 0 unfinished, 0 inconclusive; 3 calls, 2 other lines (2 of them are longer than 1 MiB "
        + "and not read, the first in long.log:2)\n")
  }

  /// Events that are too long, cut in the middle of a character or full of control characters are other lines or are
  /// reported, in text that is safe to print.
  func testHostileEvents() throws {
    try skipTest(below: .thorough)
    try writeScreen()
    let long = String(repeating: "x", count: 10_000_000)
    let names: [Data] = [
      Data("le\u{1B}[31mave\u{7}".utf8), Data("le".utf8) + Data([0xE2, 0x82]), Data("show\u{7F}".utf8),
      Data(long.prefix(900_000).utf8), Data(long.utf8),
    ]
    func lines(_ prefix: String, _ suffix: String) -> Data {
      names.reduce(Data()) { $0 + Data(prefix.utf8) + $1 + Data((suffix + "\n").utf8) }
    }
    let files = [
      "events.log": Data("event show\nviewDidLoad\nviewWillAppear:\n".utf8) + lines("event ", ""),
      "events.ndjson": Data(
        #"{"event": "show"}\#n{"callback": "viewDidLoad"}\#n{"callback": "viewWillAppear"}\#n"#.utf8)
        + lines(#"{"event": ""#, #""}"#),
    ]
    for (name, log) in files {
      try log.write(to: folder.appending(path: name))
      let begin = Date()
      let result = try lifeline("trace", "Screen.yaml", name, "--observing-events", "all")
      XCTAssertLessThan(Date().timeIntervalSince(begin), 20, name)
      XCTAssertTrue(result.output.hasPrefix("sessions: 1 conforms, 0 violate"), "\(name): \(result.output)")
      XCTAssertTrue(result.output.contains("2 calls, 1 event"), "\(name): \(result.output)")
      XCTAssertLessThan(result.errors.utf8.count, 20_000, name)
      let printed = result.errors.unicodeScalars
      XCTAssertFalse(printed.contains { $0.value < 32 && $0 != "\n" || $0.value == 127 }, "\(name): \(result.errors)")
    }
  }

  func testASpecWithErrors() throws {
    try writeScreen()
    try write("lifeline: 1\nmachine: A\n", to: "Bad.yaml")
    let result = try lifeline("trace", "Bad.yaml", "device.log")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.hasPrefix("Bad.yaml:"), result.errors)
  }

  func testRandomlyBrokenLogs() throws {
    try writeScreen()
    var random = SplitMix64(seed: testSeed(default: 11))
    let good =
      ["viewDidLoad"]
      + Array(
        repeating: ["viewWillAppear:", "viewDidAppear:", "viewWillDisappear:", "viewDidDisappear:"], count: 5
      ).flatMap { $0 }
    for _ in 0..<8 {
      var log = good
      let place = random.below(log.count - 2)
      let expected: String
      switch random.below(3) {
      case 0:
        expected = "`\(log.remove(at: place))` is missing before line \(place + 1)"
      case 1:
        log.insert(log[place], at: place)
        expected = "`\(log[place])` in line \(place + 1) is one too many"
      default:
        log.swapAt(place, place + 1)
        // The first of the two doesn't fit where it is, so the other one is missing in front of it.
        expected = "`\(log[place + 1])` is missing before line \(place + 1)"
      }
      try write(log.map { $0 + "\n" }.joined(), to: "broken.log")
      let result = try lifeline("trace", "Screen.yaml", "broken.log", "--first")
      XCTAssertEqual(result.status, 1)
      XCTAssertTrue(result.errors.contains("cheapest repair: \(expected)\n"), "\(expected): \(result.errors)")
    }
  }
}
