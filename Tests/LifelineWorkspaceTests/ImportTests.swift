import Foundation
import XCTest

/// The imports of each module's sources are those that the table in CONTRIBUTING.md allows.
final class ImportTests: XCTestCase {
  private let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().resolvingSymlinksInPath()
  private let systemModules: Set = ["Darwin", "Dispatch", "Glibc", "Musl"]

  /// Returns the allowed imports of each module.
  private func allowedImports() throws -> [String: Set<String>] {
    let page = try String(contentsOf: root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").drop { $0 != "| module | imports | contents |" }.dropFirst(2)
      .prefix { $0.hasPrefix("| ") }
    return Dictionary(
      uniqueKeysWithValues: try rows.map { row in
        let cells = row.split(separator: "|", omittingEmptySubsequences: false)
        let names = cells[1...2].map { $0.matches(of: /`(\w+)`/).map { String($0.1) } }
        return (try XCTUnwrap(names[0].first), Set(names[1]))
      })
  }

  func testModulesImportWhatTheTableAllows() throws {
    let allowed = try allowedImports()
    let sources = root.appending(path: "Sources")
    XCTAssertEqual(Set(try FileManager.default.contentsOfDirectory(atPath: sources.path)), Set(allowed.keys))
    for (module, imports) in allowed {
      let folder = sources.appending(path: module)
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        let imported = text.matches(of: /(?m)^\s*(?:@\w+ |\w+ )?import (?:\w+ )?(\w+)\s*$/).map { String($0.1) }
        let forbidden = Set(imported).subtracting(imports).subtracting(systemModules)
        XCTAssertEqual(forbidden, [], "\(module)/\(file.lastPathComponent)")
      }
    }
  }
}
