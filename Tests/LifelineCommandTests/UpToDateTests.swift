import Foundation
import TestSupport
import XCTest

/// Tests of folders of output that the configuration names, and of what `generate` does besides writing.
final class UpToDateTests: CommandTestCase {
  /// Writes two specs and a configuration that names folders of output.
  private func writeSpecs() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write(spec("Gate"), to: "Specs/Gate.yaml")
    try write("output: ../Sources/House\ntestsOutput: ../Tests/HouseTests\nmodule: House\n", to: "Specs/lifeline.yaml")
  }

  // MARK: Folders in the configuration

  func testTheWorkingFolderMakesNoDifference() throws {
    try write(spec("Door"), to: "Project/Specs/Door.yaml")
    try write("output: ../Machines\ntestsOutput: ../Tests\nmodule: App\n", to: "Project/Specs/lifeline.yaml")
    XCTAssertEqual(try lifeline("generate", "Specs", in: "Project").status, 0)
    for (folder, path) in [
      ("Project", "Specs"), ("Project/Specs", "."), ("", "Project"), ("Project/Tests", "../Specs"),
    ] {
      let result = try lifeline("generate", "--check", path, in: folder)
      XCTAssertEqual(result.status, 0, "\(folder): \(result.errors)")
      XCTAssertEqual(result.output, "2 generated files are up to date\n")
    }
  }

  func testTheConfigurationNamesTheFolders() throws {
    try writeSpecs()
    let result = try lifeline("generate")
    XCTAssertEqual(
      result.output,
      """
      wrote Sources/House/Door.swift
      wrote Tests/HouseTests/DoorTests.swift
      wrote Sources/House/Gate.swift
      wrote Tests/HouseTests/GateTests.swift

      """)
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertTrue(try XCTUnwrap(read("Tests/HouseTests/DoorTests.swift")).contains("\n@testable import House\n"))
  }

  func testOneOptionOfTheCommandLineReplacesBothFolders() throws {
    try writeSpecs()
    XCTAssertEqual(try lifeline("generate", "--output", "A").output, "wrote A/Door.swift\nwrote A/Gate.swift\n")
    XCTAssertEqual(
      try lifeline("generate", "--tests-output", "B").output, "wrote B/DoorTests.swift\nwrote B/GateTests.swift\n")
    XCTAssertNil(read("Sources/House/Door.swift"))
  }

  func testFoldersBehindALinkAreFound() throws {
    try write(spec("Door"), to: "Real/Inner/Door.yaml")
    try write("output: ../Generated\n", to: "Real/Inner/lifeline.yaml")
    try link("Specs", to: "Real/Inner")
    XCTAssertEqual(try lifeline("generate").status, 0)
    XCTAssertNotNil(read("Real/Generated/Door.swift"))
  }

  func testSpecsOfTwoModulesMayHaveMachinesOfOneName() throws {
    for folder in ["Phone", "Watch"] {
      try write(spec("Door"), to: "Specs/\(folder)/Door.yaml")
      try write("output: ../../Sources/\(folder)\n", to: "Specs/\(folder)/lifeline.yaml")
    }
    let result = try lifeline("generate")
    XCTAssertEqual(result.output, "wrote Sources/Phone/Door.swift\nwrote Sources/Watch/Door.swift\n", result.errors)
    let together = try lifeline("generate", "--output", "A")
    XCTAssertTrue(together.errors.contains("[L616]"), together.errors)
  }

  func testARunWithoutFolders() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    let one = try lifeline("generate")
    XCTAssertEqual(one.status, 1)
    XCTAssertEqual(
      one.errors,
      """
      Specs/Door.yaml: error: there is no folder to generate into for this spec; give `--output`, `--tests-output` or \
      both, or write `output: Generated` into `lifeline.yaml` [L636]
      1 error

      """)
    try write(spec("Gate"), to: "Specs/Gate.yaml")
    let errors = try lifeline("generate").errors
    XCTAssertTrue(
      errors.hasPrefix(
        "Specs/Door.yaml: error: there is no folder to generate into for this spec, and so for 1 other spec;"),
      errors)
  }

  func testAnEmptyFolderIsRefused() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write("output: ''\n", to: "Specs/lifeline.yaml")
    let errors = try lifeline("generate").errors
    XCTAssertTrue(
      errors.contains("Specs/lifeline.yaml:1:9: error: the path of the folder is empty; write `.` for the folder"),
      errors)
  }

  func testTheHomeFolderIsNotExpanded() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write("output: ~/Generated\n", to: "Specs/lifeline.yaml")
    let result = try lifeline("generate")
    XCTAssertTrue(
      result.errors.hasPrefix(
        "Specs/lifeline.yaml:1:9: error: `~` doesn't mean the home folder here; write a path from"),
      result.errors)
    // The folder is named, if badly, so there is no second error about a missing one.
    XCTAssertFalse(result.errors.contains("L636"), result.errors)
    XCTAssertEqual(result.status, 1)
  }

  // MARK: --check

  func testFilesAreUpToDate() throws {
    try writeSpecs()
    XCTAssertEqual(try lifeline("generate").status, 0)
    let result = try lifeline("generate", "--check")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(result.output, "4 generated files are up to date\n")
    XCTAssertEqual(result.errors, "")
  }

  func testChangedMissingAndLeftOverFiles() throws {
    try writeSpecs()
    XCTAssertEqual(try lifeline("generate").status, 0)
    let changed = try XCTUnwrap(read("Sources/House/Door.swift")).replacing("struct Door", with: "struct Dooor")
    try write(changed, to: "Sources/House/Door.swift")
    try delete("Tests/HouseTests/DoorTests.swift")
    try delete("Specs/Gate.yaml")
    let result = try lifeline("generate", "--check")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(
      result.errors,
      """
      Sources/House/Door.swift: error: the file is changed: generating it from `Specs/Door.yaml` gives another text; run \
      `lifeline generate` again [L635]
      Sources/House/Gate.swift: error: the file is left over: no spec of this run generates it; delete it, or run \
      `lifeline generate` with `--prune` [L635]
      Tests/HouseTests/DoorTests.swift: error: the file is missing: it is generated from `Specs/Door.yaml`; run \
      `lifeline generate` again [L635]
      Tests/HouseTests/GateTests.swift: error: the file is left over: no spec of this run generates it; delete it, or \
      run `lifeline generate` with `--prune` [L635]
      4 errors

      """)
    XCTAssertTrue(
      result.output.hasPrefix("--- Sources/House/Door.swift\n+++ Sources/House/Door.swift\n@@ "), result.output)
    XCTAssertTrue(result.output.contains("\n-nonisolated struct Dooor"), result.output)
    XCTAssertTrue(result.output.contains("\n+nonisolated struct Door"), result.output)
    XCTAssertEqual(read("Sources/House/Door.swift"), changed, "nothing is written")
    XCTAssertNil(read("Tests/HouseTests/DoorTests.swift"), "nothing is written")
    XCTAssertNotNil(read("Sources/House/Gate.swift"), "nothing is removed")

    XCTAssertEqual(try lifeline("generate", "--prune").status, 0)
    XCTAssertEqual(try lifeline("generate", "--check").status, 0)
  }

  func testChangesOfManyLinesAreCutOff() throws {
    try writeSpecs()
    XCTAssertEqual(try lifeline("generate").status, 0)
    let lines = (1...30_000).map { "// line \($0)\n" }.joined()
    try write("// Generated by lifeline\n\(lines)", to: "Sources/House/Door.swift")
    let result = try lifeline("generate", "--check")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(result.output.split(separator: "\n").count, 201)
    XCTAssertNotNil(result.output.firstMatch(of: /\n… (29|30),\d\d\d more lines\n/), String(result.output.suffix(200)))
  }

  func testRunsOnFilesJudgeNoOthers() throws {
    try writeSpecs()
    XCTAssertEqual(try lifeline("generate").status, 0)
    XCTAssertEqual(
      try lifeline("generate", "--check", "Specs/Door.yaml").output, "2 generated files are up to date\n")
    let refused = try lifeline("generate", "--prune", "Specs/Door.yaml")
    XCTAssertEqual(refused.status, 64)
    XCTAssertTrue(
      refused.errors.hasPrefix(
        "Error: --prune needs folders, but 'Specs/Door.yaml' is a file: other specs may generate into the same folder."),
      refused.errors)
    XCTAssertNotNil(read("Sources/House/Gate.swift"))
  }

  func testAStaleFileWithAChangedHeaderIsNeverTouched() throws {
    try writeSpecs()
    XCTAssertEqual(try lifeline("generate").status, 0)
    let own = "// Mine now.\n" + (try XCTUnwrap(read("Sources/House/Door.swift")))
    try write(own, to: "Sources/House/Door.swift")
    for arguments in [["--check"], ["--dry-run"], ["--prune"], []] {
      let result = try lifeline(["generate"] + arguments)
      XCTAssertEqual(result.status, 1, "\(arguments)")
      XCTAssertTrue(
        result.errors.contains(
          "Sources/House/Door.swift: error: lifeline didn't write this file, so it isn't overwritten; move it elsewhere [L617]"
        ),
        result.errors)
    }
    XCTAssertEqual(read("Sources/House/Door.swift"), own)
  }

  func testSpecsWithErrorsAreReportedFirst() throws {
    try writeSpecs()
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    let result = try lifeline("generate", "--check")
    XCTAssertEqual(result.status, 1)
    XCTAssertFalse(result.errors.contains("[L635]"), result.errors)
  }

  func testOutdatedFilesForPrograms() throws {
    try writeSpecs()
    let result = try lifeline("generate", "--check", "--format", "json", "Specs/Door.yaml")
    XCTAssertEqual(result.status, 1)
    let said = try document(result.output)
    XCTAssertEqual(try diagnostics(in: result.output).map { $0["code"] as? String }, ["L635", "L635"])
    XCTAssertEqual(
      (said["files"] as? [[String: String]])?.first, ["path": "Sources/House/Door.swift", "action": "wouldBeWritten"])
  }

  // MARK: --prune and --dry-run

  func testPruningRemovesOnlyWhatLifelineWrote() throws {
    try writeSpecs()
    XCTAssertEqual(try lifeline("generate").status, 0)
    try delete("Specs/Gate.yaml")
    try write("let own = 1\n", to: "Sources/House/Own.swift")
    // Only what has the first line and the name of a generated file.
    try write("# Generated by lifeline\n\nnotes\n", to: "Sources/House/README.md")
    try write("// Generated by lifeline from Gate.yaml. Do not edit", to: "Sources/House/Notes.swift")
    try write("// Generated by lifeline-tools from Tools.yaml", to: "Sources/House/Tools.swift")
    try write("// Generated by lifeline from Deep.yaml", to: "Sources/House/Inner/Deep.swift")
    try write("// Generated by lifeline from .hidden.yaml", to: "Sources/House/.hidden.swift")
    try link("Sources/House/Link.swift", to: folder.appending(path: "Sources/House/Gate.swift").path)
    let preview = try lifeline("generate", "--dry-run", "--prune")
    XCTAssertEqual(preview.status, 0, preview.errors)
    XCTAssertEqual(
      preview.output,
      """
      unchanged Sources/House/Door.swift
      unchanged Tests/HouseTests/DoorTests.swift
      would remove Sources/House/Gate.swift
      would remove Tests/HouseTests/GateTests.swift

      """)
    let result = try lifeline("generate", "--prune")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(
      result.output,
      """
      unchanged Sources/House/Door.swift
      unchanged Tests/HouseTests/DoorTests.swift
      removed Sources/House/Gate.swift
      removed Tests/HouseTests/GateTests.swift

      """)
    XCTAssertEqual(
      try names(in: "Sources/House"),
      [
        ".hidden.swift", "Door.swift", "Inner", "Link.swift", "Notes.swift", "Own.swift", "README.md", "Tools.swift",
      ])
    XCTAssertEqual(try names(in: "Sources/House/Inner"), ["Deep.swift"])
  }

  func testADryRunWritesNothing() throws {
    try writeSpecs()
    let result = try lifeline("generate", "--dry-run", "--output", "A", "Specs/Door.yaml")
    XCTAssertEqual(result.output, "would write A/Door.swift\n")
    XCTAssertEqual(result.status, 0)
    XCTAssertFalse(try names(in: "").contains("A"))
  }

  /// The configuration of a folder above may apply to other specs, too.
  func testARunOnASubfolderJudgesNoOthers() throws {
    try writeSpecs()
    try write(spec("Window"), to: "Specs/Inner/Window.yaml")
    XCTAssertEqual(try lifeline("generate").status, 0)
    let result = try lifeline("generate", "Specs/Inner", "--prune")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertFalse(result.output.contains("removed"), result.output)
    XCTAssertEqual(try names(in: "Sources/House"), ["Door.swift", "Gate.swift", "Window.swift"])
  }

  func testAHandWrittenFileWithASimilarBeginningIsNotOverwritten() throws {
    try writeSpecs()
    let own = "// Generated by lifeline-tools of somebody else\n"
    try write(own, to: "Sources/House/Door.swift")
    XCTAssertEqual(try lifeline("generate").status, 1)
    XCTAssertEqual(read("Sources/House/Door.swift"), own)
  }

  func testAPathThatNoFolderCanHave() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write("output: \"a\\0b\"\n", to: "Specs/lifeline.yaml")
    let errors = try lifeline("generate").errors
    XCTAssertTrue(
      errors.contains(
        "Specs/lifeline.yaml:1:9: error: the path contains the character U+0000, which no path can have;"),
      errors)
  }

  func testAFileThatCannotBeRemovedIsAnError() throws {
    try writeSpecs()
    XCTAssertEqual(try lifeline("generate").status, 0)
    try delete("Specs/Gate.yaml")
    let locked = folder.appending(path: "Sources/House").path
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: locked)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: locked) }
    let result = try lifelineWithoutPrivileges("generate", "--prune")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(
      result.errors.contains(
        "Sources/House/Gate.swift: error: the file is left over, but it cannot be removed: Permission denied [L618]"),
      result.errors)
  }
}
