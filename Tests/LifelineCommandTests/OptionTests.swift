import Foundation
import TestSupport
import XCTest

final class OptionTests: CommandTestCase {
  func testInvalidCommandLinesAreRefused() throws {
    try skipTest(below: .thorough)
    let lines = [
      ["chek"], ["check", "--diagnostics", "xml"], ["check", "--unknown"], ["check", ""],
      ["generate", "--check", "--dry-run"], ["generate", "--check", "--prune"],
      ["generate", "--output"], ["generate", "--output", ""],
      ["generate", "--output", "x", "--access", "open"],
      ["generate", "--output", "x", "--module", "My App"], ["generate", "--output", "x", "--module", "A..B"],
      ["generate", "--output", "x", "--module", "import Foundation;"],
    ]
    for line in lines {
      let result = try execute(buildFolder.appending(path: "lifeline").path, line, in: folder)
      XCTAssertEqual(result.status, 64, "\(line)")
      XCTAssertEqual(result.output, "", "\(line)")
      XCTAssertTrue(result.errors.hasPrefix("Error: "), "\(line): \(result.errors)")
    }
  }

  func testUnknownSubcommandsGetASuggestion() throws {
    let near = try lifeline("chek", "--limit", "9")
    XCTAssertEqual(near.status, 64)
    XCTAssertTrue(near.errors.hasPrefix("Error: There is no subcommand 'chek'; did you mean 'check'?\n"), near.errors)
    let far = try lifeline("\u{1B}[2J")
    XCTAssertTrue(
      far.errors.hasPrefix("Error: There is no subcommand '\\u{1B}[2J'; use init, check, format, generate, "),
      far.errors)
  }

  func testMisspeltNamesBehindHelpAndMisspeltOptions() throws {
    let help = try lifeline("help", "chek")
    XCTAssertEqual(help.status, 64)
    XCTAssertTrue(help.errors.hasPrefix("Error: There is no subcommand 'chek'; did you mean 'check'?\n"), help.errors)
    let option = try lifeline("--verison")
    XCTAssertEqual(option.status, 64)
    XCTAssertTrue(
      option.errors.hasPrefix("Error: There is no option '--verison'; did you mean '--version'?\n"), option.errors)
    XCTAssertTrue(try lifeline("--unknown").errors.hasPrefix("Error: Unknown option '--unknown'"))
  }

  /// An error that the command finds while it runs is shown like one that the library finds.
  func testUsageIsThatOfTheSubcommand() throws {
    try write(spec("Door"), to: "Door.yaml")
    let parsing = try lifeline("check", "--yes")
    let running = try lifeline("check", "--accept", "Door.yaml", "opening ring")
    XCTAssertEqual(running.status, 64)
    XCTAssertEqual(
      running.errors.split(separator: "\n").first,
      "Error: There is no file and no scenario 'opening ring'; did you mean 'opening rings'?")
    XCTAssertTrue(running.errors.contains("\nUsage: lifeline check "), running.errors)
    XCTAssertEqual(running.errors.split(separator: "\n").dropFirst(), parsing.errors.split(separator: "\n").dropFirst())
  }

  func testVersion() throws {
    let result = try lifeline("--version")
    XCTAssertEqual(result.status, 0)
    XCTAssertNotNil(result.output.wholeMatch(of: /\d+\.\d+\.\d+\S*\n/), result.output)
  }

  func testHelp() throws {
    for arguments in [["--help"], ["check", "--help"], ["help", "generate"]] {
      let result = try execute(buildFolder.appending(path: "lifeline").path, arguments, in: folder)
      XCTAssertEqual(result.status, 0)
      XCTAssertTrue(result.output.contains("EXAMPLES\n  lifeline "), result.output)
    }
  }

  func testOnlyTerminalsGetColors() throws {
    XCTAssertFalse(try lifeline("check").errors.contains("\u{1B}"))
    XCTAssertTrue(try lifeline("check", "--color", "always").errors.contains("\u{1B}[1;31m"))
    XCTAssertTrue(try errorsOnTerminal("check").contains("\u{1B}[1;31m"))
    XCTAssertFalse(try errorsOnTerminal("check", "--color", "never").contains("\u{1B}"))
    XCTAssertFalse(try errorsOnTerminal("check", environment: ["NO_COLOR": "1"]).contains("\u{1B}"))
    XCTAssertFalse(try errorsOnTerminal("check", environment: ["TERM": "dumb"]).contains("\u{1B}"))
  }

  /// Returns the command's output on standard error if that is a terminal, which the system's `script` provides.
  private func errorsOnTerminal(_ arguments: String..., environment: [String: String] = [:]) throws -> String {
    let script = "/usr/bin/script"
    try XCTSkipUnless(FileManager.default.isExecutableFile(atPath: script), "the system has no script")
    let command = [buildFolder.appending(path: "lifeline").path] + arguments
    #if os(Linux)
      let options = ["--quiet", "--return", "--command", command.joined(separator: " "), "/dev/null"]
    #else
      let options = ["-q", "/dev/null"] + command
    #endif
    let result = try execute(
      script, options, in: folder,
      environment: ["NO_COLOR": "", "TERM": "xterm"].merging(environment) { $1 })
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.output.contains("[L613]"), result.output)
    return result.output
  }
}
