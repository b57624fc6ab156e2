import Foundation
import TestSupport
import XCTest

/// The imports of each module's sources are those that the table in CONTRIBUTING.md allows, and those of the system that
/// the module needs.
final class ImportTests: XCTestCase {
  /// The modules of the system that sources import.
  private let systemImports: [String: Set<String>] = [
    "LifelineWorkspace": ["Darwin", "Dispatch", "Glibc", "Musl"],
    "lifeline": ["Darwin", "Dispatch", "Glibc", "Musl"],
    "LifelineTemplates": ["XCTest"],
    "LifelineBuildPlugin": ["Foundation", "PackagePlugin"],
  ]

  /// Returns the modules that a source imports.
  private func importedModules(_ text: String) -> Set<String> {
    let declaration =
      #/
      (?:^|;) \s*
      (?: (?: @\w+ (?:\([^)\n]*\))? | public | package | internal | fileprivate | private ) \s+ )*
      import \s+ (?: (?: typealias | struct | class | enum | actor | protocol | let | var | func ) \s+ )?
      (\w+) (?:\.\w+)* [\ \t]* (?= $ | ; | \/\/ | \/\* )
      /#.anchorsMatchLineEndings()
    return Set(text.matches(of: declaration).map { String($0.1) })
  }

  /// Returns the allowed imports of each module.
  private func allowedImports() throws -> [String: Set<String>] {
    let page = try String(contentsOf: packageRoot.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").drop { $0 != "| module | imports | contents |" }.dropFirst(2)
      .prefix { $0.hasPrefix("| ") }
    return Dictionary(
      uniqueKeysWithValues: try rows.map { row in
        let cells = row.split(separator: "|", omittingEmptySubsequences: false)
        let names = cells[1...2].map { $0.matches(of: /`(\w+)`/).map { String($0.1) } }
        return (try XCTUnwrap(names[0].first), Set(names[1]))
      })
  }

  func testModulesImportWhatTheTablesAllow() throws {
    let allowed = try allowedImports()
    let sources = packageRoot.appending(path: "Sources")
    XCTAssertEqual(Set(try FileManager.default.contentsOfDirectory(atPath: sources.path)), Set(allowed.keys))
    var folders = allowed.keys.map { (module: $0, folder: sources.appending(path: $0)) }
    folders.append(("LifelineTemplates", packageRoot.appending(path: "Templates")))
    folders.append(("LifelineBuildPlugin", packageRoot.appending(path: "Plugins/LifelineBuildPlugin")))
    for (module, folder) in folders {
      var imported: Set<String> = []
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        let modules = importedModules(try String(contentsOf: file, encoding: .utf8))
        let forbidden = modules.subtracting(allowed[module] ?? []).subtracting(systemImports[module] ?? [])
        XCTAssertEqual(forbidden, [], "\(module)/\(file.lastPathComponent)")
        imported.formUnion(modules)
      }
      XCTAssertEqual((systemImports[module] ?? []).subtracting(imported), [], "\(module) doesn't need these")
    }
  }

  func testImportsAreRecognizedInEveryForm() {
    let imports = [
      "import A", "  import A  ", "package import A", "@testable import A", "@_spi(Some) public import A // why",
      "import struct A.B", "@preconcurrency internal import func A.B.c /* why */", "import A.B", "import B; import A",
    ]
    for text in imports { XCTAssertTrue(importedModules("let x = 1\n\(text)\nlet y = 2\n").contains("A"), text) }
    for text in ["// import A", "let text = \"import A\"", "important A", "import A and more"] {
      XCTAssertEqual(importedModules(text), [], text)
    }
  }
}
