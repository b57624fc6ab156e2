import Foundation
import TestSupport
import XCTest

/// Compares the tables of options in `docs/` with the help of the commands.
final class OptionPageTests: CommandTestCase {
  /// The options that every command has.
  private let common: Set<String> = ["--version", "--help"]

  /// Returns the options of a command with their long names.
  private func options(of command: String) throws -> Set<String> {
    let help = try lifeline(command, "--help").output
    let options = help.split(separator: "\n").filter { $0.hasPrefix("  -") }.compactMap { line in
      line.split(separator: " ").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ",")) }.first {
        $0.hasPrefix("--")
      }
    }
    return Set(options).subtracting(common)
  }

  /// Returns the options that the rows of the tables of a page begin with.
  private func tabled(in page: String, from heading: String, to end: String) throws -> Set<String> {
    let text = try text(of: packageRoot.appending(path: page))
    let section = try XCTUnwrap(
      text.components(separatedBy: heading).dropFirst().first?.components(separatedBy: end)[0])
    let cells = section.split(separator: "\n").filter { $0.hasPrefix("| `--") }.compactMap {
      $0.split(separator: "|").first
    }
    return Set(cells.flatMap { $0.matches(of: /`(--[a-z-]+)/).map { String($0.1) } })
  }

  func testTheOptionsOfTraceAreInTheirTable() throws {
    let table = try tabled(in: "docs/traces.md", from: "## Checking it against a spec\n", to: "\n## ")
    XCTAssertEqual(table, try options(of: "trace"))
  }

  func testTheOptionsOfFormatAreInTheirTable() throws {
    XCTAssertEqual(
      try tabled(in: "docs/formatting.md", from: "## The command\n", to: "\n## "), try options(of: "format"))
  }

  /// `docs/command.md` has all options, since it is generated. A page about the subject says when to use an option.
  func testAllOptionsAreOnThePageOfTheirSubject() throws {
    let pages = try FileManager.default.contentsOfDirectory(
      at: packageRoot.appending(path: "docs"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "md" }.map {
      try text(of: $0).components(separatedBy: "<!-- Generated from here -->")[0]
    }.joined()
    for command in [
      "init", "check", "generate", "watch", "simulate", "diagram", "explore", "docs", "schema", "format",
    ] {
      let options = try options(of: command)
      XCTAssertFalse(options.isEmpty, command)
      for option in options { XCTAssertTrue(pages.contains(option), "\(command) \(option)") }
    }
  }
}
