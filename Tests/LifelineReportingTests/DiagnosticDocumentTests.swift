import Foundation
import LifelineReporting
import LifelineSource
import XCTest

final class DiagnosticDocumentTests: XCTestCase {
  private let kind = DiagnosticKindList([.error("L999", "a test", explanation: "It is a test.")]).all[0]
  private let location = SourceLocation(
    path: "a.yaml", range: SourceRange(SourcePosition(line: 2, column: 3), SourcePosition(line: 4, column: 5)))
  private let range = #""path":"a.yaml","line":2,"column":3,"endLine":4,"endColumn":5"#

  private func text(_ diagnostic: Diagnostic) -> String { DiagnosticDocument.object(diagnostic).text }

  func testKeysAreInOrder() {
    var full = Diagnostic(
      kind, "no", at: location, details: ["one", "two"],
      notes: [.init("here", at: location), .init("nowhere", at: nil)], fixIt: .init(replace: location, with: "yes"))
    full.quotedLines = [Diagnostic.QuotedLine(number: 7, text: "a")]
    XCTAssertEqual(
      text(full),
      #"{"code":"L999","severity":"error","message":"no",\#(range),"details":["one","two"],"#
        + #""quotedLines":[{"line":7,"text":"a"}],"notes":[{"message":"here",\#(range)},{"message":"nowhere"}],"#
        + #""fixes":[{"description":"write `yes`","edits":[{\#(range),"replacement":"yes"}]}]}"#)
  }

  func testWhatIsEmptyIsLeftOut() {
    let bare = Diagnostic(kind, "cannot", at: SourceLocation(path: "b.yaml", range: nil))
    XCTAssertEqual(text(bare), #"{"code":"L999","severity":"error","message":"cannot","path":"b.yaml"}"#)
  }

  func testChoicesAreSeveralFixes() {
    var diagnostic = Diagnostic(kind, "no", at: location)
    diagnostic.choices = ["yes", ""].map { .init(replace: location, with: $0) }
    let edits = ["yes", ""].map { #""edits":[{\#(range),"replacement":"\#($0)"}]"# }
    XCTAssertTrue(
      text(diagnostic).hasSuffix(
        #""fixes":[{"description":"write `yes`",\#(edits[0])},{"description":"delete this",\#(edits[1])}]}"#),
      text(diagnostic))
  }

  func testCounterexamplesAreStepsWithRepetitionsFolded() {
    func step(_ stimulus: Counterexample.Stimulus, calls: [Counterexample.Call] = []) -> Counterexample.Step {
      Counterexample.Step(
        facts: [], stimulus: stimulus, calls: calls, states: ["a.b"], fields: [.init("n", "1")])
    }
    let tick = step(.event("tick", arguments: [.init("by", "2s")], treatment: "ignored"))
    var last = step(.wait(milliseconds: 30), calls: [.init("call", arguments: [.init("of", "\"x\"")])])
    last.facts = [.init("isOn", "true")]
    last.fault = "it fails"
    var diagnostic = Diagnostic(kind, "no", at: SourceLocation(path: "b.yaml", range: nil))
    let run = [step(.start)] + Array(repeating: tick, count: 6) + [last]
    diagnostic.counterexample = Counterexample(of: run, remarks: ["so it goes on"])
    let end = #""states":["a.b"],"context":{"n":"1"}}"#
    XCTAssertEqual(
      text(diagnostic),
      #"{"code":"L999","severity":"error","message":"no","path":"b.yaml","counterexample":{"steps":["#
        + #"{"kind":"start","calls":[],\#(end),"#
        + #"{"kind":"event","event":"tick","arguments":{"by":"2s"},"treatment":"ignored","calls":[],\#(end),"#
        + #"{"repeatedSteps":1,"times":5},"#
        + #"{"set":{"isOn":"true"},"kind":"wait","milliseconds":30,"#
        + #""calls":[{"callback":"call","arguments":{"of":"\"x\""}}],"fault":"it fails"}"#
        + #"],"remarks":["so it goes on"]}}"#)
  }

  func testMessagesAreOneLineEach() {
    let location = SourceLocation(path: "a.yaml", range: nil)
    let diagnostic = Diagnostic(
      kind, "no `a\n`", at: location, details: ["b\tc\\d"], notes: [.init("`e\r`", at: nil)],
      fixIt: .init(replace: location, with: "f\n"))
    XCTAssertEqual(
      text(diagnostic),
      #"{"code":"L999","severity":"error","message":"no `a\\u{0A}`","path":"a.yaml","#
        + #""details":["b\\u{09}c\\d"],"notes":[{"message":"`e\\u{0D}`"}],"#
        + #""fixes":[{"description":"write `f\\u{0A}`","edits":[{"path":"a.yaml","replacement":"f\n"}]}]}"#,
      "what replaces text is itself")
  }

  func testEveryPathSurvivesAndNothingUnsafeIsRaw() throws {
    let all =
      (UInt32(0)...0x2FFF).compactMap(Unicode.Scalar.init) + ["\u{FEFF}", "\u{E0001}", "😀", "\u{10FFFF}"]
    let path = String(String.UnicodeScalarView(all))
    for line in [
      text(Diagnostic(kind, path, at: SourceLocation(path: path, range: nil))),
      DiagnosticDocument.object(Diagnostic(kind, path, at: SourceLocation(path: path, range: nil))).foldedText(),
    ] {
      XCTAssertEqual(Set(line.unicodeScalars.filter { $0.value < 0x20 }).subtracting(["\n"]), [])
      XCTAssertFalse(line.unicodeScalars.contains { 0x7F...0x9F ~= $0.value || [0x202E, 0x2028].contains($0.value) })
      let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      XCTAssertEqual((object["path"] as? String).map { Array($0.unicodeScalars) }, all)
    }
  }
}
