import Foundation
import LifelineSchema
import TestSupport
import XCTest

/// Runs commands with `--format json`, as a program does: standard output has one document, and standard error nothing.
final class ResultCommandTests: CommandTestCase {
  /// Runs a command, and returns its document, which fits the schema and has the exit status.
  @discardableResult
  private func run(_ arguments: String..., status: Int32 = 0, line: UInt = #line) throws -> ReadJSON {
    try judge(try lifeline(arguments + ["--format", "json"]), status: status, line: line)
  }

  private func judge(_ result: ProcessResult, status: Int32, line: UInt = #line) throws -> ReadJSON {
    var validator = try ResultValidator()
    XCTAssertEqual(result.status, status, result.output, line: line)
    XCTAssertEqual(result.errors, "", line: line)
    XCTAssertEqual(validator.faults(of: result.output), [], result.output, line: line)
    XCTAssertFalse(
      result.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) },
      line: line)
    let document = try JSONDecoder().decode(ReadJSON.self, from: Data(result.output.utf8))
    XCTAssertEqual(document["exitStatus"]?.number, Int(status), line: line)
    return document
  }

  private func codes(_ document: ReadJSON) -> [String] {
    (document["diagnostics"]?.items ?? []).compactMap { $0["code"]?.text }
  }

  // MARK: Results

  func testACheck() throws {
    try write(spec("Door", expecting: "knock").replacing("[open]", with: "[open, shut]"), to: "Specs/Door.yaml")
    let document = try run("check", status: 1)
    let diagnostics = document["diagnostics"]?.items ?? []
    XCTAssertEqual(diagnostics.map { $0["severity"]?.text }, ["warning", "error"])
    XCTAssertEqual(diagnostics.map { $0["line"]?.number }, [4, 10])
    XCTAssertEqual([document["errors"]?.number, document["warnings"]?.number], [1, 1])
    let door = try XCTUnwrap(document["specs"]?.items.first)
    XCTAssertEqual(door["machine"]?.text, "Door")
    XCTAssertEqual(door["noEndlessLoop"]?.text, "proved")
    XCTAssertEqual(door["scenarios"]?.items.first?["verdict"]?.text, "fails")
    XCTAssertEqual(door["exploration"]?["configurations"]?.number, 2)
    XCTAssertEqual(document["summary"]?.items.count, 1)
    XCTAssertNil(try run("check", "--quiet", status: 1)["summary"])
  }

  func testACounterexample() throws {
    let text = """
      lifeline: 1
      machine: Player
      callbacks: {ready: , play: {needs: ready, parameters: {track: Int}}}
      events: {go: {parameters: {track: Int}}, stop: }
      context: {isOn: false}
      states:
        idle: {on: {go: {if: isOn, to: playing, do: [ready, {play: {track: track}}]}}}
        playing: {on: {stop: paused}}
        paused: {on: {go: {to: playing, do: {play: {track: track}}}}}

      """
    try write(text, to: "Player.yaml")
    let document = try run("check", "Player.yaml", status: 1)
    let promise = try XCTUnwrap(document["specs"]?.items.first?["promises"]?.items.first)
    XCTAssertEqual(promise["verdict"]?.text, "broken")
    let diagnostic = try XCTUnwrap(document["diagnostics"]?.items.first { $0["code"]?.text == "L803" })
    XCTAssertEqual(diagnostic["line"], promise["line"])
    let steps = diagnostic["counterexample"]?["steps"]?.items ?? []
    XCTAssertEqual(steps.map { $0["event"]?.text ?? $0["kind"]?.text }, ["start", "go", "stop", "go"])
    XCTAssertEqual(
      steps.map { $0["calls"]?.items.compactMap { $0["callback"]?.text } }, [[], ["ready", "play"], [], ["play"]])
    XCTAssertEqual(
      steps.map { $0["states"]?.items.compactMap(\.text) }, [["idle"], ["playing"], ["paused"], ["playing"]])
    let isSet = steps.compactMap { $0["set"]?["isOn"]?.text }
    XCTAssertEqual(isSet, ["true"], "the host sets the fact once")
    XCTAssertEqual(steps.last?["context"]?["isOn"]?.text, "true")
    XCTAssertNotNil(steps.last?["arguments"]?["track"]?.text)
  }

  /// A fix is a range with a replacement: a program that counts as the page says makes a right text with it.
  func testAFixCanBeMade() throws {
    let text = spec("Door").replacing(
      "opened: {on: {open: {to: closed,", with: "opened: {doc: ö𝔢👩‍👩‍👧, on: {open: {to: closd,")
    XCTAssertTrue(text.contains("👩‍👩‍👧, on: {open: {to: closd,"), text)
    try write(text, to: "Door.yaml")
    let document = try run("check", "Door.yaml", status: 1)
    let fix = try XCTUnwrap(document["diagnostics"]?.items.first?["fixes"]?.items.first)
    let edit = try XCTUnwrap(fix["edits"]?.items.first)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
    let (line, column, end) = (edit["line"]?.number ?? 0, edit["column"]?.number ?? 0, edit["endColumn"]?.number ?? 0)
    lines[line - 1].replaceSubrange(column - 1..<end - 1, with: Array((edit["replacement"]?.text ?? "").unicodeScalars))
    try write(lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n"), to: "Door.yaml")
    try run("check", "Door.yaml")
  }

  func testAGeneration() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    func files(_ arguments: String..., status: Int32 = 0, line: UInt = #line) throws -> [String] {
      let all = ["generate", "--output", "Out"] + arguments + ["--format", "json"]
      let document = try judge(try lifeline(all), status: status, line: line)
      return (document["files"]?.items ?? []).map { "\($0["action"]?.text ?? "") \($0["path"]?.text ?? "")" }
    }
    XCTAssertEqual(try files("--dry-run"), ["wouldBeWritten Out/Door.swift"])
    XCTAssertEqual(try files("--check", status: 1), ["wouldBeWritten Out/Door.swift"])
    XCTAssertEqual(try files(), ["written Out/Door.swift"])
    XCTAssertEqual(try files(), ["unchanged Out/Door.swift"])
    XCTAssertEqual(try files("--check"), ["unchanged Out/Door.swift"])
    try FileManager.default.moveItem(
      at: folder.appending(path: "Specs/Door.yaml"), to: folder.appending(path: "Specs/Gate.yaml"))
    XCTAssertEqual(
      try files("--check", status: 1), ["wouldBeWritten Out/Gate.swift", "wouldBeRemoved Out/Door.swift"])
    XCTAssertEqual(try files("--prune"), ["written Out/Gate.swift", "removed Out/Door.swift"])
    try write(spec("Door", expecting: "knock"), to: "Specs/Gate.yaml")
    XCTAssertEqual(try files(status: 1), [], "an error leaves everything as it is")
  }

  func testATrace() throws {
    try write(spec("Door"), to: "Door.yaml")
    try write("ring\n", to: "good.log")
    try write("ring\nring\n", to: "bad.log")
    let document = try run("trace", "Door.yaml", "good.log", "bad.log", status: 1)
    let sessions = document["sessions"]?.items ?? []
    XCTAssertEqual(sessions.map { $0["verdict"]?.text }, ["conforms", "violation"])
    XCTAssertEqual(sessions.map { $0["line"]?.number }, [1, 2])
    XCTAssertEqual(sessions.last?["callback"]?.text, "ring")
    XCTAssertEqual(document["totals"]?["sessions"]?["violation"]?.number, 1)
    XCTAssertEqual(document["logs"]?.items.map { $0["calls"]?.number }, [1, 2])
    XCTAssertEqual(codes(document), ["L951"])
    let told = try run("trace", "Door.yaml", "good.log", "--scenario")
    XCTAssertTrue(told["scenario"]?.text?.contains("ring") == true, "\(told)")
    let verdicts = try lifeline("trace", "Door.yaml", "good.log", "bad.log", "--verdicts").output
    try write(verdicts, to: "verdicts.ndjson")
    XCTAssertEqual(try run("trace", "--summary", "verdicts.ndjson", status: 1)["totals"]?["calls"]?.number, 3)
  }

  func testADiagram() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write(spec("Gate"), to: "Specs/Gate.yaml")
    let machines = try run("diagram", "Specs")["machines"]?.items ?? []
    XCTAssertEqual(machines.map { $0["name"]?.text }, ["Door", "Gate"])
    XCTAssertEqual(machines[0]["states"]?.items.map { $0["path"]?.text }, ["", "closed", "opened"])
    let transition = try XCTUnwrap(machines[0]["transitions"]?.items.first)
    XCTAssertEqual(transition["source"]?.text, "closed")
    XCTAssertEqual(transition["targets"]?.items.map(\.text), ["opened"])
    XCTAssertEqual([transition["trigger"]?.text, transition["event"]?.text], ["event", "open"])
    let lifeLine = try run("diagram", "Specs/Door.yaml", "--scenario", "opening rings")["lifeLine"]
    XCTAssertEqual(lifeLine?["holds"]?.flag, true)
    XCTAssertTrue(lifeLine?["rows"]?.items.contains { $0["kind"]?.text == "call" } == true)
  }

  func testTheSchemaIsPrinted() throws {
    XCTAssertEqual(try lifeline("schema", "--results").output, ResultSchema.text)
    XCTAssertTrue(ResultSchema.text.hasPrefix(SchemaDocument.marker), "`--output` may replace it")
    XCTAssertEqual(try lifeline("schema", "--results", "--configuration").status, 64)
  }

  // MARK: Errors

  func testFilesThatAreMissing() throws {
    try write(spec("Door"), to: "Door.yaml")
    XCTAssertEqual(codes(try run("check", "Doors.yaml", status: 1)).count, 1)
    XCTAssertEqual(codes(try run("generate", "--output", "Out", "Doors.yaml", status: 1)).count, 1)
    XCTAssertEqual(codes(try run("diagram", "Doors.yaml", status: 1)).count, 1)
    XCTAssertEqual(codes(try run("diagram", "Doors.yaml", "--scenario", "a", status: 1)).count, 1)
    XCTAssertEqual(codes(try run("trace", "Doors.yaml", "a.log", status: 1)).count, 1)
    XCTAssertEqual(codes(try run("trace", "Door.yaml", "a.log", status: 1)), ["L610"])
    XCTAssertEqual(codes(try run("check", status: 1)), ["L613"])
  }

  func testInvalidCommandLines() throws {
    try skipTest(below: .thorough)
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write(spec("Gate"), to: "Specs/Gate.yaml")
    try write("ring\n", to: "a.log")
    for (arguments, message) in [
      (["check", "--limt", "3"], "Unknown option '--limt'"), (["check", "--limit", "-1"], "--limit is less than 0"),
      (["check", ""], "A path is empty"), (["check", "--accept", "-"], "--accept rewrites files"),
      (["check", "--diagnostics", "sarif"], "exclude each other"), (["generate", "--check", "--prune"], "--prune"),
      (["generate", "--output", "Out", "--prune", "Specs/Door.yaml"], "--prune needs folders"),
      (["trace", "Specs", "a.log"], "several specs"), (["trace", "Specs/Door.yaml"], "Name the logs"),
      (["trace", "Specs/Door.yaml", "a.log", "--only", "b"], "No session has the key 'b'"),
      (["trace", "Specs/Door.yaml", "a.log", "--verdicts"], "exclude each other"),
      (["diagram", "Specs", "--scenario", "a"], "several specs"),
      (["diagram", "Specs/Door.yaml", "--scenario", "opening"], "No scenario is named 'opening'"),
      (["diagram", "Specs", "--output", "a.svg"], "Leave out --output"), (["diagram", "--ascii"], "Leave out --ascii"),
    ] {
      let document = try judge(try lifeline(arguments + ["--format", "json"]), status: 64)
      XCTAssertEqual(document["command"]?.text, arguments[0])
      XCTAssertTrue(document["usageError"]?.text?.contains(message) == true, "\(arguments): \(document)")
      // The same command line for people has a message on standard error, and nothing else.
      let shown = try lifeline(arguments)
      if message != "exclude each other", message != "Leave out --output" {
        XCTAssertEqual(shown.status, 64, "\(arguments)")
      }
    }
    XCTAssertTrue(try lifeline("check", "--format=json", "--limt").output.hasPrefix("{"))
    let old = try lifeline("check", "--format", "ndjson")
    XCTAssertEqual([old.status == 64 ? "64" : "", old.output], ["64", ""])
    XCTAssertTrue(try lifeline("check", "--format", "json", "--help").output.hasPrefix("OVERVIEW"))
  }

  // MARK: Foreign text

  private let hostile = "a\"b\\c\u{1B}[31m\u{2028}\u{2029}\u{202E}\u{85}\u{7F}</script>💥é"

  func testHostileTextsOfSpecs() throws {
    let doc = JSONText.quoted(hostile)
    // The name of a scenario has no control characters.
    let name = "a\"b\\c</script>💥é"
    try write(
      """
      lifeline: 1
      machine: Door
      doc: \(doc)
      callbacks: [ring]
      events: [open]
      states:
        closed: {doc: \(doc), on: {open: {do: ring, doc: \(doc)}}}
      scenarios:
        \(JSONText.quoted(name)): {when: {open: []}}

      """, to: "Door.yaml")
    let checked = try run("check", "Door.yaml", status: 1)
    XCTAssertEqual(checked["specs"]?.items.first?["scenarios"]?.items.first?["name"]?.text, name)
    XCTAssertEqual(try run("diagram", "Door.yaml")["machines"]?.items.first?["doc"]?.text, hostile)
    XCTAssertEqual(try run("diagram", "Door.yaml", "--scenario", name)["lifeLine"]?["title"]?.text, name)
  }

  func testHostilePaths() throws {
    let path = "\(hostile.replacing("/", with: "")).yaml"
    try write(spec("Door"), to: "Specs/\(path)")
    XCTAssertEqual(try run("check")["specs"]?.items.first?["path"]?.text, "Specs/\(path)")
    XCTAssertEqual(
      try run("check", "\(hostile).yaml", status: 1)["diagnostics"]?.items.first?["path"]?.text, "\(hostile).yaml")
    let generated = try run("generate", "--output", "Out")["files"]?.items.first?["path"]?.text
    XCTAssertEqual(generated, "Out/\(path.dropLast(5)).swift")
  }

  func testHostileLogs() throws {
    try write(spec("Door"), to: "Door.yaml")
    try write("ring\u{1B}[0m \u{2028}\u{85}\nring \u{202E}\n", to: "text.log")
    try run("trace", "Door.yaml", "text.log", status: 1)
    let lines = "{\"callback\": \"ring\", \"session\": \"\\u0000\\\"\\u2028\"}\n{no\n{\"callback\": \"\\ud800\"}\n"
    try write(lines, to: "lines.ndjson")
    let document = try run("trace", "Door.yaml", "lines.ndjson", status: 1)
    XCTAssertEqual(document["sessions"]?.items.first?["key"]?.text, "\u{0}\"\u{2028}")
    // Bytes that are no UTF-8.
    try Data([0x72, 0x69, 0x6E, 0x67, 0x20, 0xFF, 0xFE, 0xC0, 0x0A]).write(to: folder.appending(path: "bytes.log"))
    let bytes = try lifeline("trace", "Door.yaml", "bytes.log", "--format", "json")
    _ = try judge(bytes, status: bytes.status)
    try Data([0x6C, 0xFF, 0x0A]).write(to: folder.appending(path: "Bytes.yaml"))
    XCTAssertEqual(codes(try run("check", "Bytes.yaml", status: 1)).count, 1)
  }

  #if os(Linux)
    func testNamesOfFilesThatAreNoUTF8() throws {
      try write(spec("Door"), to: "Specs/Door.yaml")
      let script = """
        printf 'lifeline: 1\\n' > "$(printf 'Specs/\\377.yaml')"
        \(buildFolder.appending(path: "lifeline").path) check --format json
        """
      let result = try execute("sh", ["-c", script], in: folder)
      _ = try judge(result, status: result.status)
      let named = try execute(
        "sh", ["-c", "\(buildFolder.appending(path: "lifeline").path) check --format json \"$(printf 'a\\377')\""],
        in: folder)
      XCTAssertTrue(try judge(named, status: 64)["usageError"]?.text?.contains("isn't encoded in UTF-8") == true)
    }
  #endif

  // MARK: Output

  func testAReaderThatHasGone() throws {
    try skipTest(below: .thorough)
    try write(spec("Door"), to: "Specs/Door.yaml")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for command in ["check", "generate --output Out", "diagram Specs/Door.yaml", "check --limt"] {
      // The reader is gone for certain before the command writes. The shell waits for both.
      let script = "{ sleep 0.2; lifeline \(command) --format json; echo $? >status; } | :; sleep 0.1; cat status"
      let result = try execute(
        "bash", ["-c", script], in: folder, environment: ["PATH": "\(buildFolder.path):\(path)"])
      XCTAssertEqual(result.errors, "", command)
      // The signal ends the command, unless whoever starts it ignores that.
      let status = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
      XCTAssertTrue(["1", "64", "141"].contains(status), "\(command): \(status)")
    }
  }

  #if os(Linux)
    func testAFullDisk() throws {
      try write(spec("Door"), to: "Specs/Door.yaml")
      let result = try lifeline("check", "--format", "json", output: FileHandle(forWritingAtPath: "/dev/full"))
      XCTAssertEqual(result.status, 1)
      XCTAssertTrue(result.errors.hasPrefix("error: some of the output couldn't be written"), result.errors)
    }
  #endif

  func testManySessionsAndStates() throws {
    try skipTest(below: .thorough)
    let states = (0..<1_000).map { "  s\($0): {on: {go: s\(($0 + 1) % 1_000)}}\n" }.joined()
    try write(
      "lifeline: 1\nmachine: Ring\ncallbacks: [a]\nevents: [go]\nstates:\n\(states)  end: {entry: a}\n", to: "Ring.yaml"
    )
    XCTAssertEqual(try run("diagram", "Ring.yaml")["machines"]?.items.first?["states"]?.items.count, 1_002)
    try write(spec("Door"), to: "Door.yaml")
    let lines = (0..<20_000).map { "{\"callback\": \"ring\", \"session\": \"\($0)\"}\n" }.joined()
    try write(lines, to: "many.ndjson")
    XCTAssertEqual(try run("trace", "Door.yaml", "many.ndjson")["sessions"]?.items.count, 20_000)
  }
}

/// Texts as JSON, which is also YAML.
private enum JSONText {
  static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { result, scalar in
      if scalar.isASCII, scalar.value >= 0x20, scalar != "\"", scalar != "\\", scalar.value != 0x7F {
        result.unicodeScalars.append(scalar)
      } else if scalar.value > 0xFFFF {
        let digits = String(scalar.value, radix: 16)
        result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      } else {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    } + "\""
  }
}
