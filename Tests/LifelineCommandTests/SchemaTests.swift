import Foundation
import LifelineLanguage
import LifelineSchema
import LifelineSource
import TestSupport
import XCTest

final class SchemaTests: CommandTestCase {
  // MARK: The command

  func testTheCommandPrintsSchemas() throws {
    let spec = try lifeline("schema")
    XCTAssertEqual(spec.status, 0)
    XCTAssertEqual(spec.output, SchemaDocument.spec.text)
    XCTAssertEqual(spec.errors, "")
    XCTAssertEqual(try lifeline("schema", "--configuration").output, SchemaDocument.configuration.text)
  }

  func testSchemasAreWrittenToFiles() throws {
    XCTAssertEqual(try lifeline("schema", "--output", "lifeline.schema.json").output, "wrote lifeline.schema.json\n")
    XCTAssertEqual(read("lifeline.schema.json"), SchemaDocument.spec.text)
    XCTAssertEqual(
      try lifeline("schema", "--output", "lifeline.schema.json").output, "unchanged lifeline.schema.json\n")
    // The schema of an older version is replaced, even if it's longer.
    let old = SchemaDocument.marker + "\"\n}\n" + String(repeating: " ", count: 100_000)
    try write(old, to: "lifeline.schema.json")
    XCTAssertEqual(try lifeline("schema", "--output", "lifeline.schema.json").output, "wrote lifeline.schema.json\n")
    XCTAssertEqual(read("lifeline.schema.json"), SchemaDocument.spec.text)
  }

  func testForeignFilesArentOverwritten() throws {
    for text in ["", "{}\n", "{\n  \"$comment\": \"Written by hand\"\n}\n"] {
      try write(text, to: "schema.json")
      let result = try lifeline("schema", "--output", "schema.json")
      XCTAssertEqual(result.status, 1)
      XCTAssertEqual(
        result.errors,
        "schema.json: error: lifeline didn't write this file, so it isn't overwritten; move it elsewhere [L617]\n"
          + "1 error\n")
      XCTAssertEqual(read("schema.json"), text)
    }
    let missing = try lifeline("schema", "--output", "")
    XCTAssertEqual(missing.status, 64)
    XCTAssertTrue(missing.errors.hasPrefix("Error: --output is empty. Give a file.\n"), missing.errors)
  }

  // MARK: Specs and pages

  /// Returns the differences between reader and schema. A spec that uses others may have errors only because these aren't
  /// read here.
  private func differences(_ text: String, isConfiguration: Bool) -> [String] {
    let bytes = Array(text.utf8)
    return isConfiguration
      ? schemaDifferences(
        of: text, ConfigurationReader.read(bytes: bytes, path: "lifeline.yaml").diagnostics, by: .configuration)
      : schemaDifferences(of: text, SpecReader.read(bytes: bytes, path: "Spec.yaml").diagnostics)
  }

  func testSpecsOfTheProjectFitTheSchema() throws {
    guard let validator = SchemaValidator.shared else { return }
    var counts = [0, 0]
    for folder in ["Specs", "Examples", "Benchmarks"] {
      let files = FileManager.default.enumerator(atPath: packageRoot.appending(path: folder).path)
      while let path = files?.nextObject() as? String {
        if path.hasSuffix(".build") { files?.skipDescendants() }
        guard path.hasSuffix(".yaml") else { continue }
        let isConfiguration = path.hasSuffix("lifeline.yaml")
        counts[isConfiguration ? 1 : 0] += 1
        let spec = try text(of: packageRoot.appending(path: "\(folder)/\(path)"))
        XCTAssertEqual(validator.verdict(on: spec, by: isConfiguration ? .configuration : .spec), .accepted, path)
      }
    }
    XCTAssertGreaterThan(counts[0], 15)
    XCTAssertGreaterThan(counts[1], 2)
  }

  func testSpecsOfPagesFitTheSchema() throws {
    guard SchemaValidator.shared != nil else { return }
    let docs = try FileManager.default.contentsOfDirectory(atPath: packageRoot.appending(path: "docs").path)
    let examples = try FileManager.default.contentsOfDirectory(atPath: packageRoot.appending(path: "Examples").path)
    let pages = ["README.md"] + docs.map { "docs/\($0)" } + examples.map { "Examples/\($0)/README.md" }
    var count = 0
    for page in pages where page.hasSuffix(".md") {
      for block in MarkdownBlock.blocks(in: try text(of: packageRoot.appending(path: page))) {
        let isSpec = block.text.split(separator: "\n").contains("lifeline: 1")
        let isConfiguration = block.kind.hasSuffix("lifeline.yaml")
        guard block.language == "yaml", isSpec || isConfiguration else { continue }
        count += 1
        XCTAssertEqual(
          differences(block.text, isConfiguration: isConfiguration), [], "\(page):\(block.line)")
      }
    }
    XCTAssertGreaterThan(count, 20)
  }

  /// The page lists the codes of the tests.
  func testThePageListsTheCodes() throws {
    let page = try text(of: packageRoot.appending(path: "docs/schema.md"))
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| L") }
    let codes = rows.flatMap { $0.matches(of: /L\d\d\d/).map { String($0.0) } }
    XCTAssertEqual(codes.sorted(), schemaCodes.keys.sorted())
  }
}
