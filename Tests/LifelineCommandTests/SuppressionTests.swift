import TestSupport
import XCTest

/// Tests suppressed warnings and `--strict`.
final class SuppressionTests: CommandTestCase {
  private func unused(allowing suppression: String = "") -> String {
    spec("Door").replacing("[open]", with: "[open, shut]") + suppression
  }

  func testStrictMakesWarningsErrors() throws {
    try write(unused(), to: "Specs/Door.yaml")
    let result = try lifeline("check", "--strict")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("Specs/Door.yaml:4:16: error: "), result.errors)
    XCTAssertTrue(result.errors.hasSuffix("\n1 error\n"), result.errors)
    let document = try lifeline("check", "--strict", "--format", "json").output
    XCTAssertEqual(try diagnostics(in: document).map { $0["severity"] as? String }, ["error"])
    XCTAssertEqual(try lifeline("generate", "--strict", "--output", "Out").status, 1)
    XCTAssertNil(read("Out/Door.swift"))
    XCTAssertEqual(try lifeline("generate", "--output", "Out").status, 0)
  }

  func testSuppressedWarningsAreNoErrors() throws {
    try write(unused(allowing: "allow: {L212: not of interest here}\n"), to: "Specs/Door.yaml")
    XCTAssertEqual(try lifeline("check", "--strict").errors, "")
    XCTAssertEqual(try lifeline("generate", "--strict", "--output", "Out").errors, "")
  }

  func testAllowancesThatSilenceNothing() throws {
    try write(spec("Door") + "allow: {L212: none, L402: none, L997: none}\n", to: "Specs/Door.yaml")
    for arguments in [["check"], ["generate", "--output", "Out"]] {
      let result = try execute(buildFolder.appending(path: "lifeline").path, arguments, in: folder)
      XCTAssertEqual(result.status, 0)
      XCTAssertEqual(
        locations(result.errors), ["Specs/Door.yaml:11:9", "Specs/Door.yaml:11:21", "Specs/Door.yaml:11:33"])
      XCTAssertTrue(result.errors.contains("`L402` is an error"), result.errors)
      XCTAssertTrue(result.errors.contains("no diagnostic has the code `L997`"), result.errors)
    }
    try write("allow: {L219: old ones}\n", to: "Specs/lifeline.yaml")
    XCTAssertEqual(try lifeline("check", "--strict").errors, "")
  }

  func testAFoldersAllowancesAreJudgedWhenAllOfItIsChecked() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write(spec("Gate"), to: "Specs/Inner/Gate.yaml")
    try write("allow: {L212: drafts}\n", to: "Specs/lifeline.yaml")
    XCTAssertEqual(locations(try lifeline("check").errors), ["Specs/lifeline.yaml:1:9"])
    XCTAssertEqual(locations(try lifeline("check", ".").errors), ["Specs/lifeline.yaml:1:9"])
    XCTAssertEqual(try lifeline("check", "Specs/Door.yaml").errors, "")
    XCTAssertEqual(try lifeline("check", "Specs/Inner").errors, "")
    try write(unused(), to: "Specs/Door.yaml")
    XCTAssertEqual(try lifeline("check").errors, "")
    try write("lifeline: 1\n", to: "Specs/Door.yaml")
    XCTAssertFalse(try lifeline("check").errors.contains("Specs/lifeline.yaml"), "one could not be looked at")
  }

  func testASpecsOwnAllowanceComesFirst() throws {
    try write(unused(allowing: "allow: {L212: a sketch}\n"), to: "Specs/Door.yaml")
    try write("allow: {L212: drafts}\n", to: "Specs/lifeline.yaml")
    XCTAssertEqual(locations(try lifeline("check").errors), ["Specs/lifeline.yaml:1:9"])
  }
}
