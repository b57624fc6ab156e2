import Foundation
import LifelineReporting
import LifelineSource
import XCTest

final class JSONRendererTests: XCTestCase {
  private let kind = DiagnosticKindList([.error("L999", "a test", explanation: "It is a test.")]).all[0]

  func testWritesAnObjectPerLineWithKeysInOrder() {
    let location = SourceLocation(
      path: "a.yaml",
      range: SourceRange(SourcePosition(line: 2, column: 3), SourcePosition(line: 4, column: 5)))
    let full = Diagnostic(
      kind, "no", at: location, details: ["one", "two"],
      notes: [.init("here", at: location), .init("nowhere", at: nil)], fixIt: .init(replace: location, with: "yes"))
    let bare = Diagnostic(kind, "cannot", at: SourceLocation(path: "b.yaml", range: nil))
    let range = #""path":"a.yaml","line":2,"column":3,"endLine":4,"endColumn":5"#
    XCTAssertEqual(
      JSONRenderer().render([full, bare]),
      #"{"version":1,"code":"L999","severity":"error","message":"no",\#(range),"details":["one","two"],"#
        + #""notes":[{"message":"here",\#(range)},{"message":"nowhere"}],"#
        + #""fixIt":{\#(range),"replacement":"yes"}}"# + "\n"
        + #"{"version":1,"code":"L999","severity":"error","message":"cannot","path":"b.yaml","#
        + #""details":[],"notes":[]}"# + "\n")
  }

  func testMessagesAreOneLineEach() {
    let location = SourceLocation(path: "a.yaml", range: nil)
    let diagnostic = Diagnostic(
      kind, "no `a\n`", at: location, details: ["b\tc\\d"], notes: [.init("`e\r`", at: nil)],
      fixIt: .init(replace: location, with: "f\n"))
    XCTAssertEqual(
      JSONRenderer().render([diagnostic]),
      #"{"version":1,"code":"L999","severity":"error","message":"no `a\\u{0A}`","path":"a.yaml","#
        + #""details":["b\\u{09}c\\d"],"notes":[{"message":"`e\\u{0D}`"}],"#
        + #""fixIt":{"path":"a.yaml","replacement":"f\n"}}"# + "\n", "what replaces text is itself")
  }

  func testEveryPathSurvivesAndNothingUnsafeIsRaw() throws {
    let all =
      (UInt32(0)...0x2FFF).compactMap(Unicode.Scalar.init) + ["\u{FEFF}", "\u{E0001}", "😀", "\u{10FFFF}"]
    let text = String(String.UnicodeScalarView(all))
    let line = JSONRenderer().render([Diagnostic(kind, text, at: SourceLocation(path: text, range: nil))])
    XCTAssertEqual(line.unicodeScalars.filter { $0.value < 0x20 }.map(\.value), [0x0A])
    XCTAssertFalse(line.unicodeScalars.contains { 0x7F...0x9F ~= $0.value || $0.value == 0x202E })
    let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    XCTAssertEqual((object["path"] as? String).map { Array($0.unicodeScalars) }, all)
  }
}
