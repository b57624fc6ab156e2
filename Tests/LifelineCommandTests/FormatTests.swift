import Foundation
import TestSupport
import XCTest

/// The command that brings keys into order.
final class FormatTests: CommandTestCase {
  private let disordered = "machine: Door  # a door\nlifeline: 1\nstates: {closed: }\n"
  private let ordered = "lifeline: 1\nmachine: Door  # a door\nstates: {closed: }\n"

  /// Runs a line of a shell that has the command `lifeline`.
  private func shell(_ line: String) throws -> ProcessResult {
    let path = buildFolder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    return try execute("sh", ["-c", line], in: folder, environment: ["PATH": path, "NO_COLOR": ""], limit: 60)
  }

  func testFilesAndFoldersAreFormatted() throws {
    try write(disordered, to: "Specs/Door.yaml")
    try write(ordered.replacing("Door", with: "Gate"), to: "Specs/Old/Gate.yml")
    try write("# no spec\nb: 1\na: 2\n", to: "Specs/other.yaml")
    let result = try lifeline("format")
    XCTAssertEqual(result.output, "wrote Specs/Door.yaml\n")
    XCTAssertEqual(result.errors, "")
    XCTAssertEqual(result.status, 0)
    XCTAssertEqual(read("Specs/Door.yaml"), ordered)
    XCTAssertEqual(try lifeline("format", "Specs").output, "the keys of 2 specs are in order\n")
    XCTAssertEqual(try lifeline("format", "--check", "Specs/Door.yaml").output, "the keys of 1 spec are in order\n")
  }

  func testACheckShowsTheChanges() throws {
    try write(disordered, to: "Door.yaml")
    let result = try lifeline("format", "--check", "Door.yaml")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(
      result.errors,
      "Door.yaml: error: its keys aren't in the order that all specs have; run `lifeline format` [L333]\n1 error\n")
    XCTAssertEqual(
      result.output,
      "--- Door.yaml\n+++ Door.yaml\n@@ -1,3 +1,3 @@\n-machine: Door  # a door\n lifeline: 1\n+machine: Door  # a door\n"
        + " states: {closed: }\n")
    XCTAssertEqual(read("Door.yaml"), disordered)
    let sarif = try lifeline("format", "--check", "--diagnostics", "sarif", "Door.yaml")
    XCTAssertTrue(sarif.output.contains("L333"), sarif.output)
    XCTAssertTrue(sarif.errors.hasSuffix(result.output), sarif.errors)
    XCTAssertEqual(sarif.status, 1)
  }

  /// The document says which files would be written, or are, and shows the changes of a check.
  func testTheDocument() throws {
    try write(disordered, to: "Door.yaml")
    let check = try document("--check", "Door.yaml")
    XCTAssertEqual(check.command, "format")
    XCTAssertEqual(check.diagnostics.map(\.code), ["L333"])
    XCTAssertEqual(check.files, [.init(path: "Door.yaml", action: "wouldBeWritten")])
    XCTAssertEqual(check.differences?.count, 1)
    XCTAssertTrue(check.differences?[0].hasPrefix("--- Door.yaml\n+++ Door.yaml\n") ?? false)
    XCTAssertEqual(check.exitStatus, 1)
    XCTAssertEqual(read("Door.yaml"), disordered)
    let formatted = try document("Door.yaml")
    XCTAssertEqual(formatted.files, [.init(path: "Door.yaml", action: "written")])
    XCTAssertEqual(formatted.exitStatus, 0)
    XCTAssertEqual(read("Door.yaml"), ordered)
    let again = try document("--check", "Door.yaml")
    XCTAssertNil(again.files)
    XCTAssertEqual(again.exitStatus, 0)
  }

  private struct FormatDocument: Decodable {
    struct Diagnostic: Decodable { var code: String }
    struct File: Decodable, Equatable { var path, action: String }
    var command: String
    var exitStatus: Int32
    var diagnostics: [Diagnostic]
    var files: [File]?
    var differences: [String]?
  }

  private func document(_ arguments: String...) throws -> FormatDocument {
    let result = try lifeline(["format", "--format", "json"] + arguments)
    XCTAssertEqual(result.errors, "")
    let document = try JSONDecoder().decode(FormatDocument.self, from: Data(result.output.utf8))
    XCTAssertEqual(document.exitStatus, result.status)
    return document
  }

