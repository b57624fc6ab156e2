import Foundation
import TestSupport
import XCTest

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tests that the command reports files which can't be specs, and doesn't wait for them.
final class HostileFileTests: CommandTestCase {
  private func assertRefused(
    _ path: String, code: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let start = ContinuousClock.now
    let result = try lifeline("check", path)
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(10), file: file, line: line)
    XCTAssertEqual(result.status, 1, file: file, line: line)
    XCTAssertEqual(locations(result.errors).isEmpty, false, result.errors, file: file, line: line)
    XCTAssertTrue(result.errors.contains("[\(code)]"), result.errors, file: file, line: line)
  }

  func testEmptyFile() throws {
    try write("", to: "Empty.yaml")
    try assertRefused("Empty.yaml", code: "L104")
  }

  func testPipe() throws {
    XCTAssertEqual(mkfifo(folder.appending(path: "Pipe.yaml").path, 0o600), 0)
    try assertRefused("Pipe.yaml", code: "L611")
    try write(spec("Door"), to: "Door.yaml")
    XCTAssertEqual(try lifeline("check", ".").status, 0, "a search passes over what is no file")
  }

  func testDevice() throws { try assertRefused("/dev/zero", code: "L611") }

  func testFileInPlaceOfFolder() throws {
    try write(spec("Door"), to: "Door.yaml")
    try assertRefused("Door.yaml/Gate.yaml", code: "L610")
  }

  func testFolderInPlaceOfConfiguration() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    try write("", to: "Specs/lifeline.yaml/x")
    try assertRefused("Specs", code: "L611")
  }

  func testFolderNamedLikeASpec() throws {
    try write(spec("Door"), to: "Specs/Gate.yaml/Door.yaml")
    XCTAssertEqual(try lifeline("check").status, 0)
  }

  func testUnreadableFile() throws {
    try write(spec("Door"), to: "Door.yaml")
    chmod(folder.appending(path: "Door.yaml").path, 0)
    let result = try lifelineWithoutPrivileges("check", "Door.yaml")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("[L610]"), result.errors)
  }

  func testFolderThatCanBeListedButNotSearched() throws {
    try write(spec("Door"), to: "Specs/Inner/Door.yaml")
    chmod(folder.appending(path: "Specs").path, 0o444)
    defer { chmod(folder.appending(path: "Specs").path, 0o755) }
    let result = try lifelineWithoutPrivileges("check", "Specs")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("Specs/Inner: error: the file cannot be read"), result.errors)
  }

  func testPathsThatAreTooLong() throws {
    let name = String(repeating: "x", count: 200)
    try write(spec("Door"), to: "Specs/Door.yaml")
    let script = "cd Specs; for i in $(seq 30); do mkdir \(name) && cd \(name) || exit 1; done; touch Door.yaml"
    XCTAssertEqual(try execute("/bin/bash", ["-c", script], in: folder).status, 0)
    let result = try lifeline("check", "Specs")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("File name too long"), String(result.errors.suffix(200)))
    XCTAssertEqual(try execute("/bin/rm", ["-r", "Specs"], in: folder).status, 0)
  }

  func testNameThatIsNotUTF8() throws {
    try write(spec("Door"), to: "Specs/Door.yaml")
    func create(_ name: [UInt8]) throws {
      let path = Array((folder.path + "/Specs/").utf8) + name + [0]
      guard let file = fopen(path.map { CChar(bitPattern: $0) }, "w") else {
        throw XCTSkip("The file system allows UTF-8 only.")
      }
      fclose(file)
    }
    try create(Array("caf".utf8) + [0xE9] + Array(".txt".utf8))
    XCTAssertEqual(try lifeline("check").status, 0, "nobody expects that a text is checked")
    try create(Array("caf".utf8) + [0xE9] + Array(".yaml".utf8))
    let result = try lifeline("check")
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.contains("Specs: error: the name `caf\u{FFFD}.yaml` in this folder"), result.errors)
  }

  func testArgumentThatIsNotUTF8() throws {
    try write(spec("Door"), to: "Door.yaml")
    let lifeline = buildFolder.appending(path: "lifeline").path
    for command in ["check \"$name.yaml\"", "generate Door.yaml --output \"$name\""] {
      let result = try execute("sh", ["-c", "name=$(printf 'D\\351'); '\(lifeline)' \(command)"], in: folder)
      XCTAssertEqual(result.status, 64, result.errors)
      XCTAssertTrue(result.errors.contains("isn't encoded in UTF-8"), result.errors)
    }
    XCTAssertEqual(try names(in: "."), ["Door.yaml"])
  }

  func testTooLargeFile() throws {
    try write("lifeline: 1\n#", to: "Large.yaml")
    XCTAssertEqual(truncate(folder.appending(path: "Large.yaml").path, (16 << 20) + 1), 0)
    try assertRefused("Large.yaml", code: "L612")
    try assertRefused(".", code: "L612")
    try write("data: 1\n#", to: "Large.yaml")
    XCTAssertEqual(truncate(folder.appending(path: "Large.yaml").path, 1 << 40), 0)
    try assertRefused("Large.yaml", code: "L612")
    try assertRefused(".", code: "L613")
  }

  func testDeepNesting() throws {
    try write("lifeline: " + String(repeating: "[", count: 200_000), to: "Deep.yaml")
    try assertRefused("Deep.yaml", code: "L107")
    try assertRefused(".", code: "L107")
  }

  func testInvalidText() throws {
    let files: [(name: String, bytes: [UInt8], code: String)] = [
      ("UTF8", [0x6C, 0xFF], "L102"), ("UTF16", [0xFF, 0xFE, 0x6C, 0], "L102"), ("NUL", [0x6C, 0], "L103"),
    ]
    for (name, bytes, code) in files {
      try Data(bytes).write(to: folder.appending(path: "\(name).yaml"))
      try assertRefused("\(name).yaml", code: code)
    }
  }

  func testPathWithControlCharactersIsEscaped() throws {
    let result = try lifeline("check", "\u{1B}[31mred\n.yaml")
    XCTAssertEqual(result.status, 1)
    XCTAssertFalse(result.errors.contains("\u{1B}"))
    XCTAssertTrue(result.errors.hasPrefix("\\u{1B}[31mred\\u{0A}.yaml: error: "), result.errors)
  }

  func testUnwrittenOutputIsAFailure() throws {
    let full = FileHandle(forWritingAtPath: "/dev/full")
    try XCTSkipIf(full == nil, "the system has no /dev/full")
    XCTAssertEqual(try lifeline("check", "Missing.yaml", errors: full).status, 1)
    try write(spec("Door").replacing("[open]", with: "[open, shut]"), to: "Specs/Door.yaml")
    XCTAssertEqual(try lifeline("check").status, 0)
    XCTAssertEqual(try lifeline("check", errors: full).status, 1)
    let result = try lifeline("check", output: full)
    XCTAssertEqual(result.status, 1)
    XCTAssertTrue(result.errors.hasSuffix("error: some of the output couldn't be written: No space left on device\n"))
  }
}
