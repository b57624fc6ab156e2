import Foundation
import LifelineSource
import XCTest

@testable import LifelineWorkspace

/// The loading of specs that parts use.
final class UsedSpecTests: WorkspaceTestCase {
  private func check(_ names: String...) -> JobResult {
    CheckJob(Verification(.forErrors)).run(paths: names.map(path)) { AcceptanceResult(specs: $0) }
  }

  private func messages(_ result: JobResult) -> [String] {
    result.diagnostics.diagnostics.map { "\(name($0.location.path)) \($0.kind.code) \($0.message)" }
  }

  /// A spec of a house with a door.
  private func house(_ machine: String = "House", using door: String = "Door.yaml") -> String {
    """
    lifeline: 1
    machine: \(machine)
    parts: {door: \(door)}
    events: [open]
    states: {empty: {on: {open: {do: {door: open}}}}}
    scenarios:
      somebody comes: {given: empty, when: {open: door.ring}}

    """
  }

  func testAUsedSpecIsFoundBesideItsUser() throws {
    try write(spec("Door"), to: "Specs/Parts/Door.yaml")
    try write(house(using: "Parts/Door.yaml"), to: "Specs/House.yaml")
    XCTAssertEqual(messages(check("Specs/House.yaml")), [])
    try write(house(using: "../Doors/Door.yaml"), to: "Specs/House.yaml")
    try write(spec("Door"), to: "Doors/Door.yaml")
    let result = check("Specs/House.yaml")
    XCTAssertEqual(messages(result), [])
    // The door itself isn't checked, because the command line doesn't name it.
    XCTAssertEqual(result.lines.count, 1)
    XCTAssertEqual(check("Specs").lines.count, 2)
  }

  func testAFaultyPartIsReportedOnceInItsOwnFile() throws {
    try write(spec("Door").replacing("to: opened", with: "to: open"), to: "Parts/Door.yaml")
    for name in ["A", "B"] { try write(house(name, using: "../Parts/Door.yaml"), to: "Specs/\(name).yaml") }
    let result = check("Specs")
    XCTAssertEqual(
      result.diagnostics.diagnostics.map { $0.kind.code }, ["L216", "L240", "L240"])
    XCTAssertTrue(messages(result)[1].contains("`../Parts/Door.yaml` has an error, so this part cannot be read"))
    XCTAssertEqual(result.diagnostics.diagnostics[1].location.range?.start.line, 3)
    XCTAssertEqual(result.diagnostics.diagnostics[1].notes.first?.location, result.diagnostics.diagnostics[0].location)
    let both = check("Specs", "Parts")
    XCTAssertEqual(both.diagnostics.diagnostics.map { $0.kind.code }.sorted(), ["L216", "L240", "L240"])
    let generated = GenerationJob(folders: OutputFolders(machines: path("Out"))).run(paths: [path("Specs")])
    XCTAssertTrue(generated.diagnostics.containsErrors)
    XCTAssertNil(read("Out/A.swift"))
  }

  func testMissingAndAbsoluteFiles() throws {
    try write(house(using: "Dor.yaml"), to: "Specs/House.yaml")
    try write(spec("Door"), to: "Specs/Door.yaml")
    XCTAssertEqual(
      messages(check("Specs/House.yaml")),
      [
        "Specs/House.yaml L240 `Dor.yaml` cannot be used: there is no file and no folder of this name; did you mean "
          + "`Door.yaml`?"
      ])
    try write(house(using: path("Specs/Door.yaml")), to: "Specs/House.yaml")
    XCTAssertTrue(messages(check("Specs/House.yaml"))[0].contains("is an absolute path"))
    try write(house(using: "."), to: "Specs/House.yaml")
    XCTAssertTrue(messages(check("Specs/House.yaml"))[0].contains("this is a folder"))
  }

  /// The search takes longer the more files there are.
  func testSimilarNamesOfMissingPartsAreLookedForAHundredTimes() throws {
    try write(spec("Door"), to: "Door.yaml")
    for number in 0..<150 { try write(house("House\(number)", using: "Dor.yaml"), to: "House\(number).yaml") }
    let messages = messages(check(""))
    XCTAssertEqual(messages.count { $0.contains("there is no file and no folder of this name") }, 150)
    XCTAssertEqual(messages.count { $0.contains("did you mean `Door.yaml`?") }, 100)
  }

