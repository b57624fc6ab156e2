import LifelineReporting
import LifelineSource
import XCTest

final class GitHubRendererTests: XCTestCase {
  private let kind = DiagnosticKindList([.error("L999", "a test: of colons, commas", explanation: "It is a test.")])
    .all[0]

  private let renderer = GitHubRenderer(workingFolder: "/home")

  private func location(_ path: String, _ lines: ClosedRange<Int>) -> SourceLocation {
    SourceLocation(
      path: path,
      range: SourceRange(
        SourcePosition(line: lines.lowerBound, column: 3), SourcePosition(line: lines.upperBound, column: 7)))
  }

  func testACommandPerDiagnostic() {
    let full = Diagnostic(
      kind, "no", at: location("a.yaml", 2...2), details: ["expected  actual", "one       two"],
      notes: [.init("here", at: location("b.yaml", 4...4)), .init("nowhere", at: nil)],
      fixIt: .init(replace: location("a.yaml", 2...2), with: "yes"))
    var bare = Diagnostic(kind, "cannot", at: SourceLocation(path: "b.yaml", range: nil))
    bare.severity = .warning
    XCTAssertEqual(
      renderer.render([full, bare]),
      "::error file=a.yaml,line=2,endLine=2,col=3,endColumn=7,title=L999%3A a test%3A of colons%2C commas::"
        + "no%0Aexpected  actual%0Aone       two%0Ahelp: write `yes`%0Ab.yaml:4:3: note: here%0Anote: nowhere\n"
        + "::warning file=b.yaml,title=L999%3A a test%3A of colons%2C commas::cannot\n")
  }

  func testPathsAreRelativeToTheRepository() {
    let renderers = [
      (GitHubRenderer(roots: ["/home/repository"], workingFolder: "/home/repository"), "a.yaml"),
      (GitHubRenderer(roots: ["/home/repository/"], workingFolder: "/home/repository/Sub"), "Sub/a.yaml"),
      (GitHubRenderer(workingFolder: "/home/repository"), "a.yaml"),
    ]
    for (renderer, expected) in renderers {
      let folder = expected.hasPrefix("Sub") ? "/home/repository/Sub" : "/home/repository"
      for path in ["a.yaml", "./a.yaml", "b/../a.yaml", "\(folder)/a.yaml", "\(folder)/./b/..//a.yaml"] {
        XCTAssertEqual(file(path, renderer), "file=\(expected),", path)
      }
      for path in ["/home/other/a.yaml", "/home/repositories/a.yaml", "../../../a.yaml", "/home/repository"] {
        XCTAssertEqual(file(path, renderer), "file=\(path),", "a path outside is unchanged")
      }
    }
    let note = Diagnostic.Note("here", at: location("/home/repository/b.yaml", 1...1))
    let noted = Diagnostic(kind, "no", at: location("a.yaml", 1...1), notes: [note])
    XCTAssertTrue(renderers[0].0.render([noted]).hasSuffix("%0Ab.yaml:1:3: note: here\n"))
  }

  private func file(_ path: String, _ renderer: GitHubRenderer) -> String {
    let output = renderer.render([Diagnostic(kind, "no", at: location(path, 1...1))])
    return String(output.dropFirst("::error ".count).prefix { $0 != "," } + ",")
  }

  func testColumnsAreWithinOneLineOnly() {
    XCTAssertEqual(
      renderer.render([Diagnostic(kind, "no", at: location("a", 2...3))]),
      "::error file=a,line=2,endLine=3,title=L999%3A a test%3A of colons%2C commas::no\n")
  }

  func testNoTextBeginsACommandOrAPropertyOfItsOwn() {
    let hostile = "x\r\n::set-env name=A::b\u{2028}::error::c,line=9::%0A\u{1B}[2J\u{0}\u{85}"
    let diagnostic = Diagnostic(
      kind, hostile, at: location(hostile, 1...1), details: [hostile],
      notes: [.init(hostile, at: location(hostile, 1...1))],
      fixIt: .init(replace: location(hostile, 1...1), with: hostile))
    let output = renderer.render([diagnostic])
    XCTAssertEqual(output.unicodeScalars.filter { $0.properties.generalCategory == .control }, ["\n"])
    XCTAssertFalse(output.unicodeScalars.contains("\u{2028}"))
    let properties = output.prefix { $0 != "\n" }.dropFirst(2).split(separator: "::", maxSplits: 1)[0]
    XCTAssertEqual(
      properties.split(separator: ",").map { $0.prefix { $0 != "=" } },
      ["error file", "line", "endLine", "col", "endColumn", "title"])
    XCTAssertTrue(output.contains("%250A"))
  }

  func testTextBesideAnnotationsIsNoCommand() {
    let harmless = "a::b\n\n- ##\n ##x["
    XCTAssertEqual(GitHubRenderer.withoutCommands(harmless), harmless)
    XCTAssertEqual(GitHubRenderer.withoutCommands("::stop-commands::x"), "\\::stop-commands::x")
    XCTAssertEqual(GitHubRenderer.withoutCommands("one\n \t::x::y\n"), "one\n \t\\::x::y\n")
    XCTAssertEqual(GitHubRenderer.withoutCommands("- a ##[x]##[y]"), "- a ##\\[x]##\\[y]")
  }
}
