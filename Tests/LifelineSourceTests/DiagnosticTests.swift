import LifelineSource
import XCTest

final class SourceFileTests: XCTestCase {
  func testLinesEndAsYAMLLinesDo() {
    let file = SourceFile(path: "a", text: "one\ntwo\r\nthree\rfour\u{2028}x\n\r\nend")
    XCTAssertEqual(
      (1...file.lineCount).map(file.line), ["one", "two", "three", "four\u{2028}x", "", "end"])
    XCTAssertNil(file.line(0))
    XCTAssertNil(file.line(7))
    XCTAssertEqual(SourceFile(path: "a", text: "").line(1), "")
    XCTAssertEqual(SourceFile(path: "a", text: "x\n").lineCount, 2)
    XCTAssertEqual(SourceFile(path: "a", text: "x\n").line(2), "")
  }
}

final class DiagnosticTests: XCTestCase {
  private let error = DiagnosticKindList([.error("L999", "a test", explanation: "It is a test.")]).all[0]
  private let warning = DiagnosticKindList([.warning("L998", "a test", explanation: "It is a test.")]).all[0]

  private func diagnostic(_ kind: DiagnosticKind, _ message: String = "", line: Int? = nil) -> Diagnostic {
    let range = line.map {
      SourceRange(SourcePosition(line: $0, column: 1), SourcePosition(line: $0, column: 2))
    }
    return Diagnostic(kind, message, at: SourceLocation(path: "a", range: range))
  }

  func testSummaryCountsErrorsAndWarnings() {
    XCTAssertEqual([Diagnostic]().summary, "")
    XCTAssertEqual([diagnostic(error)].summary, "1 error")
    XCTAssertEqual([diagnostic(warning), diagnostic(warning)].summary, "2 warnings")
    XCTAssertEqual([diagnostic(error), diagnostic(warning), diagnostic(error)].summary, "2 errors, 1 warning")
  }

  func testContainsErrors() {
    XCTAssertFalse([diagnostic(warning)].containsErrors)
    XCTAssertTrue([diagnostic(warning), diagnostic(error)].containsErrors)
  }

  func testQuotedTextsAreShortened() {
    let text = String(repeating: "ä", count: 1 << 20)
    let short = String(repeating: "ä", count: 199) + "…"
    let location = SourceLocation(path: "a", range: nil)
    let diagnostic = Diagnostic(
      error, "`\(text)` isn't `\(text)`; write `b`", at: location, details: ["is `\(text)`"],
      notes: [.init("`\(text)` is here", at: nil)], fixIt: .init(replace: location, with: text))
    XCTAssertEqual(diagnostic.message, "`\(short)` isn't `\(short)`; write `b`")
    XCTAssertEqual(diagnostic.details, ["is `\(short)`"])
    XCTAssertEqual(diagnostic.notes.map(\.message), ["`\(short)` is here"])
    XCTAssertEqual(diagnostic.fixIt?.help, "write `\(short)`")
    XCTAssertEqual(diagnostic.fixIt?.replacement, text)
    let longest = "`\(String(repeating: "a", count: 199))` is right"
    XCTAssertEqual(self.diagnostic(error, longest).message, longest)
  }

  func testMessagesHaveALimitWhateverTheyQuote() {
    for text in ["`", "a`", "\u{301}", "`\u{301}", "ab "] {
      let message = diagnostic(error, "first " + String(repeating: text, count: 1 << 18) + " last").message
      XCTAssertEqual(message.unicodeScalars.count, 2_000)
      XCTAssertTrue(message.hasPrefix("first") && message.unicodeScalars.contains("…"), message)
      XCTAssertTrue(message.hasSuffix(" last"), message)
    }
  }

  func testSourceOrderIsStable() {
    let diagnostics = [
      diagnostic(error, "c", line: 3), diagnostic(error, "a", line: 1), diagnostic(warning, "d", line: 3),
      diagnostic(error, "file"),
    ]
    XCTAssertEqual(diagnostics.inSourceOrder().map(\.message), ["file", "a", "c", "d"])
  }
}

final class SuggestionTests: XCTestCase {
  func testFindsNearMisses() {
    let names = ["active", "inactive", "background", "if", "to", "do"]
    XCTAssertEqual(nearestName(to: "actve", among: names), "active")
    XCTAssertEqual(nearestName(to: "atcive", among: names), "active")
    XCTAssertEqual(nearestName(to: "Active", among: names), "active")
    XCTAssertEqual(nearestName(to: "backgruond", among: names), "background")
    XCTAssertEqual(nearestName(to: "iff", among: names), "if")
    XCTAssertEqual(nearestName(to: "fi", among: names), "if")
  }

  func testNoSuggestionWithoutANearName() {
    let names = ["active", "to", "do"]
    XCTAssertNil(nearestName(to: "elephant", among: names))
    XCTAssertNil(nearestName(to: "", among: names))
    XCTAssertNil(nearestName(to: "xy", among: names))
    XCTAssertNil(nearestName(to: String(repeating: "a", count: 10_000), among: names))
    XCTAssertNil(nearestName(to: "a", among: ["b"]), "nothing would be left of the name")
  }

  func testTheOnlyNearestNameIsNearerThanAllOthers() {
    XCTAssertEqual(onlyNearestName(to: "actve", among: ["inactive", "active", "actives"]), "active")
    XCTAssertEqual(onlyNearestName(to: "Active", among: ["active", "actives"]), "active")
    XCTAssertNil(onlyNearestName(to: "o", among: ["to", "do"]))
    XCTAssertNil(onlyNearestName(to: "elephant", among: ["active"]))
  }

  func testTheFirstOfEquallyNearNamesIsSuggested() {
    XCTAssertEqual(nearestName(to: "cat", among: ["car", "cab"]), "car")
    XCTAssertEqual(nearestName(to: "cat", among: ["cab", "car"]), "cab")
  }
}
