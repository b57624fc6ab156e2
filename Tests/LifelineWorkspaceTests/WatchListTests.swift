import Foundation
import TestSupport
import XCTest

@testable import LifelineWorkspace

/// The files that a check depends on, and how changes are told.
final class WatchListTests: WorkspaceTestCase {
  /// Returns a sentence about what `change` does to what a check of `paths` depends on.
  private func difference(at paths: String..., by change: () throws -> Void) rethrows -> String? {
    let list = WatchList.find(at: paths.map(path))
    let before = WatchSnapshot.take(of: list)
    try change()
    return WatchSnapshot.take(of: list).difference(from: before, workingFolder: folder.path)
  }

  func testWhatIsSeen() throws {
    try write("", to: "Package.swift")
    try write(
      "templates: Templates\ntraces:\n  - {log: logs/one.log, spec: Specs/House.yaml}\n", to: "lifeline.yaml")
    try write("", to: "Templates/object.mustache")
    try write("", to: "logs/one.log")
    try write(
      "lifeline: 1\nmachine: Bell\nparts: {inner: Inner/Clapper.yaml}\nevents: [e]\nstates: {a: {}}\n",
      to: "Parts/Bell.yaml")
    try write(
      "lifeline: 1\nmachine: House\nparts: {bell: ../Parts/Bell.yaml}\nevents: [e]\nstates: {a: {}}\n",
      to: "Specs/House.yaml")
    let changes: [(path: String, text: String?, difference: String?)] = [
      ("Specs/House.yaml", "lifeline: 1\n", "Specs/House.yaml has changed"),
      ("Specs/Deep/New.yml", "", "Specs/Deep/New.yml is new"), ("Specs/notes.txt", "", nil),
      ("Specs/.hidden.yaml", "", nil),
      ("Specs/lifeline.yaml", "", "Specs/lifeline.yaml is new"),
      ("Specs/Deep/lifeline.yaml", "", "Specs/Deep/lifeline.yaml is new"),
      ("lifeline.yaml", "access: public", "lifeline.yaml has changed"), ("lifeline.yaml", nil, "lifeline.yaml is gone"),
      ("Parts/Bell.yaml", nil, "Parts/Bell.yaml is gone"),
      ("Parts/Inner/Clapper.yaml", "", "Parts/Inner/Clapper.yaml is new"),
      ("Parts/lifeline.yaml", "", "Parts/lifeline.yaml is new"), ("Parts/Other.yaml", "", nil),
      ("Templates/object.mustache", "x", "Templates/object.mustache has changed"),
      ("Templates/machine.mustache", "x", "Templates/machine.mustache is new"),
      ("logs/one.log", "x", "logs/one.log has changed"), ("logs/two.log", "x", nil), ("Package.swift", "x", nil),
      ("Package.swift", nil, "Package.swift is gone"),
    ]
    for (name, text, expected) in changes {
      let old = read(name)
      let difference = try difference(at: "Specs") {
        if let text { try write(text, to: name) } else { try FileManager.default.removeItem(atPath: path(name)) }
      }
      XCTAssertEqual(difference, expected, "\(name)")
      if let old { try write(old, to: name) } else { try FileManager.default.removeItem(atPath: path(name)) }
    }
  }

  func testASecondFileOfTheSameSizeAndTimeIsAnother() throws {
    try write(spec("Door"), to: "Door.yaml")
    let time = try FileManager.default.attributesOfItem(atPath: path("Door.yaml"))[.modificationDate]
    let difference = try difference(at: "Door.yaml") {
      try write(spec("Gate"), to: "new")
      try FileManager.default.setAttributes([.modificationDate: try XCTUnwrap(time)], ofItemAtPath: path("new"))
      try FileManager.default.removeItem(atPath: path("Door.yaml"))
      try FileManager.default.moveItem(atPath: path("new"), toPath: path("Door.yaml"))
    }
    XCTAssertEqual(difference, "Door.yaml has changed")
  }

  func testAChangeThatKeepsSizeAndTimeIsSeen() throws {
    try write(spec("Door"), to: "Door.yaml")
    let time = try FileManager.default.attributesOfItem(atPath: path("Door.yaml"))[.modificationDate]
    let difference = try difference(at: "Door.yaml") {
      // The clock of a file system may stand still for some milliseconds.
      usleep(50_000)
      let file = try FileHandle(forWritingTo: URL(filePath: path("Door.yaml")))
      try file.write(contentsOf: Data(spec("Gate").utf8))
      try file.close()
      try FileManager.default.setAttributes([.modificationDate: try XCTUnwrap(time)], ofItemAtPath: path("Door.yaml"))
    }
    XCTAssertEqual(difference, "Door.yaml has changed")
  }

  func testManyChangesAreCounted() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    let difference = try difference(at: "Specs") {
      for name in ["A", "B", "C", "D", "E"] { try write("", to: "Specs/\(name).yaml") }
    }
    XCTAssertEqual(difference, "Specs/A.yaml is new, Specs/B.yaml is new, Specs/C.yaml is new, and 2 more changes")
  }

  func testPathsThatDoNotExistYet() throws {
    let difference = try difference(at: "Missing", "Missing.yaml") {
      try write(spec("Door"), to: "Missing/Door.yaml")
      try write(spec("Gate"), to: "Missing.yaml")
    }
    XCTAssertEqual(difference, "Missing is new, Missing.yaml is new, Missing/Door.yaml is new")
  }

  func testCirclesOfLinksEnd() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try FileManager.default.createSymbolicLink(atPath: path("Specs/loop"), withDestinationPath: "..")
    try FileManager.default.createSymbolicLink(atPath: path("Specs/Broken.yaml"), withDestinationPath: "nowhere")
    XCTAssertEqual(WatchSnapshot.take(of: .find(at: [path("Specs")])).fileCount, 1)
  }
}
