import Foundation

/// The root of the package under test.
package let packageRoot = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Returns the specs of the documented life cycles, sorted by name.
package func documentedSpecs() throws -> [URL] {
  let specs = packageRoot.appending(path: "Specs")
  return try FileManager.default.subpathsOfDirectory(atPath: specs.path)
    .map { specs.appending(path: $0) }
    .filter { $0.pathExtension == "yaml" && $0.lastPathComponent != "lifeline.yaml" }
    .sorted { $0.lastPathComponent < $1.lastPathComponent }
}

/// Returns the spec of a documented life cycle.
/// - Throws: An error if there is none of that name.
package func documentedSpec(_ name: String) throws -> URL {
  guard let spec = try documentedSpecs().first(where: { $0.lastPathComponent == name + ".yaml" }) else {
    throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name + ".yaml"])
  }
  return spec
}

/// Creates an empty folder for a test, which the test has to remove.
package func createTemporaryFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    .appending(path: "lifeline-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

/// A test case that works in a folder.
package protocol FolderTestCase {
  /// The folder that paths are relative to.
  var folder: URL { get }
}

extension FolderTestCase {
  /// Writes a file and creates the folders that it needs.
  package func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Returns the text of a file, or `nil` if it doesn't exist.
  package func read(_ path: String) -> String? { try? text(of: folder.appending(path: path)) }

  /// Returns the names in a folder, including hidden ones.
  package func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
  }

  /// Returns a spec with one scenario, which expects `call` and holds if that is `ring`.
  package func spec(_ machine: String, expecting call: String = "ring") -> String {
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
