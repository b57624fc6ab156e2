import LifelineAnalysis
import LifelineInterpreter
import LifelineModel
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineTraces

/// Objects of `log show`.
final class LogShowTests: TraceJudgeTestCase {
  /// Lines as `log show --style ndjson` prints them.
  private func shown(_ messages: String...) -> String {
    let lines = messages.enumerated().map { index, message in
      #"{"traceID":7,"eventMessage":"\#(message)","eventType":"logEvent","source":null,"processID":\#(40 + index % 2),"#
        + #""timestamp":"2026-10-31 10:02:0\#(index).102345+0100","processImagePath":"\/Demo","threadID":12}"#
    }
    return (["Filtering the log data using \"category == \"c\"\""] + lines + [#"{"count":3,"finished":1}"#])
      .joined(separator: "\n")
  }

  func testMessagesOfLogShow() throws {
    let result = try judge(shown("-[A load]", "B.appear()", "-[A appear]", "appeared", "-[A shown]\\nand more", "load"))
    XCTAssertEqual(verdicts(result), ["A conforms", "B violation", "a.log unfinished"])
    XCTAssertEqual(result.callCount, 5)
    XCTAssertEqual(result.findings.otherCount, 3)
    XCTAssertEqual(
      text(result).split(separator: "\n").prefix(3).joined(separator: "\n"),
      """
      a.log:3:3: error: `appear()` of B came where it cannot [L951]
          3 | B.appear()
            |   ^~~~~~~~
      """)
  }

  func testKeysOfMessages() throws {
    let log = shown("-[A load]", "-[A load] user=b", "-[A appear] user=b", "appear", "-[A shown]")
    XCTAssertEqual(
      verdicts(try judge(log) { $0.key = "processID" }), ["40 conforms", "41 conforms"])
    XCTAssertEqual(
      verdicts(try judge(log) { $0.key = "user=([a-z])" }), ["a.log conforms", "b conforms"])
  }

  func testTimesOfMessages() throws {
    let lines = shown("load", "appear").split(separator: "\n")
    let swapped = [lines[0], lines[1].replacing("10:02:00", with: "10:02:05"), lines[2]].joined(separator: "\n")
    XCTAssertEqual(try judge(swapped).diagnose().map(\.kind.code).sorted(), ["L953"])
    XCTAssertEqual(try judge(shown("load", "appear")).diagnose().map(\.kind.code), [])
  }

  func testOtherObjectsAreNoCalls() throws {
    let result = try judge(
      #"""
      {"eventMessage":["load"]}
      {"eventMessage":null}
      {"eventMessage":""}
      {"eventMessage":"10:00:00 load"}
      {"eventMessage":"load","callback":"appear"}
      """#)
    XCTAssertEqual(verdicts(result), ["a.log violation"])
    XCTAssertEqual(result.callCount, 1)
    XCTAssertEqual(result.findings.otherCount, 4)
  }

  func testArraysAreNoLogs() throws {
    for log in ["[{\n\"callback\": \"load\"},\n{", "[", "[]", " [ ]", "Skipping info and debug messages\n[{"] {
      for format in [nil, LogFormat.ndjson] {
        let result = try judge(log) { $0.format = format }
        XCTAssertEqual(result.unreadableCount, 1, log)
        XCTAssertEqual(result.diagnose().map(\.kind.code), ["L624"], log)
      }
    }
    XCTAssertEqual(try judge("[10:00:00] load").callCount, 1)
    XCTAssertEqual(try judge("[") { $0.format = .text }.unreadableCount, 0)
  }
}
