import Foundation
import TestSupport
import XCTest

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A test that runs the command in a temporary folder, as a user does.
class CommandTestCase: XCTestCase, FolderTestCase {
  private(set) var folder = URL(filePath: "/")

  override func setUpWithError() throws { folder = try createTemporaryFolder() }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  /// Runs `lifeline` with `arguments`.
  func lifeline(
    _ arguments: String..., in subfolder: String = "", environment: [String: String] = [:],
    output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws -> ProcessResult {
    try lifeline(arguments, in: subfolder, environment: environment, output: output, errors: errors)
  }

  /// Runs `lifeline` with a list of arguments.
  func lifeline(
    _ arguments: [String], in subfolder: String = "", environment: [String: String] = [:],
    output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws -> ProcessResult {
    let result = try execute(
      buildFolder.appending(path: "lifeline").path, arguments, in: folder.appending(path: subfolder),
      environment: ["NO_COLOR": ""].merging(environment) { $1 }, output: output, errors: errors, limit: 180)
    XCTAssertFalse(result.wasEndedBySignal, "lifeline crashed or took too long: \(result.errors)")
    return result
  }

  /// Runs `lifeline` as a user to whom file permissions apply: not as root, even if the tests run as root.
  func lifelineWithoutPrivileges(_ arguments: String...) throws -> ProcessResult {
    let lifeline = buildFolder.appending(path: "lifeline")
    guard geteuid() == 0 else { return try execute(lifeline.path, arguments, in: folder) }
    let setpriv = "/usr/bin/setpriv"
    guard FileManager.default.isExecutableFile(atPath: setpriv) else {
      let reason = "\(setpriv), which runs a program as another user, is missing"
      XCTAssertNil(ProcessInfo.processInfo.environment["CI"], reason)
      throw XCTSkip(reason)
    }
    // Other users may not be allowed into the build folder.
    let copy = folder.appending(path: ".lifeline")
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: lifeline, to: copy)
    for path in [folder.path, copy.path] { XCTAssertEqual(chmod(path, 0o755), 0) }
    let user = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    return try execute(setpriv, user + [copy.path] + arguments, in: folder)
  }

  /// Removes a file.
  func delete(_ path: String) throws { try FileManager.default.removeItem(at: folder.appending(path: path)) }

  /// Makes `path` a link to `target`.
  func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: path).path, withDestinationPath: target)
  }
}
