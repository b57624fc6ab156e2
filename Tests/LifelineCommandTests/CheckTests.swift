import Foundation
import TestSupport
import XCTest

final class CheckTests: CommandTestCase {
  func testSpecThatHolds() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    let result = try lifeline("check")
    XCTAssertEqual(result.status, 0)
    XCTAssertEqual(
      result.output, "Door: 1 scenario holds; no loop is endless, all 2 states are reached (2 configurations)\n")
    XCTAssertEqual(result.errors, "")
  }

  func testScenarioThatFails() throws {
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    let result = try lifeline("check")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.output.hasPrefix("Door: 1 of 1 scenario fails"), result.output)
    XCTAssertTrue(result.errors.hasPrefix("Specs/Door.yaml:10:12: error: "), result.errors)
    XCTAssertTrue(result.errors.contains("   10 |     when: {open: knock}\n"), result.errors)
    XCTAssertTrue(result.errors.hasSuffix("1 error\n"), result.errors)
  }

  func testAllFaultsOfAllFilesAreReported() throws {
    try write(spec("door"), to: "Specs/A.yaml")
    try write(spec("Door") + "more: 1\nand: 2\n", to: "Specs/B.yaml")
    try write(spec("Gate"), to: "Specs/C.yaml")
    let result = try lifeline("check")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(locations(result.errors), ["Specs/A.yaml:2:10", "Specs/B.yaml:11:1", "Specs/B.yaml:12:1"])
    XCTAssertTrue(result.output.hasPrefix("Gate: "), result.output)
    XCTAssertTrue(result.errors.hasSuffix("3 errors\n"), result.errors)
  }

  func testWarningsAloneDoNotFail() throws {
    try write(spec("Door").replacing("[open]", with: "[open, shut]"), to: "Specs/Door.yaml")
    let result = try lifeline("check")
    XCTAssertEqual(result.status, 0)
    XCTAssertTrue(result.errors.contains("Specs/Door.yaml:4:16: warning: "), result.errors)
  }

  func testWarningsThatTheFolderAllows() throws {
    try write(spec("Door").replacing("[open]", with: "[open, shut]"), to: "Specs/Inner/Door.yaml")
    let loud = try lifeline("check", "--diagnostics", "json")
    let code = try XCTUnwrap(objects(loud.output).first?["code"] as? String)
    try write("allow: {\(code): not of interest here}\n", to: "Specs/lifeline.yaml")
    XCTAssertEqual(try lifeline("check").errors, "")
    try write("access: public\n", to: "Specs/Inner/lifeline.yaml")
    XCTAssertNotEqual(try lifeline("check").errors, "", "the nearest configuration goes")
  }

  func testFaultsOfAConfigurationAreReportedOnce() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write(spec("Gate"), to: "Specs/Gate.yaml")
    try write("acces: public\n", to: "Specs/lifeline.yaml")
    let result = try lifeline("check")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(locations(result.errors), ["Specs/lifeline.yaml:1:1"])
  }

  func testConfigurationsAboveThePackageAreIgnored() throws {
    try write(spec("Door"), to: "Package/Specs/Door.yaml")
    try write("acces: public\n", to: "lifeline.yaml")
    XCTAssertEqual(try lifeline("check", "Package").status, 1)
    try write("", to: "Package/Package.swift")
    XCTAssertEqual(try lifeline("check", "Package").status, 0)
  }

  func testConfigurationsAboveTheWorkingFolderAreIgnored() throws {
    try write(spec("Door"), to: "Inner/Specs/Door.yaml")
    try write("acces: public\n", to: "lifeline.yaml")
    XCTAssertEqual(try lifeline("check", in: "Inner").status, 0)
    XCTAssertEqual(try lifeline("check", "Inner").status, 1)
  }

  func testMachinesAreExploredUpToTheLimit() throws {
    let trapped = spec("Door").replacing("{to: closed, do: knock}", with: "{do: knock}")
    try write(trapped, to: "Specs/Door.yaml")
    let result = try lifeline("check")
    XCTAssertEqual(result.status, 0)
    XCTAssertTrue(result.errors.hasPrefix("Specs/Door.yaml:7:3: warning: "), result.errors)
    XCTAssertFalse(result.output.contains("--limit"))

    let limited = try lifeline("check", "--limit", "1")
    XCTAssertEqual(limited.status, 0)
    XCTAssertTrue(
      limited.errors.hasPrefix(
        "Specs/Door.yaml:2:10: warning: the exploration ended after 1 configuration (`--limit`), so it doesn't show "
          + "what never happens [L805]\n"), limited.errors)
    XCTAssertEqual(try lifeline("check", "--limit", "1", "--strict").status, 1)
    XCTAssertEqual(try lifeline("check", "--limit", "0", "--strict").errors, "")
    XCTAssertEqual(try lifeline("check", "--limit", "-1").status, 64)
    // Generating reports only errors, or also what it leaves unproved.
    XCTAssertEqual(try lifeline("generate", "--output", "Generated", "--limit", "1").errors, "")
    let strict = try lifeline("generate", "--output", "Generated", "--limit", "1", "--strict")
    XCTAssertEqual(strict.status, 1)
    XCTAssertTrue(strict.errors.contains("error: the exploration ended after 1 configuration"), strict.errors)
    XCTAssertEqual(try lifeline("generate", "--output", "Generated", "--strict").status, 0)
  }

  func testEarlyCallsAreReported() throws {
    for (key, column, code) in [("needs", 27, "L803"), ("onlyAfter", 31, "L804")] {
      let needy = spec("Door").replacing("[ring, knock]", with: "{ring: {\(key): knock}, knock: }")
      try write(needy, to: "Specs/Door.yaml")
      for result in [try lifeline("check"), try lifeline("generate", "--output", "Generated")] {
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.errors.hasPrefix("Specs/Door.yaml:3:\(column): error: `ring` is called"), result.errors)
        XCTAssertTrue(result.errors.contains("[\(code)]"), result.errors)
        XCTAssertTrue(result.errors.contains("- open: [ring]  # opened\n"), result.errors)
      }
      XCTAssertTrue(try lifeline("explain", code).output.contains(key == "needs" ? "`onlyAfter`" : "`needs`"))
    }
    XCTAssertEqual(try lifeline("check", "--limit", "0").errors, "")
    XCTAssertEqual(try lifeline("generate", "--output", "Generated", "--limit", "0").status, 0)
  }

  func testLongExplorationsShowTheirProgressOnATerminal() throws {
    try skipTest(below: .thorough)
    try write(
      """
      lifeline: 1
      machine: Meter
      context: {n: {default: 0, private: true}}
      events: [up, down]
      states: {a: {on: {up: {do: {set: {n: n + 1}}}, down: {if: n > 0, do: {set: {n: n - 1}}}}}}
      """, to: "Specs/Meter.yaml")
    // `script` gives a command a terminal.
    let lifeline = buildFolder.appending(path: "lifeline").path
    #if os(Linux)
      let arguments = ["-qec", "'\(lifeline)' check --limit 60000 2>&1 >/dev/null", "/dev/null"]
    #else
      let arguments = ["-q", "/dev/null", "sh", "-c", "'\(lifeline)' check --limit 60000 2>&1 >/dev/null"]
    #endif
    let environment = ["NO_COLOR": "1", "TERM": "xterm"]
    let shown = try execute("/usr/bin/script", arguments, in: folder, environment: environment, limit: 120).output
    XCTAssertTrue(shown.hasPrefix("\r\u{1B}[KMeter: "), shown)
    XCTAssertTrue(shown.contains(" configurations explored …"), shown)
    // The line is removed before the warning.
    XCTAssertTrue(shown.contains("…\r\u{1B}[KSpecs/Meter.yaml:2:10: warning: "), shown)

    // A pipe isn't a terminal.
    let errors = try self.lifeline("check", "--limit", "60000").errors
    XCTAssertTrue(errors.hasPrefix("Specs/Meter.yaml:2:10: warning: "), errors)
  }

  func testTheLimitOfTheConfigurationCountsForBothCommands() throws {
    let needy = spec("Door").replacing("[ring, knock]", with: "{ring: {needs: knock}, knock: }")
    try write(needy, to: "Specs/Door.yaml")
    try write("limit: 0\n", to: "Specs/lifeline.yaml")
    XCTAssertEqual(try lifeline("check").status, 0)
    XCTAssertEqual(try lifeline("generate", "--output", "Generated").status, 0)
    XCTAssertEqual(try lifeline("check", "--limit", "100").status, 1)
    try write("limit: few\n", to: "Specs/lifeline.yaml")
    let errors = try lifeline("check").errors
    XCTAssertTrue(
      errors.hasPrefix(
        "Specs/lifeline.yaml:1:8: error: `few` is not a number of configurations, or 0 for no exploration [L601]"),
      errors)
  }

  func testStandardOutputContainsOnlyJSON() throws {
    try write(spec("Door", expecting: "knock").replacing("[open]", with: "[open, shut]"), to: "Specs/Door.yaml")
    let result = try lifeline("check", "--diagnostics", "json")
    XCTAssertEqual(result.status, 1)
    let all = try objects(result.output)
    let diagnostics = all.filter { $0["code"] != nil }
    XCTAssertEqual(diagnostics.map { $0["severity"] as? String }, ["warning", "error"])
    let proof = try XCTUnwrap(all.last)
    XCTAssertEqual(proof["machine"] as? String, "Door")
    XCTAssertEqual(proof["noEndlessLoop"] as? String, "proved")
    XCTAssertEqual(proof["reachedStates"] as? Int, 2)
    XCTAssertEqual(all.count, 3)
    XCTAssertEqual(diagnostics.map { $0["path"] as? String }, ["Specs/Door.yaml", "Specs/Door.yaml"])
    XCTAssertEqual(diagnostics.map { $0["line"] as? Int }, [4, 10])
    XCTAssertTrue(result.errors.hasPrefix("Door: "), result.errors)
  }

  func testStandardOutputContainsOnlySARIFOrAnnotations() throws {
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    let sarif = try lifeline("check", "--diagnostics", "sarif")
    XCTAssertEqual(sarif.status, 1)
    let log = try XCTUnwrap(objects(sarif.output).first)
    XCTAssertEqual(log["version"] as? String, "2.1.0")
    XCTAssertEqual(((log["runs"] as? [[String: Any]])?.first?["results"] as? [Any])?.count, 1)
    XCTAssertTrue(sarif.errors.hasPrefix("Door: "), sarif.errors)
    let github = try lifeline("check", "--diagnostics", "github", environment: ["GITHUB_WORKSPACE": ""])
    XCTAssertEqual(github.status, 1)
    XCTAssertTrue(
      github.output.hasPrefix("::error file=Specs/Door.yaml,line=10,endLine=10,col=12,endColumn=16,title=L402"),
      github.output)
    XCTAssertEqual(github.output.split(separator: "\n").count, 1)
    XCTAssertTrue(github.errors.hasPrefix("Door: "), github.errors)
  }

  func testGitHubPathsAreRelativeToTheRepository() throws {
    try write(spec("Door", expecting: "knock"), to: "Sub/Specs/Door.yaml")
    let absolutePath = folder.appending(path: "Sub/Specs/Door.yaml").path
    for (workspace, expected) in [(folder.path, "Sub/Specs/Door.yaml"), ("", "Specs/Door.yaml")] {
      for path in ["Specs", absolutePath] {
        let result = try lifeline(
          "check", "--diagnostics", "github", path, in: "Sub", environment: ["GITHUB_WORKSPACE": workspace])
        XCTAssertTrue(result.output.hasPrefix("::error file=\(expected),line=10"), result.output)
      }
    }
  }

  func testReportsForGitLab() throws {
    try write(spec("Door", expecting: "knock"), to: "Sub/Specs/Door.yaml")
    for (root, expected) in [(folder.path, "Sub/Specs/Door.yaml"), ("", "Specs/Door.yaml")] {
      let result = try lifeline("check", "--diagnostics", "gitlab", in: "Sub", environment: ["CI_PROJECT_DIR": root])
      XCTAssertEqual(result.status, 1)
      XCTAssertTrue(result.errors.hasPrefix("Door: "), result.errors)
      let report = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
      XCTAssertEqual(report.map { $0["check_name"] as? String }, ["L402"])
      XCTAssertEqual((report[0]["location"] as? [String: Any])?["path"] as? String, expected)
    }
    try write(spec("Door"), to: "Sub/Specs/Door.yaml")
    XCTAssertEqual(try lifeline("check", "--diagnostics", "gitlab", in: "Sub").output, "[]\n")
  }

  func testGitHubPathsThroughALinkAreRelativeToTheRepository() throws {
    try write(spec("Door", expecting: "knock"), to: "Repository/Specs/Door.yaml")
    try link("Link", to: "Repository")
    for workspace in ["Link", "Repository"] {
      let root = folder.appending(path: workspace).path
      let result = try lifeline(
        "check", "--diagnostics", "github", "\(root)/Specs", environment: ["GITHUB_WORKSPACE": root])
      XCTAssertTrue(result.output.hasPrefix("::error file=Specs/Door.yaml,line=10"), result.output)
    }
  }

  func testTemplatesInAFileAreRefused() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write("templates: Layout\n", to: "Specs/lifeline.yaml")
    try write("", to: "Specs/Layout")
    let result = try lifeline("check")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("this is a file, but a folder is needed here"), result.errors)
  }

  func testJSONOfFileThatIsMissing() throws {
    let result = try lifeline("check", "--diagnostics", "json", "Door.yaml")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(try objects(result.output).map { $0["path"] as? String }, ["Door.yaml"])
  }

  func testQuiet() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    XCTAssertEqual(try lifeline("check", "--quiet").output, "")
    try write(spec("Door", expecting: "knock"), to: "Specs/Door.yaml")
    let result = try lifeline("check", "-q")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(result.output, "")
    XCTAssertTrue(result.errors.contains("error: "))
  }
}

/// Returns the positions of the errors and warnings in a command's output.
func locations(_ output: String) -> [String] {
  output.split(separator: "\n").compactMap { line in
    let end = line.firstRange(of: ": error: ") ?? line.firstRange(of: ": warning: ")
    return end.map { String(line[..<$0.lowerBound]) }
  }
}

/// Returns the objects of a text with one on each line.
func objects(_ text: String) throws -> [[String: Any]] {
  try text.split(separator: "\n").map { line in
    try XCTUnwrap(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }
}
