import Foundation
import XCTest

/// `lifeline check` with `--coverage`, `--coverage-format` and `--mutate`.
final class CoverageCommandTests: CommandTestCase {
  private let door = """
    lifeline: 1
    machine: Door
    sources: {manual: {claims: {M1: It opens., M2: It closes.}}}
    callbacks: [creak, slam]
    events: [open, shut]
    states:
      closed: {on: {open: {to: ajar, do: creak}}}
      ajar: {on: {shut: {to: closed, do: slam}}}
    scenarios:
      opening:
        cites: manual M1
        given: closed
        when: {open: creak}
        then: ajar

    """

  func testTableAndMissingItems() throws {
    try write(door, to: "Specs/Door.yaml")
    let result = try lifeline("check", "--coverage")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(
      result.output,
      """
      Door: 1 scenario holds; no loop is endless, all 2 states are reached (2 configurations)
      coverage      states   transitions   guards   callbacks   promises      claims
      Door       2/2 100 %     1/2  50 %     none   1/2  50 %       none   1/2  50 %
      Specs/Door.yaml:3:44: the claim `manual M2` is cited by no scenario, field or callback
      Specs/Door.yaml:4:20: the callback `slam` is never called where a scenario observes it
      Specs/Door.yaml:8:21: the transition of `ajar` for `shut` is never taken

      """)
    XCTAssertFalse(try lifeline("check").output.contains("coverage"))
  }

  func testThresholds() throws {
    try write(door, to: "Specs/Door.yaml")
    try write("coverage: {states: 100, transitions: 51, guards: 100, claims: 50}\n", to: "Specs/lifeline.yaml")
    let result = try lifeline("check", "--coverage", "--format", "json")
    XCTAssertEqual(result.status, 1)
    let diagnostics = try diagnostics(in: result.output)
    XCTAssertEqual(diagnostics.map { $0["code"] as? String }, ["L903"])
    XCTAssertEqual(
      diagnostics.first?["message"] as? String, "the scenarios cover 1 of 2 transitions (50 %), less than 51 %")
    XCTAssertEqual(diagnostics.first?["line"] as? Int, 2)
    let note = try XCTUnwrap((diagnostics.first?["notes"] as? [[String: Any]])?.first)
    XCTAssertEqual(note["path"] as? String, "Specs/lifeline.yaml")
    XCTAssertEqual(note["column"] as? Int, 25)
    XCTAssertEqual(try lifeline("check").status, 0, "without --coverage nothing is held to thresholds")
  }

  func testFiles() throws {
    try write(door, to: "Specs/Door.yaml")
    let result = try lifeline("check", "--coverage-format", "lcov")
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertTrue(result.output.hasSuffix("wrote lcov.info\n"), result.output)
    XCTAssertEqual(read("lcov.info")?.hasPrefix("TN:Door\nSF:Specs/Door.yaml\nDA:3,0\n"), true)
    XCTAssertEqual(try lifeline("check", "--coverage-format", "lcov").status, 0, "it may be written again")
    XCTAssertEqual(try lifeline("check", "--coverage-format", "json", "--coverage-output", "out/c.json").status, 0)
    let document = try XCTUnwrap(read("out/c.json"))
    let object = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
    XCTAssertEqual((object?["machines"] as? [Any])?.count, 1)
  }

  func testForeignFilesAreNotOverwritten() throws {
    try write(door, to: "Specs/Door.yaml")
    try write("mine\n", to: "lcov.info")
    let result = try lifeline("check", "--coverage-format", "lcov")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("L617"), result.errors)
    XCTAssertEqual(read("lcov.info"), "mine\n")
  }

  func testInvalidOptionsAreRefused() throws {
    XCTAssertEqual(try lifeline("check", "--coverage-output", "x").status, 64)
    XCTAssertEqual(try lifeline("check", "--coverage-format", "xml").status, 64)
    XCTAssertEqual(try lifeline("check", "--coverage-format", "json", "--coverage-output", "").status, 64)
  }

  func testMutants() throws {
    try write(door, to: "Specs/Door.yaml")
    let result = try lifeline("check", "--mutate")
    XCTAssertEqual(result.status, 0)
    XCTAssertTrue(result.output.contains("\nDoor: 3 of 6 mutants are killed (50 %)\n"), result.output)
    XCTAssertEqual(
      locations(result.errors), ["Specs/Door.yaml:8:21", "Specs/Door.yaml:8:38", "Specs/Door.yaml:8:38"])
    XCTAssertTrue(result.errors.contains("no scenario fails if `slam` is called twice here [L901]"), result.errors)
  }

  func testFailingSpecsHaveNoMutants() throws {
    try write(door.replacing("then: ajar", with: "then: closed"), to: "Specs/Door.yaml")
    let result = try lifeline("check", "--mutate")
    XCTAssertEqual(result.status, 1)
    XCTAssertFalse(result.output.contains("mutant"), result.output)
  }

  func testMutantsThatTheFolderAllows() throws {
    try write(door, to: "Specs/Door.yaml")
    try write("allow: {L901: closing comes later}\n", to: "Specs/lifeline.yaml")
    XCTAssertEqual(try lifeline("check", "--mutate").errors, "")
  }
}
