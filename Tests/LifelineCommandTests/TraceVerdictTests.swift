import Foundation
import TestSupport
import XCTest

/// `lifeline trace --verdicts`.
final class TraceVerdictTests: TraceTestCase {
  func testVerdicts() throws {
    try write(Self.step, to: "Step.yaml")
    let log = """
      {"callback": "a", "session": "1"}
      {"callback": "a", "session": "2"}
      {"callback": "b", "session": "1"}
      {"callback": "a", "session": "2"}
      oops
      """
    try write(log + "\n", to: "a.ndjson")
    let result = try lifeline("trace", "Step.yaml", "a.ndjson", "--verdicts")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(
      result.output,
      """
      {"key":"1","verdict":"conforms","calls":2,"path":"a.ndjson","line":3,"expected":["b","c"],"fixed":{}}
      {"key":"2","verdict":"violation","calls":2,"path":"a.ndjson","line":4,"callback":"a","expected":["b"],"repair":["`a` in line 2 is one too many"],"fixed":{}}
      {"key":"a.ndjson","verdict":"unreadable","line":5,"reason":"the line must be a JSON object: it begins with `o`, not with `{`"}

      """)
    try write(result.output, to: "one.ndjson")
    try write(result.output, to: "two.ndjson")
    let sum = try lifeline("trace", "--summary", "one.ndjson", "two.ndjson")
    XCTAssertEqual(sum.status, 1)
    XCTAssertEqual(
      sum.output, "sessions: 2 conform, 2 violate, 0 unfinished, 0 inconclusive; 8 calls, 2 unreadable lines\n")
    try write("{\"verdict\": \"conforms\", \"calls\": 3}\n", to: "good.ndjson")
    XCTAssertEqual(try lifeline("trace", "--summary", "good.ndjson").status, 0)
    try write("{\"verdict\": \"conforms\", \"calls\": 3, \"events\": 2}\n", to: "events.ndjson")
    XCTAssertEqual(
      try lifeline("trace", "--summary", "good.ndjson", "events.ndjson", "events.ndjson").output,
      "sessions: 3 conform, 0 violate, 0 unfinished, 0 inconclusive; 9 calls, 4 events\n")
    try write("{\"verdict\": \"conforms\", \"calls\": 3, \"events\": -2}\n", to: "negative.ndjson")
    XCTAssertTrue(
      try lifeline("trace", "--summary", "negative.ndjson").errors.contains("`events` is no number of events [L623]"))
    try write("{\"verdict\": \"fine\"}\n", to: "bad.ndjson")
    XCTAssertTrue(try lifeline("trace", "--summary", "bad.ndjson").errors.contains("[L623]"))
  }

