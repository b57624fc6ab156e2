import Foundation
import XCTest

/// A test with a temporary folder.
class WorkspaceTestCase: XCTestCase {
  private var folder = URL(filePath: "/")

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "lifeline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  /// Returns the absolute path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Returns the part of a path after the folder.
  func name(_ path: String) -> String { String(path.dropFirst(folder.path.count + 1)) }

  /// Writes a file and creates the folders that it needs.
  func write(_ text: String, to name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Returns the text of a file, or `nil` if it doesn't exist.
  func read(_ name: String) -> String? { try? String(contentsOf: folder.appending(path: name), encoding: .utf8) }

  /// Returns the names in a folder, including hidden ones.
  func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
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

    """
  }
}
