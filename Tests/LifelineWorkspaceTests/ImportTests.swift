import Foundation
import RegexBuilder
import TestSupport
import XCTest

/// The imports of each module's sources are those that the table in CONTRIBUTING.md allows, and those of the system that
/// the module needs.
final class ImportTests: XCTestCase {
  /// The modules of the system that sources import.
  private let systemImports: [String: Set<String>] = [
    "LifelineWorkspace": ["Darwin", "Dispatch", "Glibc", "Musl"],
    "lifeline": ["Darwin", "Dispatch", "Glibc", "Musl"],
    "LifelineLanguageServer": ["Darwin", "Dispatch", "Glibc", "Musl"],
    "lifeline-lsp": ["Darwin", "Glibc", "Musl"],
    "LifelineBuildPlugin": ["Foundation", "PackagePlugin", "XcodeProjectPlugin"],
  ]

  /// Returns the modules that a source imports.
  private func importedModules(_ text: String) -> Set<String> {
    let gap = #/(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)/#
    let declaration = Regex {
      /(?:^|;)/.anchorsMatchLineEndings()
      ZeroOrMore(gap)
      ZeroOrMore {
        /@\w+(?:\([^)\n]*\))?|public|package|internal|fileprivate|private/
        OneOrMore(gap)
      }
      "import"
      OneOrMore(gap)
      Optionally {
        /typealias|struct|class|enum|actor|protocol|let|var|func/
        OneOrMore(gap)
      }
      Capture(/`\w+`|\w+/)
      ZeroOrMore {
        ZeroOrMore(gap)
        "."
        ZeroOrMore(gap)
        /`\w+`|\w+/
      }
      /[\ \t]*(?=$|;|\/\/|\/\*)/.anchorsMatchLineEndings()
    }
    // Text between triple quotes is no code of the module.
    let code = text.components(separatedBy: "\"\"\"").enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    return Set(code.joined(separator: "\"\"").matches(of: declaration).map { $0.1.filter { $0 != "`" } })
  }

  /// Returns the allowed imports of each module.
  private func allowedImports() throws -> [String: Set<String>] {
    let page = try String(contentsOf: packageRoot.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").drop { $0 != "| module | imports | contents |" }.dropFirst(2)
      .prefix { $0.hasPrefix("| ") }
    return Dictionary(
      uniqueKeysWithValues: try rows.map { row in
        let cells = row.split(separator: "|", omittingEmptySubsequences: false)
        let names = cells[1...2].map { $0.matches(of: /`([\w-]+)`/).map { String($0.1) } }
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

  /// The targets of the manifest, as `swift package dump-package` shows them.
  private struct Manifest: Decodable {
    struct Target: Decodable {
      var name: String
      var dependencies: [Dependency]
    }

    /// A target or a product, whose name comes first in a list of names and conditions.
    struct Dependency: Decodable {
      struct Name: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
          var list = try decoder.unkeyedContainer()
          text = try list.decode(String.self)
        }
      }

      var byName: Name?
      var target: Name?
      var product: Name?

      var name: String? { (byName ?? target ?? product)?.text }
    }

    var targets: [Target]
  }

  func testTheManifestDeclaresWhatTheTableAllows() throws {
    // With a scratch folder of its own, the command doesn't wait for the one that runs the tests.
    let folder = try createTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try execute(
      "swift", ["package", "--package-path", packageRoot.path, "--scratch-path", folder.path, "dump-package"],
      in: folder)
    XCTAssertEqual(result.status, 0, result.errors)
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(result.output.utf8))
    let declared = Dictionary(uniqueKeysWithValues: manifest.targets.map { ($0.name, $0.dependencies) })
    for (module, allowed) in try allowedImports() {
      let names = try XCTUnwrap(declared[module], module).map { $0.name ?? "?" }
      XCTAssertEqual(names.sorted(), allowed.sorted(), module)
    }
  }

  func testImportsAreRecognizedInEveryForm() {
    let imports = [
      "import A", "  import A  ", "package import A", "@testable import A", "@_spi(Some) public import A // why",
      "import struct A.B", "@preconcurrency internal import func A.B.c /* why */", "import A.B", "import B; import A",
    ]
    for text in imports { XCTAssertTrue(importedModules("let x = 1\n\(text)\nlet y = 2\n").contains("A"), text) }
    for text in [
      "// import A", "let text = \"import A\"", "important A", "import A and more",
      "let text = \"\"\"\n  import A\n  \"\"\"",
    ] {
      XCTAssertEqual(importedModules(text), [], text)
    }
  }
}
