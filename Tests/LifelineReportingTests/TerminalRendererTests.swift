import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

private let kind = DiagnosticKindList([.error("L999", "a test", explanation: "It is a test.")]).all[0]
private let warningKind = DiagnosticKindList([.warning("L998", "a test", explanation: "It is a test.")]).all[0]

final class TerminalRendererTests: XCTestCase {
  /// Returns the output for a diagnostic about a range of a text.
  private func rendered(
    _ text: String, _ start: (line: Int, column: Int), _ end: (line: Int, column: Int),
    message: String = "no", path: String = "a.yaml"
  ) -> String {
    let range = SourceRange(
      SourcePosition(line: start.line, column: start.column),
      SourcePosition(line: end.line, column: end.column))
    let diagnostic = Diagnostic(kind, message, at: SourceLocation(path: path, range: range))
    return TerminalRenderer(colored: false)
      .render([diagnostic], sources: [PathKey(path): SourceFile(path: path, text: text)])
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  func testShowsTheLineAndUnderlinesTheRange() {
    XCTAssertEqual(
      rendered("one: 1\ntwo: 2\n", (2, 1), (2, 4)),
      """
      a.yaml:2:1: error: no [L999]
          2 | two: 2
            | ^~~

      """)
  }

  func testUnderlinesOneColumnOfAnEmptyRangeAndBehindTheLine() {
    XCTAssertEqual(lines(rendered("off:", (1, 5), (1, 5)))[1...], ["    1 | off:", "      |     ^"])
    XCTAssertEqual(lines(rendered("", (1, 1), (1, 1)))[1...], ["    1 |", "      | ^"])
  }

  func testUnderlinesTheFirstLineOfALongerRange() {
    XCTAssertEqual(
      lines(rendered("a: {b: c,   \n  d: e}\n", (1, 4), (2, 8)))[1...],
      ["    1 | a: {b: c,   ", "      |    ^~~~~~"])
  }

  func testShowsDetailsHelpAndNotes() {
    let text = "iff: 1\nif: 2\r\n"
    func location(_ line: Int, _ length: Int) -> SourceLocation {
      let start = SourcePosition(line: line, column: 1)
      return SourceLocation(path: "a.yaml", range: SourceRange(start, start).slice(offset: 0, length: length))
    }
    let diagnostic = Diagnostic(
      warningKind, "unknown key `iff`", at: location(1, 3), details: ["expected  actual", "a         b"],
      notes: [.init("it is here", at: location(2, 2)), .init("of nowhere", at: nil)],
      fixIt: .init(replace: location(1, 3), with: "if"))
    XCTAssertEqual(
      TerminalRenderer(colored: false)
        .render([diagnostic], sources: [PathKey("a.yaml"): SourceFile(path: "a.yaml", text: text)]),
      """
      a.yaml:1:1: warning: unknown key `iff` [L998]
          1 | iff: 1
            | ^~~
            |  expected  actual
            |  a         b
            |  help: write `if`
      a.yaml:2:1: note: it is here
          2 | if: 2
            | ^~
      note: of nowhere

      """)
  }

  func testFixItsAreDescribed() {
    func help(_ length: Int, _ replacement: String) -> String {
      let location = SourceLocation(
        path: "a", range: SourceRange.start.slice(offset: 0, length: length))
      let diagnostic = Diagnostic(kind, "no", at: location, fixIt: .init(replace: location, with: replacement))
      return TerminalRenderer(colored: false).render([diagnostic], sources: [:])
    }
    XCTAssertEqual(lines(help(1, ""))[1], "      |  help: delete this")
    XCTAssertEqual(lines(help(0, "x"))[1], "      |  help: insert `x`")
  }

  func testDiagnosticsAboutAFileHaveNoPosition() {
    let diagnostic = Diagnostic(kind, "cannot be read", at: SourceLocation(path: "b.yaml", range: nil))
    XCTAssertEqual(
      TerminalRenderer(colored: false).render([diagnostic], sources: [:]),
      "b.yaml: error: cannot be read [L999]\n")
  }

  func testALineThatDoesNotExistIsNotShown() {
    XCTAssertEqual(rendered("a: b", (7, 1), (7, 2)), "a.yaml:7:1: error: no [L999]\n")
  }

  func testColoursAreBalancedAndLeaveTheTextAlone() {
    let diagnostic = Diagnostic(kind, "no", at: SourceLocation(path: "a.yaml", range: .start))
    let sources = [PathKey("a.yaml"): SourceFile(path: "a.yaml", text: "a: b")]
    let colored = TerminalRenderer(colored: true).render([diagnostic], sources: sources)
    XCTAssertTrue(colored.contains("\u{1B}[1;31merror:\u{1B}[0m"))
    let stripped = colored.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    XCTAssertEqual(stripped, TerminalRenderer(colored: false).render([diagnostic], sources: sources))
  }

  func testNothingUnsafeReachesTheTerminal() {
    let hostile =
      "\u{1B}[2J\u{7}\u{7F}\u{9B}\u{202E}\u{2066}\u{2028}\u{2029}\u{200F}\u{61C}\u{FEFF}\u{E0041}\u{0}"
    let output = rendered(
      "x\(hostile)y", (1, 2), (1, 3), message: "no\n\(hostile)", path: "a\(hostile)\n.yaml")
    for scalar in output.unicodeScalars where scalar != "\n" {
      XCTAssertFalse(scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value, "\(scalar.escaped(asASCII: true))")
      XCTAssertNotEqual(scalar.properties.generalCategory, .format, "\(scalar.escaped(asASCII: true))")
      XCTAssertNotEqual(scalar.properties.generalCategory, .lineSeparator)
      XCTAssertNotEqual(scalar.properties.generalCategory, .paragraphSeparator)
    }
    XCTAssertTrue(output.hasPrefix("a\\u{1B}[2J\\u{07}\\u{7F}\\u{9B}\\u{202E}"))
    XCTAssertEqual(lines(output).count, 3)
    XCTAssertTrue(lines(output)[0].contains("error: no\\u{0A}\\u{1B}"))
    // The escape is underlined as wide as it is shown.
    XCTAssertEqual(lines(output)[2], "      |  ^~~~~~")
  }

  func testTabsAreExpanded() {
    XCTAssertEqual(
      lines(rendered("\ta:\tbc", (1, 5), (1, 7)))[1...], ["    1 |     a:  bc", "      |         ^~"])
  }

  func testWideCharactersTakeTwoColumns() {
    // Two ideographs; a picture; one made of several scalars; a letter with a combining accent.
    XCTAssertEqual(lines(rendered("漢字: x", (1, 5), (1, 6)))[2], "      |       ^")
    XCTAssertEqual(lines(rendered("漢字: x", (1, 1), (1, 3)))[2], "      | ^~~~")
    XCTAssertEqual(lines(rendered("😀: x", (1, 4), (1, 5)))[2], "      |     ^")
    XCTAssertEqual(lines(rendered("👩\u{200D}👧: x", (1, 6), (1, 7)))[2], "      |     ^")
    XCTAssertEqual(lines(rendered("❤\u{FE0F}: x", (1, 5), (1, 6)))[2], "      |     ^")
    XCTAssertEqual(lines(rendered("e\u{301}: x", (1, 5), (1, 6)))[2], "      |    ^")
    XCTAssertEqual(lines(rendered("한: x", (1, 4), (1, 5)))[2], "      |     ^")
  }

  func testLongLinesAreCutAroundTheRange() {
    let long = String(repeating: "a", count: 500) + "XYZ" + String(repeating: "b", count: 500)
    let shown = lines(rendered(long, (1, 501), (1, 504)))
    XCTAssertTrue(shown[1].hasPrefix("    1 | … aaa"))
    XCTAssertTrue(shown[1].hasSuffix("bbb …"))
    XCTAssertLessThan(shown[1].count, 160)
    XCTAssertEqual(Array(shown[2]).firstIndex(of: "^"), Array(shown[1]).firstIndex(of: "X"))
    XCTAssertTrue(shown[2].hasSuffix("^~~"))

    let head = lines(rendered(long, (1, 1), (1, 1001)))
    XCTAssertTrue(head[1].hasPrefix("    1 | aaa"))
    XCTAssertEqual(head[1].count, 8 + 140 + 2)
    XCTAssertEqual(head[2].count, 8 + 140)

    let tail = lines(rendered(long, (1, 1004), (1, 1004)))
    XCTAssertTrue(tail[1].hasSuffix("bbb"))
    XCTAssertEqual(tail[2].count, tail[1].count + 1)
  }

  func testManyDiagnosticsOnOneLongLineTakeLinearTime() throws {
    try skipTest(below: .thorough)
    let text = String(repeating: "é: x, ", count: 50_000)
    let diagnostics = (0..<2_000).map { index in
      let start = SourcePosition(line: 1, column: index * 125 + 1)
      return Diagnostic(kind, "no", at: SourceLocation(path: "a", range: SourceRange(start, start)))
    }
    let output = TerminalRenderer(colored: false)
      .render(diagnostics, sources: [PathKey("a"): SourceFile(path: "a", text: text)])
    XCTAssertEqual(output.utf8.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }, 6_000)
  }
}
