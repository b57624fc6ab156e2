import Foundation
import TestSupport
import XCTest

/// `lifeline explore`.
final class ExploreTests: CommandTestCase {
  func testThePageIsWrittenToAFileOrPrinted() throws {
    try write(spec("Door"), to: "Door.yaml")
    let written = try lifeline("explore", "Door.yaml", "--output", "door.html")
    XCTAssertEqual(written.status, 0, written.errors)
    XCTAssertEqual(written.output, "wrote door.html\n")
    let page = try XCTUnwrap(read("door.html"))
    XCTAssertTrue(page.hasPrefix("<!DOCTYPE html>\n<!-- Written by lifeline explore -->\n"))
    XCTAssertTrue(page.contains(#"{"name":"Door","#))
    XCTAssertEqual(try lifeline("explore", "Door.yaml").output, page)
    XCTAssertEqual(try lifeline("explore", "Door.yaml", "-o", "door.html").output, "unchanged door.html\n")
    // A page of another spec is replaced.
    try write(spec("Window"), to: "Window.yaml")
    XCTAssertEqual(try lifeline("explore", "Window.yaml", "-o", "door.html").output, "wrote door.html\n")
    XCTAssertNotEqual(read("door.html"), page)
  }

  func testASpecOnStandardInput() throws {
    try write(spec("Door"), to: "Door.yaml")
    let tool = buildFolder.appending(path: "lifeline").path
    let result = try execute("sh", ["-c", "'\(tool)' explore - < Door.yaml"], in: folder, limit: 60)
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(result.output, try lifeline("explore", "Door.yaml").output)
  }

  func testAFileOfSomebodyElseStays() throws {
    try write(spec("Door"), to: "Door.yaml")
    try write("<!DOCTYPE html>\n<p>Mine</p>\n", to: "door.html")
    let result = try lifeline("explore", "Door.yaml", "--output", "door.html")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("[L617]"), result.errors)
    XCTAssertEqual(read("door.html"), "<!DOCTYPE html>\n<p>Mine</p>\n")
  }

  func testErrorsOfTheSpecMakeNoPage() throws {
    try write(spec("Door", expecting: "knok"), to: "Door.yaml")
    let result = try lifeline("explore", "Door.yaml", "--output", "door.html")
    XCTAssertEqual(result.status, 1)
    XCTAssertEqual(result.output, "")
    XCTAssertTrue(
      result.errors.hasPrefix("Door.yaml:10:18: error: there is no callback `knok`; did you mean `knock`? [L213]\n"),
      result.errors)
    XCTAssertNil(read("door.html"))
    XCTAssertEqual(try lifeline("explore", "None.yaml").status, 1)
  }

  /// A mistake in what the machine does can be seen in the page; `check` reports it.
  func testAScenarioThatFailsAndABrokenPromiseMakeAPage() throws {
    try write(
      """
      lifeline: 1
      machine: Door
      callbacks: {knock: , ring: {needs: knock}}
      events: [visit, call]
      states:
        closed: {on: {visit: {do: ring}, call: {do: knock}}}
      scenarios:
        a visit: {when: [{visit: [knock, ring]}], then: closed}

      """, to: "Door.yaml")
    let check = try lifeline("check", "Door.yaml")
    XCTAssertEqual(check.status, 1)
    XCTAssertTrue(check.errors.contains("[L402]") && check.errors.contains("[L803]"), check.errors)
    let result = try lifeline("explore", "Door.yaml", "--output", "door.html")
    XCTAssertEqual(result.status, 0)
    XCTAssertEqual(result.output, "wrote door.html\n")
    XCTAssertEqual(result.errors, "")
  }

  func testInvalidCommandLines() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write(spec("Window"), to: "Specs/Window.yaml")
    let several = try lifeline("explore", "Specs")
    XCTAssertEqual(several.status, 64)
    XCTAssertTrue(several.errors.hasPrefix("Error: Specs contains several specs. Name one of them.\n"), several.errors)
    let empty = try lifeline("explore", "Specs/Door.yaml", "--output", "")
    XCTAssertEqual(empty.status, 64)
    XCTAssertTrue(empty.errors.hasPrefix("Error: --output is empty. Give a file.\n"), empty.errors)
    XCTAssertEqual(try lifeline("explore").status, 64)
  }
}
