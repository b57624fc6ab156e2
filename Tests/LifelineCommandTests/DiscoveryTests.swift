import Foundation
import TestSupport
import XCTest

/// The files that the command takes as specs.
final class DiscoveryTests: CommandTestCase {
  /// Returns the machines that were checked, in order.
  private func machines(_ result: ProcessResult) -> [String] {
    result.output.split(separator: "\n").compactMap { $0.split(separator: ":").first.map(String.init) }
  }

  func testFoldersAreSearchedInTheOrderOfNames() throws {
    try write(spec("Third"), to: "Specs/b/A.yaml")
    try write(spec("First"), to: "Specs/A.yml")
    try write(spec("Second"), to: "Specs/a/B/C.yaml")
    XCTAssertEqual(machines(try lifeline("check")), ["First", "Second", "Third"])
  }

  func testHiddenFilesAndOtherFilesAreSkipped() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write(spec("Hidden"), to: "Specs/.build/Hidden.yaml")
    try write(spec("Hidden"), to: "Specs/.Hidden.yaml")
    try write(spec("Text"), to: "Specs/Text.txt")
    try write("", to: "Specs/Empty.yaml")
    try write("services: {web: {lifeline: 1}}\n", to: "Specs/Compose.yml")
    try write("lifelines: 1\n", to: "Specs/Other.yaml")
    try write("access: internal\n", to: "Specs/lifeline.yaml")
    let result = try lifeline("check")
    XCTAssertEqual(result.status, 0)
    XCTAssertEqual(machines(result), ["Door"])
    XCTAssertEqual(result.errors, "")
  }

  func testKeyInOtherForms() throws {
    let body = "machine: %, states: {one: {}}, scenarios: {starts: {when: {start: []}}}"
    func text(_ key: String, _ name: String) -> String { "{\(key): 1, \(body.replacing("%", with: name))}\n" }
    try write(text("\"lifeline\"", "Quoted"), to: "Specs/A.yaml")
    try write("---\n" + text("lifeline", "Flow"), to: "Specs/B.yaml")
    try write("\u{FEFF}" + spec("Marked"), to: "Specs/C.yaml")
    try write(spec("Returns").replacing("\n", with: "\r\n"), to: "Specs/D.yaml")
    XCTAssertEqual(machines(try lifeline("check")), ["Quoted", "Flow", "Marked", "Returns"])
  }

  func testSpecWithBrokenYAMLIsFound() throws {
    try write("lifeline: 1\nmachine: [\n", to: "Specs/Door.yaml")
    let result = try lifeline("check")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.hasPrefix("Specs/Door.yaml:"), result.errors)
  }

  func testFileThatIsNamedIsASpec() throws {
    try write("services: {}\n", to: "Compose.yml")
    try write(spec("Text"), to: "Text.txt")
    XCTAssertEqual(try lifeline("check", "Compose.yml").status, 1)
    XCTAssertEqual(machines(try lifeline("check", "Text.txt")), ["Text"])
  }

  func testConfigurationThatIsNamedIsRefused() throws {
    try write("access: public\n", to: "lifeline.yaml")
    let result = try lifeline("check", "lifeline.yaml")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("[L614]"), result.errors)
  }

  func testEverySpecIsTakenOnce() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try link("Again", to: "Specs")
    XCTAssertEqual(machines(try lifeline("check", "Specs", "Specs/Door.yaml", "./Specs", "Again")), ["Door"])
  }

  func testLinkedFoldersAndFiles() throws {
    try write(spec("Door"), to: "Elsewhere/Door.yaml")
    try write(spec("Gate"), to: "Gate.text")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Specs"), withIntermediateDirectories: true)
    try link("Specs/Linked", to: "../Elsewhere")
    try link("Specs/Gate.yaml", to: "../Gate.text")
    XCTAssertEqual(machines(try lifeline("check")), ["Gate", "Door"])
  }

  func testLoopsOfLinksEnd() throws {
    try write(spec("Door"), to: "Specs/Inner/Door.yaml")
    // With two ways up, a search that follows each takes practically for ever.
    try link("Specs/Inner/up", to: "..")
    try link("Specs/Inner/again", to: "..")
    try link("Specs/self", to: "self")
    XCTAssertEqual(machines(try lifeline("check")), ["Door"])
    try link("Specs/Self.yaml", to: "Self.yaml")
    XCTAssertEqual(try lifeline("check").status, 1)
  }

  func testNothingFoundIsAnError() throws {
    let missing = try lifeline("check")
    XCTAssertEqual(missing.status, 1)
    XCTAssertTrue(missing.errors.hasPrefix("Specs: error: there is no folder `Specs` here"), missing.errors)
    try write("text", to: "Specs/Text.txt")
    let empty = try lifeline("check")
    XCTAssertEqual(empty.status, 1)
    XCTAssertTrue(empty.errors.contains("[L613]"), empty.errors)
  }

  func testNearMissOfAFileName() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    let result = try lifeline("check", "Specs/Dor.yaml")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("did you mean `Door.yaml`?"), result.errors)
  }
}
