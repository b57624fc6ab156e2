import Foundation
import LifelineGeneration
import LifelineTemplates
import LifelineTemplating
import TestSupport
import XCTest

/// Holds `docs/templates.md` to the views. `LIFELINE_UPDATE_GOLDEN=1 swift test --skip-build --filter TemplatePageTests` writes its
/// reference anew and fails all the same, so that nobody forgets to read the difference.
final class TemplatePageTests: XCTestCase {
  private let file = packageRoot.appending(path: "docs/templates.md")
  /// The line before the generated part of the page.
  private let marker =
    "<!-- Made from the views: LIFELINE_UPDATE_GOLDEN=1 swift test --skip-build --filter TemplatePageTests -->\n\n"

  private func page() throws -> (text: String, reference: String) {
    let page = try String(contentsOf: file, encoding: .utf8)
    let range = try XCTUnwrap(page.range(of: marker))
    return (String(page[..<range.upperBound]), String(page[range.upperBound...]))
  }

  func testReference() throws {
    let page = try page()
    let reference = try TemplateSet.load(overriding: [:]).keyReference()
    if page.reference == reference { return }
    if ProcessInfo.processInfo.environment["LIFELINE_UPDATE_GOLDEN"] != nil {
      try Data((page.text + reference).utf8).write(to: file)
    }
    let lines = (page.reference.components(separatedBy: "\n"), reference.components(separatedBy: "\n"))
    let index = zip(lines.0, lines.1).prefix { $0 == $1 }.count
    XCTFail(
      """
      The reference of docs/templates.md isn't that of the views.
      page:  \(lines.0.dropFirst(index).first ?? "(nothing)")
      views: \(lines.1.dropFirst(index).first ?? "(nothing)")
      """)
  }

  func testEveryKeyIsDescribed() throws {
    let reference = try TemplateSet.load(overriding: [:]).keyReference()
    let rows = reference.split(separator: "\n").filter { $0.hasPrefix("| `") }
    XCTAssertGreaterThan(rows.count, 100)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      XCTAssertFalse(cells.contains(""), "\(row)")
    }
  }

  /// The page names the templates that are gone, so none of them may be there.
  func testGoneTemplatesAreGone() throws {
    let page = try page().text
    let section = try XCTUnwrap(page.components(separatedBy: "## Templates that are gone").last)
    let rows = section.components(separatedBy: "## Reference")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
    let names = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) }
    }
    XCTAssertGreaterThan(names.count, 20)
    for name in names {
      XCTAssertThrowsError(try TemplateSet.load(overriding: [name: ""]), name) { error in
        let diagnostics = (error as? TemplateErrors)?.diagnostics ?? []
        XCTAssertEqual(diagnostics.map(\.kind.code), ["L707"], name)
      }
    }
  }
}