  func testStandardInputIsFormattedToStandardOutput() throws {
    let text = "\u{FEFF}" + disordered.replacing("\n", with: "\r\n").dropLast()
    try write(text, to: "Door.yaml")
    let result = try shell("lifeline format - < Door.yaml > Formatted.yaml")
    XCTAssertEqual(result.errors, "")
    XCTAssertEqual(result.status, 0)
    let data = try Data(contentsOf: folder.appending(path: "Formatted.yaml"))
    XCTAssertEqual(data, Data(("\u{FEFF}" + ordered.replacing("\n", with: "\r\n").dropLast()).utf8))
    let check = try shell("lifeline format --check - < Door.yaml")
    XCTAssertEqual(check.status, 1)
    XCTAssertTrue(check.output.hasPrefix("--- <stdin>\n+++ <stdin>\n"), check.output)
    // Text that can't be read isn't written.
    let broken = try shell("echo 'lifeline: [' | lifeline format -")
    XCTAssertEqual(broken.status, 1)
    XCTAssertEqual(broken.output, "")
    XCTAssertTrue(broken.errors.hasPrefix("<stdin>:"), broken.errors)
  }

  func testOneUnreadableSpecKeepsAllAsTheyAre() throws {
    try write(disordered, to: "Specs/Door.yaml")
    try write("lifeline: 1\nmachine: Gate\nstates: {a: [}\n", to: "Specs/Gate.yaml")
    let result = try lifeline("format")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.hasPrefix("Specs/Gate.yaml:3:14: error: "), result.errors)
    XCTAssertEqual(result.output, "")
    XCTAssertEqual(read("Specs/Door.yaml"), disordered)
    // Names that aren't declared are no reason not to order the keys.
    try write(disordered.replacing("}", with: "{entry: ring}}"), to: "Specs/Gate.yaml")
    XCTAssertEqual(try lifeline("format").output, "wrote Specs/Door.yaml\nwrote Specs/Gate.yaml\n")
  }

  func testOtherFilesAreRefused() throws {
    try write("doc: x\nmachine: X\n", to: "Notes.yaml")
    let result = try lifeline("format", "Notes.yaml")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(
      result.errors.hasPrefix(
        "Notes.yaml: error: this file is not a spec: it has no key `lifeline` at its top level [L"), result.errors)
    XCTAssertEqual(read("Notes.yaml"), "doc: x\nmachine: X\n")
    let two = try lifeline("format", "-", "Notes.yaml")
    XCTAssertEqual(two.status, 64)
    XCTAssertTrue(two.errors.contains("Format them apart."), two.errors)
    let sarif = try lifeline("format", "-", "--diagnostics", "sarif")
    XCTAssertEqual(sarif.status, 64)
    XCTAssertTrue(sarif.errors.contains("Leave out --diagnostics."), sarif.errors)
    let json = try lifeline("format", "-", "--format", "json")
    XCTAssertEqual(json.status, 64)
    XCTAssertTrue((json.output + json.errors).contains("Leave out --format."), json.output + json.errors)
  }

  func testAKeyThatKeepsItsPlaceIsAWarning() throws {
    let text = "lifeline: 1\nmachine: Door\nsources: {s: {title: &t T}}\nstates: {a: {doc: *t, cites: s}}\n"
    try write(text, to: "Door.yaml")
    let result = try lifeline("format", "--check", "Door.yaml")
    XCTAssertEqual(result.status, 0)
    XCTAssertTrue(
      result.errors.hasPrefix(
        "Door.yaml:4:1: warning: `states` stays after `sources`: an alias comes after its anchor `&t` [L331]\n"),
      result.errors)
    XCTAssertEqual(try lifeline("format", "--strict", "Door.yaml").status, 1)
  }

  func testLinksAndPermissionsStay() throws {
    try write(disordered, to: "Files/Door.yaml")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder.appending(path: "Files/Door.yaml").path)
    try link("Door.yaml", to: "Files/Door.yaml")
    XCTAssertEqual(try lifeline("format", "Door.yaml").output, "wrote Door.yaml\n")
    XCTAssertEqual(read("Files/Door.yaml"), ordered)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: "Files/Door.yaml").path)
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o640)
  }
}
