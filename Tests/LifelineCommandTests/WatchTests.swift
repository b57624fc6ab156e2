import Foundation
import TestSupport
import XCTest

/// `lifeline watch`, on a terminal and through a pipe.
final class WatchTests: CommandTestCase {
  private let tool = buildFolder.appending(path: "lifeline").path
  private let summary =
    "Door: 1 scenario holds; no loop is endless, all 2 states are reached (2 configurations)\nno errors\n"

  private func watch(_ arguments: String..., actions: [TerminalSession.Action]) throws -> TerminalSession.Result {
    let result = try TerminalSession.run([tool, "watch"] + arguments, in: folder, actions)
    XCTAssertNil(result.missing, result.output)
    XCTAssertTrue(result.isIntact)
    return result
  }

  /// Editors write files in place, or replace them, and delete them on the way.
  func testAFileIsCheckedWheneverItChanges() throws {
    try write(spec("Door"), to: "Door.yaml")
    try write(spec("Door", expecting: "knock"), to: "failing")
    try write(spec("Door"), to: "holding")
    let result = try watch(
      "Door.yaml",
      actions: [
        .expect(summary + "watching 1 file; Control-C ends this\n"), .run("cat failing > Door.yaml"),
        .expect("\n=== Door.yaml has changed\nDoor.yaml:10:12: error: scenario `opening rings`: "),
        .expect(
          "1 error\nDoor: 1 of 1 scenario fails; no loop is endless, all 2 states are reached (2 configurations)\nwatching 1 file\n"
        ),
        .run("cp holding new && mv new Door.yaml"), .expect("\n=== Door.yaml has changed\n" + summary),
        .expect("watching 1 file\n"), .run("rm Door.yaml"),
        .expect(
          "\n=== Door.yaml is gone\nDoor.yaml: error: there is no file and no folder of this name [L610]\n1 error\n"),
        .expect("watching 0 files\n"), .run("cp holding Door.yaml"), .expect("\n=== Door.yaml is new\n" + summary),
        .expect("watching 1 file\n"), .run("printf 'access: publik' > lifeline.yaml"),
        .expect("\n=== lifeline.yaml is new\nlifeline.yaml:1:9: error: "), .expect("watching 2 files\n"),
        .run("rm lifeline.yaml"), .expect("\n=== lifeline.yaml is gone\n" + summary + "watching 1 file\n"), .interrupt,
      ])
    XCTAssertEqual(result.status, -2)
  }

  func testFoldersAndPartsInOtherFolders() throws {
    try skipTest(below: .thorough)
    try write(
      "lifeline: 1\nmachine: Bell\ncallbacks: [ring]\nevents: [press]\nstates: {a: {on: {press: {do: ring}}}}\n",
      to: "Parts/Bell.yaml")
    try write(
      "lifeline: 1\nmachine: House\nparts: {bell: ../Parts/Bell.yaml}\nevents: [visit]\n"
        + "states: {a: {on: {visit: {do: {bell: press}}}}}\n", to: "Specs/House.yaml")
    try write(spec("Gate"), to: "new")
    let result = try watch(
      actions: [
        .expect(
          "House: no scenarios; no loop is endless, the state is reached (1 configuration)\nno errors\nwatching 2 files"
        ),
        .run("sed -i.old 's/press/push/g' Parts/Bell.yaml; rm Parts/Bell.yaml.old"),
        .expect("\n=== Parts/Bell.yaml has changed\nSpecs/House.yaml:5:"), .expect("`press`"),
        .expect("watching 2 files\n"),
        .run("sed -i.old 's/push/press/g' Parts/Bell.yaml; rm Parts/Bell.yaml.old"),
        .expect("\n=== Parts/Bell.yaml has changed\nHouse: no scenarios"), .expect("watching 2 files\n"),
        .run("mkdir -p Specs/Garden; cp new Specs/Garden/Gate.yaml"),
        .expect("\n=== Specs/Garden/Gate.yaml is new\nGate: 1 scenario holds"), .expect("watching 3 files\n"),
        .run("mv Specs Elsewhere"), .expect("there is no folder `Specs` here"), .expect("watching 0 files\n"),
        .run("mv Elsewhere Specs"), .expect("\n=== "), .expect("House: no scenarios"), .expect("watching 3 files\n"),
        .interrupt,
      ])
    XCTAssertEqual(result.status, -2)
  }

  func testWaitingTakesHardlyAnyTime() throws {
    try skipTest(below: .thorough)
    try write(spec("Door"), to: "Door.yaml")
    let actions: [TerminalSession.Action] = [.expect("watching 1 file"), .interrupt]
    let start = try watch("Door.yaml", actions: actions).processorTime
    let pause = try watch("Door.yaml", actions: [actions[0], .pause(3), actions[1]]).processorTime
    XCTAssertLessThan(pause - start, 0.3)
  }

  func testThroughAPipe() throws {
    try write(spec("Door"), to: "Door.yaml")
    let line = "\"$0\" watch Door.yaml | { read first; read second; read third; echo \"$first\"; }"
    let start = ContinuousClock.now
    let result = try execute("/bin/sh", ["-c", line, tool], in: folder, environment: ["NO_COLOR": "1"], limit: 30)
    XCTAssertFalse(result.wasEndedBySignal, "the command outlives its reader")
    XCTAssertEqual(
      result.output, "Door: 1 scenario holds; no loop is endless, all 2 states are reached (2 configurations)\n")
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(25))
  }

  func testInvalidCommandLines() throws {
    let standardInput = try lifeline("watch", "-")
    XCTAssertEqual(standardInput.status, 64)
    XCTAssertTrue(
      standardInput.errors.hasPrefix("Error: Standard input can't be watched. Name files and folders.\n"),
      standardInput.errors)
    XCTAssertEqual(try lifeline("watch", "").status, 64)
  }
}
