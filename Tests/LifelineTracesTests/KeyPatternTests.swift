import TestSupport
import XCTest

@testable import LifelineTraces

final class KeyPatternTests: XCTestCase {
  func testTheFirstGroupOfTheFirstMatchIsTheKey() {
    let line = "12:00 [net] user=42 id={a-b} \"Ünïcode\" viewDidLoad"
    for (pattern, key) in [
      ("user=([0-9]+)", "42"), ("user=(\\d)", "4"), ("user=(\\d+?)", "4"), ("user=(\\d{2,3})", "42"),
      ("(?:user|owner)=(?<number>\\d+)", "42"), ("\\[(\\w+)\\]", "net"), ("\\{([^}]*)\\}", "a-b"),
      ("\"(\\w+)\"", "Ünïcode"),
      ("()", ""), ("^(.)", "1"), ("(.)$", "d"), ("(\\S+)$", "viewDidLoad"), ("\\b(v\\w+)", "viewDidLoad"),
      ("(user|use)", "user"), ("(use|user)", "use"), ("([A-F\\]0-9]+)", "12"), ("x?(\\[)", "["),
      ("(?:(a)|u)ser=4", nil),
      ("(x)", nil), ("(e\\Br)", "er"), ("u(\\D*)=", "ser"), ("([[:alpha:]])", nil),
    ] as [(String, String?)] {
      XCTAssertEqual(self.key(of: line, pattern), key, pattern)
    }
  }

  func testBytesThatAreNoCharactersAreSkipped() {
    var pattern = KeyPattern("user=(.)b")
    XCTAssertEqual(pattern.findKey(in: Array("xxuser=".utf8) + [0xFF, 0x62], 2..<9), .found(7..<8))
    XCTAssertEqual(pattern.findKey(in: Array("xxuser=".utf8) + [0xFF, 0x62], 2..<8), .nothing)
  }

  func testWhatIsNoPattern() {
    for (pattern, reason) in [
      ("", "has no group"), ("a", "has no group"), ("(?:a)", "has no group"), ("(", "a `(` has no `)`"),
      ("a)|(b", "a `)` has no `(`"), ("(a", "a `(` has no `)`"), ("([a)", "a `[` has no `]`"),
      ("(*)", "nothing that `*`"),
      ("(a)**", "follows another repetition"), ("(a){x}", "needs a number"), ("(a){3,2}", "less than the first"),
      ("(a){1001}", "more than 1000 times"), ("(a)\\1", "can't be used here"), ("(?=a)(b)", "only `(?:…)`"),
      ("(\\p{L})", "`\\p` can't be used here"), ("(a)\\", "nothing follows the last `\\`"),
      ("([z-a])", "the end of a range"),
      (String(repeating: "[", count: 3_000), "more than 1000 bytes"),
      (String(repeating: "(", count: 500) + String(repeating: ")", count: 500), "inside of more than 50 others"),
      ("((a{1000}){1000})", "multiply to more than 10000 steps"),
    ] {
      XCTAssertTrue(
        KeyPattern.fault(in: pattern)?.contains(reason) ?? false,
        "\(pattern.prefix(30)): \(KeyPattern.fault(in: pattern) ?? "")")
    }
  }

  func testPartsWithoutCharactersAreNotRepeated() {
    XCTAssertNil(KeyPattern.fault(in: "()(?:(?:(?:(?:){1000}){1000}){1000}){1000}"))
    XCTAssertNil(KeyPattern.fault(in: "()(?:(?:(?:a{0}){1000}){1000}){1000}"))
  }

  /// Expressions for which other searches take a time that doubles with each character.
  func testNestedRepetitionsTakeLinearWork() throws {
    try skipTest(below: .thorough)
    let line = String(repeating: "a", count: 20_000) + "b"
    for pattern in ["(a+)+$", "(a*)*c", "((a|a)*)*c", "(?:a?){50}(a{50})$", "(.*)(.*)(.*)(.*)c"] {
      var search = try search(pattern, workLimit: 20_000 * 400)
      XCTAssertEqual(search.findKey(in: Array(line.utf8), 0..<line.utf8.count), .nothing, pattern)
    }
  }

  func testTooMuchWorkEndsTheSearch() throws {
    let line = Array(String(repeating: "a", count: 1_000).utf8)
    var search = try search("(?:a{0,300}x){2}(b)", workLimit: 100_000)
    XCTAssertEqual(search.findKey(in: line, 0..<line.count), .endedEarly)
    XCTAssertEqual(search.findKey(in: Array("axxb".utf8), 0..<4), .found(3..<4), "Each search begins anew.")
  }

  /// Swift's own regular expressions find the same.
  func testRandomPatterns() throws {
    let seed = testSeed(default: 5)
    var random = SplitMix64(seed: seed)
    var found = 0
    for _ in 0..<2_000 {
      let pattern = "(" + part(depth: 0, &random) + ")" + part(depth: 0, &random)
      let line = String((0..<random.below(12)).map { _ in random.element(["a", "b", "c", " "]) as Character })
      XCTAssertNil(KeyPattern.fault(in: pattern), pattern)
      let regex = try Regex(pattern).wordBoundaryKind(.simple)
      let expected = try regex.firstMatch(in: line)?.output[1].substring.map(String.init)
      XCTAssertEqual(key(of: line, pattern), expected, "seed \(seed): `\(pattern)` in `\(line)`")
      if expected != nil { found += 1 }
    }
    XCTAssertGreaterThan(found, 500)
  }

  private func part(depth: Int, _ random: inout SplitMix64) -> String {
    if depth > 2 { return random.element(["a", "b", "c", ".", "[ab]", "[^a]", "\\w", "\\s"]) }
    switch random.below(8) {
    case 0: return part(depth: depth + 1, &random) + part(depth: depth + 1, &random)
    case 1: return "(?:" + part(depth: depth + 1, &random) + "|" + part(depth: depth + 1, &random) + ")"
    case 2:
      // An optional part inside of a repetition may be empty there, which engines treat differently.
      return part(depth: 3, &random) + random.element(["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{2,}"])
    case 3: return "\\b" + part(depth: depth + 1, &random)
    case 4: return "(" + part(depth: depth + 1, &random) + ")"
    default: return part(depth: 3, &random)
    }
  }

  private func search(_ pattern: String, workLimit: Int) throws -> PatternSearch {
    PatternSearch(try PatternProgram.compile(try PatternParser.parse(pattern)), workLimit: workLimit)
  }

  private func key(of line: String, _ pattern: String) -> String? {
    let bytes = Array(line.utf8)
    var search = KeyPattern(pattern)
    guard case .found(let range?) = search.findKey(in: bytes, bytes.indices) else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }
}
