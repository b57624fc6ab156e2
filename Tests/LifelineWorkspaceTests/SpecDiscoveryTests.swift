import Foundation
import XCTest

@testable import LifelineWorkspace

final class SpecDiscoveryTests: WorkspaceTestCase {
  private func discover(_ names: String...) -> (names: [String], codes: [String]) {
    let found = discoverSpecs(at: names.map(path))
    return (
      found.files.map { name($0.path) }, found.diagnostics.map(\.kind.code)
    )
  }

  func testFoldersAreSearchedDepthFirstInTheOrderOfNames() throws {
    for name in ["b/A.yaml", "A.yml", "a/B/C.yaml", "a/A.yaml", ".hidden/A.yaml", "a/.A.yaml", "Text.txt"] {
      try write("lifeline: 1\n", to: "Specs/\(name)")
    }
    try write("access: public\n", to: "Specs/lifeline.yaml")
    try write("services: {}\n", to: "Specs/Compose.yaml")
    let found = discover("Specs")
    XCTAssertEqual(found.names, ["Specs/A.yml", "Specs/a/A.yaml", "Specs/a/B/C.yaml", "Specs/b/A.yaml"])
    XCTAssertEqual(found.codes, [])
  }

  func testEachSpecIsFoundOnce() throws {
    try write("lifeline: 1\n", to: "Specs/A.yaml")
    try FileManager.default.createSymbolicLink(atPath: path("Link"), withDestinationPath: "Specs")
    XCTAssertEqual(discover("Specs/A.yaml", "Specs", "Link").names, ["Specs/A.yaml"])
  }

  func testNamedFilesAreSpecsWhateverTheyContain() throws {
    try write("services: {}\n", to: "Compose.txt")
    XCTAssertEqual(discover("Compose.txt").names, ["Compose.txt"])
  }

  func testErrors() throws {
    try write("text", to: "Empty/Text.txt")
    try write("", to: "lifeline.yaml")
    XCTAssertEqual(discover("Missing.yaml", "Empty", "lifeline.yaml").codes, ["L610", "L613", "L614"])
  }

  /// Only a hundred of these errors are shown.
  func testSimilarNamesAreLookedForAHundredTimes() throws {
    try write("lifeline: 1\n", to: "Door.yaml")
    let found = discoverSpecs(at: [String](repeating: path("Dor.yaml"), count: 300))
    XCTAssertEqual(found.diagnostics.count, 300)
    XCTAssertEqual(found.diagnostics.count { $0.message.contains("did you mean `Door.yaml`?") }, 100)
  }

  func testSearchedFoldersAreRemembered() throws {
    try write("lifeline: 1\n", to: "Specs/Inner/A.yaml")
    let searched = discoverSpecs(at: [path("Specs")]).searchedFolders
    XCTAssertEqual(
      searched,
      [try FileSystem.status(of: path("Specs")).identity, try FileSystem.status(of: path("Specs/Inner")).identity])
    XCTAssertEqual(discoverSpecs(at: [path("Specs/Inner/A.yaml")]).searchedFolders, [])
  }

  func testRecognition() {
    func isSpec(_ text: String) -> Bool { hasSpecKey(Array(text.utf8), path: "A.yaml") }
    for text in [
      "lifeline: 1", "\u{FEFF}lifeline : 1", "a: b\rlifeline: 1", "{\"lifeline\": 1}", "\u{FEFF}lifeline: [",
    ] {
      XCTAssertTrue(isSpec(text), text)
    }
    for text in ["", "lifelines: 1", "a: {lifeline: 1}", "  lifeline: 1: 2", "# lifeline"] {
      XCTAssertFalse(isSpec(text), text)
    }
  }

  func testFileNames() {
    XCTAssertTrue(isSpecName("Door.yaml") && isSpecName("Door.yml"))
    XCTAssertFalse(isSpecName("lifeline.yaml") || isSpecName(".Door.yaml") || isSpecName("Door.json"))
    XCTAssertEqual(machineFileName(ofSpec: "Front.Door.yaml"), "Front.Door.swift")
    XCTAssertEqual(testsFileName(ofSpec: "Door"), "DoorTests.swift")
  }

  func testPaths() {
    XCTAssertEqual(["a", "/a", "a/b/", "/", "a//b"].map(Path.folder), [".", "/", "a", "/", "a"])
    XCTAssertEqual(["a", "/a", "a/b/", "a/\u{301}b"].map(Path.name), ["a", "a", "b", "\u{301}b"])
    XCTAssertEqual(Path.absolute("./b//c", in: "/a"), "/a/b/c")
    XCTAssertEqual(Path.absolute("/b", in: "/a"), "/b")
    XCTAssertEqual(Path.relative("/a/b", to: "/"), "a/b")
    XCTAssertNil(Path.relative("/ab", to: "/a"))
  }
}
