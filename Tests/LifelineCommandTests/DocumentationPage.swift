import Foundation
import LifelineYAML
import TestSupport
import XCTest

/// The README or a page of `docs/`.
struct DocumentationPage {
  /// The kind of a block of Swift: the second word after its fence.
  enum SwiftKind: String {
    case code = ""
    case excerpt
    case manifest
    /// Declarations of an app, which the page's other ones can use.
    case app
    /// The same, for modules without default isolation.
    case appWithoutDefaultIsolation = "app-without-default-isolation"
    /// A subject, for `AsyncSubjectTests` with its code, and for `AppPageTests`.
    case subject
  }

  var name: String
  var blocks: [MarkdownBlock]

  /// Returns the README and the pages of `docs/`, sorted by name.
  static func all() throws -> [DocumentationPage] {
    let docs = packageRoot.appending(path: "docs")
    let files = try FileManager.default.contentsOfDirectory(at: docs, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
    XCTAssertFalse(files.isEmpty)
    return try ([packageRoot.appending(path: "README.md")] + files).map { file in
      // `TutorialTests` test the files of the tutorial.
      let blocks = MarkdownBlock.blocks(in: try text(of: file)).filter { !$0.kind.hasPrefix("file ") }
      return DocumentationPage(name: file.lastPathComponent, blocks: blocks)
    }
  }

  /// The complete specs of the page.
  var specs: [MarkdownBlock] { blocks.filter { $0.language == "yaml" && $0.kind.isEmpty } }

  /// Returns the spec that precedes a block on the page.
  func spec(before block: MarkdownBlock) -> MarkdownBlock? { specs.last { $0.line < block.line } }

  /// Returns the blocks of Swift of some kinds. Fails for blocks of unknown kinds.
  func swiftBlocks(_ wanted: SwiftKind...) -> [MarkdownBlock] {
    blocks.filter { block in
      guard block.language == "swift" else { return false }
      guard let kind = SwiftKind(rawValue: block.kind) else {
        XCTFail("\(name):\(block.line): no test knows Swift of the kind `\(block.kind)`")
        return false
      }
      return wanted.contains(kind)
    }
  }
}

extension MarkdownBlock {
  /// Returns the name of the machine of a spec.
  func machine() throws -> String {
    let format = YAMLFormat(name: "spec", firstLine: "lifeline: 1", allowsEmptyFiles: false)
    let root = YAMLReader.read(Array(text.utf8), path: "Spec.yaml", as: format).root
    guard case .mapping(let entries)? = root?.content else { return try XCTUnwrap(nil, "no mapping") }
    let name = try XCTUnwrap(entries.first { $0.key == "machine" }, "no machine").value
    guard case .scalar(let scalar) = name.content else { return try XCTUnwrap(nil, "no name") }
    return scalar.text
  }

  /// The lines of a block of Swift, without those that stand for omitted code.
  var codeLines: [Substring] {
    text.replacing("{ … }", with: "{}").split(separator: "\n").filter { !$0.allSatisfy { " …".contains($0) } }
  }
}