  func testAVerdictOnAnArgument() throws {
    let spec = """
      lifeline: 1
      machine: Upload
      callbacks: {didSend: {parameters: {total: Int}}}
      context: {total: {default: 0, private: true}}
      events: {progress: {parameters: {count: Int}}}
      states:
        s: {on: {progress: {if: count > 0, do: [{set: {total: total + count}}, didSend]}}}

      """
    try write(spec, to: "Upload.yaml")
    let log = [3, 1].map { "{\"callback\": \"didSend\", \"arguments\": {\"total\": \($0)}}\n" }.joined()
    try write(log, to: "upload.ndjson")
    let result = try lifeline("trace", "Upload.yaml", "upload.ndjson", "--verdicts")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(
      result.output.contains(#""argument":"total","value":"1","expectedValues":"`total: 4` or more""#), result.output)
    XCTAssertTrue(result.errors.contains("`didSend` came with `total: 1`, which cannot be [L951]"), result.errors)
  }

  /// An engine for logs begins processes for parts of a log that are empty, too.
  func testVerdictsOfAnEmptyLog() throws {
    try write(Self.step, to: "Step.yaml")
    try write("", to: "empty.log")
    for option in ["--verdicts", "--scenario"] {
      XCTAssertEqual(try lifeline("trace", "Step.yaml", "empty.log", option).output, "", option)
    }
    let result = try lifeline("trace", "--summary", "empty.log")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(result.output, "sessions: 0 conform, 0 violate, 0 unfinished, 0 inconclusive; 0 calls\n")
  }

  func testManyFaultsAreCountedInTheVerdicts() throws {
    try write(Self.step, to: "Step.yaml")
    try write(String(repeating: "oops\n", count: 150), to: "a.ndjson")
    try write(String(repeating: "oops\n", count: 7), to: "b.ndjson")
    let result = try lifeline("trace", "Step.yaml", "a.ndjson", "b.ndjson", "--log-format", "ndjson", "--verdicts")
    let lines = result.output.split(separator: "\n")
    XCTAssertEqual(lines.count, 102)
    XCTAssertEqual(
      lines.suffix(2),
      [
        "{\"key\":\"a.ndjson\",\"verdict\":\"unreadable\",\"count\":50,\"reason\":\"these lines are only counted\"}",
        "{\"key\":\"b.ndjson\",\"verdict\":\"unreadable\",\"count\":7,\"reason\":\"these lines are only counted\"}",
      ])
    try write(result.output, to: "verdicts.ndjson")
    let sum = try lifeline("trace", "--summary", "verdicts.ndjson")
    XCTAssertEqual(sum.status, 1)
    XCTAssertTrue(sum.output.hasSuffix("0 calls, 157 unreadable lines\n"), sum.output)
  }

  func testVerdictsOnAnswers() throws {
    try writeDialog()
    try write("ask\nsave\nno\nask\n", to: "before.log")
    try write("save\nask\n", to: "wrong.log")
    try write("ask\nyes\nask\n", to: "open.log")
    let result = try lifeline("trace", "Dialog.yaml", "late.log", "before.log", "wrong.log", "open.log", "--verdicts")
    let promise = #""promise":"ask answeredBy yes or no before save within 5s""#
    XCTAssertEqual(
      result.output,
      """
      {"key":"late.log","verdict":"violation","calls":2,"path":"late.log","line":2,"callback":"yes","brokenAnswer":{\(promise),"path":"late.log","line":1},"expected":[],"fixed":{}}
      {"key":"before.log","verdict":"violation","calls":4,"path":"before.log","line":2,"callback":"save","brokenAnswer":{\(promise),"path":"before.log","line":1},"expected":[],"fixed":{}}
      {"key":"wrong.log","verdict":"violation","calls":2,"path":"wrong.log","line":1,"callback":"save","expected":["ask"],"repair":["`ask` is missing before line 1"],"fixed":{}}
      {"key":"open.log","verdict":"unfinished","calls":3,"path":"open.log","line":3,"expected":["yes","no","save"],"openQuestions":[{\(promise),"path":"open.log","line":3}],"fixed":{}}

      """)
  }

  /// Where numbers that may matter weren't tried, a verdict that they may change says so.
  func testUntriedNumbers() throws {
    try write(
      """
      lifeline: 1
      machine: Level
      callbacks: [rise]
      events: {report: {parameters: {p: Int}}}
      context: {n: {default: 2, fixed: true}}
      states: {a: {on: {report: {if: p > 0 - n, do: rise}}}}
      observing: {events: all}
      """, to: "Level.yaml")
    let events = [-30, -1].map { "{\"event\": \"report\", \"arguments\": {\"p\": \($0)}}\n" }
    try write(events.joined() + #"{"callback": "rise"}"#, to: "fits.ndjson")
    try write(#"{"callback": "rise"}"#, to: "wrong.ndjson")
    let (fits, wrong) = (
      try lifeline("trace", "Level.yaml", "fits.ndjson"),
      try lifeline("trace", "Level.yaml", "wrong.ndjson", "--verdicts")
    )
    XCTAssertTrue(
      fits.output.contains(
        "not everything was tried, and other values may explain these sessions: `n` may be any number"), fits.errors)
    XCTAssertTrue(wrong.output.contains(#""untried":["`n` may be any number, and "#), wrong.output)
  }
}
