import Foundation
import TestSupport
import XCTest

/// Compares the way of a spec in CONTRIBUTING.md with the sources.
final class ContributingPageTests: XCTestCase {
  /// Returns the rows of the tables below a heading, without their heads.
  private func rows(below heading: String) throws -> [[String]] {
    let page = try String(contentsOf: packageRoot.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let start = try XCTUnwrap(page.range(of: "\n## \(heading)\n")).upperBound
    let section = page[start...].components(separatedBy: "\n## ")[0]
    return section.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  /// Returns the texts in backticks.
  private func code(_ text: String) -> [String] { text.matches(of: /`([^`]+)`/).map { String($0.1) } }

  private func source(_ path: String) throws -> String {
    try String(contentsOf: packageRoot.appending(path: path), encoding: .utf8)
  }

  func testTheStepsAreFunctionsThatReturnTheValues() throws {
    let steps = try rows(below: "From the bytes of a spec to Swift").filter { $0.count == 4 && $0[0] != "step" }
    XCTAssertEqual(steps.count, 12)
    for step in steps {
      let text = try source("Sources/\(code(step[2])[0])")
      let path = code(step[1])[0].components(separatedBy: "(")[0].split(separator: ".")
      let value = code(step[3])[0]
      let functions = text.components(separatedBy: "func \(path[path.count - 1])(").dropFirst()
      XCTAssertTrue(
        functions.contains { $0.components(separatedBy: "{")[0].contains("-> \(value) ") },
        "\(step[1]) returns \(value)")
      if path.count == 2 {
        XCTAssertNotNil(text.firstMatch(of: try Regex("(struct|enum|extension) \(path[0])\\b")), "\(step[1])")
      }
    }
  }

  func testATransitionGoesThroughTheTypes() throws {
    let types = try rows(below: "From the bytes of a spec to Swift").filter { $0.count == 2 && $0[0] != "type" }
    let spec = try source("Specs/Protocols/TCPConnection.yaml")
    let machine = try generate(spec).machine
    XCTAssertTrue(spec.contains(try XCTUnwrap(types.first { $0[0] == "the spec" }.map { code($0[1])[0] })))
    let lines = code(try XCTUnwrap(types.first { $0[0] == "Swift" })[1])
    XCTAssertNotNil(
      machine.firstMatch(
        of: try Regex(lines.map { NSRegularExpression.escapedPattern(for: $0) }.joined(separator: "\\n *"))),
      "\(lines)")
    let files = [
      "YAMLNode": "LifelineYAML/YAMLDocument", "Transition": "LifelineModel/Machine/Transition",
      "Statement": "LifelineGeneration/Program/Statement",
    ]
    for (type, file) in files {
      XCTAssertTrue(types.contains { $0[0] == "`\(type)`" }, type)
      XCTAssertNotNil(try source("Sources/\(file).swift").firstMatch(of: try Regex("(struct|enum) \(type)\\b")), type)
    }
    let statement = try source("Sources/LifelineGeneration/Program/Statement.swift")
    for name in ["assign", "moveTo"] { XCTAssertTrue(statement.contains("case \(name)("), name) }
  }
}
