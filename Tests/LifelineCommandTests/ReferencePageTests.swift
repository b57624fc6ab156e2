import Foundation
import TestSupport
import XCTest

/// Compares the generated parts of the references with the parser of the command line and with the table of keys.
///
/// `LIFELINE_UPDATE_GOLDEN=1` writes these parts anew. The rest of the pages is written by hand.
final class ReferencePageTests: CommandTestCase {
  private static let beginning = "<!-- Generated from here -->\n"
  private static let end = "<!-- Generated up to here -->"

  func testTheReferenceOfTheCommand() throws {
    let dump = try lifeline("--experimental-dump-help")
    XCTAssertEqual(dump.status, 0, dump.errors)
    let reference = try CommandReference(dump: Data(dump.output.utf8))
    try checkReference(reference.text, in: "docs/command.md")
  }

  func testTheReferenceOfTheConfiguration() throws {
    try checkReference(ConfigurationReference.text, in: "docs/configuration.md")
  }

  /// The names of subcommands on the page of the command lead to their sections.
  func testThePageOfTheCommandBeginsWithAllCommands() throws {
    let page = try text(of: packageRoot.appending(path: "docs/command.md"))
    let table = page.components(separatedBy: Self.beginning)[0]
    let sections = page.matches(of: /\n### `lifeline ([a-z]+)`/).map { String($0.1) }
    XCTAssertGreaterThan(sections.count, 10)
    XCTAssertEqual(table.matches(of: /\| \[`([a-z]+)`\]\(#lifeline-/).map { String($0.1) }, sections)
    for name in sections { XCTAssertTrue(table.contains("[`\(name)`](#lifeline-\(name))"), name) }
  }

  private func checkReference(_ reference: String, in path: String) throws {
    let page = try text(of: packageRoot.appending(path: path))
    let parts = page.components(separatedBy: Self.beginning)
    let rest = parts.last?.components(separatedBy: Self.end) ?? []
    guard parts.count == 2, rest.count == 2 else { return XCTFail("\(path) has no place for the generated part") }
    try checkGolden(parts[0] + Self.beginning + "\n" + reference + "\n\n" + Self.end + rest[1], at: path)
  }
}
