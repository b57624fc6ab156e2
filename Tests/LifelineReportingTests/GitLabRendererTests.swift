import Foundation
import LifelineReporting
import LifelineSource
import XCTest

final class GitLabRendererTests: XCTestCase {
  private let kind = DiagnosticKindList([.error("L999", "a test", explanation: "It is a test.")]).all[0]
  private let warning = DiagnosticKindList([.warning("L998", "another", explanation: "It is a test.")]).all[0]
  private let renderer = GitLabRenderer(workingFolder: "/home")

  private func location(_ path: String, _ line: Int) -> SourceLocation {
    let position = SourcePosition(line: line, column: 3)
    return SourceLocation(path: path, range: SourceRange(position, position))
  }

  private func report(_ diagnostics: [Diagnostic], _ renderer: GitLabRenderer? = nil) throws -> [[String: Any]] {
    let text = (renderer ?? self.renderer).render(diagnostics)
    return try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  private func fingerprints(_ diagnostics: [Diagnostic]) throws -> [String] {
    try report(diagnostics).compactMap { $0["fingerprint"] as? String }
  }

  func testAViolationPerDiagnostic() {
    let diagnostics = [
      Diagnostic(kind, "no `x`", at: location("a.yaml", 2), details: ["expected"], notes: [.init("here", at: nil)]),
      Diagnostic(warning, "cannot", at: SourceLocation(path: "Specs/b.yaml", range: nil)),
    ]
    XCTAssertEqual(
      renderer.render(diagnostics),
      "[\n"
        + #"{"description":"no `x`","check_name":"L999","fingerprint":"3ede64642358c53a4a40150db7241973","#
        + #""severity":"major","location":{"path":"a.yaml","lines":{"begin":2}}},"# + "\n"
        + #"{"description":"cannot","check_name":"L998","fingerprint":"eec18a7215b5873de6cafb63ce42de64","#
        + #""severity":"minor","location":{"path":"Specs/b.yaml","lines":{"begin":1}}}"# + "\n]\n")
  }

  func testNoDiagnosticsAreAnEmptyReport() {
    XCTAssertEqual(renderer.render([]), "[]\n")
  }

  func testFingerprintsDependOnCodePathAndMessage() throws {
    let base = Diagnostic(kind, "no", at: location("a.yaml", 2))
    let others = [
      Diagnostic(warning, "no", at: location("a.yaml", 2)), Diagnostic(kind, "no!", at: location("a.yaml", 2)),
      Diagnostic(kind, "no", at: location("b.yaml", 2)), Diagnostic(kind, "yamlno", at: location("a.", 2)),
    ]
    let all = try fingerprints([base] + others)
    XCTAssertEqual(Set(all).count, 5)
    XCTAssertTrue(all.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
    // Lines that are added elsewhere make nothing new.
    XCTAssertEqual(try fingerprints([Diagnostic(kind, "no", at: location("a.yaml", 9))]), [all[0]])
    XCTAssertEqual(try fingerprints([Diagnostic(kind, "no", at: location("./a.yaml", 2))]), [all[0]])
  }

  func testEqualDiagnosticsHaveDifferentFingerprints() throws {
    let all = try fingerprints((1...3).map { Diagnostic(kind, "no", at: location("a.yaml", $0)) })
    XCTAssertEqual(Set(all).count, 3)
    XCTAssertEqual(try fingerprints([Diagnostic(kind, "no", at: location("a.yaml", 7))]), [all[0]])
  }

  func testPathsAreRelativeToTheRepository() throws {
    let renderer = GitLabRenderer(roots: ["/builds/app"], workingFolder: "/builds/app/Sub")
    for (path, expected) in [("a.yaml", "Sub/a.yaml"), ("/builds/app/b.yaml", "b.yaml"), ("../c.yaml", "c.yaml")] {
      let violation = try XCTUnwrap(report([Diagnostic(kind, "no", at: location(path, 1))], renderer).first)
      XCTAssertEqual((violation["location"] as? [String: Any])?["path"] as? String, expected)
    }
  }

  func testControlCharactersAreEscaped() throws {
    let violation = try XCTUnwrap(report([Diagnostic(kind, "a\u{1B}[2J\nb", at: location("a", 1))]).first)
    XCTAssertEqual(violation["description"] as? String, "a\\u{1B}[2J\\u{0A}b")
  }
}
