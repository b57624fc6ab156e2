import Foundation
import TestSupport
import XCTest

/// Specs on standard input, which the path `-` means.
final class StandardInputTests: CommandTestCase {
  /// Runs a line of a shell that has the command `lifeline`.
  private func shell(_ line: String) throws -> ProcessResult {
    let path = buildFolder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    return try execute("sh", ["-c", line], in: folder, environment: ["PATH": path, "NO_COLOR": ""], limit: 60)
  }

  func testASpecIsCheckedFromAPipeAndFromAFile() throws {
    try write(spec("Door"), to: "Door.yaml")
    for line in [
      "cat Door.yaml | lifeline check -", "lifeline check - < Door.yaml", "cat Door.yaml | lifeline check - -",
    ] {
      let result = try shell(line)
      XCTAssertEqual(result.status, 0, line)
      XCTAssertEqual(
        result.output, "Door: 1 scenario holds; no loop is endless, all 2 states are reached (2 configurations)\n", line
      )
      XCTAssertEqual(result.errors, "", line)
    }
  }

  func testMessagesNameStandardInputAndShowItsLines() throws {
    try write(spec("Door", expecting: "knok"), to: "Door.yaml")
    let result = try shell("lifeline check - < Door.yaml")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(
      result.errors.hasPrefix(
        "<stdin>:10:18: error: there is no callback `knok`; did you mean `knock`? [L213]\n"
          + "   10 |     when: {open: knok}\n"), result.errors)
  }

  /// GitLab takes no report with an absolute path.
  func testReportsForGitLabHaveARelativePath() throws {
    try write(spec("Door", expecting: "knok"), to: "Door.yaml")
    let result = try shell("CI_PROJECT_DIR=$PWD lifeline check - --diagnostics gitlab < Door.yaml")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.output.contains(#""location":{"path":"<stdin>","lines":{"begin":10}}"#), result.output)
  }

  func testItIsASpecOfTheWorkingFolder() throws {
    try write(spec("Door").replacing("knock]", with: "knock, ring2]"), to: "Text")
    XCTAssertTrue(try shell("lifeline check --strict - < Text").errors.contains("[L212]"))
    try write("allow: {L212: It comes later.}\n", to: "lifeline.yaml")
    XCTAssertEqual(try shell("lifeline check --strict - < Text").status, 0)
    // The paths of parts begin in the working folder.
    try write(spec("Door"), to: "Parts/Door.yaml")
    try write(
      """
      lifeline: 1
      machine: House
      parts: {door: Parts/Door.yaml}
      events: [enter]
      states: {a: {on: {enter: {to: a, do: {door: open}}}}}

      """, to: "Text")
    let house = try shell("lifeline check - < Text")
    XCTAssertEqual(house.status, 0, house.errors)
    try write(try text(of: folder.appending(path: "Text")).replacing("Parts/Door", with: "Parts/None"), to: "Text")
    let none = try shell("lifeline check - < Text")
    XCTAssertTrue(none.errors.hasPrefix("<stdin>:3:15: error: `Parts/None.yaml` cannot be used: "), none.errors)
  }

  func testAFileOfThatNameIsAnotherSpec() throws {
    try write(spec("Door"), to: "-")
    try write(spec("Window"), to: "<stdin>")
    let result = try shell("cat '<stdin>' | lifeline check ./- - '<stdin>'")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(result.output.split(separator: "\n").map { $0.prefix(4) }, ["Door", "Wind", "Wind"])
  }

  func testTooMuchAndNothing() throws {
    let endless = try shell("yes 'a: b' | lifeline check -")
    XCTAssertEqual(endless.status, 1)
    XCTAssertEqual(
      endless.errors,
      "<stdin>: error: standard input has more than 16777216 bytes (16 MiB), which is the most that a spec can have "
        + "[L612]\n1 error\n")
    let nothing = try shell("lifeline check - < /dev/null")
    XCTAssertEqual(nothing.status, 1)
    XCTAssertTrue(nothing.errors.hasPrefix("<stdin>"), nothing.errors)
    let closed = try shell("lifeline check - <&-")
    XCTAssertEqual(closed.status, 1)
    XCTAssertTrue(closed.errors.hasPrefix("<stdin>: error: standard input cannot be read: "), closed.errors)
    XCTAssertTrue(closed.errors.contains("[L610]"), closed.errors)
  }

  func testLogsAreHeldAgainstASpecOnStandardInput() throws {
    try write(spec("Door"), to: "Door.yaml")
    try write("ring\nknock\n", to: "door.log")
    let result = try shell("lifeline trace - door.log < Door.yaml")
    XCTAssertEqual(result.status, 0, result.errors)
    try assertRefused("lifeline trace - - < Door.yaml", "Standard input can only be read once.")
  }

  func testCommandsThatNeedFilesRefuseIt() throws {
    try write(spec("Door"), to: "Door.yaml")
    try assertRefused(
      "lifeline generate - --output Out < Door.yaml",
      "Generated files have the names of their specs, and '-' is standard input, which has none. Name the file.")
    for options in ["--accept", "--accept --yes"] {
      try assertRefused(
        "lifeline check \(options) - < Door.yaml", "--accept rewrites files, and '-' is standard input. Name the file.")
    }
    XCTAssertEqual(try names(in: ""), ["Door.yaml"])
  }

  private func assertRefused(_ line: String, _ message: String, at sourceLine: UInt = #line) throws {
    let result = try shell(line)
    XCTAssertEqual(result.status, 64, line: sourceLine)
    XCTAssertTrue(result.errors.hasPrefix("Error: \(message)\n"), result.errors, line: sourceLine)
  }
}
