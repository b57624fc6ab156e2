import Foundation
import TestSupport
import XCTest

/// `lifeline check --accept`.
final class AcceptTests: CommandTestCase {
  private let difference = """
    --- Specs/Door.yaml
    +++ Specs/Door.yaml
    @@ -7,4 +7,4 @@
       opened: {on: {open: {to: closed, do: knock}}}
     scenarios:
       opening rings:
    -    when: {open: knock}
    +    when: {open: ring}

    """

  func testShowsTheDifferenceAndWrites() throws {
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    let result = try lifeline("check", "--accept", "--yes")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(read("Specs/Door.yaml"), spec("Door"))
    XCTAssertTrue(result.output.hasPrefix(difference), result.output)
    XCTAssertTrue(
      result.output.contains("rewrote 1 scenario of Specs/Door.yaml\nDoor: 1 scenario holds"), result.output)
    XCTAssertEqual(try names(in: "Specs"), ["Door.yaml"])
  }

  func testRecordsCalls() throws {
    try write(spec("Door").replacing("when: {open: ring}", with: "when: open"), to: "Specs/Door.yaml")
    XCTAssertEqual(try lifeline("check", "--accept", "--yes").output.contains("rewrote"), false)
    let result = try lifeline("check", "--accept", "--record", "--yes")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(read("Specs/Door.yaml"), spec("Door"))
    let misuse = try lifeline("check", "--record")
    XCTAssertEqual(misuse.status, 64)
    XCTAssertTrue(misuse.errors.contains("--record needs --accept."), misuse.errors)
  }

  func testNothingIsAskedWithoutATerminal() throws {
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    let result = try lifeline("check", "--accept")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.output.hasPrefix(difference), result.output)
    XCTAssertTrue(result.errors.contains("Specs/Door.yaml: error: nothing was rewritten"), result.errors)
    XCTAssertTrue(result.errors.contains("[L622]"), result.errors)
    XCTAssertEqual(read("Specs/Door.yaml"), spec("Door", expecting: "knock"))
  }

  func testAsksOnATerminal() throws {
    for (answer, isWritten) in [("y", true), ("n", false), ("", false)] {
      try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
      let result = try onTerminal("check --accept", answering: answer)
      XCTAssertTrue(result.output.contains("Rewrite this file? [y/N] "), result.output)
      XCTAssertEqual(result.status, isWritten ? 0 : 1)
      XCTAssertEqual(read("Specs/Door.yaml"), spec("Door", expecting: isWritten ? "ring" : "knock"))
    }
  }

  func testNothingIsAskedIfAllScenariosHold() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    let result = try lifeline("check", "--accept")
    XCTAssertEqual(result.status, 0)
    XCTAssertEqual(result.output, try lifeline("check").output)
  }

  func testNamedScenarios() throws {
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    try write(spec("Gate", expecting: "knock").replacing("opening rings", with: "a gate"), to: "Specs/Gate.yaml")
    let result = try lifeline("check", "--accept", "a gate", "--yes")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(read("Specs/Door.yaml"), spec("Door", expecting: "knock"))
    XCTAssertEqual(read("Specs/Gate.yaml"), spec("Gate").replacing("opening rings", with: "a gate"))
    XCTAssertEqual(try lifeline("check", "--accept", "Specs/Door.yaml", "opening rings", "--yes").status, 0)
    XCTAssertEqual(read("Specs/Door.yaml"), spec("Door"))
  }

  func testNamesThatNoScenarioHas() throws {
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    let result = try lifeline("check", "--accept", "--yes", "opening ring")
    XCTAssertEqual(result.status, 64)
    XCTAssertTrue(
      result.errors.contains("no file and no scenario 'opening ring'; did you mean 'opening rings'?"), result.errors)
    XCTAssertEqual(try lifeline("check", "--yes").status, 64)
    XCTAssertEqual(try lifeline("check", "--accept", "Missing.yaml").status, 1)
  }

  func testScenariosThatCannotBeRewrittenAreReported() throws {
    let text = spec("Door", expecting: "knock") + "    never: ring\n"
    try write(text, to: "Specs/Door.yaml")
    let result = try lifeline("check", "--accept", "--yes")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("scenario `opening rings` is not rewritten"), result.errors)
    XCTAssertTrue(result.errors.contains("[L330]"), result.errors)
    XCTAssertEqual(read("Specs/Door.yaml"), text)
  }

  func testLinksAndPermissionsStay() throws {
    try write(spec("Door", expecting: "knock"), to: "Real.yaml")
    let file = folder.appending(path: "Real.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    try link("Door.yaml", to: "Real.yaml")
    XCTAssertEqual(try lifeline("check", "--accept", "--yes", "Door.yaml").status, 0)
    XCTAssertEqual(read("Real.yaml"), spec("Door"))
    XCTAssertEqual(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.appending(path: "Door.yaml").path), "Real.yaml")
    XCTAssertEqual(
      try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int, 0o600)
  }

  func testADocumentHasTheDifference() throws {
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    let result = try lifeline("check", "--accept", "--yes", "--format", "json")
    let said = try document(result.output)
    XCTAssertEqual(said["differences"] as? [String], [difference])
    XCTAssertEqual(said["files"] as? [[String: String]], [["path": "Specs/Door.yaml", "action": "written"]])
    XCTAssertEqual(result.errors, "")
  }

  func testADocumentSaysThatNobodyConsents() throws {
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    let result = try lifeline("check", "--accept", "--format", "json")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(try diagnostics(in: result.output).contains { $0["code"] as? String == "L622" }, result.output)
    XCTAssertTrue(result.errors.hasPrefix(difference), "whoever is asked sees the changes: \(result.errors)")
    XCTAssertEqual(read("Specs/Door.yaml"), spec("Door", expecting: "knock"))
  }

  func testOtherOutputForProgramsLeavesTheDifferenceOnStandardError() throws {
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    let result = try lifeline("check", "--accept", "--yes", "--diagnostics", "gitlab")
    XCTAssertEqual(result.output, "[]\n")
    XCTAssertTrue(result.errors.hasPrefix(difference), result.errors)
  }

  func testAFileThatChangesDuringTheQuestionIsNotWritten() throws {
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    let change = "sleep 1; echo '# new' >> Specs/Door.yaml; echo y"
    let result = try onTerminal("check --accept", saying: change)
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.output.contains("[L621]"), result.output)
    XCTAssertEqual(read("Specs/Door.yaml"), spec("Door", expecting: "knock") + "# new\n")
  }

  private func onTerminal(_ arguments: String, answering answer: String) throws -> ProcessResult {
    try onTerminal(arguments, saying: "echo '\(answer)'")
  }

  /// Runs the command on a terminal that the system's `script` provides, with the output of `talk` as its input.
  private func onTerminal(_ arguments: String, saying talk: String) throws -> ProcessResult {
    let script = "/usr/bin/script"
    try XCTSkipUnless(FileManager.default.isExecutableFile(atPath: script), "the system has no script")
    let command = "\(buildFolder.appending(path: "lifeline").path) \(arguments)"
    #if os(Linux)
      let line = "(\(talk)) | \(script) --quiet --return --command '\(command)' /dev/null"
    #else
      let line = "(\(talk)) | \(script) -q /dev/null \(command)"
    #endif
    return try execute(
      "/bin/sh", ["-c", line], in: folder, environment: ["NO_COLOR": "1", "TERM": "xterm"])
  }
}
