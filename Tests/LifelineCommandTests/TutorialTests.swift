import Foundation
import TestSupport
import XCTest

/// Goes through the tutorial from top to bottom: writes its files, runs its commands, and compares what they print.
final class TutorialTests: PluginTestCase {
  private let page = packageRoot.appending(path: "docs/tutorial.md")

  func testEveryStepOfTheTutorial() throws {
    for folder in ["Sources", "Tests", "Package.swift"] { try move(folder, to: nil) }
    var commandCount = 0
    for block in MarkdownBlock.blocks(in: try text(of: page)) {
      let path = block.kind.hasPrefix("file ") ? String(block.kind.dropFirst(5)) : nil
      switch (block.language, path) {
      case ("diff", let path?): try change(path, as: block)
      case (_, let path?): try create(path, with: block.text)
      case ("console", nil):
        for command in commands(in: block) {
          commandCount += 1
          try run(command)
        }
      case ("", nil): continue  // The installation, which the tests have behind them.
      default: XCTFail("tutorial.md:\(block.line): the test doesn't know what to do with this block")
      }
    }
    XCTAssertGreaterThan(commandCount, 5)
  }

  // MARK: Files

  private func create(_ path: String, with content: String) throws {
    var content = content
    if path == "Package.swift" {
      let address = "url: \"https://github.com/OWNER/lifeline\", from: \"0.1.0\""
      XCTAssertTrue(content.contains(address), content)
      content = content.replacing(address, with: "name: \"lifeline\", path: \"\(packageRoot.path)\"")
    }
    try write(content, to: path)
  }

  /// Applies the change that a block shows: lines that begin with `-` become those that begin with `+`, and the others stay.
  private func change(_ path: String, as block: MarkdownBlock) throws {
    let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    func content(without sign: Character) -> String {
      lines.filter { $0.first != sign }.map { $0.dropFirst() + "\n" }.joined()
    }
    let (old, new) = (content(without: "+"), content(without: "-"))
    XCTAssertTrue(
      lines.allSatisfy { " +-".contains($0.first ?? "?") }, "tutorial.md:\(block.line): a line without a sign")
    let current = try text(of: package.appending(path: path))
    XCTAssertEqual(
      current.components(separatedBy: old).count, 2,
      "tutorial.md:\(block.line): the lines occur exactly once in \(path)")
    try write(current.replacing(old, with: new), to: path)
  }

  // MARK: Commands

  private struct Command {
    var text: String
    /// The output. A `…` stands for any text.
    var output = ""
    var line: Int
  }

  private func commands(in block: MarkdownBlock) -> [Command] {
    var commands: [Command] = []
    for (index, line) in block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated() {
      if line.hasPrefix("$ ") {
        commands.append(Command(text: String(line.dropFirst(2)), line: block.line + 1 + index))
      } else if commands.isEmpty {
        XCTFail("tutorial.md:\(block.line): the block doesn't begin with a command")
      } else {
        commands[commands.count - 1].output += line + "\n"
      }
    }
    return commands
  }

  private func run(_ command: Command) throws {
    let output: String
    if command.text == "swift test" {
      // In the folder of all packages that tests build, where the tool is built already.
      let log = try build()
      let result = try test()
      XCTAssertEqual(result.status, 0, result.output + result.errors)
      output = log + result.output + result.errors
    } else {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let result = try execute(
        "sh", ["-c", command.text], in: package,
        environment: ["PATH": "\(buildFolder.path):\(path)", "NO_COLOR": "1"], mergingErrors: true, limit: 60)
      XCTAssertFalse(result.wasEndedBySignal, command.text)
      output = result.output
    }
    let parts = command.output.components(separatedBy: "…").map(NSRegularExpression.escapedPattern(for:))
    let pattern = try NSRegularExpression(pattern: "\\A\(parts.joined(separator: "[\\s\\S]*?"))\\z")
    let isMatch = pattern.firstMatch(in: output, range: NSRange(output.startIndex..., in: output)) != nil
    XCTAssertTrue(
      isMatch, "tutorial.md:\(command.line): `\(command.text)` prints something else:\n\(output)")
  }
}
