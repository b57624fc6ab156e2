import Foundation
import XCTest

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
    try execute(
      buildFolder.appending(path: "lifeline"), arguments, in: folder.appending(path: subfolder),
      environment: ["NO_COLOR": ""].merging(environment) { $1 }, output: output, errors: errors)
  }

  /// Writes a file and creates the folders that it needs.
  func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// What stands in a file; `nil` if there is none.
  func read(_ path: String) -> String? { try? text(of: folder.appending(path: path)) }

  /// The names in a folder, hidden ones included.
  func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
  }

  /// Makes `path` a link to `target`.
  func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: path).path, withDestinationPath: target)
  }

  /// A spec of a machine with one scenario, which expects `call` to be made and holds if that is `ring`.
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
