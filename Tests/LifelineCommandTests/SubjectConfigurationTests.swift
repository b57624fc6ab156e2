import TestSupport
import XCTest

/// The machines that `lifeline.yaml` names under `subject` and `asyncSubject`.
final class SubjectConfigurationTests: CommandTestCase {
  private func configure(_ key: String, _ subjects: String) throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write("tests: {\(key): \(subjects)}\n", to: "Specs/lifeline.yaml")
  }

  func testAMachineThatNoSpecHasIsAnError() throws {
    for key in ["subject", "asyncSubject"] {
      try configure(key, "{Dor: ADoor, Window: AWindow}")
      for arguments in [["check"], ["generate", "--output", "Out", "--tests-output", "Out"]] {
        let result = try lifeline(arguments)
        XCTAssertEqual(result.status, 1, key)
        let errors = result.errors.split(separator: "\n").filter { $0.contains("error:") }
        XCTAssertEqual(
          errors,
          [
            "Specs/lifeline.yaml:1:\(12 + key.count): error: no spec of this folder has a machine `Dor`; did you mean `Door`? [L602]",
            "Specs/lifeline.yaml:1:\(24 + key.count): error: no spec of this folder has a machine `Window` [L602]",
          ])
        XCTAssertNil(read("Out/DoorTests.swift"))
      }
    }
  }

  func testAMachineThatASpecHasIsNone() throws {
    try configure("subject", "{Door: ADoor}")
    XCTAssertEqual(try lifeline("check").status, 0)
  }

  /// Another spec of the folder may have the machine.
  func testAFolderThatIsNotSearchedIsNotJudged() throws {
    try configure("subject", "{Window: AWindow}")
    XCTAssertEqual(try lifeline("check", "Specs/Door.yaml").status, 0)
    try write("lifeline: 1\nmachine: [", to: "Specs/Window.yaml")
    let result = try lifeline("check")
    XCTAssertEqual(result.status, 1)
    XCTAssertFalse(result.errors.contains("L602"), result.errors)
  }
}
