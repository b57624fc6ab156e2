import Foundation
import LifelineGeneration
import LifelineSource
import LifelineTemplates
import LifelineTemplating
import TestSupport
import XCTest

/// Compares `docs/templates.md` and the explanations about templates with the views.
///
/// `LIFELINE_UPDATE_GOLDEN=1 swift test --skip-build --filter TemplatePageTests` updates the reference, and fails, so
/// that an update can't be mistaken for a passing test.
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
    let reference = try TemplateSet.keyReference()
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
    let reference = try TemplateSet.keyReference()
    let rows = reference.split(separator: "\n").filter { $0.hasPrefix("| `") }
    XCTAssertGreaterThan(rows.count, 100)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      XCTAssertFalse(cells.contains(""), "\(row)")
    }
  }

  /// The templates in the examples of explanations have the faults that the explanations are about. Others may follow.
  func testExamplesOfExplanations() {
    for kind in DiagnosticKind.templatingKinds.all {
      let lines = kind.explanation.split(separator: "\n").filter { $0.hasPrefix("    ") }.map {
        String($0.dropFirst(4))
      }
      let example = lines.joined(separator: "\n")
      switch kind.code {
      case "L702":
        assertFirstError(kind.code, of: ["machine": lines[0]])
        assertFirstError(nil, of: ["machine": lines[1] + "{{/delegate}}"])
      case "L704":
        assertFirstError(kind.code, of: ["machine": lines.dropLast().joined(separator: "\n")])
        assertFirstError(nil, of: ["machine": example])
      case "L706": assertFirstError(kind.code, of: ["machine": example])
      // It depends on the machine whether a template renders too much.
      case "L713": assertFirstError(nil, of: ["Extra.md": example], extra: ["Extra.md"])
      case "L707":
        assertFirstError(kind.code, of: ["machine": lines[0]])
        assertFirstError(nil, of: ["machine": "{{#context}}\(lines[1]){{/context}}"])
      case "L711", "L712":
        let files = lines.map { line in
          // A comment follows two spaces.
          line.components(separatedBy: "  #")[0].components(separatedBy: ".mustache:").map {
            $0.trimmingCharacters(in: .whitespaces)
          }
        }
        var texts = Dictionary(uniqueKeysWithValues: files.map { ($0[0], $0[1]) })
        if kind.code == "L711" { texts["machine"] = "{{>header}}" }
        assertFirstError(kind.code, of: texts)
      default:
        XCTAssertEqual(lines.count, 2, kind.code)
        assertFirstError(kind.code, of: ["machine": lines[0]])
        assertFirstError(nil, of: ["machine": lines[1]])
      }
    }
  }

  private func assertFirstError(
    _ expected: String?, of texts: [String: String], extra: [String] = [], line: UInt = #line
  ) {
    do {
      _ = try TemplateSet.load(overriding: texts, extra: extra)
      XCTAssertNil(expected, "\(texts)", line: line)
    } catch {
      let messages = error.diagnostics.map(\.message)
      XCTAssertEqual(error.diagnostics.first?.kind.code, expected, "\(texts): \(messages)", line: line)
    }
  }

  /// The templates that the page lists as removed don't exist.
  func testRemovedTemplatesDoNotExist() throws {
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
