import Foundation
import TestSupport
import XCTest

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs the command in a folder of its own, as a user does.
class CommandTestCase: XCTestCase {
  private(set) var folder = URL(filePath: "/")

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory
      .resolvingSymlinksInPath()
      .appending(path: "lifeline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  /// Runs `lifeline` with `arguments`.
  func lifeline(
    _ arguments: String..., in subfolder: String = "", environment: [String: String] = [:],
    output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws -> ProcessResult {
    let result = try execute(
      buildFolder.appending(path: "lifeline").path, arguments, in: folder.appending(path: subfolder),
      environment: ["NO_COLOR": ""].merging(environment) { $1 }, output: output, errors: errors, limit: 60)
    XCTAssertFalse(result.wasEndedBySignal, "lifeline crashed or took too long: \(result.errors)")
    return result
  }

  /// Runs `lifeline` as a user to whom file permissions apply: not as root, even if the tests run as root.
  func lifelineWithoutPrivileges(_ arguments: String...) throws -> ProcessResult {
    let lifeline = buildFolder.appending(path: "lifeline")
    guard geteuid() == 0 else { return try execute(lifeline.path, arguments, in: folder) }
    let setpriv = "/usr/bin/setpriv"
    try XCTSkipUnless(
      FileManager.default.isExecutableFile(atPath: setpriv), "the system cannot run a program as another user")
    // Other users may not be allowed into the build folder.
    let copy = folder.appending(path: ".lifeline")
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: lifeline, to: copy)
    for path in [folder.path, copy.path] { XCTAssertEqual(chmod(path, 0o755), 0) }
    let user = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    return try execute(setpriv, user + [copy.path] + arguments, in: folder)
  }

  /// Writes a file and creates the folders that it needs.
  func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Returns the text of a file, or `nil` if it doesn't exist.
  func read(_ path: String) -> String? { try? text(of: folder.appending(path: path)) }

  /// Returns the names in a folder, including hidden ones.
  func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
  }

  /// Makes `path` a link to `target`.
  func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: path).path, withDestinationPath: target)
  }

  /// Returns a spec with one scenario, which expects `call` and holds if that is `ring`.
  func spec(_ machine: String, expecting call: String = "ring") -> String {
    """
    lifeline: 1
    machine: \(machine)
    callbacks: [ring, knock]
    events: [open]
    states:
      closed: {on: {open: {to: opened, do: ring}}}
      opened: {on: {open: {to: closed, do: knock}}}
    scenarios:
      opening rings:
        when: {open: \(call)}
    """ + "\n"
  }
}
