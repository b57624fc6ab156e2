import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineTraces

/// Verdicts on logs, and the sessions in them.
final class TraceJudgeTests: TraceJudgeTestCase {
  func testVerdicts() throws {
    XCTAssertEqual(verdicts(try judge("load\nappear\nshown")), ["a.log conforms"])
    XCTAssertEqual(verdicts(try judge("load\nappear\nsettle\nshown\nhide\nhidden\nend")), ["a.log conforms"])
    XCTAssertEqual(verdicts(try judge("load")), ["a.log unfinished"])
    XCTAssertEqual(try judge("load").sessions[0].itemsLeft.map(\.index), [1])
    // Without `modern`, nothing is owed behind `appear`.
    XCTAssertEqual(verdicts(try judge("load\nappear")), ["a.log conforms"])
    XCTAssertEqual(verdicts(try judge("load\nappear", given: true)), ["a.log unfinished"])
    XCTAssertEqual(verdicts(try judge("load\nhide")), ["a.log violation"])
    XCTAssertEqual(verdicts(try judge("")), [])
  }

  func testAnywhere() throws {
    func verdicts(_ log: String) throws -> [String] { self.verdicts(try judge(log) { $0.beginsAnywhere = true }) }
    // A log from the start would show whether the screen is modern.
    XCTAssertEqual(try verdicts("hidden"), ["a.log inconclusive"])
    XCTAssertEqual(try verdicts("hidden\nappear\nshown"), ["a.log conforms"])
    XCTAssertEqual(try verdicts("hide"), ["a.log unfinished"])
    XCTAssertEqual(try verdicts("settle"), ["a.log conforms"])
    XCTAssertEqual(try verdicts("hidden\nhidden"), ["a.log violation"])
  }

  func testFixedFields() throws {
    let result = try judge("load\nappear\nshown\nhide")
    XCTAssertEqual(result.sessions[0].fixedValues.map { $0.values }, [[.bool(true)]])
    XCTAssertEqual(
      try judge("load\nappear\nhide\nhidden").explanations, ["a.log: only `modern: false` explains this session"])
    XCTAssertEqual(verdicts(try judge("load\nappear\nhide", given: true)), ["a.log violation"])
  }

  func testCountsOfLines() throws {
    let result = try judge("load\n\nhello\nappear\nshown\nshowing\n")
    XCTAssertEqual(result.callCount, 3)
    XCTAssertEqual(result.findings.otherCount, 4)
    XCTAssertEqual(
      result.summary, "sessions: 1 conforms, 0 violate, 0 unfinished, 0 inconclusive; 3 calls, 4 other lines")
  }

  func testReceiversAreSessions() throws {
    let log = """
      -[A load]
      -[B load]
      -[A appear]
      -[B appear]
      -[<A: 0x1> load]
      load
      C.load
      """
    XCTAssertEqual(
      verdicts(try judge(log)),
      ["A conforms", "B conforms", "A 0x1 unfinished", "a.log unfinished", "C unfinished"])
    XCTAssertEqual(verdicts(try judge(log) { $0.only = "B" }), ["B conforms"])
    XCTAssertEqual(try judge(log) { $0.only = "D" }.ignoredKeys, ["A", "B", "A 0x1", "a.log", "C"])
  }

  func testAnAddressThatIsUsedAgain() throws {
    func log(_ calls: String) -> String {
      calls.split(separator: " ").map { "-[<A: 0x1> \($0)]" }.joined(separator: "\n")
    }
    func verdicts(_ calls: String, _ change: (inout TraceOptions) -> Void = { _ in }) throws -> [String] {
      self.verdicts(try judge(log(calls), change))
    }
    let life = "load appear hide hidden end"
    XCTAssertEqual(
      try verdicts("\(life) load appear shown \(life) \(life)"),
      ["A 0x1 conforms", "A 0x1 violation", "A 0x1 conforms"])
    XCTAssertEqual(try verdicts("\(life) load"), ["A 0x1 conforms", "A 0x1 unfinished"])
    // Whether the first one ended needn't be logged.
    let end = ID<Callback>(6)
    XCTAssertEqual(try verdicts("load appear hide hidden load appear"), ["A 0x1 violation"])
    XCTAssertEqual(
      try verdicts("load appear hide hidden load appear") { $0.owed.remove(end) }, ["A 0x1 conforms", "A 0x1 conforms"])
    // It can't have ended here, and no log begins with `hidden`.
    XCTAssertEqual(try verdicts("load appear load appear") { $0.owed.remove(end) }, ["A 0x1 violation"])
    XCTAssertEqual(try verdicts("\(life) hidden"), ["A 0x1 violation"])
    // Only an address tells that it is another object.
    let classes = log("\(life) load").replacing("<A: 0x1>", with: "A")
    XCTAssertEqual(self.verdicts(try judge(classes)), ["A violation"])
    for (member, count) in [("instance", 2), ("session", 1)] {
      let objects = "\(life) load".split(separator: " ").map { "{\"callback\": \"\($0)\", \"\(member)\": 1}" }
      XCTAssertEqual(try judge(objects.joined(separator: "\n")).sessions.count, count, member)
    }
    let told = try judge(log("\(life) load appear")) { $0.keepsCalls = true }
    XCTAssertEqual(told.story?.callCount, 5)
    XCTAssertNil(told.story?.misfit)
  }

  func testKeysOfLines() throws {
    let log = """
      10:00:00 load user=1
      10:00:01 load user=2
      10:00:02 appear user=1
      10:00:03 appear nobody
      """
    XCTAssertEqual(
      verdicts(try judge(log) { $0.key = "user=([0-9]+)" }),
      ["1 conforms", "2 unfinished", "a.log violation"])
  }

  func testAnEmptyTextIsNoKey() throws {
    for members in [#""session": """#, #""instance": """#, #""class": "", "instance": "", "session": """#] {
      let result = try judge("{\"callback\": \"appear\", \(members)}")
      XCTAssertEqual(verdicts(result), ["a.log violation"], members)
      XCTAssertTrue(text(result).contains("`appear` came where it cannot"), text(result))
    }
  }

  func testObjects() throws {
    let log = """
      {"callback": "load", "session": "s1", "time": "2026-10-31T10:02:11Z"}
      {"selector": "load", "instance": 7}
      {"event": "tap"}
      {"callback": "appear", "session": "s1", "arguments": {"animated": true}}
      {"callback": "load", "line": 40}
      """
    let result = try judge(log)
    XCTAssertEqual(verdicts(result), ["s1 conforms", "7 unfinished", "a.log unfinished"])
    XCTAssertEqual(result.sessions[2].last.line, 40)
    XCTAssertEqual(result.findings.otherCount, 1)
    XCTAssertEqual(verdicts(try judge(log) { $0.key = "line" }), ["a.log violation", "40 unfinished"])
  }

  func testALineThatIsNoObject() throws {
    let result = try judge("{\"callback\": \"load\"}\n{\"callback\": \nload\n{\"callback\": \"appear\"}")
    XCTAssertEqual(verdicts(result), ["a.log conforms"])
    XCTAssertEqual(result.unreadableCount, 2)
    XCTAssertEqual(
      text(result),
      """
      a.log:2:1: error: this line is no JSON object: after 13 bytes, the line ends within the object [L623]
          2 | {"callback":\u{20}
            | ^
      a.log:3:1: error: the line must be a JSON object: it begins with `l`, not with `{` [L623]
          3 | load
            | ^

      """)
  }
}
