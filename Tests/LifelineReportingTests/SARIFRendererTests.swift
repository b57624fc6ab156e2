import Foundation
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

final class SARIFRendererTests: XCTestCase {
  private let kind = DiagnosticKindList([.error("L999", "a test", explanation: "It is\na test of {braces}.")]).all[0]
  private let warning = DiagnosticKindList([.warning("L998", "another", explanation: "It is a test.")]).all[0]

  private func location(_ path: String, _ line: Int) -> SourceLocation {
    SourceLocation(
      path: path,
      range: SourceRange(SourcePosition(line: line, column: 3), SourcePosition(line: line + 1, column: 1)))
  }

  private var samples: [Diagnostic] {
    [
      Diagnostic(
        kind, "write `{to, do}`", at: location("Specs/A b.yaml", 2), details: ["expected", "actual"],
        notes: [.init("here", at: location("/b.yaml", 4)), .init("nowhere", at: nil)],
        fixIt: .init(replace: location("Specs/A b.yaml", 2), with: "{yes}")),
      Diagnostic(warning, "cannot", at: SourceLocation(path: "b.yaml", range: nil)),
      Diagnostic(kind, "again", at: location("b.yaml", 1)),
    ]
  }

  private func log(_ diagnostics: [Diagnostic]) throws -> [String: Any] {
    let text = SARIFRenderer().render(diagnostics)
    return try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func run(_ diagnostics: [Diagnostic]) throws -> [String: Any] {
    try XCTUnwrap((try log(diagnostics)["runs"] as? [[String: Any]])?.first)
  }

  private func results(_ diagnostics: [Diagnostic]) throws -> [[String: Any]] {
    try XCTUnwrap(try run(diagnostics)["results"] as? [[String: Any]])
  }

  /// Returns a value as JSON with sorted keys.
  private func text(_ value: Any?) throws -> String {
    String(
      decoding: try JSONSerialization.data(
        withJSONObject: try XCTUnwrap(value), options: [.sortedKeys, .withoutEscapingSlashes]), as: UTF8.self)
  }

  func testLogsHaveTheShapeOfTheStandard() throws {
    XCTAssertEqual(SARIFShape.faults(in: try log(samples)), [])
    XCTAssertEqual(SARIFShape.faults(in: try log([])), [])
  }

  func testTheToolHasAVersion() throws {
    let driver = try XCTUnwrap((try run(samples)["tool"] as? [String: [String: Any]])?["driver"])
    XCTAssertEqual(driver["version"] as? String, toolVersion)
  }

  func testTheShapeIsLookedAt() throws {
    var log = try log(samples)
    log["runs"] = [["tool": ["driver": ["name": 1, "rule": []]], "columnKind": "bytes", "results": [[:]]]]
    XCTAssertEqual(
      SARIFShape.faults(in: log),
      [
        "log.runs[0].columnKind: not one of utf16CodeUnits, unicodeCodePoints",
        "log.runs[0].results[0]: message is missing", "log.runs[0].tool.driver.name: not a text",
        "log.runs[0].tool.driver: unknown key rule",
      ])
  }

  func testLogsHoldToTheSchema() throws {
    let hostile = String(String.UnicodeScalarView((0..<0x3000).compactMap(Unicode.Scalar.init)))
    let all = samples + [Diagnostic(kind, hostile, at: location(hostile, 1))]
    for diagnostics in [all, []] {
      let (isValid, faults) = try validate(SARIFRenderer().render(diagnostics))
      XCTAssertTrue(isValid, faults)
    }
  }

  func testTheSchemaRefusesWhatIsBroken() throws {
    let log = SARIFRenderer().render(samples)
    for (part, broken) in [
      (#""version":"2.1.0""#, #""version":"2.0.0""#), (#""startLine":2"#, #""startLine":0"#),
      (#""level":"error""#, #""level":"fatal""#), (#""ruleIndex""#, #""rule""#), (#""uri":"b.yaml""#, #""uri":"a b""#),
    ] {
      XCTAssertTrue(log.contains(part), "\(part) is not in \(log)")
      let (isValid, _) = try validate(log.replacing(part, with: broken))
      XCTAssertFalse(isValid, broken)
    }
  }

  /// Validates a log with the standard's own schema, which isn't part of this repository. The environment names its
  /// path, and Python's `jsonschema` validates.
  private func validate(_ log: String) throws -> (isValid: Bool, faults: String) {
    let environment = ProcessInfo.processInfo.environment
    let schema = try XCTSkipIfNil(environment["LIFELINE_SARIF_SCHEMA"], "LIFELINE_SARIF_SCHEMA names no schema")
    let file = FileManager.default.temporaryDirectory.appending(path: "lifeline-\(UUID().uuidString).sarif")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(log.utf8).write(to: file)
    // A script that can't run at all exits with 1, too, so the verdict is printed.
    let script = """
      import json, sys, jsonschema
      schema, log = (json.load(open(path)) for path in sys.argv[1:])
      validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
      print("looked at", *(fault.message for fault in validator.iter_errors(log)), sep="\\n")
      """
    let arguments = ["-c", script, schema, file.path]
    let text = try execute("python3", arguments, in: FileManager.default.temporaryDirectory, mergingErrors: true).output
    XCTAssertTrue(text.hasPrefix("looked at\n"), "the schema could not be used: \(text)")
    return (text == "looked at\n", text)
  }

  func testAResultPerDiagnostic() throws {
    let results = try results(samples)
    XCTAssertEqual(results.map { $0["ruleId"] as? String }, ["L999", "L998", "L999"])
    XCTAssertEqual(results.map { $0["ruleIndex"] as? Int }, [1, 0, 1])
    XCTAssertEqual(results.map { $0["level"] as? String }, ["error", "warning", "error"])
    let region = #"{"endColumn":1,"endLine":3,"startColumn":3,"startLine":2}"#
    XCTAssertEqual(
      try text(results[0]["locations"]),
      #"[{"physicalLocation":{"artifactLocation":{"uri":"Specs/A%20b.yaml"},"region":\#(region)}}]"#)
    XCTAssertEqual(
      try text(results[1]["locations"]), #"[{"physicalLocation":{"artifactLocation":{"uri":"b.yaml"}}}]"#)
    XCTAssertEqual(
      try text(results[0]["fixes"]),
      #"[{"artifactChanges":[{"artifactLocation":{"uri":"Specs/A%20b.yaml"},"replacements":["#
        + #"{"deletedRegion":\#(region),"insertedContent":{"text":"{yes}"}}]}]}]"#)
    XCTAssertEqual(
      try text(results[0]["relatedLocations"]),
      #"[{"id":1,"message":{"text":"here"},"physicalLocation":{"artifactLocation":{"uri":"file:///b.yaml"},"#
        + #""region":{"endColumn":1,"endLine":5,"startColumn":3,"startLine":4}}}]"#)
    XCTAssertNil(results[1]["fixes"])
    XCTAssertNil(results[1]["relatedLocations"])
  }

  func testStrictnessIsTheResultsAndNotTheRules() throws {
    var strict = samples[1]
    strict.severity = .error
    XCTAssertEqual(try results([strict])[0]["level"] as? String, "error")
    let rules = (try run([strict])["tool"] as? [String: [String: Any]])?["driver"]?["rules"]
    XCTAssertEqual(
      try text(rules),
      #"[{"defaultConfiguration":{"level":"warning"},"help":{"text":"It is a test.\n"},"id":"L998","#
        + #""shortDescription":{"text":"another"}}]"#)
  }

  func testMessagesHoldNoPlaceholdersLinksOrControls() throws {
    func message(_ text: String) throws -> String? {
      let diagnostic = Diagnostic(kind, text, at: location("a", 1))
      return (try results([diagnostic])[0]["message"] as? [String: String])?["text"]
    }
    XCTAssertEqual(try message("write `{to, do}`"), "write `{{to, do}}`")
    XCTAssertEqual(try message("{0}"), "{{0}}")
    XCTAssertEqual(try message("see [here](http://example.org) [a] (b)"), #"see [here\](http://example.org) [a] (b)"#)
    XCTAssertEqual(try message("\u{1B}[2J\n\u{202E}"), #"\u{{1B}}[2J\u{{0A}}\u{{202E}}"#)
    XCTAssertEqual(
      (try results(samples)[0]["message"] as? [String: String])?["text"],
      "write `{{to, do}}`\nexpected\nactual\nnote: nowhere")
  }

  func testRulesQuoteExplanationsUnchanged() throws {
    let explanation = """
      See `[a](b)`.

          open: {if: hasKey, to: hall}
      """
    let kind = DiagnosticKindList([.error("L999", "a {test}", explanation: explanation)]).all[0]
    let driver = (try run([Diagnostic(kind, "no", at: location("a", 1))])["tool"] as? [String: [String: Any]])?[
      "driver"]
    let rule = try XCTUnwrap((driver?["rules"] as? [[String: Any]])?.first)
    XCTAssertEqual((rule["help"] as? [String: String])?["text"], explanation + "\n")
    XCTAssertEqual((rule["shortDescription"] as? [String: String])?["text"], "a {test}")
  }

  func testPathsAreURIs() throws {
    let hostile = "a:b/ü\u{0}%20#?\\\"\n"
    let result = try results([Diagnostic(kind, "no", at: location(hostile, 1))])[0]
    XCTAssertTrue(
      try text(result["locations"]).contains(#""uri":"a%3Ab/%C3%BC%00%2520%23%3F%5C%22%0A""#))
  }
}

/// Returns the value, or skips the test.
private func XCTSkipIfNil<Value>(_ value: Value?, _ message: String) throws -> Value {
  guard let value else { throw XCTSkip(message) }
  return value
}
