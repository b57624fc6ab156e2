import LifelineReporting
import LifelineSource
import XCTest

final class GitHubRendererTests: XCTestCase {
  private let kind = DiagnosticKind("L999", .error, "a test: of colons, commas", explanation: "It is a test.")

  private func place(_ path: String, _ lines: ClosedRange<Int>) -> SourceLocation {
    SourceLocation(
      path: path,
      range: SourceRange(
        SourcePosition(line: lines.lowerBound, column: 3), SourcePosition(line: lines.upperBound, column: 7)))
  }

  func testACommandPerFinding() {
    let full = Diagnostic(
      kind, "no", at: place("a.yaml", 2...2), details: ["expected  actual", "one       two"],
      notes: [.init("here", at: place("b.yaml", 4...4)), .init("nowhere", at: nil)],
      fixIt: .init(replace: place("a.yaml", 2...2), with: "yes"))
    var bare = Diagnostic(kind, "cannot", at: SourceLocation(path: "b.yaml", range: nil))
    bare.severity = .warning
    XCTAssertEqual(
      GitHubRenderer().render([full, bare]),
      "::error file=a.yaml,line=2,endLine=2,col=3,endColumn=7,title=L999%3A a test%3A of colons%2C commas::"
        + "no%0Aexpected  actual%0Aone       two%0Ahelp: write `yes`%0Ab.yaml:4:3: note: here%0Anote: nowhere\n"
        + "::warning file=b.yaml,title=L999%3A a test%3A of colons%2C commas::cannot\n")
  }

  func testColumnsAreWithinOneLineOnly() {
    XCTAssertEqual(
      GitHubRenderer().render([Diagnostic(kind, "no", at: place("a", 2...3))]),
      "::error file=a,line=2,endLine=3,title=L999%3A a test%3A of colons%2C commas::no\n")
  }

  func testNoTextBeginsACommandOrAPropertyOfItsOwn() {
    let hostile = "x\r\n::set-env name=A::b\u{2028}::error::c,line=9::%0A\u{1B}[2J\u{0}\u{85}"
    let diagnostic = Diagnostic(
      kind, hostile, at: place(hostile, 1...1), details: [hostile], notes: [.init(hostile, at: place(hostile, 1...1))],
      fixIt: .init(replace: place(hostile, 1...1), with: hostile))
    let output = GitHubRenderer().render([diagnostic])
    XCTAssertEqual(output.unicodeScalars.filter { $0.properties.generalCategory == .control }, ["\n"])
    XCTAssertFalse(output.unicodeScalars.contains("\u{2028}"))
    let properties = output.prefix { $0 != "\n" }.dropFirst(2).split(separator: "::", maxSplits: 1)[0]
    XCTAssertEqual(
      properties.split(separator: ",").map { $0.prefix { $0 != "=" } },
      ["error file", "line", "endLine", "col", "endColumn", "title"])
    XCTAssertTrue(output.contains("%250A"))
  }
}
