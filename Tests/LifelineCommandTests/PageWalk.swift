import Foundation
import TestSupport
import XCTest

/// A way through a page from top to bottom: it writes the page's files, runs its commands, and compares what they print.
struct PageWalk: FolderTestCase {
  let page: URL
  /// The folder in which the reader works.
  let folder: URL
  /// Runs commands in another way than a shell does, by their texts.
  var commands: [String: () throws -> String] = [:]
  /// Changes the text of a file that the page shows whole.
  var adjust: (_ path: String, _ text: String) -> String = { $1 }

  /// Goes through blocks of files, of changes and of commands, and returns the number of commands.
  ///
  /// - Parameter isForeign: Returns whether a block of another kind is none of the walk's business.
  func go(ignoring isForeign: (MarkdownBlock) -> Bool) throws -> Int {
    var count = 0
    for block in MarkdownBlock.blocks(in: try text(of: page)) {
      let path = block.kind.hasPrefix("file ") ? String(block.kind.dropFirst(5)) : nil
      switch (block.language, path) {
      case ("diff", let path?): try change(path, as: block)
      case (_, let path?): try write(adjust(path, block.text), to: path)
      case ("console", nil):
        for command in shownCommands(in: block) {
          count += 1
          try run(command)
        }
      default:
        if !isForeign(block) { XCTFail("\(name(block.line)): the test doesn't know what to do with this block") }
      }
    }
    return count
  }

  private func name(_ line: Int) -> String { "\(page.lastPathComponent):\(line)" }

  // MARK: Files

  /// Applies the change that a block shows: lines that begin with `-` become those that begin with `+`, and the others stay.
  private func change(_ path: String, as block: MarkdownBlock) throws {
    let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    func content(without sign: Character) -> String {
      lines.filter { $0.first != sign }.map { $0.dropFirst() + "\n" }.joined()
    }
    let (old, new) = (content(without: "+"), content(without: "-"))
    XCTAssertTrue(lines.allSatisfy { " +-".contains($0.first ?? "?") }, "\(name(block.line)): a line without a sign")
    let current = try text(of: folder.appending(path: path))
    XCTAssertEqual(
      current.components(separatedBy: old).count, 2, "\(name(block.line)): the lines occur exactly once in \(path)")
    try write(current.replacing(old, with: new), to: path)
  }

  // MARK: Commands

  private struct Command {
    var text: String
    /// The output. A `…` stands for any text.
    var output = ""
    var line: Int
  }

  private func shownCommands(in block: MarkdownBlock) -> [Command] {
    var commands: [Command] = []
    for (index, line) in block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated() {
      if line.hasPrefix("$ ") {
        commands.append(Command(text: String(line.dropFirst(2)), line: block.line + 1 + index))
      } else if commands.isEmpty {
        XCTFail("\(name(block.line)): the block doesn't begin with a command")
      } else {
        commands[commands.count - 1].output += line + "\n"
      }
    }
    return commands
  }

  private func run(_ command: Command) throws {
    let output = try commands[command.text]?() ?? outputOfShell(command.text)
    let parts = command.output.components(separatedBy: "…").map(NSRegularExpression.escapedPattern(for:))
    let pattern = try NSRegularExpression(pattern: "\\A\(parts.joined(separator: "[\\s\\S]*?"))\\z")
    let isMatch = pattern.firstMatch(in: output, range: NSRange(output.startIndex..., in: output)) != nil
    XCTAssertTrue(isMatch, "\(name(command.line)): `\(command.text)` prints something else:\n\(output)")
  }

  /// Returns the output and the errors of a command that finds `lifeline` as an installed one.
  private func outputOfShell(_ command: String) throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let result = try execute(
      "sh", ["-c", command], in: folder,
      environment: ["PATH": "\(buildFolder.path):\(path)", "NO_COLOR": "1"], mergingErrors: true, limit: 300)
    XCTAssertFalse(result.wasEndedBySignal, command)
    return result.output
  }
}
