import Foundation
import LifelineSchema
import TestSupport
import XCTest

/// Goes through the pages of short specs: their files are written, and their commands print what the pages show.
final class GuidePageTests: CommandTestCase {
  /// The files and commands of a page, without its tables and text. Returns the number of commands.
  @discardableResult
  private func walk(_ page: String) throws -> Int {
    let walk = PageWalk(page: packageRoot.appending(path: "docs/\(page)"), folder: folder)
    return try walk.go { $0.kind == "sheet" }
  }

  func testTheRecipes() throws {
    let count = try walk("recipes.md")
    let specs = try names(in: "").filter { $0.hasSuffix(".yaml") }
    XCTAssertEqual(specs.count, 7)
    XCTAssertEqual(count, specs.count, "each recipe is checked on the page")
    for spec in specs {
      let result = try lifeline("check", "--strict", spec)
      XCTAssertEqual(result.status, 0, result.errors)
    }
  }

  func testTheOrderOfKeys() throws {
    let page = packageRoot.appending(path: "docs/formatting.md")
    XCTAssertEqual(try PageWalk(page: page, folder: folder).go { $0.language.isEmpty }, 2)
    XCTAssertEqual(try lifeline("format", "--check", "Gate.yaml").status, 0)
  }

  func testTheBugOfTheEnum() throws {
    try skipTest(below: .thorough)
    XCTAssertEqual(try walk("why-not-an-enum.md"), 3)
  }

  func testTheReducer() throws {
    try skipTest(below: .thorough)
    XCTAssertEqual(try walk("from-a-reducer.md"), 3)
    let result = try lifeline("check", "--strict", "Upload.yaml")
    XCTAssertEqual(result.status, 0, result.errors)
  }

  func testTheSceneMigration() throws {
    try skipTest(below: .thorough)
    let path = packageRoot.appending(path: "docs/scene-migration.md")
    let arrivals = try XCTUnwrap(MarkdownBlock.blocks(in: text(of: path)).first { $0.language == "yaml" })
    try write(arrivals.text, to: "Arrivals.yaml")
    let scenes = try text(of: packageRoot.appending(path: "Specs/Apple/SceneLifecycle.yaml"))
    try write(scenes, to: "SceneLifecycle.yaml")
    // `AppPageTests` compile its code, and the blocks of no language need a simulator.
    let count = try PageWalk(page: path, folder: folder).go { $0.language != "console" && !$0.kind.hasPrefix("file ") }
    XCTAssertEqual(count, 11)
  }

  /// The page says what replaces a call of the application's delegate, and the specs of both delegates know these calls.
  func testTheCallsThatScenesReplace() throws {
    try skipTest(below: .thorough)
    let page = try text(of: packageRoot.appending(path: "docs/scene-migration.md"))
    let table = page.components(separatedBy: "| no longer called |")[1].components(separatedBy: "\n\n")[0]
    let rows = table.components(separatedBy: "\n").dropFirst(2).map { names(inRow: $0) }
    XCTAssertEqual(rows.count, 7)
    // Without scenes, no source has the order of a shortcut.
    let old = rows.map { $0[0] }.filter { !$0.contains("performActionFor") }
    for (calls, spec) in [(old, "AppLifecycle"), (rows.map { $0[1] }, "SceneLifecycle")] {
      try write(calls.map { $0 + "\n" }.joined(), to: "calls.log")
      let path = try documentedSpec(spec).path
      let result = try lifeline("trace", path, "calls.log")
      XCTAssertTrue(result.output.contains(", 0 other lines"), "\(spec): \(result.output)")
    }
  }

  func testThePageAboutJSON() throws {
    XCTAssertEqual(try walk("json.md"), 3)
    XCTAssertEqual(read("lifeline-result.schema.json"), ResultSchema.text)
  }

  /// Every key of a document is on a page.
  func testThePageAboutJSONHasEveryKey() throws {
    let pages = try ["json", "traces"].map { try text(of: packageRoot.appending(path: "docs/\($0).md")) }.joined()
    let missing = try ResultValidator().members.map { String($0.split(separator: ".").last ?? "") }
      .filter { !pages.contains("`\($0)`") }
    XCTAssertEqual(Set(missing), [])
  }

  /// The guide's first spec is wrong, its last one is right, and its form is a spec.
  func testTheGuideForAgents() throws {
    XCTAssertEqual(try walk("agents.md"), 3)
    for spec in ["Upload.yaml", "Form.yaml"] {
      let result = try lifeline("check", "--strict", spec)
      XCTAssertEqual(result.status, 0, result.errors)
    }
  }

  func testTheCheatSheetIsASpec() throws {
    try walk("cheat-sheet.md")
    try write(try sheet(), to: "Recorder.yaml")
    for spec in ["Lamp.yaml", "Recorder.yaml"] {
      let result = try lifeline("check", "--strict", spec)
      XCTAssertEqual(result.status, 0, result.errors)
    }
  }

  func testTheCheatSheetHasEveryKey() throws {
    let code = try sheet().split(separator: "\n").map { $0.components(separatedBy: " #")[0] }.joined(separator: "\n")
    let used = Set(code.matches(of: /["a-zA-Z*]+(?=:)/).map { String($0.output.filter { $0 != "\"" }) })
    let schema = try JSONSerialization.jsonObject(with: Data(try lifeline("schema").output.utf8))
    let keys = keys(of: schema)
    XCTAssertGreaterThan(keys.count, 50)
    XCTAssertEqual(keys.subtracting(used).sorted(), [])
  }

  /// Returns the first two names in backticks of a row.
  private func names(inRow row: String) -> [String] {
    let parts = row.components(separatedBy: "`")
    return parts.count > 3 ? [parts[1], parts[3]] : []
  }

  /// The blocks of the cheat sheet, one after the other.
  private func sheet() throws -> String {
    try MarkdownBlock.blocks(in: text(of: packageRoot.appending(path: "docs/cheat-sheet.md")))
      .filter { $0.kind == "sheet" }.map(\.text).joined()
  }

  /// Returns the keys that a schema and its parts name.
  private func keys(of schema: Any) -> Set<String> {
    if let list = schema as? [Any] { return list.reduce(into: []) { $0.formUnion(keys(of: $1)) } }
    guard let object = schema as? [String: Any] else { return [] }
    let named = (object["properties"] as? [String: Any]).map { Set($0.keys) } ?? []
    return object.values.reduce(into: named) { $0.formUnion(keys(of: $1)) }
  }
}