  func testACircleIsShown() throws {
    try write(house("A", using: "B.yaml"), to: "A.yaml")
    try write(house("B", using: "Sub/C.yaml"), to: "B.yaml")
    try write(house("C", using: "../A.yaml"), to: "Sub/C.yaml")
    let named = check("A.yaml", "B.yaml", "Sub/C.yaml")
    let message = "A.yaml L240 `B.yaml` leads back to this file: `A.yaml` → `B.yaml` → `C.yaml` → `A.yaml`"
    XCTAssertEqual(messages(named), [message])
    XCTAssertEqual(
      named.diagnostics.diagnostics[0].notes.map { name($0.location?.path ?? "") }, ["B.yaml", "Sub/C.yaml"])
    XCTAssertEqual(
      messages(check("Sub/C.yaml")),
      ["Sub/C.yaml L240 `../A.yaml` leads back to this file: `C.yaml` → `A.yaml` → `B.yaml` → `C.yaml`"])

    // A spec outside of the circle says why its part can't be read.
    try write(house("D", using: "B.yaml"), to: "D.yaml")
    XCTAssertEqual(
      messages(check("D.yaml", "A.yaml")),
      [
        "D.yaml L240 `B.yaml` cannot be read, because specs use each other in a circle: `A.yaml` → `B.yaml` → `C.yaml` "
          + "→ `A.yaml`",
        message,
      ])
    // Without the file that would tell of the circle, another one does.
    XCTAssertEqual(
      messages(check("D.yaml")),
      [
        "B.yaml L240 `Sub/C.yaml` leads back to this file: `B.yaml` → `C.yaml` → `A.yaml` → `B.yaml`",
        "D.yaml L240 `B.yaml` has an error, so this part cannot be read",
      ])
    let generated = GenerationJob(folders: OutputFolders(machines: path("Out"))).run(paths: [path("B.yaml")])
    XCTAssertTrue(generated.diagnostics.containsErrors)
    try write(house("A", using: "A.yaml"), to: "A.yaml")
    XCTAssertEqual(messages(check("A.yaml")), ["A.yaml L240 `A.yaml` leads back to this file: `A.yaml` → `A.yaml`"])
  }

  func testTwoCirclesOfOneSpecAreTwoErrors() throws {
    try write(house("B", using: "A.yaml"), to: "B.yaml")
    try write(house("C", using: "A.yaml"), to: "C.yaml")
    try write(house("A").replacing("door: Door.yaml", with: "door: B.yaml, gate: C.yaml"), to: "A.yaml")
    XCTAssertEqual(
      messages(check("A.yaml", "B.yaml", "C.yaml")),
      [
        "A.yaml L240 `B.yaml` leads back to this file: `A.yaml` → `B.yaml` → `A.yaml`",
        "A.yaml L240 `C.yaml` leads back to this file: `A.yaml` → `C.yaml` → `A.yaml`",
      ])
  }

  func testAThousandSpecsInACircleAreOneError() throws {
    // Each also uses the specs behind its successor, so that there are many circles.
    for number in 0..<1000 {
      let targets = number < 20 ? [number + 1] : (1...4).map { (number + $0) % 1000 }
      let parts = targets.map { "p\($0): S\($0).yaml" }.joined(separator: ", ")
      try write(
        "lifeline: 1\nmachine: S\(number)\nparts: {\(parts)}\nstates: {empty: }\n", to: "S\(number).yaml")
    }
    let start = ContinuousClock.now
    let found = CheckJob(Verification(.forErrors)).run(paths: [folder.path]) { AcceptanceResult(specs: $0) }
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
    let diagnostics = found.diagnostics.diagnostics
    XCTAssertEqual(diagnostics.count, 1)
    XCTAssertEqual(diagnostics.first?.notes.count, 9)
    let message = try XCTUnwrap(diagnostics.first?.message)
    XCTAssertEqual(message.count { $0 == "→" }, 11)
    XCTAssertTrue(message.contains(" → … and 255 more → `S0.yaml`"), message)
  }

  func testLinksAreResolvedBeforeCirclesAreLookedFor() throws {
    try write(house("A", using: "Link.yaml"), to: "A.yaml")
    try FileManager.default.createSymbolicLink(atPath: path("Link.yaml"), withDestinationPath: path("A.yaml"))
    XCTAssertEqual(
      messages(check("A.yaml")), ["A.yaml L240 `Link.yaml` leads back to this file: `A.yaml` → `A.yaml`"])
    // A link to a spec finds what is beside the spec.
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write(house(), to: "Specs/House.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: path("Other.yaml"), withDestinationPath: path("Specs/House.yaml"))
    XCTAssertEqual(messages(check("Other.yaml")), [])
  }

  func testALongChainOfSpecsIsRefused() throws {
    try write(spec("Door"), to: "H0.yaml")
    for level in 1...40 {
      let text = house(using: "H\(level - 1).yaml").replacing("{open: door.ring}", with: "open")
      try write(text, to: "H\(level).yaml")
    }
    let codes = Set(check("H40.yaml").diagnostics.diagnostics.map(\.kind.code))
    XCTAssertEqual(codes, ["L240", "L241"])
    XCTAssertFalse(messages(check("H4.yaml")).contains { $0.contains("L241") })
  }
}
